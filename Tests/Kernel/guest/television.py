"""A television on a CEC bus in software (vivid), with the adapter of a player at the other end.

Without the modules beside the kernel the tests are skipped. The adapters belong to no connector.
"""

import errno
import fcntl
import os
import select
import struct
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from . import modules

PARAMETERS = ("n_devs=1", "node_types=0x101", "num_inputs=1", "input_types=0x3", "num_outputs=1", "output_types=0x1")
# The adapter of the television, and of the player.
TELEVISION, PLAYER = "/dev/cec0", "/dev/cec1"

# Calls of linux/cec.h and linux/videodev2.h.
S_LOG_ADDRS, TRANSMIT, RECEIVE, DQEVENT, S_MODE = 0xC05C6104, 0xC0386105, 0xC0386106, 0xC0506107, 0x40046109
QUERYCTRL, S_CTRL = 0xC0445624, 0xC008561C
NEXT_CONTROL = 0x80000000
MESSAGE = struct.Struct("QQIIII16s7Bx")

STANDBY, IMAGE_VIEW_ON, TEXT_VIEW_ON, ACTIVE_SOURCE, GIVE_POWER, REPORT_POWER = 0x36, 0x04, 0x0D, 0x82, 0x8F, 0x90
# The announcement of a device that has claimed a logical address.
REPORT_ADDRESS = 0x84


@dataclass
class Habits:
    """The habits of a television."""

    # Whether it follows standby, and after how many seconds.
    obeys: bool = True
    seconds: float = 3
    # Whether it refuses standby.
    refuses: bool = False
    # The number of the next standbys that it does not take, because it is not in the mode to respond.
    defers: int = 0
    # Whether it answers the question about its power.
    answers: bool = True
    # The seconds after standby at which it is on again by itself, once.
    wakes_after: float | None = None


class Rival:
    """A program that has the adapter of the player for itself alone, as Kodi does.

    Without a name it claims no logical address.
    """

    def __init__(self, name: bytes | None):
        # It waits for its claims: a module with one under way is not unloaded.
        self._file = os.open(PLAYER, os.O_RDWR)
        fcntl.ioctl(self._file, S_MODE, struct.pack("I", 0x22))
        self._claim(b"", 0)
        if name is not None:
            self._claim(name, 1)

    def close(self) -> None:
        """Gives the adapter back."""
        if self._file >= 0:
            self._claim(b"", 0)
            os.close(self._file)
            self._file = -1

    def _claim(self, name: bytes, count: int) -> None:
        claim = struct.pack("4sHBBII15s4s4s4s48s", b"", 0, 5, count, 0, 0, name, b"\4", b"\3", b"", b"")
        fcntl.ioctl(self._file, S_LOG_ADDRS, bytearray(claim.ljust(0x5C, b"\0")))


