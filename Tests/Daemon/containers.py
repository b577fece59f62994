"""Processes in which no filter of system calls can be installed, as in some containers."""

import ctypes
import os
import struct

# Numbers of <linux/prctl.h>, <linux/seccomp.h>, <linux/filter.h> and <sys/personality.h>.
SET_SECCOMP, MODE_FILTER = 22, 2
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, ERRNO = 0x7FFF0000, 0x00050000
OLD_NUMBERS = 0x0020000
# The system call `seccomp`.
SECCOMP = {"x86_64": 317, "aarch64": 277}

libc = ctypes.CDLL(None, use_errno=True)


class Steps(ctypes.Structure):
    """A program of the packet filter, `struct sock_fprog`."""

    _fields_ = [("count", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def refuse_filters(error: int) -> None:
    """Answers `seccomp` with an error, in this process and its children; other system calls are as before.

    It is installed by `prctl`, as root, which may leave `PR_SET_NO_NEW_PRIVS` out.
    """
    number = SECCOMP[os.uname().machine]
    steps = [(LOAD, 0, 0, 0), (EQUAL, 0, 1, number), (RETURN, 0, 0, ERRNO | error), (RETURN, 0, 0, ALLOW)]
    filter = Steps(len(steps), b"".join(struct.pack("HBBI", *step) for step in steps))
    if libc.prctl(SET_SECCOMP, MODE_FILTER, ctypes.byref(filter), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def be_old() -> None:
    """Lets `uname` report Linux 2.6 to this process and its children."""
    if libc.personality(OLD_NUMBERS) < 0:
        raise OSError(ctypes.get_errno(), "personality")
