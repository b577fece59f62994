"""A person at a shell: an interactive shell on a separate pseudo terminal."""

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


class Shell:
    """An interactive shell on a separate terminal."""

    def __init__(self, test: unittest.TestCase, **environment: str):
        self.bytes = b""
        process, self.terminal = pty.fork()
        if process == 0:
            # A shell cannot reset ignored signals, for example in a script that runs in the background.
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
                signal.signal(number, signal.SIG_DFL)
            known = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PS1": "$ ", "TERM": "xterm", **environment}
            os.execve(shutil.which("bash"), ["bash", "--norc", "--noprofile", "-i"], known)
        self.process = process
        test.addCleanup(self.close)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def close(self) -> None:
        if self.terminal >= 0:
            self.hang_up()
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def hang_up(self) -> None:
        """Ends the line: the shell and its programs get SIGHUP."""
        os.close(self.terminal)
        self.terminal = -1

    def type(self, text: str) -> None:
        """Types keys, and drops the earlier output."""
        self.bytes = b""
        os.write(self.terminal, text.encode())

    def until(self, pattern: str, seconds: float = 60) -> None:
        """Waits until a text appears."""
        deadline = time.monotonic() + seconds
        while not re.search(pattern, self.seen, re.DOTALL):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.terminal], [], [], left)[0]:
                raise AssertionError(f"{pattern!r} does not appear at the end of {self.seen[-400:]!r}")
            self.bytes += os.read(self.terminal, 65536)

    @property
    def seen(self) -> str:
        """The output so far; its last character may be incomplete."""
        return self.bytes.decode(errors="replace")
