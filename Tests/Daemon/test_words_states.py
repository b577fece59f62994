"""screens-words is killed, or hangs, in each of its states, while a clock of its words is shown."""

import shutil
import subprocess
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

from guest.program import Program
from test_words import WordsOfTheDaemon

STOP_BEFORE = Path(__file__).with_name("preload") / "stop_before.c"
# The call of the C library at which each state ends.
STATES = {
    "idle": "poll",
    "connecting": "accept",
    "reading": "recvmsg",
    "drawing": "ftruncate",
    "replying": "sendmsg",
}


@unittest.skipIf(not shutil.which("screens-words"), "screens-words is missing")
class StatesOfTheProgram(WordsOfTheDaemon):
    def run_until(self, call: str) -> None:
        """Starts the program, shows its words, and stops it before a call."""
        self.flag.unlink(missing_ok=True)
        environment = {"LD_PRELOAD": str(self.library), "STOP_BEFORE": call, "STOP_FLAG": str(self.flag)}
        self.words = Program(["screens-words", "--listen", str(self.path)], environment)
        self.addCleanup(self.words.__exit__)
        self.until_ready()
        self.until(self.has_smooth_words, "smooth words are shown")
        self.flag.touch()
        self.expect_words_until(self.is_stopped, "it is stopped")

    def is_stopped(self) -> bool:
        return Path(f"/proc/{self.words.pid}/stat").read_text().rsplit(") ", 1)[1].startswith("T")

    def expect_words_until(self, condition: Callable[[], bool], what: str) -> None:
        def has_words() -> bool:
            self.assertGreater(len(self.colors()), 1, "the screen has words")
            return condition()

        self.until(has_words, what)

    def test_words_stay_if_the_program_is_killed_or_hangs(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        self.library, self.flag = folder / "stop.so", folder / "stop"
        subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", self.library, STOP_BEFORE], check=True)
        self.start("ж{time:ss}")
        for state, call in STATES.items():
            with self.subTest(state=state):
                self.run_until(call)
                if state == "replying":
                    self.expect_words_until(self.has_built_in_words, "the built-in font is shown while it hangs")
                self.words.kill()
                for _ in range(20):
                    self.assertGreater(len(self.colors()), 1, "the screen has words")
