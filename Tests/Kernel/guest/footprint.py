"""The resources that a program holds, of the process and of a card: a leak makes them grow."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from . import debugfs, drm, processes
from .program import Program


# More than there may be gaps between the numbers that are taken.
_PROBES = 64


@dataclass(frozen=True)
class Footprint:
    """The resources of a program at a moment when it has settled."""

    # By what they are.
    descriptors: Counter[str]
    # By name, those of the program's own; those of the Swift runtime do not count.
    threads: Counter[str]
    framebuffers: int
    handles: int
    # With framebuffers and the card's own, which do not change, the property blobs.
    objects: int
    kilobytes: int

    @classmethod
    def of(cls, program: Program, minor: int) -> "Footprint":
        """Measures a program that is master of a card."""
        # The kernel gives the lowest numbers that are free: once the gaps are filled, the last one is how many are taken.
        with drm.Card.shared_with(program.pid, f"/dev/dri/card{minor}") as card:
            probes = [card.create_buffer(16, 16) for _ in range(_PROBES)]
            for buffer, framebuffer in probes:
                card.destroy_buffer(buffer, framebuffer)
        return cls(
            descriptors=Counter(re.sub(r"\d+", "", path) for _, path in processes.open_files(program.pid)),
            threads=Counter(name.strip() for _, name in processes.threads(program.pid, "comm")),
            framebuffers=len(debugfs.framebuffers(minor)),
            handles=max(buffer.handle for buffer, _ in probes) - _PROBES,
            objects=max(framebuffer for _, framebuffer in probes) - _PROBES,
            kilobytes=processes.memory(program.pid) // 1024,
        )

    def more_than(self, earlier: "Footprint") -> dict:
        """The resources, memory aside, of which it holds more than before."""
        more = {
            name: getattr(self, name) - getattr(earlier, name) for name in self.__dict__ if name != "kilobytes"
        }
        return {name: count for name, count in more.items() if (count if isinstance(count, Counter) else count > 0)}


def lost_messages(program: Program) -> int:
    """How many messages the kernel could not put into the program's netlink sockets."""
    links = [path for _, path in processes.open_files(program.pid)]
    inodes = {link.removeprefix("socket:[").removesuffix("]") for link in links if link.startswith("socket:[")}
    rows = [line.split() for line in Path("/proc/net/netlink").read_text().splitlines()]
    drops, inode = rows[0].index("Drops"), rows[0].index("Inode")
    return sum(int(row[drops]) for row in rows[1:] if row[inode] in inodes)
