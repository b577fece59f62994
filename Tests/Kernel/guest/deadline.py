"""Waiting for a condition, with an end to the waiting."""

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

# Generous, since the guest is emulated on a machine that may be busy: it is only reached where something is wrong.
DEFAULT = 20.0

# By how much all deadlines are longer. Virtual time passes at once while the guest waits for the host's disk.
patience = 1.0


def until(condition: Callable[[], Value], what: str, seconds: float = DEFAULT, interval: float = 0.01) -> Value:
    """Returns the condition's value as soon as it is true, and fails the test after so many seconds.

    A condition that fails an assertion counts as not yet true; its last words are told in the end. A long interval
    is for conditions whose evaluation would disturb what is measured.
    """
    end = time.monotonic() + seconds * patience
    while True:
        words = ""
        try:
            value = condition()
            if value:
                return value
        except AssertionError as error:
            words = f": {error}"
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds * patience:g} s: {what}{words}")
        time.sleep(interval)
