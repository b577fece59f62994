#!/usr/bin/env python3
"""Draws a clock over whatever a screen of the daemon shows, as a layer in shared memory, and without a library.

./clock.py HDMI-A-1 [SECONDS]

Without a display: screensd --simulate 640x480@60 --socket /tmp/screens, and in another terminal
SCREENS_SOCKET=/tmp/screens ./clock.py Virtual-1
"""

import fcntl
import json
import mmap
import os
import signal
import socket
import sys
import time

# The segments of each digit: the upper one, then clockwise around it, and the middle one last.
DIGITS = ("1111110", "0110000", "1101101", "1111001", "0110011", "1011011", "1011111", "1110000", "1111111", "1111011")
# Their places in a digit of 5x9 cells: column, row, width, height.
SEGMENTS = ((1, 0, 3, 1), (4, 1, 1, 3), (4, 5, 1, 3), (1, 8, 3, 1), (0, 5, 1, 3), (0, 1, 1, 3), (1, 4, 3, 1))
CELL = 4
WIDTH, HEIGHT = 46 * CELL, 13 * CELL
# Blue, green, red and alpha; the colours are multiplied by the alpha.
INK, GROUND = b"\xff\xff\xff\xff", b"\0\0\0\xa0"


def picture(text: str) -> bytes:
    """Returns the pixels of a text of eight digits and colons."""
    cells = [[GROUND] * (WIDTH // CELL) for _ in range(HEIGHT // CELL)]
    left = 2
    for letter in text:
        lit = ((1, 2, 1, 1), (1, 6, 1, 1))
        if letter != ":":
            lit = [place for place, bit in zip(SEGMENTS, DIGITS[int(letter)]) if bit == "1"]
        for column, row, width, height in lit:
            for y in range(row + 2, row + 2 + height):
                cells[y][left + column : left + column + width] = [INK] * width
        left += 3 if letter == ":" else 6
    return b"".join(b"".join(pixel * CELL for pixel in row) * CELL for row in cells)


class Client:
    """A connection to the daemon. Its layers end with it."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        path = os.environ.get("SCREENS_SOCKET", "/run/screens/screens.Manager")
        try:
            self.socket.connect(path)
        except OSError as error:
            sys.exit(f"{path}: {error.strerror}")

    def call(self, method: str, files: list[int], **parameters) -> dict:
        """Makes a call: JSON with a NUL at the end, and descriptors."""
        text = json.dumps({"method": f"screens.Manager.{method}", "parameters": parameters})
        socket.send_fds(self.socket, [text.encode() + b"\0"], files)
        answer = b""
        while not answer.endswith(b"\0"):
            piece = self.socket.recv(1 << 16)
            if not piece:
                sys.exit("the daemon has closed the connection")
            answer += piece
        reply = json.loads(answer[:-1])
        if "error" in reply:
            sys.exit(f"{reply['error']}: {reply['parameters']}")
        return reply["parameters"]


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    # Ctrl-C ends it without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    size = WIDTH * HEIGHT * 4
    # A file that is sealed so that it cannot shrink.
    file = os.memfd_create("clock", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.truncate(file, 2 * size)
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
    memory = mmap.mmap(file, 2 * size)
    client = Client()
    client.call(
        "Draw", [file], screen=sys.argv[1], size={"width": WIDTH, "height": HEIGHT}, format="argb8888",
        buffers=[{"fd": 0}, {"fd": 0, "offset": size}], program="clock",
        layer={"name": "clock", "rectangle": {"x": 16, "y": 16, "width": WIDTH, "height": HEIGHT}},
    )  # fmt: skip
    os.close(file)
    free = 0
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else sys.maxsize):
        memory[free * size : (free + 1) * size] = picture(time.strftime("%H:%M:%S"))
        free = client.call("Frame", [], buffer=free, layer="clock")["free"]
        time.sleep(1 - time.time() % 1)


main()
