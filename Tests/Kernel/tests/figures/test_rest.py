"""The program's use of the machine while its picture stands still."""

import signal
import time

from guest import hostlink, processor, screens, wait
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 1920, 1080
WARM = 5.0
LOOK = 60.0


class Rest(KernelTest):
    machine = "measure"

    def test_still_picture(self):
        card = VirtualCard("rest", [CONNECTED])
        self.addCleanup(card.remove)
        name = card.connectors[0]
        arguments = (f"{card.card}/{name}", "--mode", f"{WIDTH}x{HEIGHT}", "--color", "#204060")
        with screens.show(*arguments) as program:
            wait.until_shown(program, card.minor, name)
            time.sleep(WARM)
            before, begun = processor.sleeps(program.pid), processor.spent(program.pid)
            time.sleep(LOOK)
            after, ended = processor.sleeps(program.pid), processor.spent(program.pid)
            memory = processor.memory(program.pid)
            threads = processor.threads(program.pid)
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait(), 0, program.errors())
        hostlink.link().report(
            kind="figure", table="rest", woken=after - before, microseconds=(ended - begun) * 1e6,
            threads=threads, own=memory.own - WIDTH * HEIGHT * 4, files=memory.files,
        )  # fmt: skip
