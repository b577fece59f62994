"""`screens show --simulate` in a terminal, as a person uses it: a shell, keys, and what the terminal then shows."""

import fcntl
import os
import pty
import re
import select
import shutil
import signal
import struct
import termios
import time
import unittest

ROWS, COLUMNS = 24, 80
HINT = "Ctrl-C ends it."
SUSPEND, INTERRUPT = "\x1a", "\x03"


class Shell:
    """An interactive shell on a terminal of its own."""

    def __init__(self, test: unittest.TestCase, **environment: str):
        self.bytes = b""
        process, self.terminal = pty.fork()
        if process == 0:
            known = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PS1": "$ ", "TERM": "xterm", **environment}
            os.execve(shutil.which("bash"), ["bash", "--norc", "--noprofile", "-i"], known)
        self.process = process
        test.addCleanup(self.close)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def close(self) -> None:
        os.close(self.terminal)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def type(self, text: str) -> None:
        """Types it; what was seen before is forgotten."""
        self.bytes = b""
        os.write(self.terminal, text.encode())

    def until(self, pattern: str, seconds: float = 60) -> None:
        """Waits until a text appears."""
        deadline = time.monotonic() + seconds
        while not re.search(pattern, self.seen, re.DOTALL):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                raise AssertionError(f"{pattern!r} does not appear in {self.seen!r}")
            self.bytes += os.read(self.terminal, 65536)

    @property
    def seen(self) -> str:
        """The output so far; its last character may be incomplete."""
        return self.bytes.decode(errors="replace")


class Preview(unittest.TestCase):
    def expect_a_whole_picture(self, shell: Shell) -> None:
        """The picture is drawn from its first row to the hint, below what is there, and nothing above is written over."""
        shell.until(re.escape(HINT))
        rows = shell.seen[: shell.seen.index(HINT)].split("\r\n")
        picture = [row for row in rows if "▀" in row]
        # Four to three: as high as the terminal, but for the hint and the cursor.
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
