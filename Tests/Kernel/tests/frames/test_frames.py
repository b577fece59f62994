"""Frames that a client draws in its own memory: each is on the screen for its number of refreshes, counted by
checksums."""

import itertools
import os
import select
import signal
import sys
from fractions import Fraction

from guest.checksums import Checksums
from guest.frametest import HEIGHT, REFRESH, WIDTH, FrameTest
from guest.program import Program
from guest.surface import Surface


class ClientFrames(FrameTest):
    def film(self, refreshes: list[int]) -> list[int]:
        """Shows different frames, each for so many refreshes, and counts the refreshes of each."""
        with self.daemon.client() as client, Checksums(self.card.minor) as checksums:
            surface = Surface(client, self.name, WIDTH, HEIGHT)
            surface.show("#010203")
            self.daemon.program.until(lambda: len(checksums.so_far) > 5, "the first frame has checksums", interval=0.1)
            place = surface.client.call("Frame")["refresh"] + 10
            for number, count in enumerate(refreshes):
                gray = f"{20 + number:02x}"
                reply = surface.show(f"#{gray}{gray}{gray}", refresh=place)
                self.assertEqual(reply["refresh"], place, f"frame {number}")
                place += count
            surface.show("#010203", refresh=place)
            surface.client.call("Frame", refresh=place + 5)
            self.daemon.program.until(
                lambda: self.runs(checksums)[-1] > 2, "the last frame has checksums", interval=0.1
            )
            runs = self.runs(checksums)
        # The content, the first frame, the film and the last one.
        return runs[-len(refreshes) - 1 : -1]

    @staticmethod
    def runs(checksums: Checksums) -> list[int]:
        return [len(list(run)) for _, run in itertools.groupby(checksums.so_far)]

    def expect(self, rate: Fraction, frames: int) -> None:
        begins = [int(number * REFRESH / rate) for number in range(frames + 1)]
        refreshes = [end - begin for begin, end in itertools.pairwise(begins)]
        self.assertEqual(self.film(refreshes), refreshes)

    def test_a_film_of_24_frames_a_second(self):
        self.expect(Fraction(24), 60)

    def test_a_client_that_sends_at_every_refresh_misses_none(self):
        with self.daemon.client() as client:
            surface = Surface(client, self.name, WIDTH, HEIGHT)
            replies = [surface.show(f"#{number:02x}4040") for number in range(100)]
        self.assertEqual([reply["missed"] for reply in replies[5:]], [0] * 95)

    def test_it_draws_on_when_the_display_is_back(self):
        with self.daemon.client() as client:
            surface = Surface(client, self.name, WIDTH, HEIGHT)
            surface.show("#445566")
            self.daemon.until_shown(self.name, "#445566")
            self.card.unplug(0)
            self.daemon.until_dark(self.name, "disconnected")
            surface.fill(surface.free, "#556677")
            client.send("Frame", buffer=surface.free)
            # The reply waits with the frame.
            self.assertEqual(select.select([client.socket], [], [], 60)[0], [])
            self.card.plug(0)
            self.assertEqual(client.answer()["size"], {"width": WIDTH, "height": HEIGHT})
            # The screen's thread answers, and the daemon may not list the display yet.
            self.daemon.until_lit(self.name)
            self.daemon.until_shown(self.name, "#556677")
            surface.show("#667788")
            self.daemon.until_shown(self.name, "#667788")
        self.daemon.until_shown(self.name, "#2a7fc4")

    def test_the_content_is_back_when_a_client_is_killed(self):
        script = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "from guest.surface import Surface; from guest.varlink import Client\n"
            f"surface = Surface(Client(sys.argv[2]), sys.argv[3], {WIDTH}, {HEIGHT})\n"
            "surface.show('#445566'); print('shown', flush=True)\n"
            "while True: surface.show('#445566')\n"
        )
        folder = os.path.dirname(os.path.dirname(sys.modules["guest.surface"].__file__))
        with Checksums(self.card.minor) as checksums:
            self.daemon.program.until(lambda: checksums.so_far, "the content has checksums", interval=0.1)
            content = checksums.so_far[-1]
            with Program(["python3", "-c", script, folder, str(self.daemon.socket), self.name]) as program:
                program.until(program.lines, "it draws")
                self.daemon.program.until(lambda: checksums.so_far[-1] != content, "its frame is shown", interval=0.1)
                program.signal(signal.SIGKILL)
                program.wait()
                count = len(checksums.so_far)
                self.daemon.program.until(lambda: checksums.so_far[-1] == content, "the content is back", interval=0.1)
                frames = sum(checksum != content for checksum in checksums.so_far[count:])
        # Within a second.
        self.assertLess(frames, 48)
