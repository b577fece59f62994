"""The checksum of each refresh of a CRTC, as the hardware sends it to the display: nothing between two pictures is
missed.

vkms computes them while it puts the picture together (`crtc-0/crc` in debugfs); reading them sets no mode and disturbs
no program.
"""

import os
import threading
from pathlib import Path

from . import debugfs


class Checksums:
    """A reader of checksums from its start to its end."""

    def __init__(self, minor: int, crtc_index: int = 0):
        self._folder = Path(debugfs.ROOT / str(minor) / f"crtc-{crtc_index}" / "crc")
        self._found: list[str] = []

    def __enter__(self) -> "Checksums":
        (self._folder / "control").write_text("auto")
        self._file = os.open(self._folder / "data", os.O_RDONLY | os.O_NONBLOCK)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()
        return self

    def __exit__(self, *_) -> None:
        self._ends.set()
        self._thread.join()
        os.close(self._file)

    @property
    def so_far(self) -> list[str]:
        """Returns the checksum of each refresh."""
        return list(self._found)

    def _read(self) -> None:
        # The kernel keeps 127 of them; a refresh takes 16 ms.
        while not self._ends.wait(0.1):
            while True:
                try:
                    line = os.read(self._file, 64).decode()
                except BlockingIOError:
                    break
                # The number of the frame, then a value of each channel that the hardware has.
                self._found.append(line.rstrip("\n\0").partition(" ")[2])
