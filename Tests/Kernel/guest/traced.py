"""System calls in another process by `ptrace`, as an attacker who has taken it over makes them; on x86_64 alone."""

import contextlib
import ctypes
import os
import re
import signal
from ctypes import c_long, c_ulong, c_void_p
from pathlib import Path
from typing import Iterator

from .processes import threads

PEEKTEXT, POKETEXT, SINGLESTEP, GETREGS, SETREGS, ATTACH, DETACH = 1, 4, 9, 12, 13, 16, 17
# The instructions that enter the kernel: by the interfaces of x86_64 and x32, and by i386.
SYSCALL, INT80 = b"\x0f\x05", b"\xcd\x80"
X32 = 0x40000000
# Each call is the instruction that enters the kernel, and its number.
GETPID = (SYSCALL, 39)
EXECUTIONS = {
    "execve": (SYSCALL, 59), "execveat": (SYSCALL, 322), "execve of x32": (SYSCALL, X32 | 520),
    "execveat of x32": (SYSCALL, X32 | 545), "x32 with the number of x86_64": (SYSCALL, X32 | 59),
    "execve of i386": (INT80, 11), "execveat of i386": (INT80, 358),
}  # fmt: skip
# The number of `waitpid` for threads.
WALL = 0x40000000

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = c_long
libc.ptrace.argtypes = [c_long, c_long, c_void_p, c_void_p]


class Registers(ctypes.Structure):
    """`struct user_regs_struct`."""

    _fields_ = [
        (name, c_ulong)
        for name in (
            "r15", "r14", "r13", "r12", "rbp", "rbx", "r11", "r10", "r9", "r8", "rax", "rcx", "rdx", "rsi", "rdi",
            "orig_rax", "rip", "cs", "eflags", "rsp", "ss", "fs_base", "gs_base", "ds", "es", "fs", "gs",
        )  # fmt: skip
    ]


def ptrace(request: int, thread: int, address: int | None = None, data: object = None) -> int:
    ctypes.set_errno(0)
    value = libc.ptrace(request, thread, address, data)
    if ctypes.get_errno():
        raise OSError(ctypes.get_errno(), "ptrace")
    return value


def attach(thread: int) -> bool:
    """Stops a thread; false if it ends first."""
    try:
        ptrace(ATTACH, thread)
        _, status = os.waitpid(thread, WALL)
        return os.WIFSTOPPED(status)
    except (ProcessLookupError, ChildProcessError):
        return False
    except PermissionError:
        # A thread that has ended refuses it too, until the kernel has removed it.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if not re.search(r"^State:\s+[ZX]", Path(f"/proc/{thread}/status").read_text(), re.MULTILINE):
                raise
        return False


@contextlib.contextmanager
def stopped(process: int) -> Iterator["list[Thread]"]:
    """Every thread of a process, stopped until the end of the `with` statement.

    The code of a call is written into memory that the threads share, so none of them may run meanwhile.
    """
    attached: list[int] = []
    try:
        # A thread that still runs may start another one.
        while new := [thread for thread, _ in threads(process, "comm") if thread not in attached]:
            attached += filter(attach, new)
        yield [Thread(thread) for thread in attached]
    finally:
        for thread in attached:
            ptrace(DETACH, thread)


class Thread:
    """A stopped thread that makes calls for this process."""

    def __init__(self, number: int):
        self._number = number

    def call(self, instruction: bytes, number: int) -> int | None:
        """Makes a call whose arguments are zero, and returns its result; None if the kernel has no such interface."""
        former = Registers()
        ptrace(GETREGS, self._number, None, ctypes.byref(former))
        code = ptrace(PEEKTEXT, self._number, former.rip) & 0xFFFFFFFFFFFFFFFF
        own = int.from_bytes(instruction + code.to_bytes(8, "little")[len(instruction) :], "little")
        registers = Registers.from_buffer_copy(former)
        for name in ("rbx", "rcx", "rdx", "rsi", "rdi", "r10", "r8"):
            setattr(registers, name, 0)
        # No interrupted call begins again.
        registers.orig_rax, registers.rax = 0xFFFFFFFFFFFFFFFF, number
        ptrace(POKETEXT, self._number, former.rip, own)
        ptrace(SETREGS, self._number, None, ctypes.byref(registers))
        ptrace(SINGLESTEP, self._number)
        _, status = os.waitpid(self._number, WALL)
        ptrace(GETREGS, self._number, None, ctypes.byref(registers))
        ptrace(POKETEXT, self._number, former.rip, code)
        ptrace(SETREGS, self._number, None, ctypes.byref(former))
        if os.WSTOPSIG(status) != signal.SIGTRAP:
            return None
        return ctypes.c_long(registers.rax).value
