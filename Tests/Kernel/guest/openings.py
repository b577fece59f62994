"""The openings of device nodes by any program."""

import ctypes
import os
import struct
from collections import Counter

_OPEN = 0x20
_EVENT = struct.Struct("iIII")
_libc = ctypes.CDLL(None, use_errno=True)


class Openings:
    """A count of the openings of some nodes from now on."""

    def __init__(self, *paths: str):
        self._descriptor = _libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        assert self._descriptor >= 0, os.strerror(ctypes.get_errno())
        self._watched = {_libc.inotify_add_watch(self._descriptor, os.fsencode(path), _OPEN): path for path in paths}
        assert -1 not in self._watched, f"one of {paths} cannot be watched"
        self._counts: Counter[str] = Counter({path: 0 for path in paths})

    def __enter__(self) -> "Openings":
        return self

    def __exit__(self, *_) -> None:
        os.close(self._descriptor)

    @property
    def counts(self) -> dict[str, int]:
        """Returns the openings by node."""
        while data := self._read():
            while data:
                number, mask, _, length = _EVENT.unpack_from(data)
                data = data[_EVENT.size + length :]
                if mask & _OPEN:
                    self._counts[self._watched[number]] += 1
        return dict(self._counts)

    def _read(self) -> bytes:
        try:
            return os.read(self._descriptor, 65536)
        except BlockingIOError:
            return b""
