"""dma-bufs without a device, by udmabuf, and fences that a test signals, by sw_sync."""

import fcntl
import mmap
import os
import struct

from .surface import memory

UDMABUF_CREATE = 1 << 30 | 24 << 16 | ord("u") << 8 | 0x42
DMA_BUF_IMPORT_SYNC_FILE = 1 << 30 | 8 << 16 | ord("b") << 8 | 3
DMA_BUF_SET_NAME = 1 << 30 | 8 << 16 | ord("b") << 8 | 1
SW_SYNC_CREATE_FENCE = 3 << 30 | 40 << 16 | ord("W") << 8 | 0
SW_SYNC_INCREASE = 1 << 30 | 4 << 16 | ord("W") << 8 | 1
CLOSE_ON_EXEC = 1
WRITE = 2


def mapped(size: int) -> tuple[int, mmap.mmap]:
    """Makes a dma-buf, and maps its memory."""
    pages = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    file = memory(pages)
    driver = os.open("/dev/udmabuf", os.O_RDWR | os.O_CLOEXEC)
    try:
        # The result of the call is the descriptor, which Python returns only for a mutable buffer.
        shared = fcntl.ioctl(driver, UDMABUF_CREATE, bytearray(struct.pack("IIQQ", file, CLOSE_ON_EXEC, 0, pages)))
        return shared, mmap.mmap(file, pages)
    finally:
        os.close(driver)
        os.close(file)


class Device:
    """A device that draws as long as a test wants."""

    def __init__(self):
        self._timeline = os.open("/sys/kernel/debug/sync/sw_sync", os.O_RDWR | os.O_CLOEXEC)
        self._made = 0

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *_) -> None:
        # This signals all of its fences.
        os.close(self._timeline)

    def fence(self) -> int:
        """Begins to draw, and returns the fence of the end, whose descriptor the caller closes."""
        self._made += 1
        request = bytearray(struct.pack("I32si", self._made, b"test", -1))
        fcntl.ioctl(self._timeline, SW_SYNC_CREATE_FENCE, request)
        return struct.unpack_from("i", request, 36)[0]

    def draw(self, buffer: int) -> None:
        """Begins to draw in a dma-buf."""
        fence = self.fence()
        try:
            fcntl.ioctl(buffer, DMA_BUF_IMPORT_SYNC_FILE, struct.pack("Ii", WRITE, fence))
        finally:
            os.close(fence)

    def finish(self) -> None:
        """Ends all drawing."""
        fcntl.ioctl(self._timeline, SW_SYNC_INCREASE, struct.pack("I", self._made))
