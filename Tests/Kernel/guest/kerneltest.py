"""What every test in a guest is: one that says which machine it is played on."""

import unittest


class KernelTest(unittest.TestCase):
    """A test in a guest."""

    # A name of host/machines.py. Tests of one machine share its boot, whichever folder they are in.
    machine: str
    # Whether it is left out unless it is asked for: a soak, or something that is only measured.
    is_long = False
    # How many seconds of the guest's time each test may take; some minutes where it does not say so.
    seconds: int | None = None
