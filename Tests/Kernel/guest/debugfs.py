"""The kernel's own state of a card, read from debugfs."""

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path("/sys/kernel/debug/dri")

# The name that the kernel gives as the allocator of a framebuffer of its console.
CONSOLE = "[fbcon]"


@dataclass
class Client:
    """An open file of a card, a line of `clients`."""

    command: str
    process: int
    minor: int
    master: bool


@dataclass
class Block:
    """One plane, CRTC or connector of `state` with its values; the values of a framebuffer are in its plane's."""

    kind: str
    number: int
    name: str
    values: dict[str, str] = field(default_factory=dict)


_BLOCK = re.compile(r"(plane|crtc|connector)\[(\d+)\]: (.*)")
_FRAMEBUFFER = re.compile(r"framebuffer\[(\d+)\]:")


def _read(minor: int, file: str) -> str:
    return (ROOT / str(minor) / file).read_text()


def clients(minor: int) -> list[Client]:
    """Returns the programs that have the card open, without the console's own client."""
    found = []
    for line in _read(minor, "clients").splitlines()[1:]:
        # The name of a command may hold spaces: read from its end.
        match = re.match(r"\s*(.*?)\s+(\d+)\s+(\d+)\s+([yn])\s+([yn])\s", line)
        assert match, f"a line of clients that is not understood: {line!r}"
        command, process, device, master, _ = match.groups()
        found.append(Client(command, int(process), int(device), master == "y"))
    return found


def master(minor: int) -> str | None:
    """Returns the command of the program that is the card's master."""
    for client in clients(minor):
        if client.master:
            return client.command
    return None


def state(minor: int) -> list[Block]:
    """Returns all planes, CRTCs and connectors with their present state."""
    blocks: list[Block] = []
    for line in _read(minor, "state").splitlines():
        if match := _BLOCK.match(line):
            blocks.append(Block(match[1], int(match[2]), match[3]))
        elif blocks:
            key, separator, value = line.strip().partition("=")
            if not separator:
                key, separator, value = line.strip().partition(": ")
            if separator:
                # The first value counts: the values of the framebuffer's layers repeat some names.
                blocks[-1].values.setdefault(key.strip(), value.strip())
    return blocks


def connector(minor: int, name: str) -> Block:
    return _named(state(minor), minor, "connector", name)


def crtc_of(minor: int, connector_name: str) -> Block | None:
    """Returns the CRTC that drives a connector, if any."""
    blocks = state(minor)
    crtc = _named(blocks, minor, "connector", connector_name).values["crtc"]
    return None if crtc == "(null)" else _named(blocks, minor, "crtc", crtc)


def lit(minor: int) -> list[str]:
    """Returns the names of the active CRTCs."""
    return [block.name for block in state(minor) if block.kind == "crtc" and block.values.get("active") == "1"]


def primary_of(minor: int, crtc: str) -> Block | None:
    """Returns the plane with a framebuffer on a CRTC."""
    for block in state(minor):
        if block.kind == "plane" and block.values["crtc"] == crtc and block.values["fb"] != "0":
            return block
    return None


def shown(minor: int) -> dict[str, tuple[str, str, str]]:
    """Returns what a person would see on each lit CRTC: the framebuffer, its allocator, the mode."""
    blocks = state(minor)
    crtcs = [block for block in blocks if block.kind == "crtc" and block.values.get("active") == "1"]
    found = {}
    for crtc in crtcs:
        for plane in blocks:
            if plane.kind == "plane" and plane.values["crtc"] == crtc.name and plane.values["fb"] != "0":
                found[crtc.name] = (plane.values["fb"], plane.values["allocated by"], crtc.values["mode"])
    return found


def framebuffers(minor: int) -> dict[int, str]:
    """Returns all framebuffers of the card, with their allocators."""
    found: dict[int, str] = {}
    number = None
    for line in _read(minor, "framebuffer").splitlines():
        if match := _FRAMEBUFFER.match(line):
            number = int(match[1])
        elif number is not None and line.startswith("\tallocated by = "):
            found[number] = line.removeprefix("\tallocated by = ")
    return found


def _named(blocks: list[Block], minor: int, kind: str, name: str) -> Block:
    for block in blocks:
        if block.kind == kind and block.name == name:
            return block
    raise AssertionError(f"card{minor} has no {kind} {name}")
