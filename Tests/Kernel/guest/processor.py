"""The cost of processes: processor time to the nanosecond, memory, threads, and how often they were woken."""

import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from . import deadline, processes
from .flips import FlipTrace

_MAPPING = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)")


def spent(process: int) -> float:
    """Returns the seconds of processor time, user and system, of all of a process's threads so far."""
    # The clock of another process, whose number is made as by clock_getcpuclockid(3).
    return time.clock_gettime(~process << 3 | 2)


@dataclass(frozen=True)
class Frames:
    """The cost of some processes together for a while."""

    count: int
    seconds: float
    processor: float

    @property
    def rate(self) -> float:
        return self.count / self.seconds

    @property
    def microseconds(self) -> float:
        """Returns the processor time of a frame."""
        return self.processor / self.count * 1e6


def frames(processes: Sequence[int], seconds: float, warm: float = 0) -> Frames:
    """Lets processes run, and relates their cost to the completed flips, some time after the first one."""
    with FlipTrace() as trace:
        # A player may read more of the host's disk before its second picture.
        deadline.until(trace.flips, f"a flip of {processes}", 120, 0.5)
    time.sleep(warm)
    with FlipTrace() as trace:
        before, begun = sum(map(spent, processes)), time.monotonic()
        time.sleep(seconds)
        after, ended = sum(map(spent, processes)), time.monotonic()
        flips = [time for time, *_ in trace.flips() if begun <= time < ended]
    assert flips, f"nothing was flipped by {processes}"
    return Frames(len(flips), ended - begun, after - before)


@dataclass(frozen=True)
class Memory:
    """Returns the resident memory in bytes, except the card's buffers: its own, and the memory that the kernel keeps of
    files anyway."""

    own: int
    files: int


def memory(process: int) -> Memory:
    total = own = 0
    is_buffer = False
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        if match := _MAPPING.fullmatch(line):
            is_buffer = match[1].startswith("/dev/dri/")
        elif line.startswith(("Rss:", "Anonymous:")) and not is_buffer:
            kind, size, _ = line.split()
            total += int(size) * 1024 if kind == "Rss:" else 0
            own += int(size) * 1024 if kind == "Anonymous:" else 0
    return Memory(own, total - own)


def threads(process: int) -> list[str]:
    """Returns the names of its threads."""
    return sorted(name.strip() for _, name in processes.threads(process, "comm"))


def sleeps(process: int) -> Counter[str]:
    """Returns how often its threads have gone to sleep so far, by their names: they are woken as often. The kernel's
    own use of the processor in between does not count."""
    total: Counter[str] = Counter()
    for _, status in processes.threads(process, "status"):
        lines = status.splitlines()
        name = lines[0].removeprefix("Name:").strip()
        total[name] += sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))
    return total
