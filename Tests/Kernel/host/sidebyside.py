"""Runs several machines at once, each in a process of its own: as many as the host has processors, or fewer.

One in virtual time keeps a processor busy; one in real time has two of its own, which mostly wait for a vblank.
"""

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

from . import paths

OUTCOMES = ("passed", "failed", "skipped")


class Runs:
    """The machines that run, and the machines that wait for a processor."""

    def __init__(self, command: list[str], count: int, one_more: Path | None = None):
        """`command` starts one machine and lacks its name; `count` machines run at once, one more when a file exists.
        """
        self._command = command
        self._free = count
        self._one_more = one_more
        self._running: dict[str, subprocess.Popen] = {}
        self._changed = threading.Condition()
        self._counts = dict.fromkeys(OUTCOMES, 0)

    def run(self, names: list[str]) -> dict[str, int]:
        """Runs them all and gives how many tests passed, failed and were skipped."""
        signal.signal(signal.SIGTERM, lambda number, _: self._end(number))
        threads = []
        # The longest way first: the others follow one another beside it.
        for name in names:
            self._take(name)
            threads.append(threading.Thread(target=self._watch, args=(name,)))
            threads[-1].start()
        for thread in threads:
            thread.join()
        return self._counts

    def _take(self, name: str) -> None:
        with self._changed:
            while not self._changed.wait_for(lambda: self._free > 0, timeout=1):
                if self._one_more and self._one_more.exists():
                    self._one_more = None
                    self._free += 1
            self._free -= 1
            self._running[name] = subprocess.Popen(
                [*self._command, "--machine", name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )

    def _watch(self, name: str) -> None:
        """Passes on its output, and counts its results."""
        run = self._running[name]
        found = None
        for line in run.stdout:
            counts = re.fullmatch(r"(\d+) passed, (\d+) failed, (\d+) skipped\n", line)
            found = counts or found
            if not counts:
                sys.stdout.write(line)
                sys.stdout.flush()
        code = run.wait()
        with self._changed:
            for index, outcome in enumerate(OUTCOMES, start=1):
                self._counts[outcome] += int(found[index]) if found else 0
            if not found and code != 0:
                print(f"{name}: ended with {code} and no results", flush=True)
                self._counts["failed"] += 1
            self._free += 1
            del self._running[name]
            self._changed.notify_all()

    def _end(self, number: int) -> None:
        for run in list(self._running.values()):
            run.send_signal(number)
        for run in list(self._running.values()):
            run.wait()
        sys.exit(128 + number)


def command(arguments) -> list[str]:
    """The command that runs one machine by these arguments, without its name."""
    words = [sys.executable, str(paths.KERNEL_TESTS / "run-machines"), "--kernel", arguments.kernel]
    words += ["--binaries", str(arguments.binaries)]
    for option, value in (("--only", arguments.only), ("--limit", arguments.limit), ("--tally", arguments.tally)):
        if value is not None:
            words += [option, str(value)]
    return words + ["--long"] * arguments.long
