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

from guest.answeringshare import FILE, FOLDER, ROOT, AnsweringShare, Operation

NAME = "file"

libc = ctypes.CDLL(None, use_errno=True)


class UnreadableShare(AnsweringShare):
    """A share with one file, whose bytes never come."""

    def __init__(self, test: unittest.TestCase, folder: Path):
        self._is_read = threading.Event()
        super().__init__(test, folder)

    def until_read(self) -> None:
        if not self._is_read.wait(60):
            raise TimeoutError("the file is not read")

    def _answer(self, operation: int, node: int, payload: bytes) -> tuple[int, bytes] | None:
        match operation:
            case Operation.LOOKUP:
                return self.found(ROOT + 1, FILE, 4096)
            case Operation.GETATTR:
                return self.state(node, *((FOLDER, 0) if node == ROOT else (FILE, 4096)))
            case Operation.OPEN | Operation.OPENDIR:
                return 0, struct.pack("QII", 1, 0, 0)
            case Operation.READ:
                self._is_read.set()
                return None
            case _:
                return errno.ENOSYS, b""


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
