"""`screens show --simulate` in a terminal: a shell, keys, and the resulting output of the terminal."""

import re
import unittest

from shell import ROWS, Shell

HINT = "Ctrl-C ends it."
SUSPEND, INTERRUPT = "\x1a", "\x03"


class Preview(unittest.TestCase):
    def expect_a_whole_picture(self, shell: Shell) -> None:
        """Checks that the picture is drawn from its first row to the hint, below the earlier output, and that nothing
        above is overwritten."""
        shell.until(re.escape(HINT))
        rows = shell.seen[: shell.seen.index(HINT)].split("\r\n")
        picture = [row for row in rows if "▀" in row]
        # Four to three, as high as the terminal except for the hint and the cursor.
        self.assertEqual(len(picture), ROWS - 2)
        width = (ROWS - 2) * 2 * 640 // 480
        self.assertEqual({row.count("▀") for row in picture}, {width})
        self.assertNotRegex(shell.seen[: shell.seen.index("▀")], "\x1b\\[[0-9]+A")

    def test_it_comes_back_whole_after_the_program_was_stopped(self):
        shell = Shell(self)
        shell.type("screens show --simulate 640x480@30\n")
        self.expect_a_whole_picture(shell)
        for _ in range(2):
            shell.type(SUSPEND)
            shell.until(r"Stopped.*\$ ")
            shell.type("fg\n")
            self.expect_a_whole_picture(shell)
        shell.type(INTERRUPT)
        shell.until(r"\$ $")
        shell.type("echo $?\n")
        shell.until(r"\b0\r\n")

    def test_in_the_background_it_leaves_the_terminal_to_the_shell(self):
        shell = Shell(self)
        shell.type("screens show --simulate 640x480@30\n")
        self.expect_a_whole_picture(shell)
        shell.type(SUSPEND)
        shell.until(r"Stopped.*\$ ")
        # As long as rows are counted.
        shell.type("bg; sleep 0.5; echo DO''NE\n")
        shell.until("DONE")
        self.assertNotIn("▀", shell.seen)
        shell.type("fg\n")
        self.expect_a_whole_picture(shell)
        shell.type(INTERRUPT)
        shell.until(r"\$ $")

    def test_a_terminal_without_a_cursor_is_refused(self):
        shell = Shell(self, TERM="dumb")
        shell.type("screens show --simulate 640x480; echo code $?\n")
        shell.until(r"TERM is dumb.*code 64")
        self.assertNotIn("▀", shell.seen)

    def test_the_counters_are_not_mixed_with_a_picture(self):
        shell = Shell(self)
        shell.type("screens show --simulate 640x480 --frames 3 --stats; echo code $?\n")
        shell.until("code 0")
        self.assertIn('"presented"', shell.seen)
        self.assertNotIn("▀", shell.seen)


if __name__ == "__main__":
    unittest.main()
