"""The names that the daemon writes over the pictures of its screens."""

import base64
import unittest

from guest import picture
from guest.daemon import STILL, Daemon
from guest.varlink import Refused

TWO = ("--simulate", "320x240@60,320x240@60")


class Identify(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, STILL, *TWO)
        for name in ("Virtual-1", "Virtual-2"):
            self.daemon.until_shown(name, "#112233")

    def white(self, name: str) -> int:
        """Returns how many pixels of a screen are white, like letters."""
        found = picture.from_png(base64.b64decode(self.daemon.call("Snapshot", screen=name)["png"]))
        return sum(found.pixels[at : at + 3] == b"\xff\xff\xff" for at in range(0, len(found.pixels), 3))

    def until_labelled(self, name: str) -> None:
        self.daemon.program.until(lambda: self.white(name) > 1000, f"{name} has its name", interval=0.05)

    def test_all_screens_get_their_names(self):
        self.daemon.call("Identify", seconds=60)
        self.until_labelled("Virtual-1")
        self.until_labelled("Virtual-2")

    def test_one_screen_gets_its_name(self):
        self.daemon.call("Identify", screen="Virtual-2", seconds=60)
        self.until_labelled("Virtual-2")
        self.assertEqual(self.white("Virtual-1"), 0)

    def test_the_picture_below_is_back_afterwards(self):
        before = self.daemon.call("Snapshot", screen="Virtual-1")["png"]
        self.daemon.call("Identify", seconds=1)
        self.until_labelled("Virtual-1")
        self.daemon.program.until(lambda: self.white("Virtual-1") == 0, "the name is gone", interval=0.05)
        self.assertEqual(self.daemon.call("Snapshot", screen="Virtual-1")["png"], before)

    def test_names_follow_a_rotation(self):
        self.daemon.call("Identify", seconds=60)
        self.until_labelled("Virtual-1")
        large = self.white("Virtual-1")
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        self.daemon.program.until(lambda: 1000 < self.white("Virtual-1") != large, "it is as wide as the picture")

    def test_a_screen_that_does_not_exist_is_refused(self):
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Identify", screen="Virtual-9")
        self.assertEqual(refused.exception.name, "NoSuchScreen")

    def test_a_screen_that_is_off_says_so(self):
        self.daemon.call("Set", screen="Virtual-1", settings={"power": "off"})
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Identify", screen="Virtual-1")
        self.assertIn("turned off", refused.exception.parameters["message"])


class IdentifyMirrors(unittest.TestCase):
    """A mirror shows the words of its source too."""

    mirror = "Virtual-10"

    def setUp(self):
        self.daemon = Daemon(self, STILL, "--simulate", ",".join(["640x480@60"] * 10))
        self.daemon.call("Set", screen=self.mirror, settings={"mirror": "Virtual-1"})
        self.daemon.until_shown(self.mirror, "#112233")

    def words(self) -> dict[tuple[int, int], str]:
        """Returns the pixels of the mirror that are not of its content."""
        pixels = self.daemon.picture(self.mirror).pixels
        colors = ((at // 3, pixels[at : at + 3].hex()) for at in range(0, len(pixels), 3))
        return {(place % 640, place // 640): color for place, color in colors if color != "112233"}

    @staticmethod
    def box(words: dict[tuple[int, int], str]) -> tuple[int, int, int, int]:
        x, y = zip(*words)
        return min(x), min(y), max(x), max(y)

    def until_labelled(self, name: str) -> None:
        self.daemon.program.until(
            lambda: b"\xff\xff\xff" in self.daemon.picture(name).pixels, f"{name} has its name", interval=0.05
        )

    def test_the_name_of_a_mirror_covers_the_name_of_its_source(self):
        self.daemon.call("Identify", screen=self.mirror, seconds=3600)
        self.until_labelled(self.mirror)
        own = self.words()
        # A longer name has smaller letters, so the panel of the source is larger.
        self.daemon.call("Identify", seconds=3600)
        self.until_labelled("Virtual-1")

        def is_covered() -> bool:
            both = self.words()
            left, top, right, bottom = self.box(both)
            inner = self.box(own)
            if (left, top, right, bottom) == inner:
                return False
            # The text is the mirror's, and only an edge is beyond its panel.
            for (x, y), color in both.items():
                is_edge = min(x - left, y - top, right - x, bottom - y) < 2
                is_text = inner[0] + 3 < x < inner[2] - 3 and inner[1] + 3 < y < inner[3] - 3
                if is_text and color != own.get((x, y)) or not is_edge and not is_text and color != "000000":
                    return False
            return len(both) == (right - left + 1) * (bottom - top + 1)

        self.daemon.program.until(is_covered, "the name covers the other one", interval=0.1)


if __name__ == "__main__":
    unittest.main()
