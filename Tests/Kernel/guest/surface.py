"""A client that draws frames on a screen of the daemon, in memory of its own."""

import fcntl
import mmap
import os
import socket
from collections.abc import Callable

from .varlink import Client, message


def memory(size: int, seals: int = fcntl.F_SEAL_SHRINK, flags: int = 0) -> int:
    """Makes a file in memory, whose descriptor the caller closes."""
    file = os.memfd_create("frames", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING | flags)
    os.truncate(file, size)
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, seals)
    return file


def call(client: Client, method: str, files: list[int], **parameters) -> dict:
    """Makes a call with files."""
    socket.send_fds(client.socket, [message(method, **parameters)], files)
    return client.answer()


def mapped(size: int) -> tuple[int, mmap.mmap]:
    """Makes a file in memory, and maps it."""
    file = memory(size)
    return file, mmap.mmap(file, size)


class Surface:
    """Frames of 32 bits per pixel, in one file, or in a file for each buffer."""

    def __init__(
        self, client: Client, screen: str, width: int, height: int, count: int = 2,
        make: Callable[[int], tuple[int, mmap.mmap]] = mapped, is_apart: bool = False, layer: dict | None = None,
        **parameters,
    ):  # fmt: skip
        """`make` returns a file that the daemon reads, which is closed here, and the memory to draw in.

        vkms adds the offset of a framebuffer to its address twice, so buffers whose checksums are read have a file each
        if they are on a plane: they are then made so that each `is_apart`.
        """
        self.client = client
        # Frames of layers have an alpha.
        self.layer = {"layer": layer["name"]} if layer else {}
        self.count = count
        self.size = width * height * 4
        self.pixels = width * height
        files, maps = zip(*map(make, [self.size] * count if is_apart else [count * self.size]))
        if is_apart:
            self._places = [(memory, 0) for memory in maps]
            buffers = [{"fd": number} for number in range(count)]
        else:
            self._places = [(maps[0], number * self.size) for number in range(count)]
            buffers = [{"fd": 0, "offset": number * self.size} for number in range(count)]
        try:
            self.reply = call(
                client, "Draw", [*files], screen=screen, size={"width": width, "height": height},
                format="argb8888" if layer else "xrgb8888", buffers=buffers, layer=layer, **parameters,
            )
        finally:
            for file in files:
                os.close(file)
        self.free = 0

    def fill(self, number: int, color: str) -> None:
        """Fills a buffer with an opaque colour, such as `#112233`."""
        pixel = bytes.fromhex(color[1:])[::-1] + (b"\xff" if self.layer else b"\0")
        memory, offset = self._places[number]
        memory[offset : offset + self.size] = pixel * self.pixels

    def show(self, color: str, **parameters) -> dict:
        """Shows a frame of one colour in the free buffer."""
        number = self.free
        self.fill(number, color)
        reply = self.client.call("Frame", buffer=number, **self.layer, **parameters)
        self.free = reply["free"]
        return reply
