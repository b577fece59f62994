"""The results of all machines, printed briefly for passes and in full for failures."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from . import reasons


class Report:
    """One machine's results in the order of arrival."""

    def __init__(self, machine: str, planned: list[str]):
        self.machine = machine
        # The time that the running boot has used of the host's processors so far.
        self.processor_seconds: Callable[[], float] = lambda: 0
        self._begun = 0.0
        self._begun_at = 0.0
        self._planned = planned
        self._results: dict[str, dict] = {}
        self.notes: list[str] = []
        # The measured figures, for a table of them.
        self.figures: list[dict] = []
        self._running: str | None = None
        # The tests that run once more, since the kernel was locked up by its own driver.
        self._repeated: set[str] = set()

    def message(self, message: dict) -> None:
        """Takes one line of the guest."""
        kind = message.get("kind")
        if kind == "start":
            self._running = message["test"]
            self._begun = self.processor_seconds()
            self._begun_at = time.monotonic()
        elif kind == "result":
            self._running = None
            # A test that waits costs nothing while another machine runs beside it; a test that computes does.
            message["processor"] = self.processor_seconds() - self._begun
            message["host"] = time.monotonic() - self._begun_at
            self._add(message)
        elif kind == "note":
            self.notes.append(message["text"])
            print(f"  note     {message['text']}", flush=True)
        elif kind == "figure":
            figure = {key: value for key, value in message.items() if key != "kind"}
            self.figures.append(figure)
            print(f"  figure   {' '.join(f'{key}={value}' for key, value in figure.items())}", flush=True)

    def stop(self, problem: str | None, tail: str, is_locked_up: bool = False) -> list[str]:
        """Takes the end of the machine, with a reason if it gave one, and returns the tests that have not run.

        The test that ran has failed; if the kernel was locked up by its own driver, only at the second time.
        """
        if self._running and is_locked_up and self._running not in self._repeated:
            self._repeated.add(self._running)
            print(f"  repeated {self._running}: {problem}", flush=True)
            self._running = None
        if self._running:
            why = f", {problem}" if problem else f"\n{tail}"
            self._fail(self._running, f"ran when the machine stopped{why}")
            self._running = None
        left = [test for test in self._planned if test not in self._results]
        if left and not self._results:
            print(f"{self.machine}: {problem or tail}", flush=True)
        return left

    def finish(self) -> None:
        """Counts every planned test without a result as failed."""
        for test in self._planned:
            if test not in self._results:
                self._fail(test, "did not run: the machine stopped")

    def count(self, outcome: str) -> int:
        return sum(1 for result in self._results.values() if result["outcome"] == outcome)

    def tally(self, path: Path, seconds: float, processor: float) -> None:
        """Appends a line a test to a file that the caller counts, and one for the machine.

        Behind the names are the host's seconds, and its processors' seconds. Indented lines below a failed test state
        why.
        """
        with open(path, "a") as file:
            for test, result in self._results.items():
                times = f"{result.get('host', 0):.1f}\t{result.get('processor', 0):.1f}"
                file.write(f"{result['outcome']} kernel {self.machine} {test}\t{times}\n")
                if result["outcome"] == "failed":
                    file.writelines(reasons.lines(result.get("detail", "")))
            file.write(f"part machine {self.machine}\t{seconds:.1f}\t{processor:.1f}\n")

    def _fail(self, test: str, why: str) -> None:
        self._add({"test": test, "outcome": "failed", "seconds": 0, "detail": why})

    def _add(self, result: dict) -> None:
        self._results[result["test"]] = result
        outcome = result["outcome"]
        cost = f", {result['processor']:.1f} s of the host's processors" if "processor" in result else ""
        print(f"  {outcome:8} {result['test']} ({result['seconds']:.1f} s{cost})", flush=True)
        if outcome != "passed":
            for line in result.get("detail", "").rstrip().splitlines():
                print(f"           {line}")
            sys.stdout.flush()
