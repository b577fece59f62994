"""Conditions that many tests wait for: a picture on a screen, the console back in its place."""

from collections.abc import Callable

from . import deadline, debugfs, hostlink, readback
from .picture import Picture, difference, from_ppm
from .program import Program


def until_shown(
    program: Program,
    minor: int,
    connector: str,
    name: str | None = None,
    seconds: float = deadline.DEFAULT,
    interval: float | None = None,
) -> str:
    """Waits until a program's own framebuffer is on a connector, in the mode of that name if one is given.

    Returns the mode.
    """

    def shows() -> str | None:
        crtc = debugfs.crtc_of(minor, connector)
        if crtc is None or crtc.values["active"] != "1":
            return None
        _, allocator, mode = debugfs.shown(minor).get(crtc.name, ("", debugfs.CONSOLE, ""))
        if allocator == debugfs.CONSOLE or (name is not None and not mode.startswith(f'"{name}"')):
            return None
        return mode

    what = f"{program} shows its picture on {connector}" + (f" in {name}" if name else "")
    return program.until(shows, what, seconds, interval)


def until_dark(
    program: Program, minor: int, connector: str, seconds: float = deadline.DEFAULT, interval: float | None = None
) -> None:
    """Waits until nothing drives a connector."""
    program.until(lambda: debugfs.crtc_of(minor, connector) is None, f"{connector} is off", seconds, interval)


def until_on_screen(device: str, expected: Picture, head: int = 0, by_line: bool = False) -> None:
    """Waits until QEMU would draw exactly this picture in its window; `by_line` as in `HostLink.screendump`."""

    def right() -> bool:
        wrong = difference(from_ppm(hostlink.link().screendump(device, head, by_line)), expected)
        assert wrong is None, wrong
        return True

    deadline.until(right, f"the picture on {device}", interval=0.1)


def until_scanned_out(
    program: Program,
    minor: int,
    connector: str,
    wrong: Callable[[Picture], str | None],
    read: Callable[[int, int, str], Picture] = readback.scanned_out,
) -> None:
    """Waits until nothing is wrong with the pixels that leave a connector's CRTC.

    The pixels may be wrong at first, since a mode comes up black, before the first frame.
    """

    def right() -> bool:
        fault = wrong(read(program.pid, minor, connector))
        assert fault is None, fault
        return True

    program.until(right, f"the picture on {connector}")


def books(minor: int) -> tuple:
    """Returns the kernel's state of a card: its picture, its framebuffers, its open files."""
    clients = [(client.command, client.process) for client in debugfs.clients(minor)]
    return debugfs.shown(minor), debugfs.framebuffers(minor), clients


def until_books(minor: int, expected: tuple) -> None:
    """Waits until a card has its former state."""

    def same() -> bool:
        found = books(minor)
        assert found == expected, f"{found} instead of {expected}"
        return True

    deadline.until(same, f"card{minor} is as it was")
