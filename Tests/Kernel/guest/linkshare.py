"""A share of links whose server has the target of each link for some requests, and then answers no more, by FUSE."""

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
FOLDER, LINK = 0o040755, 0o120777


class Operation(enum.IntEnum):
    LOOKUP = 1
    GETATTR = 3
    READLINK = 5
    INIT = 26
    INTERRUPT = 36


class LinkShare(HangingShare):
    """Mounts it over a folder, with a link of each name to its target, until the end of the test."""

    def __init__(self, test: unittest.TestCase, folder: Path, links: dict[str, Path], answers: int):
        super().__init__(test, folder)
        self._links = {
            number: (name.encode(), str(target).encode())
            for number, (name, target) in enumerate(links.items(), ROOT + 1)
        }
        # How many times the target of each link may still be read.
        self._answers = dict.fromkeys(self._links, answers)
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
                if operation == Operation.INTERRUPT:
                    # A program that is killed waits for the answer to a request that was read.
                    self._send(struct.unpack_from("Q", request, 40)[0], errno.EINTR)
                elif answer := self._answer(operation, node, request[40:]):
                    self._send(number, *answer)

    def _send(self, number: int, code: int, payload: bytes = b"") -> None:
        os.write(self._server, struct.pack("IiQ", 16 + len(payload), -code, number) + payload)

    def _answer(self, operation: int, node: int, payload: bytes) -> tuple[int, bytes] | None:
        """Returns the error and the answer of a request; None if it is not answered."""
        match operation:
            case Operation.INIT:
                # Version 7.31; the kernel sends no more than a page with a request.
                return 0, struct.pack("IIIIHHIIHHI28x", 7, 31, 0, 0, 1, 1, 4096, 1, 0, 0, 0)
            case Operation.LOOKUP:
                found = [key for key, (name, _) in self._links.items() if name == payload.rstrip(b"\0")]
                if not found:
                    return errno.ENOENT, b""
                # Nothing is kept by the kernel, so each step through the link is a request.
                return 0, struct.pack("QQQQII", found[0], 0, 0, 0, 0, 0) + self._attributes(found[0])
            case Operation.GETATTR:
                return 0, struct.pack("QII", 0, 0, 0) + self._attributes(node)
            case Operation.READLINK if self._answers[node]:
                self._answers[node] -= 1
                return 0, self._links[node][1]
            case Operation.READLINK:
                return None
            case _:
                return errno.ENOSYS, b""

    def _attributes(self, node: int) -> bytes:
        mode, size = (FOLDER, 0) if node == ROOT else (LINK, len(self._links[node][1]))
        return struct.pack("QQQQQQIIIIIIIIII", node, size, 0, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)
