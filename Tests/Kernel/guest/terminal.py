"""Virtual terminals: which one is shown, the state of one, and a program that is started on one."""

import fcntl
import os
import struct
import termios

from . import deadline

VT_GETMODE, VT_GETSTATE, VT_ACTIVATE = 0x5601, 0x5603, 0x5606
KDGETMODE, KDGKBMODE = 0x4B3B, 0x4B44
TIOCSCTTY, TIOCSTI = 0x540E, 0x5412

AUTO, PROCESS = 0, 1
TEXT, GRAPHICS = 0, 1
KEYBOARD_OFF = 4


class Terminal:
    """A virtual terminal.

    It is opened for each question: when the program that it controls ends, the kernel hangs up all its openers.
    """

    def __init__(self, number: int):
        self.number = number

    @property
    def kind(self) -> tuple[int, int]:
        """Returns whether a program handles its switching, and whether it shows text."""
        mode = self._ask(VT_GETMODE, bytes(8))[0]
        return mode, struct.unpack("=i", self._ask(KDGETMODE, bytes(4)))[0]

    @property
    def is_shown(self) -> bool:
        return struct.unpack("=HHH", self._ask(VT_GETSTATE, bytes(6)))[0] == self.number

    @property
    def keyboard(self) -> int:
        """Returns the mode of its keyboard."""
        return struct.unpack("=i", self._ask(KDGKBMODE, bytes(4)))[0]

    @property
    def has_signals(self) -> bool:
        """Returns whether keys such as Ctrl-C signal its programs."""
        descriptor = self._open()
        try:
            return termios.tcgetattr(descriptor)[3] & termios.ISIG != 0
        finally:
            os.close(descriptor)

    def type(self, keys: bytes) -> None:
        """Sends keys of one byte each, as if they were typed on it."""
        for key in keys:
            self._ask(TIOCSTI, bytes([key]))

    def request(self) -> None:
        """Requests that it is shown, as a key does."""
        self._ask(VT_ACTIVATE, self.number)

    def show(self) -> None:
        """Requests it, and waits until it is shown."""
        self.request()
        deadline.until(lambda: self.is_shown, f"terminal {self.number} is shown")

    def _ask(self, request: int, argument):
        descriptor = self._open()
        try:
            return fcntl.ioctl(descriptor, request, argument)
        finally:
            os.close(descriptor)

    def _open(self) -> int:
        return os.open(f"/dev/tty{self.number}", os.O_RDWR | os.O_CLOEXEC | os.O_NOCTTY)


def become_controlling(number: int) -> None:
    """Makes a terminal the controlling one of this process, and its input; the process then becomes another program.

    Another process has to keep the terminal open, or this process would lose it.
    """
    os.setsid()
    descriptor = os.open(f"/dev/tty{number}", os.O_RDWR | os.O_NOCTTY)
    fcntl.ioctl(descriptor, TIOCSCTTY, 0)
    os.dup2(descriptor, 0)
    os.close(descriptor)