@dataclass
class Television:
    """A television that is joined to the player, and answers on a thread of its own."""

    habits: Habits = field(default_factory=Habits)

    def __post_init__(self):
        modules.load("vivid", *PARAMETERS)
        self.is_on = True
        # The messages that it has received, with their times.
        self.received: list[tuple[float, bytes]] = []
        self._file = os.open(TELEVISION, os.O_RDWR | os.O_NONBLOCK)
        self._due: list[tuple[float, bool]] = []
        # The end of the thread, which wakes up for nothing else.
        self._end, self._ending = os.pipe()
        claim = struct.pack("4sHBBII15s4s4s4s48s", b"", 0, 5, 1, 0, 0, b"TV", b"\0", b"\0", b"", b"")
        fcntl.ioctl(self._file, S_LOG_ADDRS, bytearray(claim.ljust(0x5C, b"\0")))
        fcntl.ioctl(self._file, S_MODE, struct.pack("I", 0x11))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self.join()

    def close(self) -> None:
        os.close(self._ending)
        self._thread.join()
        os.close(self._end)
        os.close(self._file)
        modules.unload("vivid")

    def join(self) -> None:
        """Connects the cable: the player's adapter gets an address."""
        self._control(b"HDMI 000-0 Is Connected To", 2)

    def part(self) -> None:
        """Takes the hotplug signal away, and the address with it."""
        self._control(b"HDMI 000-0 Is Connected To", 0)

    def pull_out(self) -> None:
        """Takes both adapters away, as a driver that is unbound does."""
        Path("/sys/bus/platform/drivers/vivid/unbind").write_text("vivid.0")

    def send(self, *frame: int) -> None:
        """Sends a message, without waiting for its outcome."""
        message = MESSAGE.pack(0, 0, len(frame), 0, 0, 0, bytes(frame), *[0] * 7)
        try:
            fcntl.ioctl(self._file, TRANSMIT, bytearray(message))
        except OSError as error:
            if error.errno not in (errno.EBUSY, errno.ENONET):
                raise

    def orders(self, since: float = 0) -> list[bytes]:
        """Returns the messages since a time that are not questions about its power."""
        return [frame for moment, frame in list(self.received) if moment >= since and frame[1:2] != bytes([GIVE_POWER])]

    def opcodes(self, since: float = 0) -> list[int]:
        """Returns the orders since a time that turn it off or on."""
        return [frame[1] for frame in self.orders(since) if frame[1] in (STANDBY, IMAGE_VIEW_ON, TEXT_VIEW_ON)]

    def _control(self, name: bytes, value: int) -> None:
        video = os.open("/dev/video0", os.O_RDWR)
        try:
            number = NEXT_CONTROL
            while True:
                control = bytearray(struct.pack("I64x", number))
                fcntl.ioctl(video, QUERYCTRL, control)
                number, _, found = struct.unpack_from("II32s", control)
                if found.rstrip(b"\0").lower() == name.lower():
                    break
                number |= NEXT_CONTROL
            fcntl.ioctl(video, S_CTRL, bytearray(struct.pack("Ii", number, value)))
        finally:
            os.close(video)

    def _run(self) -> None:
        try:
            self._follow()
        except OSError as error:
            # The adapter was pulled out.
            if error.errno != errno.ENODEV:
                raise

    def _follow(self) -> None:
        while True:
            now = time.monotonic()
            wait = min((max(moment - now, 0) for moment, _ in self._due), default=None)
            readable, _, priority = select.select([self._file, self._end], [], [self._file], wait)
            if self._end in readable:
                return
            self._change(time.monotonic())
            if priority:
                fcntl.ioctl(self._file, DQEVENT, bytearray(0x50))
            if readable:
                self._receive()

    def _change(self, now: float) -> None:
        for due in [due for due in self._due if due[0] <= now]:
            self._due.remove(due)
            was_on, self.is_on = self.is_on, due[1]
            if was_on and not self.is_on and self.habits.wakes_after is not None:
                self._due.append((now + self.habits.wakes_after, True))
                self.habits.wakes_after = None
            if not was_on and self.is_on:
                self.send(0x0F, ACTIVE_SOURCE, 0, 0)

    def _receive(self) -> None:
        message = bytearray(MESSAGE.size)
        fcntl.ioctl(self._file, RECEIVE, message)
        fields = MESSAGE.unpack(message)
        if fields[4]:
            return
        frame = fields[6][: fields[2]]
        now = time.monotonic()
        self.received.append((now, frame))
        sender, opcode = frame[0] >> 4, frame[1] if len(frame) > 1 else None
        if opcode == STANDBY:
            if self.habits.refuses:
                self.send(sender, 0x00, STANDBY, 4)
            elif self.habits.defers > 0:
                self.habits.defers -= 1
                self.send(sender, 0x00, STANDBY, 1)
            elif self.habits.obeys:
                self._due.append((now + self.habits.seconds, False))
        elif opcode in (IMAGE_VIEW_ON, TEXT_VIEW_ON):
            self._due = [(now + self.habits.seconds, True)]
        elif opcode == GIVE_POWER and self.habits.answers:
            self.send(sender, REPORT_POWER, 0 if self.is_on else 1)
