#!/usr/bin/env python3
"""Draws waves on a screen of the daemon at each of its refreshes, in shared memory and without a library but numpy
(Debian's package python3-numpy).

./frames.py HDMI-A-1 [FRAMES]

Without a display: screensd --simulate 640x480@60 --socket /tmp/screens, and in another terminal
SCREENS_SOCKET=/tmp/screens ./frames.py Virtual-1
"""

import fcntl
import json
import mmap
import os
import signal
import socket
import sys

import numpy


class Screen:
    """A screen of the daemon with two pictures: arrays of rows of pixels of red, green and blue."""

    def __init__(self, name: str, width: int, height: int):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        path = os.environ.get("SCREENS_SOCKET", "/run/screens/screens.Manager")
        try:
            self.socket.connect(path)
        except OSError as error:
            sys.exit(f"{path}: {error.strerror}")
        size = width * height * 3
        # A file that is sealed so that it cannot shrink.
        file = os.memfd_create("frames", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.truncate(file, 2 * size)
        fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)
        memory = mmap.mmap(file, 2 * size)
        self.pictures = numpy.frombuffer(memory, numpy.uint8).reshape(2, height, width, 3)
        reply = self.call(
            "Draw", [file], screen=name, size={"width": width, "height": height}, format="rgb24",
            buffers=[{"fd": 0}, {"fd": 0, "offset": size}], program="waves",
        )
        os.close(file)
        rate = reply["refreshRate"]
        self.refresh, self.rate = reply["refresh"], rate["numerator"] / rate["denominator"]
        self.free, self.missed = 0, 0

    @property
    def picture(self) -> numpy.ndarray:
        """Returns the picture that is free to draw in."""
        return self.pictures[self.free]

    def show(self) -> None:
        """Shows the picture, and returns when the next one is due."""
        reply = self.call("Frame", [], buffer=self.free)
        self.refresh, self.free = reply["refresh"] + 1, reply["free"]
        self.missed += reply["missed"]

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
    screen = Screen(sys.argv[1], 320, 240)
    frames = int(sys.argv[2]) if len(sys.argv) > 2 else sys.maxsize
    y, x = numpy.mgrid[0:240, 0:320].astype(numpy.float32) / 40
    for _ in range(frames):
        time = screen.refresh / screen.rate
        screen.picture[..., 0] = 128 + 127 * numpy.sin(x + 3 * time)
        screen.picture[..., 1] = 128 + 127 * numpy.sin(y - 2 * time)
        screen.picture[..., 2] = 128 + 127 * numpy.sin(x + y + time)
        screen.show()
    print(f"{frames} frames, {screen.missed} refreshes missed")


main()
