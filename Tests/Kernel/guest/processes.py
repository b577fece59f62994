"""The present resources of a running process: a resource that goes away during the reading is left out."""

import contextlib
import os
import re
from pathlib import Path
from typing import Iterator


def open_files(process: int) -> Iterator[tuple[int, str]]:
    """Yields the descriptors of a process, each with its target."""
    for link in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            yield int(link.name), os.readlink(link)


def threads(process: int, file: str) -> Iterator[tuple[int, str]]:
    """Yields the threads of a process, each with the content of a file of its folder."""
    for task in Path(f"/proc/{process}/task").iterdir():
        # ESRCH: it ended between opening and reading.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            yield int(task.name), (task / file).read_text()


def named(command: str) -> list[int]:
    """Returns the processes whose name in `comm` is this."""
    found = []
    for comm in Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if comm.read_text().rstrip("\n") == command:
                found.append(int(comm.parent.name))
    return found


def children(process: int) -> list[int]:
    """Returns the children of a process; not every kernel has `/proc/PID/task/TID/children`."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if f"\nPPid:\t{process}\n" in status.read_text():
                found.append(int(status.parent.name))
    return found


def memory(process: int, key: str = "VmRSS") -> int:
    """Returns the bytes of its memory in a line of its status."""
    found = re.search(rf"^{key}:\s+(\d+) kB$", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    assert found, f"process {process} has ended"
    return int(found[1]) * 1024
