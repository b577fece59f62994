"""A program's DRM ioctls: counted, with one call made to fail, by a library that is loaded before the program."""

import os
import struct
from pathlib import Path

_NAMES = {
    0x00: "VERSION", 0x09: "GEM_CLOSE", 0x0C: "GET_CAP", 0x0D: "SET_CLIENT_CAP", 0x11: "AUTH_MAGIC",
    0x1E: "SET_MASTER", 0x1F: "DROP_MASTER", 0x3B: "CRTC_GET_SEQUENCE", 0xA0: "GETRESOURCES", 0xA1: "GETCRTC",
    0xA2: "SETCRTC", 0xA6: "GETENCODER", 0xA7: "GETCONNECTOR", 0xAA: "GETPROPERTY", 0xAC: "GETPROPBLOB",
    0xAF: "RMFB", 0xB0: "PAGE_FLIP", 0xB2: "CREATE_DUMB", 0xB3: "MAP_DUMB", 0xB4: "DESTROY_DUMB",
    0xB5: "GETPLANERESOURCES", 0xB6: "GETPLANE", 0xB8: "ADDFB2", 0xB9: "OBJ_GETPROPERTIES", 0xBD: "CREATEPROPBLOB",
    0xBE: "DESTROYPROPBLOB", 0xD0: "CLOSEFB", 256: "ATOMIC, a test", 257: "ATOMIC, a modeset", 258: "ATOMIC, a flip",
}  # fmt: skip

TEST = 256
MODESET = 257
FLIP = 258
_KINDS = 259
# The place after the kinds.
_FAILURES = 259
_PROBES = 260
_COUNTS = 261


def kind_of(name: str) -> int:
    """Returns the number of a kind, by its name in the kernel's headers without their prefixes."""
    return next(kind for kind, known in _NAMES.items() if known == name)


def name(kind: int) -> str:
    """Returns its name in the kernel's headers, without their prefixes."""
    return _NAMES.get(kind, f"{kind:#x}")


class Calls:
    """The ioctls of one run of a program."""

    def __init__(self):
        self._file = Path(f"/run/ioctls-{os.getpid()}")
        # A new file for each run; a program that still runs keeps its own.
        self._file.unlink(missing_ok=True)
        self._file.touch()
        self._file.chmod(0o666)
        self._reader = open(self._file, "rb")

    def __enter__(self) -> "Calls":
        return self

    def __exit__(self, *_) -> None:
        self._reader.close()
        self._file.unlink(missing_ok=True)

    def environment(self, kind: int | None = None, error: int = 0, call: int = 1) -> dict[str, str]:
        """Returns the environment of the program: its ioctls are counted, and a call of a kind fails with an errno."""
        counting = {"LD_PRELOAD": os.environ["SCREENS_DRM_IOCTLS"], "IOCTLS_FILE": str(self._file)}
        if kind is None:
            return counting
        return counting | {"FAIL_KIND": str(kind), "FAIL_ERRNO": str(error), "FAIL_CALL": str(call)}

    @property
    def by_kind(self) -> dict[int, int]:
        """Returns how often each kind has been called so far."""
        return {kind: count for kind, count in enumerate(self._numbers()[:_KINDS]) if count}

    @property
    def total(self) -> int:
        return sum(self.by_kind.values())

    @property
    def has_failed(self) -> bool:
        """Returns whether the call that must fail has been made."""
        return self._numbers()[_FAILURES] > 0

    @property
    def probes(self) -> int:
        """Returns how often it has requested a probe of a connector so far."""
        return self._numbers()[_PROBES]

    def _numbers(self) -> tuple[int, ...]:
        size = _COUNTS * 8
        data = os.pread(self._reader.fileno(), size, 0)
        return struct.unpack(f"{_COUNTS}Q", data.ljust(size, b"\0"))
