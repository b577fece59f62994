"""The figures of the program, in virtual time and beside programs that do the same: printed, not judged."""

import os
import subprocess
import time
from pathlib import Path

from guest import hostlink, screens
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

# The cost of a start is subtracted by a second, shorter run.
FEW = 60


def note(text: str) -> None:
    hostlink.link().report(kind="note", text=text)


class Numbers(KernelTest):
    machine = "measure"

    def setUp(self):
        self.card = VirtualCard("numbers", [CONNECTED])
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.screen = f"{self.card.card}/{self.name}"

    def show(self, frames: int, **environment: str) -> dict:
        arguments = ("--mode", "1024x768", "--pattern", "pixel", "--frames", str(frames), "--stats")
        with screens.show(self.screen, *arguments, environment=environment) as program:
            self.assertEqual(program.wait(120), 0, program.errors())
            (found,) = screens.statistics(program)
            self.assertEqual((found["presented"], found["missed"]), (frames, 0))
            return found

    def test_heap_allocations_of_a_frame(self):
        def allocations(frames: int) -> int:
            file = Path(f"/run/allocations-{os.getpid()}")
            file.unlink(missing_ok=True)
            self.show(frames, LD_PRELOAD=os.environ["SCREENS_COUNT_ALLOCATIONS"], ALLOCATIONS_FILE=str(file))
            return int.from_bytes(file.read_bytes()[:8], "little")

        few, many = allocations(FEW), allocations(FEW * 10)
        self.assertGreater(few, 0)
        note(f"heap allocations of a frame: {(many - few) / (FEW * 9):.3f} ({few} in a run of {FEW} frames)")

    def test_wall_time_of_list(self):
        def wall(command: list[str]) -> float:
            times = []
            for _ in range(20):
                begun = time.monotonic()
                subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
                times.append(time.monotonic() - begun)
            # The shortest time counts: virtual time jumps if a start waits for the host's disk, the more the busier the
            # host is.
            return min(times)

        ours = wall([screens.binary(), "list"])
        theirs = wall(["drm_info"])
        note(f"wall time: screens list {ours * 1e3:.1f} ms, drm_info {theirs * 1e3:.1f} ms, ratio {ours / theirs:.2f}")
