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


if __name__ == "__main__":
    unittest.main()
