"""Films as items of a list: each refresh by its checksum."""

import itertools

from guest.checksums import Checksums
from guest.frametest import HEIGHT, MODE, REFRESH, WIDTH, FrameTest
from guest.presented import Item, Presenter
from guest.surface import Surface
from guest.varlink import Client

COUNT = 6
FRAMES = 72


class Film:
    """A player that sends its frames ahead, each for its refresh, and each with a gray of its own."""

    def __init__(self, test: FrameTest, item: Item, first: int = 0):
        client = Client(str(test.daemon.contents))
        test.addCleanup(client.__exit__)
        self.client = client
        self.surface = Surface(client, test.name, WIDTH, HEIGHT, count=COUNT, item=item.id, fit="stretch")
        self.first = first
        self.sent = 0
        for _ in range(COUNT):
            self.send()

    @staticmethod
    def refresh(number: int) -> int:
        return int((number / 24 + 1 / 1000) * REFRESH)

    def send(self) -> None:
        gray = f"{20 + self.first + self.sent:02x}"
        self.surface.fill(self.sent % COUNT, f"#{gray}{gray}{gray}")
        self.client.send(
            "Frame", buffer=self.sent % COUNT, refresh=self.refresh(self.sent), drop=self.sent > 0
        )
        self.sent += 1

    def play(self, count: int) -> list[dict]:
        """Returns the replies to so many frames. The buffer of a frame is free with the reply to the next one."""
        replies = []
        for number in range(count):
            replies.append(self.client.answer())
            if number > 0 and self.sent < count:
                self.send()
        return replies


class Films(FrameTest):
    def begin(self) -> Item:
        presenter = Presenter(self, self.daemon.folder)
        film = self.daemon.folder / "film.mp4"
        film.write_bytes(b"film")
        self.daemon.configure(
            f'[default]\nmode = "{MODE}"\n'
            f'content = {{ playlist = [ {{ color = "#2a7fc4", for = "4 s" }}, '
            f'{{ video = "{film}", for = "60 s" }} ] }}\n'
        )
        self.presenter = presenter
        return presenter.item()

    def until(self, condition, what: str) -> None:
        self.daemon.program.until(condition, what, interval=0.1)

    def test_24_frames_a_second_from_the_first_refresh_of_their_turn(self):
        with Checksums(self.card.minor) as checksums:
            film = Film(self, self.begin())
            self.until(lambda: checksums.so_far, "the item before it is shown")
            before = checksums.so_far[-1]
            replies = film.play(FRAMES)
            read = len(checksums.so_far)
            self.until(lambda: len(checksums.so_far) > read + 10, "all frames have checksums")
            runs = [(one, len(list(run))) for one, run in itertools.groupby(checksums.so_far)]
        plan = [Film.refresh(number) for number in range(FRAMES)]
        self.assertEqual([reply["refresh"] for reply in replies], plan)
        shown = runs[-FRAMES:]
        self.assertEqual(runs[-FRAMES - 1][0], before, "the film follows the item before it")
        self.assertEqual([length for _, length in shown[:-1]], [b - a for a, b in itertools.pairwise(plan)])
        self.assertEqual(len({one for one, _ in shown}), FRAMES)

    def test_the_last_frame_stays_until_the_first_one_of_the_next_player(self):
        with Checksums(self.card.minor) as checksums:
            item = self.begin()
            film = Film(self, item)
            film.play(COUNT)
            read = len(checksums.so_far)
            self.until(lambda: len(checksums.so_far) > read + 10, "its frames have checksums")
            last = checksums.so_far[-1]
            film.client.socket.close()
            item.leave()
            following = self.presenter.item()
            read = len(checksums.so_far)
            self.until(lambda: len(checksums.so_far) > read + 60, "a second without a player")
            Film(self, following, first=100).play(COUNT)
            self.until(lambda: checksums.so_far[-1] != last, "the next one plays")
            later = [one for one, _ in itertools.groupby(checksums.so_far[read:])]
        self.assertEqual(later[0], last)
        self.assertEqual(len(later), len(set(later)), "no picture is shown again")
        self.assertLessEqual(len(later), 1 + COUNT)


if __name__ == "__main__":
    import unittest

    unittest.main()
