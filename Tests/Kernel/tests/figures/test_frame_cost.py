"""Processor time of a presented frame, beside other programs that show one."""

from guest import contenders, hostlink, processor
from guest.cards import minor_of
from guest.contenders import Display
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

# Seconds of each measurement, once the program has run for a while.
WARM = 1.0
LOOK = 5.0


class FrameCost(KernelTest):
    machine = "compare"

    def on_vkms(self, width: int, height: int) -> Display:
        card = VirtualCard("frames", [CONNECTED])
        self.addCleanup(card.remove)
        return Display("vkms", card.card, card.connectors[0], width, height)

    def on_virtio(self, width: int, height: int) -> Display:
        return Display("virtio_gpu", f"card{minor_of('virtio_gpu')}", "Virtual-1", width, height)

    def measure(self, display: Display, program: str, damage: str | None, processes: list[int]) -> None:
        found = processor.frames(processes, LOOK, WARM)
        self.report(display, program, damage, microseconds=found.microseconds, rate=found.rate)

    def report(self, display: Display, program: str, damage: str | None, **values: float) -> None:
        place = {"card": display.driver, "mode": display.mode, "program": program, "damage": damage}
        hostlink.link().report(kind="figure", table="frame", **place, **values)

    def compare(self, display: Display) -> None:
        for damage in contenders.DAMAGES:
            self.report(display, "memcpy", damage, microseconds=contenders.memcpy(display, damage))
        with contenders.page_flips(display) as processes:
            self.measure(display, "modetest -v", None, processes)
        with contenders.show(display) as processes:
            self.measure(display, "screens show", "pixel", processes)
        for damage in contenders.DAMAGES:
            with contenders.bare(display, damage) as processes:
                self.measure(display, "bare", damage, processes)
            with contenders.painter(display, damage) as processes:
                self.measure(display, "library", damage, processes)
        with contenders.mpv(display) as processes:
            self.measure(display, "mpv", "full", processes)
        with contenders.weston(display) as compositor:
            for damage in contenders.DAMAGES:
                with contenders.client(compositor, damage) as processes:
                    self.measure(display, "weston", damage, processes)

    def test_vkms_1024x768(self):
        self.compare(self.on_vkms(1024, 768))

    def test_vkms_1920x1080(self):
        self.compare(self.on_vkms(1920, 1080))

    def test_virtio_1024x768(self):
        self.compare(self.on_virtio(1024, 768))

    def test_virtio_1920x1080(self):
        self.compare(self.on_virtio(1920, 1080))
