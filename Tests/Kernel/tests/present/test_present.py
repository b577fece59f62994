"""`screens present` on a kernel: each frame is on the screen for its number of refreshes, counted by checksums."""

import itertools
import shlex
import shutil
import unittest
from fractions import Fraction

from guest import screens, wait
from guest.checksums import Checksums
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard

# The kernel computes a checksum of each refresh, which takes an emulated processor too long in larger modes.
MODE = "160x120@60,cvt"
# 1.25 MHz divided by 192 columns and 134 rows: 48.6 Hz is the nearest rate with a clock of whole quarters of a
# megahertz.
REFRESH = Fraction(1_250_000, 192 * 134)
# vkms converts luma and chroma pixel by pixel, which takes longer than a refresh for a larger film.
WIDTH, HEIGHT = 16, 12
# The first frame that is counted.
FIRST = 5


def film(rate: Fraction, frames: int) -> tuple[bytes, list[bytes]]:
    """Returns a header, and frames of one gray each that differ from their neighbours."""
    header = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{rate.numerator}:{rate.denominator} Ip A1:1 C420jpeg\n"
    chroma = bytes([128]) * (WIDTH * HEIGHT // 2)
    return header.encode(), [
        b"FRAME\n" + bytes([20 + number]) * (WIDTH * HEIGHT) + chroma for number in range(frames)
    ]


def assert_even(test: unittest.TestCase, counts: list[int], rate: Fraction) -> None:
    """Checks that each frame has its number of refreshes: the whole numbers next to the exact one, spread evenly."""
    exact = REFRESH / rate
    test.assertLessEqual(set(counts), {int(exact), int(exact) + 1}, counts)
    for place in range(len(counts)):
        # The count begins with the first of these frames, within the rounding of both ends.
        test.assertLessEqual(abs(sum(counts[: place + 1]) - exact * (place + 1)), 1, counts)


class Present(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("present", [CONNECTED])
        self.addCleanup(self.card.remove)
        self.name = f"{self.card.card}/{self.card.connectors[0]}"

    def call(self, *arguments: str) -> list[str]:
        return [screens.binary(), "present", self.name, "--mode", MODE, *arguments]

    def refreshes(self, rate: Fraction, frames: int) -> list[int]:
        """Returns for how many refreshes each frame was on the screen, without the first five: the first is shown
        before the others come, and this program has the only processor while it writes them."""
        header, pictures = film(rate, frames)
        with Program(self.call("--fit", "center")) as program:
            program.process.stdin.write(header + pictures[0])
            program.process.stdin.flush()
            wait.until_shown(program, self.card.minor, self.card.connectors[0])
            with Checksums(self.card.minor) as checksums:
                program.until(lambda: len(checksums.so_far) > 5, "the first frame has checksums", interval=0.1)
                for picture in pictures[1:]:
                    program.process.stdin.write(picture)
                program.process.stdin.close()
                self.assertEqual(program.wait(60), 0, program.errors())
                runs = [len(list(run)) for _, run in itertools.groupby(checksums.so_far)]
        self.assertGreaterEqual(len(runs), frames - 1, runs)
        # The last frame has its time before the former picture returns.
        return runs[FIRST:frames]

    def expect_even(self, rate: Fraction, frames: int):
        assert_even(self, self.refreshes(rate, frames)[: frames - FIRST - 1], rate)

    def test_a_film_of_23_976_frames_a_second(self):
        self.expect_even(Fraction(24000, 1001), 60)

    def test_a_film_of_the_rate_of_the_display(self):
        self.assertEqual(self.refreshes(REFRESH, 100)[: 99 - FIRST], [1] * (99 - FIRST))

    def test_exit_codes(self):
        header, pictures = film(Fraction(30), 3)
        for content, code in ((header + b"".join(pictures)[:-1], 65), (b"RIFF", 65), (b"", 65)):
            with self.subTest(code=code), Program(self.call()) as program:
                program.process.stdin.write(content)
                program.process.stdin.close()
                self.assertEqual(program.wait(60), code, program.errors())
                self.assertEqual(len(program.errors().splitlines()), 1)


class OfFFmpeg(KernelTest):
    machine = "virtual"
    is_long = True

    def test_a_film_of_ffmpeg_is_shown_frame_by_frame(self):
        if not shutil.which("ffmpeg"):
            raise unittest.SkipTest("ffmpeg is not installed")
        card = VirtualCard("ffmpeg", [CONNECTED])
        self.addCleanup(card.remove)
        source = (
            "ffmpeg -v error -f lavfi -i testsrc2=size=160x120:rate=30:duration=4 -pix_fmt yuv420p -f yuv4mpegpipe -"
        )
        present = [
            screens.binary(), "present", f"{card.card}/{card.connectors[0]}", "--mode", MODE, "--fit", "center",
            "--stats",
        ]
        with (
            FlipTrace() as trace,
            Program(["bash", "-c", f"set -o pipefail; {source} | {shlex.join(present)}"]) as program,
        ):
            self.assertEqual(program.wait(120), 0, program.errors())
            numbers = [number for _, _, _, number in trace.flips()]
            (statistics,) = screens.statistics(program)
        self.assertEqual((statistics["presented"], statistics["missed"]), (120, 0))
        steps = [later - earlier for earlier, later in zip(numbers, numbers[1:])]
        # ffmpeg may still be starting while the first frames are shown.
        assert_even(self, steps[10:], Fraction(30))
