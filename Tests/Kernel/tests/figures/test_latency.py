"""The time from drawing a frame to its flip, by schedule."""

from guest import contenders, hostlink
from guest.contenders import Display
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

LOOK = 20.0


class Latency(KernelTest):
    machine = "measure"

    def measure(self, schedule: str) -> None:
        card = VirtualCard("latency", [CONNECTED])
        self.addCleanup(card.remove)
        display = Display("vkms", card.card, card.connectors[0], 1024, 768)
        found = contenders.latency(display, schedule, LOOK)
        hostlink.link().report(kind="figure", table="latency", schedule=schedule, mode=display.mode, **found)

    def test_earliest(self):
        self.measure("earliest")

    def test_latest(self):
        self.measure("latest")
