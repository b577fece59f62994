"""The cost of each of many screens that one process draws for."""

import signal
import time

from guest import debugfs, hostlink, processor, screens
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

WARM = 1.0
LOOK = 5.0


class ManyScreens(KernelTest):
    machine = "compare"

    def measure(self, count: int) -> None:
        """Measures all screens of a card, and one alone: the kernel's own cost grows with the objects of the card."""
        self.card = VirtualCard("many", [CONNECTED] * count)
        self.addCleanup(self.card.remove)
        names = [f"{self.card.card}/{name}" for name in self.card.connectors]
        one, _ = self.show(names[:1])
        found, memory = self.show(names)
        hostlink.link().report(
            kind="figure", table="screens", screens=count, microseconds=found.microseconds, alone=one.microseconds,
            rate=found.rate / count, memory=memory.own - count * 1024 * 768 * 4,
        )  # fmt: skip

    def show(self, names: list[str]) -> tuple[processor.Frames, processor.Memory]:
        with screens.show(*names, "--mode", "1024x768", "--pattern", "pixel") as program:

            def all_shown() -> bool:
                shown = debugfs.shown(self.card.minor).values()
                return sum(allocator != debugfs.CONSOLE for _, allocator, _ in shown) == len(names)

            program.until(all_shown, f"{len(names)} screens are shown", interval=0.2)
            found = processor.frames([program.pid], LOOK, WARM)
            memory = processor.memory(program.pid)
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait(), 0, program.errors())
            return found, memory

    def test_one(self):
        self.measure(1)

    def test_four(self):
        self.measure(4)

    def test_sixteen(self):
        self.measure(16)

    def test_thirty_one(self):
        self.measure(31)
