"""A program that has a seat, in the protocol of seatd: it opens devices, and says what it reads from them.

Run by itself: `python3 seated.py PATH COMMAND…`. Each command is one of `main`.
"""

import errno
import os
import select
import signal
import socket
import struct
import sys

OPEN_SEAT, CLOSE_SEAT, OPEN_DEVICE, CLOSE_DEVICE = 1, 2, 3, 4
DEVICE_OPENED = 0x8003


def command(path: str, *words: str) -> list[str]:
    """Returns its command line."""
    return ["python3", "-B", __file__, path, *words]


class Seat:
    """A connection to the seat of the environment."""

    def __init__(self):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(os.environ["SEATD_SOCK"])
        self._call(OPEN_SEAT)

    def open(self, path: str) -> tuple[int, int]:
        """Returns the number of a device in the seat, and its descriptor."""
        name = path.encode() + b"\0"
        self._call(OPEN_DEVICE, struct.pack("=H", len(name)) + name)
        while True:
            data, descriptors, _, _ = socket.recv_fds(self._socket, 4096, 1)
            if not data:
                raise ConnectionResetError(errno.ECONNRESET, "the seat has gone")
            # Other messages come before the message with the descriptor.
            if descriptors:
                return struct.unpack("=i", data[-4:])[0], descriptors[0]

    def close(self, number: int) -> None:
        self._call(CLOSE_DEVICE, struct.pack("=i", number))

    def leave(self) -> None:
        self._call(CLOSE_SEAT)

    def disconnect(self) -> None:
        self._socket.close()

    def _call(self, kind: int, body: bytes = b"") -> None:
        self._socket.send(struct.pack("=HH", kind, len(body)) + body)


def read(descriptor: int) -> str:
    """Returns what the next reading of an input device brings."""
    select.select([descriptor], [], [])
    try:
        return f"{len(os.read(descriptor, 4096))} bytes"
    except OSError as error:
        return errno.errorcode[error.errno]


def main(path: str, *commands: str) -> None:
    # The program goes on after its lease has ended.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    seat = Seat()
    number, descriptor = seat.open(path)
    print("opened", flush=True)
    for word in commands:
        match word:
            case "read":
                print(read(descriptor), flush=True)
            case "close":
                seat.close(number)
            case "leave":
                seat.leave()
            case "disconnect":
                seat.disconnect()


if __name__ == "__main__":
    main(*sys.argv[1:])
