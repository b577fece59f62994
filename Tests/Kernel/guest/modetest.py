"""`modetest`, libdrm's own test program: its reading of a card, and its hold of one."""

import re
import subprocess
from dataclasses import dataclass, field

from . import deadline, debugfs
from .program import Program


@dataclass
class Mode:
    """A line of `modetest -c` under `modes:`."""

    index: int
    name: str
    refresh: str
    hdisplay: int
    htotal: int
    vdisplay: int
    vtotal: int
    clock: int
    flags: list[str]
    types: list[str]


@dataclass
class Connector:
    """A connector's line of `modetest -c` with its modes."""

    number: int
    encoder: int
    status: str
    name: str
    width: int
    height: int
    modes: list[Mode] = field(default_factory=list)


_CONNECTOR = re.compile(r"(\d+)\t(\d+)\t(\w+)\t(\S+)\s+(\d+)x(\d+)\t\t(\d+)\t")
_MODE = re.compile(r"  #(\d+) (\S+) ([\d.]+) (\d+) \d+ \d+ (\d+) (\d+) \d+ \d+ (\d+) (\d+) flags: (.*); type: (.*)")


def connectors(driver: str) -> dict[str, Connector]:
    """Returns the connectors of a driver's first card as printed by `modetest -c`, by name."""
    done = subprocess.run(["modetest", "-M", driver, "-c"], stdout=subprocess.PIPE, text=True, check=True)
    return parse(done.stdout)


def parse(text: str) -> dict[str, Connector]:
    """Reads the connectors and modes out of modetest's output."""
    found: dict[str, Connector] = {}
    connector: Connector | None = None
    for line in text.splitlines():
        if match := _CONNECTOR.match(line):
            number, encoder, status, name, width, height, _ = match.groups()
            connector = Connector(int(number), int(encoder), status, name, int(width), int(height))
            found[name] = connector
        elif (match := _MODE.match(line)) and connector is not None:
            index, name, refresh, hdisplay, htotal, vdisplay, vtotal, clock, flags, types = match.groups()
            connector.modes.append(
                Mode(
                    int(index),
                    name,
                    refresh,
                    int(hdisplay),
                    int(htotal),
                    int(vdisplay),
                    int(vtotal),
                    int(clock),
                    _words(flags),
                    _words(types),
                )
            )
    return found


def hold(driver: str, minor: int, connector: int, mode: str, *arguments: str) -> Program:
    """Starts a modetest that is master of the card and shows a mode until its input closes."""
    program = Program(["modetest", "-M", driver, *arguments, "-s", f"{connector}:{mode}"])

    def shows() -> bool:
        assert program.running, f"modetest ended: {program.errors()}"
        return any(allocator == "modetest" for _, allocator, _ in debugfs.shown(minor).values())

    deadline.until(shows, "modetest shows its picture")
    return program


def _words(text: str) -> list[str]:
    return [word for word in text.strip().split(", ") if word]
