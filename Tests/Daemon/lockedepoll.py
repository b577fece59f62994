"""An epoll that no other program can read the description of (`/proc/self/fdinfo`)."""

import ctypes
import errno
import mmap
import os
import select
import struct
import threading
import unittest
from pathlib import Path

from guest.hangingshare import HangingShare

REGULAR, FOLDER = 0o100666, 0o040755
# Numbers of requests.
LOOKUP, FORGET, GET_ATTRIBUTES, OPEN, READ, INIT, OPEN_FOLDER = 1, 2, 3, 14, 15, 26, 27
NAME = "file"

libc = ctypes.CDLL(None, use_errno=True)


class UnreadableShare(HangingShare):
    """A share with one file, whose bytes never come."""

    def __init__(self, test: unittest.TestCase, folder: Path):
        super().__init__(test, folder)
        self._ends = threading.Event()
        self._is_read = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def until_read(self) -> None:
        if not self._is_read.wait(60):
            raise TimeoutError("the file is not read")

    def end(self) -> None:
        self._ends.set()
        self._thread.join()
        super().end()

    def _serve(self) -> None:
        while not self._ends.is_set():
            if not select.select([self._server], [], [], 0.05)[0]:
                continue
            request = os.read(self._server, 1 << 17)
            _, kind, number, node = struct.unpack_from("IIQQ", request)
            if kind == READ:
                self._is_read.set()
            elif kind != FORGET:
                code, reply = self._reply(kind, node)
                os.write(self._server, struct.pack("IiQ", 16 + len(reply), -code, number) + reply)

    def _reply(self, kind: int, node: int) -> tuple[int, bytes]:
        if kind == INIT:
            return 0, struct.pack("IIIIHHIIHHI28x", 7, 31, 1 << 16, 0, 1, 1, 4096, 1, 0, 0, 0)
        if kind == LOOKUP:
            return 0, struct.pack("QQQQII", 2, 0, 0, 0, 0, 0) + self._attributes(2)
        if kind == GET_ATTRIBUTES:
            return 0, struct.pack("QII", 0, 0, 0) + self._attributes(node)
        if kind in (OPEN, OPEN_FOLDER):
            return 0, struct.pack("QII", 1, 0, 0)
        return errno.ENOSYS, b""

    @staticmethod
    def _attributes(node: int) -> bytes:
        is_folder = node == 1
        size, mode = (0, FOLDER) if is_folder else (4096, REGULAR)
        return struct.pack("QQQQQQIIIIIIIIII", node, size, 8, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)


class LockedEpoll:
    """A thread keeps the lock of the epoll until the end of the test: it waits for the memory of its events."""

    def __init__(self, test: unittest.TestCase, folder: Path):
        share = UnreadableShare(test, folder)
        with open(folder / NAME, "rb") as file:
            self._events = mmap.mmap(
                file.fileno(), 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE)  # fmt: skip
        epoll = select.epoll()
        event = os.eventfd(1)
        epoll.register(event, select.EPOLLIN)
        self.descriptor = epoll.fileno()
        place = ctypes.addressof(ctypes.c_char.from_buffer(self._events))
        thread = threading.Thread(target=libc.epoll_wait, args=(self.descriptor, ctypes.c_void_p(place), 8, -1))
        thread.start()
        test.addCleanup(epoll.close)
        test.addCleanup(os.close, event)
        test.addCleanup(thread.join)
        test.addCleanup(share.end)
        share.until_read()
