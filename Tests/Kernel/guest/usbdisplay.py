"""A display on USB (the driver gud) in software, with the picture that it shows."""

import os
import unittest
from pathlib import Path

from . import cards, deadline, modules, picture
from .program import Program

DRIVER = "gud"
# Its modules and its program are in the folder of `SCREENS_KERNEL`, and not part of the repository.
_MODULES = ("dummy_hcd", "raw_gadget")


class Display:
    """Plugged in at the start, and gone at the end of the test."""

    def __init__(self, test: unittest.TestCase, *options: str):
        """Skips the test if the kernel came without the modules and the program."""
        program = Path(os.environ["SCREENS_KERNEL_FOLDER"]) / "gud-display.py"
        if not program.exists():
            raise unittest.SkipTest(f"the kernel came without the program {program}")
        for module in _MODULES:
            modules.load(module)
        self._orders = Path("/run/gud.orders")
        self._orders.unlink(missing_ok=True)
        self._running = Program(
            ["/usr/bin/python3", "-ISB", str(program), "--control", str(self._orders), *options]
        )
        test.addCleanup(self._pull)
        self._running.until(lambda: self.number() is not None, "the display has a card", seconds=60, interval=0.1)

    @staticmethod
    def number() -> int | None:
        """The number of its card; None while it is away."""
        try:
            return cards.minor_of(DRIVER)
        except (AssertionError, FileNotFoundError):  # or a folder came or went meanwhile
            return None

    def shown(self) -> picture.Picture:
        """Returns what a person would see: a picture within the margins, or black while it is off."""
        shot = Path("/run/gud.png")
        shot.unlink(missing_ok=True)
        self._orders.write_text(f"shot {shot}\n")
        self._running.until(shot.exists, "the picture of the display", interval=0.05)
        return picture.from_png(shot.read_bytes())

    def until_shown(self, expected: picture.Picture) -> None:
        """Waits until the display shows exactly this picture."""

        def right() -> bool:
            wrong = picture.difference(self.shown(), expected)
            assert wrong is None, wrong
            return True

        deadline.until(right, "the picture on the display", interval=0.1)

    def _pull(self) -> None:
        self._running.__exit__()
        deadline.until(lambda: self.number() is None, "the display is away", interval=0.1)
