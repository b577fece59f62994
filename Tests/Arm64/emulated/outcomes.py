"""The outcomes of the tests, printed as they arrive and kept for a tally."""

import fnmatch
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import SubprocessError


class Failure(Exception):
    """A failed test, with the reason."""


class Outcomes:
    """The tests whose names match the pattern, with their outcomes."""

    def __init__(self, pattern: str, tally: Path | None):
        self._pattern = pattern if "*" in pattern else f"*{pattern}*"
        self._tally = tally
        self._counts = {"passed": 0, "failed": 0, "skipped": 0}

    def wants(self, *names: str) -> bool:
        """Returns whether one of these tests is to run."""
        return any(fnmatch.fnmatch(name, self._pattern) for name in names)

    def check(self, name: str, test: Callable[[], object]) -> bool:
        """Runs a test, unless the pattern excludes it."""
        if not self.wants(name):
            return True
        begun, outcome, reason = time.monotonic(), "passed", ""
        try:
            test()
        except (Failure, OSError, AssertionError, ValueError, KeyError, SubprocessError) as error:
            outcome, reason = "failed", f"{type(error).__name__}: {error}"
        self.add(outcome, name, time.monotonic() - begun, reason)
        return outcome == "passed"

    def add(self, outcome: str, name: str, seconds: float = 0, reason: str = "") -> None:
        self._counts[outcome] += 1
        print(f"  {outcome:8} {name} ({seconds:.0f} s)", flush=True)
        for line in reason.splitlines():
            print(f"           {line}", flush=True)
        if self._tally:
            with open(self._tally, "a") as file:
                file.write(f"{outcome} arm64 {name}\n")

    def summary(self) -> str:
        return ", ".join(f"{count} {outcome}" for outcome, count in self._counts.items())

    @property
    def code(self) -> int:
        if self._counts["passed"] + self._counts["failed"] == 0:
            return 2
        return 1 if self._counts["failed"] else 0
