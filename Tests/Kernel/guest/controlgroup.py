"""A control group with limits of memory, as the service manager makes one for each unit."""

import os
import subprocess
import unittest
from pathlib import Path

from . import deadline

# Programs look for their limits here.
MOUNTED = Path("/sys/fs/cgroup")


class ControlGroup:
    """Exists until the test ends; the programs in it have to end before."""

    def __init__(self, test: unittest.TestCase, name: str, **limits: int):
        """Makes a group with limits in bytes, by the names that they have in `memory.NAME`."""
        if not MOUNTED.is_mount():
            subprocess.run(["mount", "-t", "cgroup2", "cgroup2", str(MOUNTED)], check=True)
        (MOUNTED / "cgroup.subtree_control").write_text("+memory")
        self.folder = MOUNTED / name
        self.folder.mkdir()
        test.addCleanup(self._remove)
        for limit, size in limits.items():
            (self.folder / f"memory.{limit}").write_text(str(size))

    def _remove(self) -> None:
        # A process that has ended is in its group until it is reaped.
        deadline.until(lambda: not (self.folder / "cgroup.procs").read_text(), f"{self.folder} is empty")
        os.rmdir(self.folder)

    def memory_events(self) -> dict[str, int]:
        """Returns how often each limit was met."""
        lines = (self.folder / "memory.events").read_text().splitlines()
        return {name: int(count) for name, count in (line.split() for line in lines)}

    def memory(self) -> int:
        """Returns the memory that is charged to the group now, in bytes."""
        return int((self.folder / "memory.current").read_text())

    def memory_peak(self) -> int:
        """Returns the most memory that the group had, in bytes."""
        return int((self.folder / "memory.peak").read_text())
