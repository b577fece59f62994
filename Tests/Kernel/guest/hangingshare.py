"""A share whose server does not answer: a FUSE file system, whose requests wait until it ends."""

import ctypes
import os
import unittest
from pathlib import Path

NO_SET_USER, NO_DEVICES, DETACH = 2, 4, 2

libc = ctypes.CDLL(None, use_errno=True)


class HangingShare:
    """Mounts it over a folder, until `end()` or the end of the test."""

    def __init__(self, test: unittest.TestCase, folder: Path):
        self._folder = str(folder).encode()
        self._server = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
        options = f"fd={self._server},rootmode=40000,user_id=0,group_id=0"
        if libc.mount(b"hanging", self._folder, b"fuse", NO_SET_USER | NO_DEVICES, options.encode()) != 0:
            raise OSError(ctypes.get_errno(), "mount")
        test.addCleanup(self.end)

    def end(self) -> None:
        """Unmounts it. All calls that wait for it fail."""
        if self._server < 0:
            return
        # The share is unmounted first: an attempt after the failure finds the folder below.
        if libc.umount2(self._folder, DETACH) != 0:
            raise OSError(ctypes.get_errno(), "umount2")
        os.close(self._server)
        self._server = -1
