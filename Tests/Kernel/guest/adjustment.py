"""The kernel's adjustment of the clock (`adjtimex(2)`)."""

import ctypes
import os

# Numbers of <sys/timex.h>.
SET_MAXIMUM, SET_STATUS, UNSYNCHRONIZED = 0x0004, 0x0010, 0x0040
# The estimated error of a clock that no program corrects, in microseconds.
UNKNOWN = 16_000_000

libc = ctypes.CDLL(None, use_errno=True)


class Adjustment(ctypes.Structure):
    """The beginning of `struct timex`, and room for the rest."""

    _fields_ = [
        ("modes", ctypes.c_uint),
        *((name, ctypes.c_long) for name in ("offset", "frequency", "maximum", "estimate")),
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    ]


def set_synchronized(is_synchronized: bool) -> None:
    """Sets the estimated error, as a program does that synchronizes the clock, such as chrony."""
    maximum, status = (1000, 0) if is_synchronized else (UNKNOWN, UNSYNCHRONIZED)
    wanted = Adjustment(modes=SET_MAXIMUM | SET_STATUS, maximum=maximum, status=status)
    if libc.adjtimex(ctypes.byref(wanted)) < 0:
        raise OSError(ctypes.get_errno(), "adjtimex")
