"""No frame allocates: what a run takes from the heap does not depend on how many it shows."""

import os
import sys
import unittest
from pathlib import Path

from guest import screens
from guest.vkms import CONNECTED, VirtualCard

# Long enough that all has been made that is made once, such as for the first long wait.
FEW = 600
FRAMES = 600


class Allocations(unittest.TestCase):
    def allocations(self, frames: int, thread: str | None, *arguments: str) -> int:
        file = Path(f"/run/allocations-{os.getpid()}")
        file.unlink(missing_ok=True)
        environment = {"LD_PRELOAD": os.environ["SCREENS_COUNT_ALLOCATIONS"], "ALLOCATIONS_FILE": str(file)}
        if thread:
            environment["ALLOCATIONS_THREAD"] = thread
        pattern = ("--pattern", "pixel", "--frames", str(frames))
        with screens.show(*arguments, *pattern, "--stats", environment=environment) as program:
            self.assertEqual(program.wait(60), 0, program.errors())
            # Of a wall, the screen that leads: on the others not every frame is different.
            wall = "--span" in arguments
            presented = [found["presented"] for found in screens.statistics(program)]
            self.assertGreaterEqual(max(presented) if wall else min(presented), frames)
        return int.from_bytes(file.read_bytes(), "little")

    def least(self, thread: str | None, tolerance: int, *arguments: str) -> tuple[int, int]:
        """Of a short and a long run, the least of up to three starts: these differ by what comes before or after what."""
        few = many = sys.maxsize
        for _ in range(3):
            few = min(few, self.allocations(FEW, thread, *arguments))
            many = min(many, self.allocations(FEW + FRAMES, thread, *arguments))
            if many - few <= tolerance and (tolerance or many == few):
                break
        return few, many

    def expect_none(self, thread: str, *arguments: str):
        few, many = self.least(thread, 0, *arguments)
        self.assertGreater(few, 0, "those of the thread are counted")
        self.assertEqual(few, many, f"{few} in {FEW} frames, {many} in {FEW + FRAMES}")
        # Whatever thread it might be on: one in every twentieth frame would not hide there. Fewer in the longer run are those
        # of its start.
        few, many = self.least(None, FRAMES // 20 - 1, *arguments)
        self.assertLess(many - few, FRAMES / 20, f"{few} in {FEW} frames, {many} in {FEW + FRAMES}")

    def vkms(self, connectors: int = 1) -> list[str]:
        card = VirtualCard("heap", [CONNECTED] * connectors)
        self.addCleanup(card.remove)
        return [f"{card.card}/{connector}" for connector in card.connectors]

    def test_on_a_simulated_screen(self):
        self.expect_none("Virtual-1", "--simulate", "640x480@60")

    def test_on_vkms(self):
        (screen,) = self.vkms()
        self.expect_none(screen.split("/")[1], screen, "--mode", "1024x768")

    def test_with_a_shadow(self):
        (screen,) = self.vkms()
        self.expect_none(screen.split("/")[1], screen, "--mode", "1024x768", "--drawing-memory", "shadow")

    def test_with_three_buffers_drawn_as_late_as_can_be(self):
        (screen,) = self.vkms()
        arguments = ("--mode", "1024x768", "--schedule", "latest", "--buffers", "3")
        self.expect_none(screen.split("/")[1], screen, *arguments)

    def test_on_several_screens(self):
        first, second = self.vkms(2)
        self.expect_none(second.split("/")[1], first, second, "--mode", "1024x768")

    def wall(self) -> tuple[str, ...]:
        return "--simulate", "64x48@60,64x48@60", "--span", "Virtual-1,Virtual-2", "--bezel", "10"

    def test_on_the_screen_that_leads_a_wall(self):
        self.expect_none("Virtual-1", *self.wall())

    def test_on_another_screen_of_a_wall(self):
        self.expect_none("Virtual-2", *self.wall())
