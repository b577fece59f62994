"""A kernel that the vkms driver has locked up, recognized from outside by the addresses at which its processors stand.

A commit of several CRTCs takes the locks of all, and releases each with interrupts on. If a vblank is due at this
moment, its interrupt waits for the next lock, which the interrupted thread holds, for ever. The kernel's console makes
such commits.
"""

import re

from .qmp import QMP

# The deadlock must be seen so often in a row, because most locks are waited for only a moment.
SIGHTINGS = 3


class Deadlock:
    """Looks for it with the addresses that the guest reports."""

    def __init__(self, processors: int):
        self._processors = processors
        self._waiting: range | None = None
        self._vblank: range | None = None
        self._sightings = 0

    def learn(self, waiting: list[int], vblank: list[int]) -> None:
        """Takes the addresses of the loop that waits for a lock, and of the driver's handler of a vblank."""
        self._waiting, self._vblank = range(*waiting), range(*vblank)

    def is_certain(self, qmp: QMP) -> bool:
        """Examines the processors once more."""
        stands = self._waiting is not None and any(self._stands(qmp, number) for number in range(self._processors))
        self._sightings = self._sightings + 1 if stands else 0
        return self._sightings >= SIGHTINGS

    def _stands(self, qmp: QMP, processor: int) -> bool:
        registers = self._ask(qmp, processor, "info registers")
        found = {name: int(value, 16) for name, value in re.findall(r"\b(RIP|RSP|RFL)=([0-9a-f]+)", registers)}
        interrupts = 1 << 9
        if found["RIP"] not in self._waiting or found["RFL"] & interrupts:
            return False
        stack = self._ask(qmp, processor, f"x /16gx 0x{found['RSP']:x}")
        return any(int(word, 16) in self._vblank for word in re.findall(r"\b0x([0-9a-f]{16})\b", stack))

    @staticmethod
    def _ask(qmp: QMP, processor: int, command: str) -> str:
        return qmp.execute("human-monitor-command", **{"command-line": command, "cpu-index": processor})
