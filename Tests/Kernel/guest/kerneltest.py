"""The base of every test in a guest, which names the machine that it runs on."""

import unittest


class KernelTest(unittest.TestCase):
    """A test in a guest."""

    # A name of host/machines.py. Tests of one machine share its boot, whichever folder they are in.
    machine: str
    # Whether it runs on request only: a soak, or something that is only measured.
    is_long = False
    # How many seconds of the guest's time each test may take; some minutes by default.
    seconds: int | None = None
