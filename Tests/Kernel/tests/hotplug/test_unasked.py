"""A read without a request opens no free card: `status`, `edid` and `modes` in sysfs are compared first."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from guest import deadline, debugfs, screens
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.openings import Openings
from guest.program import Program
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

# The time by which the reads of a start and of an event are over.
SETTLED = 60
# The check for changes without an event is due once a minute.
MINUTES = 5


class Unasked(KernelTest):
    machine = "virtual"
    # Virtual time.
    seconds = 3600

    def build(self, console: bool = True) -> None:
        # With one CRTC, because the console's commits of several CRTCs may stop the kernel.
        self.card = VirtualCard("unasked", [CONNECTED, DISCONNECTED], crtcs=1, console=console)
        self.addCleanup(self.card.remove)
        self.nodes = sorted(str(node) for node in Path("/dev/dri").iterdir() if node.is_char_device())
        self.assertIn(self.card.path, self.nodes)

    def watch(self) -> Program:
        program = screens.watch()
        self.addCleanup(program.__exit__)
        program.until(program.lines, "the snapshot")
        time.sleep(SETTLED)
        return program

    def daemon(self, configuration: str = "") -> Daemon:
        daemon = Daemon(self, configuration)
        time.sleep(SETTLED)
        return daemon

    def openings(self, action: Callable[[], object] = lambda: None) -> dict[str, int]:
        """Returns how often any program opens a node of a card, from an action until some minutes after it."""
        with Openings(*self.nodes) as opened:
            action()
            time.sleep(MINUTES * 60)
            return opened.counts

    def expect_none(self, action: Callable[[], object] = lambda: None) -> None:
        self.assertEqual(self.openings(action), dict.fromkeys(self.nodes, 0))

    def expect_some(self, action: Callable[[], object]) -> None:
        self.assertGreaterEqual(self.openings(action)[self.card.path], 1)

    def send_uevents(self) -> None:
        """Sends events through udev as root, for the card and its connectors."""
        for _ in range(3):
            trigger = ["udevadm", "trigger", "--settle", "--action=change", "--subsystem-match=drm"]
            subprocess.run(trigger, check=True, timeout=60)
            (Path("/sys/class/drm") / self.card.card / "uevent").write_text("change")
            time.sleep(SETTLED)

    def send_hotplugs(self) -> None:
        """Sends hotplug events of the kernel: the status of each connector is sent again."""
        for _ in range(3):
            self.card.set_status(0, CONNECTED)
            self.card.set_status(1, DISCONNECTED)
            time.sleep(SETTLED)

    def let_the_console_probe(self) -> None:
        """The console leaves out modes that the program's probe has found: a change, once."""
        self.send_hotplugs()
        time.sleep(SETTLED)

    def plug(self) -> None:
        self.card.plug(1)

    def blank_the_console(self) -> None:
        """Blanks the console, as after its minutes without a key, which is one here."""
        self.addCleanup(self.say_to_the_console, "\x1b[9;0]\x1b[13]")
        self.say_to_the_console("\x1b[9;1]")
        deadline.until(lambda: debugfs.lit(self.card.minor) == [], "the console is blanked", seconds=300, interval=1)

    @staticmethod
    def say_to_the_console(sequence: str) -> None:
        Path("/dev/tty0").write_text(sequence)

    def expect_it_stays_blanked(self) -> None:
        self.expect_none(self.send_uevents)
        self.assertEqual(debugfs.lit(self.card.minor), [])


class Watch(Unasked):
    def test_it_opens_nothing_without_a_change_and_the_card_after_a_plug(self):
        self.build()
        program = self.watch()
        self.expect_none()
        self.expect_none(self.send_uevents)
        self.let_the_console_probe()
        before = len(program.lines())
        self.expect_none(self.send_hotplugs)
        self.assertEqual(program.lines()[before:], [])
        self.expect_some(self.plug)
        events = [json.loads(line) for line in program.lines()[before:]]
        found = [event["screen"]["name"] for event in events if event["event"] == "connected"]
        self.assertEqual(found, [self.card.connectors[1]])
        self.expect_none()

    def test_without_a_console_it_opens_nothing_for_hotplugs_without_a_change(self):
        self.build(console=False)
        self.watch()
        self.expect_none(self.send_hotplugs)

    def test_a_blanked_console_stays_dark(self):
        self.build()
        self.watch()
        self.blank_the_console()
        self.expect_it_stays_blanked()
        # The last close of a card enables its console, and this list opens the card.
        screens.listed()
        self.assertNotEqual(debugfs.lit(self.card.minor), [])


class WithoutARequest(Unasked):
    """A daemon whose configuration requests nothing on the card."""

    def test_it_opens_nothing_without_a_change_and_the_card_after_a_plug(self):
        self.expect_it_compares_first(self.started())

    def test_it_does_the_same_with_the_content_none(self):
        self.expect_it_compares_first(self.started('[default]\ncontent = "none"\n'))

    def started(self, configuration: str = "") -> Daemon:
        self.build()
        return self.daemon(configuration)

    def expect_it_compares_first(self, daemon: Daemon) -> None:
        self.expect_none()
        self.expect_none(self.send_uevents)
        self.let_the_console_probe()
        self.expect_none(self.send_hotplugs)
        self.expect_some(self.plug)
        self.assertEqual(daemon.screen(self.card.connectors[1])["status"], "connected")
        self.expect_none()
        self.assertEqual(daemon.stop(), 0, daemon.log())

    def test_without_a_console_it_opens_nothing_for_hotplugs_without_a_change(self):
        self.build(console=False)
        self.daemon()
        self.expect_none(self.send_hotplugs)

    def test_a_blanked_console_stays_dark(self):
        self.build()
        self.daemon()
        self.blank_the_console()
        self.expect_it_stays_blanked()
