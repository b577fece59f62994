"""Waiting for a condition, with an end to the waiting."""

import time
from collections.abc import Callable
from typing import TypeVar

from . import hostlink

Value = TypeVar("Value")

# Generous, because the guest is emulated on a machine that may be busy: the limit is only reached if something is
# wrong.
DEFAULT = 60.0

# The seconds between two checks: at first, and after a longer wait. Each takes an emulated processor some milliseconds.
SHORT, LONG = 0.01, 0.05

# The seconds of the host's time that must also pass before a deadline is over. In virtual time an idle guest skips to
# its next timer, even while it waits for a file of the host: a program that ends closes one, and minutes pass at once.
host_seconds = 0.0


class Deadline:
    """A point in time on the guest's clock and, if that skips, also on the host's."""

    def __init__(self, seconds: float = DEFAULT):
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self._host_end: float | None = None

    @property
    def left(self) -> float:
        """Returns the seconds of the guest's clock to its end, at least a tenth of one."""
        return max(self._end - time.monotonic(), 0.1)

    @property
    def is_over(self) -> bool:
        if time.monotonic() < self._end:
            return False
        if host_seconds == 0:
            return True
        # The host's clock is read only after a failure.
        now = hostlink.link().time()
        if self._host_end is None:
            self._host_end = now + host_seconds
        return now >= self._host_end


def until(condition: Callable[[], Value], what: str, seconds: float = DEFAULT, interval: float | None = None) -> Value:
    """Returns the condition's value as soon as it is true, and fails the test after so many seconds.

    A condition that fails an assertion counts as not yet true; its last message is reported in the end. A long interval
    is for conditions whose evaluation would disturb what is measured, a short one for a moment that soon passes.
    """
    end = Deadline(seconds)
    pause = SHORT if interval is None else interval
    while True:
        words = ""
        try:
            value = condition()
            if value:
                return value
        except AssertionError as error:
            words = f": {error}"
        if end.is_over:
            raise AssertionError(f"not within {seconds:g} s: {what}{words}")
        time.sleep(pause)
        if interval is None:
            pause = min(pause * 1.2, LONG)
