"""Contents with names."""

import unittest

from guest import deadline
from guest.daemon import SIMULATED, Daemon
from guest.varlink import Client, Refused

NAMES = """
[contents]
sign = { color = "#102030" }
menu = { color = "#405060" }

[default]
content = "sign"
"""


class Names(unittest.TestCase):
    def test_a_screen_shows_a_content_by_its_name(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.until_shown("Virtual-1", "#102030")
        daemon.call("Set", screen="Virtual-1", settings={"content": {"name": "menu"}})
        daemon.until_shown("Virtual-1", "#405060")
        # The name stands for another content from the next reading on.
        daemon.configure(NAMES.replace("#405060", "#708090"))
        daemon.call("Set", screen="Virtual-1", settings={"content": {"name": "menu"}})
        daemon.until_shown("Virtual-1", "#708090")

    def test_a_name_that_the_files_do_not_have_is_refused(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.until_shown("Virtual-1", "#102030")
        for settings in ({"content": {"name": "meny"}}, {"fallback": {"name": "meny"}}):
            with self.assertRaises(Refused) as caught:
                daemon.call("Set", screen="Virtual-1", settings=settings)
            self.assertTrue(caught.exception.name.endswith("InvalidValue"))
            self.assertIn("no content in the section [contents] has the name 'meny'", str(caught.exception))
        self.assertEqual(daemon.pixel("Virtual-1"), bytes.fromhex("102030"))

    def test_a_saved_name_that_is_gone_leaves_the_screen_to_words_that_say_so(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"content": {"name": "menu"}}, save=True)
        daemon.until_shown("Virtual-1", "#405060")
        daemon.configure(NAMES.replace("menu =", "other ="))

        def failed() -> None:
            content = daemon.screen("Virtual-1")["content"]
            assert content["state"] == "failed", f"{content}"
            assert "has the name 'menu'" in content["message"], f"{content}"

        deadline.until(lambda: failed() or True, "the screen says so")

    def test_an_operator_sets_the_names_of_the_files(self):
        daemon = Daemon(self, NAMES, *SIMULATED)
        daemon.until_shown("Virtual-1", "#102030")
        operator = self.enterContext(Client(str(daemon.operator)))
        operator.call("Set", screen="Virtual-1", settings={"content": {"name": "menu"}})
        daemon.until_shown("Virtual-1", "#405060")
        with self.assertRaises(Refused) as caught:
            operator.call("Set", screen="Virtual-1", settings={"content": {"color": "#ffffff"}})
        self.assertIn('{"name":"menu"}', str(caught.exception))


if __name__ == "__main__":
    unittest.main()
