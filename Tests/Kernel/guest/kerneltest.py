"""The base of every test in a guest, which names the machine that it runs on."""

import unittest
from collections.abc import Callable


class KernelTest(unittest.TestCase):
    """A test in a guest."""

    # A name of host/machines.py. Tests of one machine share its boot, in whichever folder they are.
    machine: str
    # Whether it runs on request only: a soak or a measurement.
    is_long = False
    # The seconds of the guest's time for each test; by default some minutes.
    seconds: int | None = None

    def details(self) -> str:
        """Returns what helps to explain a failure, in lines; called after one only, because reading it may take long.
        """
        return ""

    @property
    def runs_on_request(self) -> bool:
        return self.is_long or hasattr(getattr(self, self._testMethodName), "is_long")


def long(test: Callable) -> Callable:
    """Marks a test of a class that runs on request only: minutes of the host's processors for a behaviour that seldom
    changes."""
    test.is_long = True
    return test
