"""The items of a playlist, by the checksum of each refresh."""

from itertools import groupby

from guest import deadline
from guest.checksums import Checksums
from guest.frametest import HEIGHT, MODE, REFRESH, WIDTH, FrameTest

SECONDS = 0.5
COLORS = ("#ff0000", "#00ff00", "#0000ff")


class Playlists(FrameTest):
    screens = 2

    def configuration(self, *more: str) -> str:
        items = ", ".join(f'{{ color = "{color}" }}' for color in COLORS)
        keys = ", ".join([f"playlist = [{items}]", f'interval = "{SECONDS} s"', *more])
        return f'[default]\nmode = "{MODE}"\ncontent = {{ {keys} }}\n'

    def checksums(self, count: int, crtc_index: int = 0) -> list[str]:
        """Returns the checksums of some refreshes of a screen."""
        with Checksums(self.card.minor, crtc_index) as checksums:
            return deadline.until(
                lambda: found if len(found := checksums.so_far) >= count else None, f"{count} refreshes", 60
            )

    def test_each_item_has_all_refreshes_of_its_turn_and_nothing_is_between_them(self):
        self.daemon.configure(self.configuration())
        self.daemon.until_shown(self.name, COLORS[1])
        runs = [(checksum, len(list(run))) for checksum, run in groupby(self.checksums(400))]
        self.assertEqual(len({checksum for checksum, _ in runs}), len(COLORS))
        for (one, _), (other, _) in zip(runs, runs[len(COLORS) :]):
            self.assertEqual(one, other, "the items follow each other in the same order")
        whole = float(REFRESH) * SECONDS
        for _, count in runs[1:-1]:
            self.assertIn(count, (int(whole), int(whole) + 1), f"{runs}")
        # No turn begins later than the one before by a part of a refresh that would add up.
        turns = len(runs) - 2
        self.assertAlmostEqual(sum(count for _, count in runs[1:-1]), turns * whole, delta=1)

    def test_a_change_of_the_file_is_never_black(self):
        self.daemon.configure(self.configuration())
        self.daemon.until_shown(self.name, COLORS[1])
        known = set(self.checksums(100))
        with Checksums(self.card.minor) as checksums:
            for more in ('fade = "0 s"', 'order = "shuffled"', 'align = "clock"', "repeat = false"):
                self.daemon.configure(self.configuration(more))
                count = len(checksums.so_far)
                deadline.until(lambda: len(checksums.so_far) > count + 100, "two seconds", 60)
            self.assertLessEqual(set(checksums.so_far), known)
