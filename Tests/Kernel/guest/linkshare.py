"""A share of links whose server has the target of each link for some requests, and then answers no more."""

import errno
import unittest
from pathlib import Path

from .answeringshare import FOLDER, LINK, ROOT, AnsweringShare, Operation


class LinkShare(AnsweringShare):
    """Mounts it over a folder, with a link of each name to its target, until the end of the test."""

    def __init__(self, test: unittest.TestCase, folder: Path, links: dict[str, Path], answers: int):
        self._links = {
            number: (name.encode(), str(target).encode())
            for number, (name, target) in enumerate(links.items(), ROOT + 1)
        }
        # How many times the target of each link may still be read.
        self._answers = dict.fromkeys(self._links, answers)
        super().__init__(test, folder)

    def _answer(self, operation: int, node: int, payload: bytes) -> tuple[int, bytes] | None:
        match operation:
            case Operation.LOOKUP:
                found = [key for key, (name, _) in self._links.items() if name == payload.rstrip(b"\0")]
                return self.found(found[0], *self._mode(found[0])) if found else (errno.ENOENT, b"")
            case Operation.GETATTR:
                return self.state(node, *self._mode(node))
            case Operation.READLINK if self._answers[node]:
                self._answers[node] -= 1
                return 0, self._links[node][1]
            case Operation.READLINK:
                return None
            case _:
                return errno.ENOSYS, b""

    def _mode(self, node: int) -> tuple[int, int]:
        """Returns the mode and the size of a node."""
        return (FOLDER, 0) if node == ROOT else (LINK, len(self._links[node][1]))
