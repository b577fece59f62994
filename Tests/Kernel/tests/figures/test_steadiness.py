"""Missed frames and lateness over many frames, also if another program uses the only processor all the time."""

import os

from guest import contenders, hostlink, screens
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard

FRAMES = int(os.environ.get("SCREENS_FRAMES", 3600))


class Steadiness(KernelTest):
    machine = "measure"
    # Ten minutes pass, and a busy loop prevents skipping.
    seconds = 3600

    def setUp(self):
        card = VirtualCard("steady", [CONNECTED])
        self.addCleanup(card.remove)
        self.screen = f"{card.card}/{card.connectors[0]}"

    def show(self, beside: str) -> None:
        arguments = ("--mode", "1024x768", "--pattern", "pixel", "--frames", str(FRAMES), "--stats")
        with screens.show(self.screen, *arguments) as program:
            self.assertEqual(program.wait(FRAMES / 60 + 60), 0, program.errors())
            (found,) = screens.statistics(program)
        lateness = found["latenessNanoseconds"]
        hostlink.link().report(
            kind="figure", table="steadiness", beside=beside, presented=found["presented"], missed=found["missed"],
            p50=lateness["p50"], p99=lateness["p99"], max=lateness["max"],
        )  # fmt: skip

    def test_alone(self):
        self.show("nothing")

    def test_beside_a_busy_loop(self):
        with Program([contenders.built("busy")]):
            self.show("a busy loop")
