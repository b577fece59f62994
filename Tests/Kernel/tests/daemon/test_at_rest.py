"""The daemon's use of the machine while its picture stands still: only its watchdog wakes it, and it is small."""

import socket
import tempfile
import time
from pathlib import Path

from guest import processor, screens, wait
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 1920, 1080
# The threads of a start have ended by then.
SETTLED = 30.0
MINUTES = 10
WATCHDOG = 30
# Its private memory: measured 1.4 MB.
LARGEST = 2 << 20
# The memory with the pages of programs and libraries, which the kernel reclaims on demand: measured 16.6 MB, of
# which the program has 14.2.
LARGEST_WITH_FILES = 16 << 20
# The kept picture is a buffer too, in plain memory.
PICTURE = WIDTH * HEIGHT * 4


class AtRest(KernelTest):
    machine = "virtual"
    # Virtual time.
    seconds = 3600

    def setUp(self):
        self.card = VirtualCard("rest", [CONNECTED])
        self.addCleanup(self.card.remove)
        folder = tempfile.TemporaryDirectory(dir="/run")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "screens.toml").write_text(
            f'[default]\nmode = "{WIDTH}x{HEIGHT}"\ncontent = {{ color = "#204060" }}\n'
        )
        # The service manager's end of the socket.
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.manager.close)
        self.manager.bind(f"{self.folder}/notify")
        daemon = str(Path(screens.binary()).with_name("screensd"))
        self.program = Program(
            [daemon, "--config", f"{self.folder}/screens.toml", "--socket", f"{self.folder}/socket", "--no-terminal"],
            {
                "NOTIFY_SOCKET": f"{self.folder}/notify",
                # State of another daemon may be of a later time than the clock: this daemon would look for the time.
                "STATE_DIRECTORY": f"{self.folder}/state",
                "WATCHDOG_USEC": str(WATCHDOG * 1_000_000),
            },
        )
        self.addCleanup(self.program.__exit__)
        wait.until_shown(self.program, self.card.minor, self.card.connectors[0])
        time.sleep(SETTLED)

    def said(self) -> list[str]:
        """The daemon's notifications to the service manager since the last call."""
        messages = []
        while True:
            try:
                messages.append(self.manager.recv(4096, socket.MSG_DONTWAIT).decode())
            except BlockingIOError:
                return messages

    def test_only_the_watchdog_wakes_it(self):
        self.said()
        before = processor.sleeps(self.program.pid)
        said = []
        for _ in range(MINUTES):
            # The kernel keeps no more than ten unread messages.
            time.sleep(60)
            said += self.said()
        woken = processor.sleeps(self.program.pid) - before
        fed = (said + self.said()).count("WATCHDOG=1")
        self.assertIn(fed, range(MINUTES * 120 // WATCHDOG - 1, MINUTES * 120 // WATCHDOG + 2))
        self.assertEqual(sum(woken.values()), fed, f"it was woken by something else: {dict(woken)}, fed {fed} times")

    def test_it_holds_no_more_memory_than_it_may(self):
        memory = processor.memory(self.program.pid)
        own = memory.own - PICTURE
        self.assertLess(own, LARGEST)
        self.assertLess(own + memory.files, LARGEST_WITH_FILES, f"{own} of its own, {memory.files} of files")

    def test_a_status_without_an_event_is_seen(self):
        name = self.card.connectors[0]
        status = Path(f"/sys/class/drm/{self.card.card}-{name}/status")
        self.addCleanup(status.write_text, "detect")
        status.write_text("off")
        wait.until_dark(self.program, self.card.minor, name)
