"""A file of the configuration with a key that the daemon does not know, as after a roll-back of its package."""

import unittest

from guest.daemon import SIMULATED, STILL, Daemon
from guest.varlink import Refused

NAME = "Virtual-1"


class UnknownKeys(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, f"{STILL}shine = 1\nrotate = 90\n", *SIMULATED)

    def expect_other_settings(self) -> None:
        self.daemon.until_shown(NAME, "#112233")
        found = self.daemon.screen(NAME)
        self.assertEqual((found["dark"], found["layout"]["rotation"]), (None, 90))

    def test_an_unknown_key_is_a_problem_and_the_other_settings_count(self):
        self.expect_other_settings()
        (problem,) = self.daemon.call("Status")["problems"]
        self.assertIn("default.shine: ", problem)

    def test_a_reload_with_an_unknown_key_is_refused_in_words(self):
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Reload")
        self.assertEqual(refused.exception.name, "BrokenConfiguration")
        (problem,) = refused.exception.parameters["problems"]
        self.assertIn("default.shine: ", problem)
        self.expect_other_settings()
        self.daemon.configure(STILL)
        self.assertEqual(self.daemon.call("Status")["problems"], [])


class UnknownKeysOfItems(unittest.TestCase):
    def test_an_item_with_an_unknown_key_keeps_its_time_and_is_not_shown(self):
        # The restriction of the second item is misspelt, and only a later version knows the kind of the third one.
        items = [
            '{ color = "#ff0000", for = "300 ms" }',
            '{ color = "#00ff00", durring = "Mo 08:00-08:01", for = "300 ms" }',
            '{ hologram = "/srv/cat.holo", for = "300 ms" }',
            '{ color = "#0000ff", for = "300 ms" }',
        ]
        lines = ",\n".join(items)
        daemon = Daemon(self, f"[default]\ncontent = {{ playlist = [\n{lines}\n] }}\n", *SIMULATED)
        daemon.until_lit(NAME)
        daemon.until_shown(NAME, "#0000ff")
        seen = []

        def rounds_are_over() -> bool:
            pixel = daemon.pixel(NAME).hex()
            if not seen or seen[-1] != pixel:
                seen.append(pixel)
            return len(seen) > 4

        daemon.program.until(rounds_are_over, "two rounds", interval=0.02)
        self.assertEqual(set(seen), {"ff0000", "0000ff"})
        self.assertEqual(daemon.screen(NAME)["content"]["playing"][0]["count"], 4)
        problems = daemon.call("Status")["problems"]
        self.assertTrue(any("playlist[2].durring" in problem for problem in problems), problems)
        daemon.until_logged("the key 'durring' is not known")
