"""Frames at times, and frames that are too late: each refresh by its checksum."""

import itertools
import math
from fractions import Fraction

from guest.checksums import Checksums
from guest.frametest import HEIGHT, REFRESH, WIDTH, FrameTest
from guest.surface import Surface

PERIOD = 1_000_000_000 / REFRESH


class Times(FrameTest):
    def test_a_film_of_24_frames_a_second_at_its_times(self):
        with self.daemon.client() as client, Checksums(self.card.minor) as checksums:
            surface = Surface(client, self.name, WIDTH, HEIGHT)
            surface.show("#010203")
            self.daemon.program.until(lambda: len(checksums.so_far) > 5, "the first frame has checksums", interval=0.1)
            first = surface.client.call("Frame")
            start = first["time"] + 10 * PERIOD
            replies = []
            for number in range(49):
                gray = f"{20 + number:02x}"
                replies.append(surface.show(f"#{gray}{gray}{gray}", at=int(start + number * 1_000_000_000 / 24)))
            client.call("Frame", refresh=replies[-1]["refresh"] + 5)
            read = len(checksums.so_far)
            self.daemon.program.until(
                lambda: len(checksums.so_far) > read + 10, "all frames have checksums", interval=0.1
            )
            runs = [len(list(run)) for _, run in itertools.groupby(checksums.so_far)]
        # A refresh that begins an eighth of its length earlier is in time.
        begins = [math.ceil(number * REFRESH / 24 - Fraction(1, 8)) for number in range(49)]
        self.assertEqual([reply["refresh"] - replies[0]["refresh"] for reply in replies], begins)
        self.assertEqual(runs[-49:-1], [end - begin for begin, end in itertools.pairwise(begins)])

    def test_another_draw_between_two_frames_misses_no_refresh(self):
        self.expect_no_missed_refresh(WIDTH, HEIGHT)

    def test_another_draw_of_a_layer_misses_no_refresh(self):
        place = {"x": 8, "y": 8, "width": 32, "height": 24}
        self.expect_no_missed_refresh(32, 24, layer={"name": "film", "rectangle": place})

    def expect_no_missed_refresh(self, width: int, height: int, **parameters) -> None:
        with self.daemon.client() as client:
            film, replies = Surface(client, self.name, width, height, **parameters), []
            for number in range(10):
                replies += [film.show(f"#{number:02x}{turn:02x}40") for turn in range(10)]
                film = Surface(client, self.name, width, height, turn=90 * (number % 4), **parameters)
                self.assertIn(film.reply["refresh"] - replies[-1]["refresh"], (1, 2))
                self.assertEqual(film.reply["size"], {"width": width, "height": height})
        # The frames of the first call begin before a refresh is known.
        self.assertEqual([reply["missed"] for reply in replies[5:]], [0] * 95)

    def test_a_client_that_was_late_drops_frames_and_is_in_time_again(self):
        with self.daemon.client() as client:
            surface = Surface(client, self.name, WIDTH, HEIGHT, count=3)
            start = surface.show("#010203")["refresh"] + 10
            replies = [surface.show("#101010", refresh=start + number, drop=True) for number in range(20)]
            self.assertEqual([reply["refresh"] for reply in replies], list(range(start, start + 20)))
            # The client stands still for 40 refreshes.
            now = client.call("Frame", refresh=start + 60)["refresh"]
            late = [surface.show("#202020", refresh=start + number, drop=True) for number in range(20, 100)]
        dropped = [reply for reply in late if not reply["shown"]]
        shown = late[len(dropped) :]
        self.assertEqual({reply["shown"] for reply in shown}, {True})
        self.assertEqual([reply["dropped"] for reply in dropped], list(range(1, len(dropped) + 1)))
        # The frames of the refreshes that have passed, and of the few that pass meanwhile.
        self.assertGreaterEqual(len(dropped), now + 1 - (start + 20))
        self.assertLess(len(dropped), now + 20 - (start + 20))
        numbers = [reply["refresh"] for reply in shown]
        self.assertEqual(numbers, list(range(start + 20 + len(dropped), start + 100)))
        self.assertEqual([reply["missed"] for reply in shown[1:]], [0] * (len(shown) - 1))
