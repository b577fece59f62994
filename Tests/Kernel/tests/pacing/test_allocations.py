"""No frame allocates: what a run takes from the heap does not depend on how many it shows."""

import os
import unittest
from pathlib import Path

from guest import screens
from guest.vkms import CONNECTED, VirtualCard

FEW = 60
FRAMES = 600


class Allocations(unittest.TestCase):
    def expect_none(self, *arguments: str):
        def allocations(frames: int) -> int:
            file = Path(f"/run/allocations-{os.getpid()}")
            file.unlink(missing_ok=True)
            environment = {"LD_PRELOAD": os.environ["SCREENS_COUNT_ALLOCATIONS"], "ALLOCATIONS_FILE": str(file)}
            pattern = ("--pattern", "pixel", "--frames", str(frames))
            with screens.show(*arguments, *pattern, "--stats", environment=environment) as program:
                self.assertEqual(program.wait(60), 0, program.errors())
                (found,) = screens.statistics(program)
            self.assertEqual(found["presented"], frames)
            return int.from_bytes(file.read_bytes(), "little")

        few, many = allocations(FEW), allocations(FEW + FRAMES)
        self.assertGreater(few, 0, "they are counted")
        # Starts differ by a few; an allocation in every twentieth frame would not hide among them.
        self.assertLess(abs(many - few), FRAMES / 20, f"{few} in {FEW} frames, {many} in {FEW + FRAMES}")

    def test_on_a_simulated_screen(self):
        self.expect_none("--simulate", "640x480@60")

    def test_on_vkms(self):
        card = VirtualCard("heap", [CONNECTED])
        self.addCleanup(card.remove)
        self.expect_none(f"{card.card}/{card.connectors[0]}", "--mode", "1024x768")

    def test_with_three_buffers_drawn_as_late_as_can_be(self):
        card = VirtualCard("heap", [CONNECTED])
        self.addCleanup(card.remove)
        screen = f"{card.card}/{card.connectors[0]}"
        self.expect_none(screen, "--mode", "1024x768", "--schedule", "latest", "--buffers", "3")
