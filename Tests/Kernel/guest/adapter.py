"""A display adapter on USB (the driver udl) in software, with any display."""

import os
import signal
import unittest
from pathlib import Path

from . import cards, deadline, modules
from .program import Program

DRIVER = "udl"
# Its modules and its program are in the folder of `SCREENS_KERNEL`, and not part of the repository.
_MODULES = ("dummy_hcd", "raw_gadget")
# The program reads the EDID only at its start; a signal makes it read the EDID again.
_RUN = """
import signal, sys
del sys.argv[0]
variables = {"__name__": "__main__"}
signal.signal(signal.SIGUSR2, lambda *_: variables.update(edid=open(sys.argv[1], "rb").read()))
exec(compile(open(sys.argv[0]).read(), sys.argv[0], "exec"), variables)
"""


class Adapter:
    """Plugged in at the start, and gone at the end of the test."""

    def __init__(self, test: unittest.TestCase, edid: bytes):
        """Skips the test if the kernel came without the modules and the program."""
        self._program = Path(os.environ["SCREENS_KERNEL_FOLDER"]) / "usb-display.py"
        if not self._program.exists():
            raise unittest.SkipTest(f"the kernel came without the program {self._program}")
        for module in _MODULES:
            modules.load(module)
        self._edid = Path("/run/adapter.edid")
        self._edid.write_bytes(edid)
        self._running: Program | None = None
        test.addCleanup(self.pull)
        self.plug()

    @staticmethod
    def number() -> int | None:
        """The number of its card; None while it is away."""
        try:
            return cards.minor_of(DRIVER)
        except (AssertionError, FileNotFoundError):  # or a folder came or went meanwhile
            return None

    def plug(self) -> None:
        self._running = Program(["/usr/bin/python3", "-ISB", "-c", _RUN, str(self._program), str(self._edid)])
        self._running.until(lambda: self.number() is not None, "the adapter has a card", seconds=60, interval=0.1)

    def deliver(self, edid: bytes) -> None:
        """Replaces the EDID of the display, which nothing reports."""
        assert self._running is not None
        self._edid.write_bytes(edid)
        self._running.signal(signal.SIGUSR2)

    def pull(self) -> None:
        """Pulls it out of its port."""
        if self._running is None:
            return
        self._running.__exit__()
        self._running = None
        deadline.until(lambda: self.number() is None, "the adapter is away", interval=0.1)
