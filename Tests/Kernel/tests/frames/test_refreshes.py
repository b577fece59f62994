"""Each refresh of a client's film shows a whole frame, by its checksum: no buffer is written to while the display reads
it."""

import itertools
import os
from collections.abc import Callable
from fractions import Fraction

from guest import dmabuffers, surface
from guest.checksums import Checksums
from guest.compositions import CompositionTrace
from guest.daemon import Daemon
from guest.frametest import CONFIGURATION, REFRESH
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

RATE = Fraction(24)
# vkms converts luma and chroma pixel by pixel: a frame of 96x54 takes an emulated processor 60 ms, which is more than
# three refreshes.
WIDTH, HEIGHT = 24, 18
# The number of different frames. Each is shown for some refreshes at first, so that its checksum is known.
FRAMES, HELD = 24, 6


def luma_and_chroma(number: int) -> bytes:
    """Returns a frame of 12 bits for each pixel that differs from the other ones in all of its samples."""
    return bytes([20 + 8 * number]) * (WIDTH * HEIGHT) + bytes([60 + 5 * number]) * (WIDTH * HEIGHT // 2)


def colors(number: int) -> bytes:
    """Returns a frame of 32 bits for each pixel."""
    return bytes([20 + 8 * number, 60 + 5 * number, 90, 0]) * (WIDTH * HEIGHT)


class Refreshes(KernelTest):
    machine = "virtual"

    def expect_whole_frames(
        self, form: str, frame: Callable[[int], bytes], make: Callable, count: int, copied: bool
    ) -> None:
        """Shows a film, each frame in the buffer that the daemon states as free, and checks every refresh.

        `make` returns a file of a size, and its memory; `copied` states whether the daemon has to copy the frames.
        """
        card = VirtualCard("film", [CONNECTED])
        self.addCleanup(card.remove)
        daemon = Daemon(self, CONFIGURATION)
        daemon.until_lit(card.connectors[0])
        begins = [int(number * REFRESH / RATE) for number in range(3 * FRAMES + 1)]
        lengths = [HELD] * FRAMES + [end - begin for begin, end in itertools.pairwise(begins)]
        # Each buffer has a file of its own: vkms adds the offset of a framebuffer to its address twice.
        files, memory = zip(*(make(len(frame(0))) for _ in range(count)))
        with daemon.client() as client, Checksums(card.minor) as checksums, CompositionTrace() as compositions:
            reply = surface.call(
                client, "Draw", [*files], screen=card.connectors[0], size={"width": WIDTH, "height": HEIGHT},
                format=form, buffers=[{"fd": number} for number in range(count)], fit="center",
            )  # fmt: skip
            for file in files:
                os.close(file)
            daemon.program.until(lambda: checksums.so_far, "the content has a checksum", interval=0.1)
            place, free, replies = reply["refresh"] + 60, 0, []
            for number, length in enumerate(lengths):
                picture = frame(number % FRAMES)
                memory[free][: len(picture)] = picture
                replies.append(client.call("Frame", buffer=free, refresh=place))
                self.assertEqual(replies[-1]["refresh"], place, f"frame {number}")
                place, free = place + length, replies[-1]["free"]
            client.call("Frame", refresh=place + 5)
            read = len(checksums.so_far)
            daemon.program.until(lambda: len(checksums.so_far) > read + 10, "all have checksums", interval=0.1)
            late = compositions.late()
            found = [(checksum, len(list(run))) for checksum, run in itertools.groupby(checksums.so_far)]
        # All but the first frame, which is in the picture of the modeset if the screen is lit for it.
        self.assertEqual({reply["copied"] for reply in replies[1:]}, {copied})
        self.assertEqual(late, 0, "pictures were put together after the display would have read them")
        # The content is first, and the last frame stays.
        names = {checksum: number for number, (checksum, _) in enumerate(found[1 : FRAMES + 1])}
        shown = [(names.get(checksum), length) for checksum, length in found[1:-1]]
        strange = sum(length for number, length in shown if number is None)
        expected = [(number % FRAMES, length) for number, length in enumerate(lengths)]
        self.assertEqual(shown, expected[:-1], f"{strange} refreshes have the checksum of no frame")

    def test_i420_in_four_buffers_that_are_copied(self):
        self.expect_whole_frames("yuv420p", luma_and_chroma, surface.mapped, 4, copied=True)

    def test_i420_in_eight_buffers_that_are_copied(self):
        self.expect_whole_frames("yuv420p", luma_and_chroma, surface.mapped, 8, copied=True)

    def test_nv12_in_three_buffers_of_a_device(self):
        self.expect_whole_frames("nv12", luma_and_chroma, dmabuffers.mapped, 3, copied=False)

    def test_nv12_in_four_buffers_of_a_device(self):
        self.expect_whole_frames("nv12", luma_and_chroma, dmabuffers.mapped, 4, copied=False)

    def test_nv12_in_eight_buffers_of_a_device(self):
        self.expect_whole_frames("nv12", luma_and_chroma, dmabuffers.mapped, 8, copied=False)

    def test_xrgb_in_two_buffers_that_are_copied(self):
        self.expect_whole_frames("xrgb8888", colors, surface.mapped, 2, copied=True)
