"""No frame allocates: the allocations of a run stay constant while it continues."""

import os
import struct
import time
from pathlib import Path

from guest import screens
from guest.daemon import SIMULATED, STILL, Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.surface import call, memory
from guest.vkms import CONNECTED, VirtualCard

RATE = 60
# Everything that is made once has been made by then, such as for the first long wait.
STARTED = 10
SECONDS = 5
FRAMES = (STARTED + SECONDS + 2) * RATE


class Allocations(KernelTest):
    machine = "virtual"

    def counting(self, thread: str) -> tuple[Path, dict[str, str]]:
        """Returns a file for the counts, of all threads and of one, and the environment of a program that counts."""
        file = Path(f"/run/allocations-{os.getpid()}")
        file.unlink(missing_ok=True)
        counter = os.environ["SCREENS_COUNT_ALLOCATIONS"]
        return file, {"LD_PRELOAD": counter, "ALLOCATIONS_FILE": str(file), "ALLOCATIONS_THREAD": thread}

    def allocations(self, thread: str, *arguments: str) -> tuple[list[int], list[int]]:
        """Returns the allocations at the beginning of a run, and during it: of all threads, and of one."""
        file, environment = self.counting(thread)
        pattern = ("--pattern", "pixel", "--frames", str(FRAMES))
        with screens.show(*arguments, *pattern, "--stats", environment=environment) as program:
            time.sleep(STARTED)
            first = self.counted(file)
            time.sleep(SECONDS)
            last = self.counted(file)
            self.assertTrue(program.running, "it goes on")
            self.assertEqual(program.wait(60), 0, program.errors())
            self.expect_frames(program, "--wall" in arguments)
        return first, [after - before for before, after in zip(first, last)]

    def counted(self, file: Path) -> list[int]:
        return list(struct.unpack("<2Q", file.read_bytes()))

    def expect_frames(self, program: Program, is_wall: bool):
        # For a wall, the leading screen counts: on the others not every frame is different.
        presented = [found["presented"] for found in screens.statistics(program)]
        self.assertGreaterEqual(max(presented) if is_wall else min(presented), FRAMES)

    def expect_none(self, thread: str, *arguments: str):
        (of_any, of_one), (more_of_any, more_of_one) = self.allocations(thread, *arguments)
        self.assertGreater(of_one, 0, "the thread's allocations are counted")
        self.assertEqual(more_of_one, 0, f"in {SECONDS} s, after {of_one}")
        # The count is of any thread: it would reveal an allocation in every twentieth frame.
        self.assertLess(more_of_any, SECONDS * RATE / 20, f"in {SECONDS} s, after {of_any}")

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
        return "--simulate", "64x48@60,64x48@60", "--wall", "Virtual-1,Virtual-2", "--bezel", "10"

    def test_on_the_screen_that_leads_a_wall(self):
        self.expect_none("Virtual-1", *self.wall())

    def test_on_another_screen_of_a_wall(self):
        self.expect_none("Virtual-2", *self.wall())

    def test_with_layers_over_the_picture(self):
        """The daemon composes a strip, which moves in each refresh, and a layer over it that stays."""
        file, environment = self.counting("Virtual-1")
        daemon = Daemon(self, STILL, *SIMULATED, environment=environment)
        pixels = memory(100 * 10 * 4)
        os.pwrite(pixels, bytes(range(200)) * 20, 0)
        strip = {"name": "strip", "rectangle": {"x": 0, "y": 20, "width": 64, "height": 10}, "scroll": RATE}
        label = {"name": "label", "rectangle": {"x": 8, "y": 16, "width": 40, "height": 25}, "order": 1, "opacity": 0.5}
        with daemon.client() as client:
            for layer, width, height in (strip, 100, 10), (label, 40, 25):
                size = {"width": width, "height": height}
                call(
                    client, "Draw", [pixels], screen="Virtual-1", size=size, format="xrgb8888", buffers=[{"fd": 0}],
                    layer=layer,
                )  # fmt: skip
                client.call("Frame", buffer=0, layer=layer["name"])
            time.sleep(STARTED)
            presented = daemon.statistics("Virtual-1")["presented"]
            first = self.counted(file)
            time.sleep(SECONDS)
            last = self.counted(file)
            self.assertGreater(daemon.statistics("Virtual-1")["presented"], presented + (SECONDS - 1) * RATE)
        os.close(pixels)
        # Other threads of the daemon serve clients meanwhile.
        self.assertGreater(first[1], 0, "the thread's allocations are counted")
        self.assertEqual(last[1] - first[1], 0, f"in {SECONDS} s, after {first[1]}")
