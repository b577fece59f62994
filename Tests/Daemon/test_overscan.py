"""`screens overscan` in a terminal, such as over ssh: keys, the screen, and what stays afterwards."""

import base64
import json
import os
import signal
import unittest
from pathlib import Path

from guest import picture
from guest.daemon import STILL, Daemon
from guest.picture import Picture
from shell import Shell

RIGHT, ESCAPE = "\x1b[C", "\x1b"
WIDTH, HEIGHT = 320, 240


class Overscan(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, STILL, "--simulate", f"{WIDTH}x{HEIGHT}@60")
        self.daemon.until_shown("Virtual-1", "#112233")
        self.saved = self.daemon.state / "saved.json"

    def start(self, *arguments: str) -> Shell:
        shell = Shell(self, SCREENS_SOCKET=str(self.daemon.socket))
        shell.type(" ".join(["screens overscan Virtual-1", *arguments]) + "; echo code $?\n")
        shell.until("top 0, right 0, bottom 0, left 0 pixels")
        return shell

    def shown(self) -> Picture:
        return picture.from_png(base64.b64decode(self.daemon.call("Snapshot", screen="Virtual-1")["png"]))

    def until_margins(self, across: int, down: int) -> None:
        """Waits until the white edge of the test card has these distances from the edges of the screen."""

        def fits() -> bool:
            found = self.shown()
            dark = all(found.at(x, HEIGHT // 3) == (0, 0, 0) for x in (*range(across), *range(WIDTH - across, WIDTH)))
            dark = dark and all(
                found.at(WIDTH // 3, y) == (0, 0, 0) for y in (*range(down), *range(HEIGHT - down, HEIGHT))
            )
            # A scaled line is mixed with its neighbour.
            edges = (*found.at(across, HEIGHT // 3), *found.at(WIDTH // 3, down))
            return dark and min(edges) > 192

        self.daemon.program.until(fits, f"the margins are {across} and {down}", interval=0.05)

    def until_still(self) -> None:
        """Waits until the middle of the screen shows the configured picture again."""

        def shows() -> bool:
            return self.shown().at(WIDTH // 2, HEIGHT // 2) == (0x11, 0x22, 0x33)

        self.daemon.program.until(shows, "the configured picture is shown", interval=0.05)

    def settings(self) -> dict:
        return self.daemon.call("Get", screen="Virtual-1")["set"]

    def test_enter_saves_the_margins_for_the_display(self):
        shell = self.start()
        self.until_margins(0, 0)
        shell.type(RIGHT * 3 + "++")
        shell.until("top 2, right 5, bottom 2, left 5 pixels")
        self.until_margins(5, 2)
        shell.type("\r")
        shell.until("saved in .*code 0")
        self.until_still()
        self.assertEqual(self.shown().at(0, 0), (0, 0, 0))
        self.assertEqual(self.settings(), {})
        (saved,) = json.loads(self.saved.read_text())["screens"]
        self.assertEqual(saved["settings"], {"overscan": "2,5,2,5"})

    def test_escape_and_q_take_it_back(self):
        for key in (ESCAPE, "q"):
            with self.subTest(key):
                shell = self.start()
                shell.type("++")
                self.until_margins(2, 2)
                shell.type(key)
                shell.until("has its former settings.*code 0")
                self.daemon.until_shown("Virtual-1", "#112233")
                self.assertEqual(self.settings(), {})
                self.assertFalse(self.saved.exists())

    def test_settings_from_before_come_back(self):
        before = {"content": {"color": "#445566"}, "overscan": "0,0,0,0", "dim": 0.0}
        self.daemon.call("Set", screen="Virtual-1", settings=before)
        before = self.settings()
        shell = self.start()
        shell.type("++")
        self.until_margins(2, 2)
        shell.type("q")
        shell.until("code 0")
        self.daemon.until_shown("Virtual-1", "#445566")
        self.assertEqual(self.settings(), before)

    def saved_settings(self) -> list[dict]:
        return [screen["settings"] for screen in json.loads(self.saved.read_text())["screens"]]

    def save_before(self) -> dict:
        before = {"content": {"color": "#00ff00"}, "gamma": 2, "overscan": "3%"}
        self.daemon.call("Set", screen="Virtual-1", settings=before)
        self.daemon.call("Save")
        return self.saved_settings()[0]

    def test_escape_leaves_saved_settings_as_they_are(self):
        self.save_before()
        before = self.saved.read_bytes()
        shell = Shell(self, SCREENS_SOCKET=str(self.daemon.socket))
        shell.type("screens overscan Virtual-1; echo code $?\n")
        shell.until("top 7, right 10, bottom 7, left 10 pixels")
        shell.type("++")
        shell.until("top 9, right 12, bottom 9, left 12 pixels")
        shell.type("q")
        shell.until("code 0")
        self.assertEqual(self.saved.read_bytes(), before)
        self.assertEqual(self.settings(), {})
        self.assertEqual(self.shown().at(WIDTH // 2, HEIGHT // 2), (0, 255, 0))

    def test_enter_changes_nothing_saved_but_the_overscan(self):
        before = self.save_before()
        # Another program has set this value without saving it.
        self.daemon.call("Set", screen="Virtual-1", settings={"dim": 1})
        shell = Shell(self, SCREENS_SOCKET=str(self.daemon.socket))
        shell.type("screens overscan Virtual-1; echo code $?\n")
        shell.until("top 7, right 10, bottom 7, left 10 pixels")
        shell.type("++")
        shell.until("top 9, right 12, bottom 9, left 12 pixels")
        shell.type("\r")
        shell.until("saved in .*code 0")
        self.assertEqual(self.saved_settings(), [{**before, "overscan": "9,12,9,12"}])
        self.assertEqual(self.settings(), {"dim": 1})

    def test_a_key_that_changes_nothing_is_answered(self):
        shell = self.start()
        self.assertIn("Right and Up", shell.seen)
        shell.type("\x1b[6~")
        shell.until("left 0 pixels .*already 0")
        shell.type("q")
        shell.until("code 0")

    def test_a_failed_save_names_the_setting_that_holds(self):
        if self.daemon.state.exists():
            self.daemon.state.rename(self.daemon.folder / "former")
        self.daemon.state.write_text("not a folder")
        shell = self.start()
        shell.type("++")
        self.until_margins(2, 2)
        shell.type("\r")
        shell.until('state.*overscan = "2" of Virtual-1 is not saved, and holds until the daemon ends.*code 69')
        self.assertEqual(self.settings(), {"overscan": "2"})

    def test_a_line_that_ends_takes_it_back(self):
        shell = self.start()
        shell.type("++")
        self.until_margins(2, 2)
        shell.hang_up()
        self.daemon.until_shown("Virtual-1", "#112233")

    def test_a_line_that_hangs_takes_it_back(self):
        """A lost network: no key comes, and nothing reports an end."""
        shell = self.start("--confirm 1")
        shell.type("++")
        shell.until("no key was pressed.*code 69")
        self.daemon.until_shown("Virtual-1", "#112233")
        self.assertEqual(self.settings(), {})

    def test_the_daemon_resets_it_if_the_program_is_killed(self):
        shell = self.start("--confirm 2")
        shell.type("++")
        self.until_margins(2, 2)
        (program,) = Path(f"/proc/{shell.process}/task/{shell.process}/children").read_text().split()
        os.kill(int(program), signal.SIGKILL)
        self.daemon.until_shown("Virtual-1", "#112233")
        self.assertEqual(self.settings(), {})

    def test_values_need_no_terminal(self):
        shell = Shell(self, SCREENS_SOCKET=str(self.daemon.socket))
        shell.type("screens overscan Virtual-1 </dev/null; echo code $?\n")
        shell.until("overscan needs values.*code 64")
        shell.type("screens overscan Virtual-1 10% --save </dev/null; echo code $?\n")
        shell.until("saved in .*code 0")
        self.assertEqual(self.shown().at(31, HEIGHT // 2), (0, 0, 0))
        self.assertEqual(self.shown().at(32, HEIGHT // 2), (0x11, 0x22, 0x33))


if __name__ == "__main__":
    unittest.main()
