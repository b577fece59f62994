"""A share whose server answers some requests, and others never, by FUSE."""

import enum
import errno
import os
import select
import struct
import threading
import unittest
from pathlib import Path

from .hangingshare import HangingShare

ROOT = 1
FOLDER, FILE, LINK = 0o040755, 0o100666, 0o120777


class Operation(enum.IntEnum):
    LOOKUP = 1
    FORGET = 2
    GETATTR = 3
    READLINK = 5
    OPEN = 14
    READ = 15
    INIT = 26
    OPENDIR = 27
    INTERRUPT = 36


class AnsweringShare(HangingShare):
    """Mounts it over a folder, and answers as its subclass says, until the end of the test."""

    def __init__(self, test: unittest.TestCase, folder: Path):
        super().__init__(test, folder)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def end(self) -> None:
        # The calls that wait fail when the server is closed, which its own reader prevents.
        self._ends.set()
        self._thread.join()
        super().end()

    def _serve(self) -> None:
        while not self._ends.is_set():
            if select.select([self._server], [], [], 0.05)[0]:
                request = os.read(self._server, 1 << 17)
                _, operation, number, node = struct.unpack_from("IIQQ", request)
                if operation == Operation.INIT:
                    # Version 7.31; the kernel sends no more than a page with a request.
                    self._send(number, 0, struct.pack("IIIIHHIIHHI28x", 7, 31, 0, 0, 1, 1, 4096, 1, 0, 0, 0))
                elif operation == Operation.INTERRUPT:
                    # A program that is killed waits for the answer to a request that was read.
                    self._send(struct.unpack_from("Q", request, 40)[0], errno.EINTR)
                elif operation != Operation.FORGET and (answer := self._answer(operation, node, request[40:])):
                    self._send(number, *answer)

    def _send(self, number: int, code: int, payload: bytes = b"") -> None:
        os.write(self._server, struct.pack("IiQ", 16 + len(payload), -code, number) + payload)

    def _answer(self, operation: int, node: int, payload: bytes) -> tuple[int, bytes] | None:
        """Returns the error and the answer of a request; None if it is not answered."""
        raise NotImplementedError

    @staticmethod
    def attributes(node: int, mode: int, size: int) -> bytes:
        return struct.pack("QQQQQQIIIIIIIIII", node, size, 0, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)

    def found(self, node: int, mode: int, size: int) -> tuple[int, bytes]:
        """The answer to a lookup. The kernel keeps nothing of it, so each step through the path is a request."""
        return 0, struct.pack("QQQQII", node, 0, 0, 0, 0, 0) + self.attributes(node, mode, size)

    def state(self, node: int, mode: int, size: int) -> tuple[int, bytes]:
        """The answer to a request for attributes."""
        return 0, struct.pack("QII", 0, 0, 0) + self.attributes(node, mode, size)
