"""The resources that a program holds, of the process and of a card: a leak makes them grow."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from . import debugfs, drm, processes
from .program import Program


# More than the possible gaps between the taken numbers.
_PROBES = 64


@dataclass(frozen=True)
class Footprint:
    """The resources of a program at a moment when it has settled."""

    # The descriptors by what they refer to.
    descriptors: Counter[str]
    # The program's own threads by name, without threads of the Swift runtime.
    threads: Counter[str]
    framebuffers: int
    handles: int
    # The property blobs, together with framebuffers and the card's own objects, which do not change.
    objects: int
    kilobytes: int

    @classmethod
    def of(cls, program: Program, minor: int) -> "Footprint":
        """Measures a program that is master of a card."""
        # The kernel gives the lowest free numbers: once the gaps are filled, the last number is the count.
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
        """Returns the resources, except memory, of which it holds more than before."""
        more = {
            name: getattr(self, name) - getattr(earlier, name) for name in self.__dict__ if name != "kilobytes"
        }
        return {name: count for name, count in more.items() if (count if isinstance(count, Counter) else count > 0)}


def lost_messages(program: Program) -> int:
    """Returns how many messages the kernel could not put into the program's netlink sockets."""
    links = [path for _, path in processes.open_files(program.pid)]
    inodes = {link.removeprefix("socket:[").removesuffix("]") for link in links if link.startswith("socket:[")}
    rows = [line.split() for line in Path("/proc/net/netlink").read_text().splitlines()]
    drops, inode = rows[0].index("Drops"), rows[0].index("Inode")
    return sum(int(row[drops]) for row in rows[1:] if row[inode] in inodes)
