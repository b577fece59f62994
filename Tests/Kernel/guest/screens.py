"""The tested program, `screens`."""

import json
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import terminal
from .program import Program

# sysexits.h, as far as the contract names them.
USAGE = 64
NO_SCREEN = 66
NO_CARD = 69
SYSTEM = 71
BUSY = 75
NO_PERMISSION = 77


@dataclass
class Done:
    """The end of a call of the program."""

    code: int
    output: str
    errors: str


def binary() -> str:
    """Returns the program's path."""
    return os.environ["SCREENS_BIN"]


def run(
    *arguments: str,
    environment: dict[str, str] | None = None,
    user: int | None = None,
    groups: Sequence[int] = (),
    seconds: float = 30,
) -> Done:
    """Calls the program, as another user if one is given, and waits for its end."""
    with Program([binary(), *arguments], environment, user=user, groups=groups) as program:
        code = program.wait(seconds)
        return Done(code, program.output(), program.errors())


def document(*arguments: str, **settings):
    """Returns the one JSON document that a call prints, which must succeed without a message."""
    done = run(*arguments, "--json", **settings)
    assert done.code == 0, f"screens {' '.join(arguments)} ended with {done.code}: {done.errors}"
    assert done.errors == "", f"screens {' '.join(arguments)} said: {done.errors}"
    return json.loads(done.output)


def listed(card: str | None = None, **settings) -> dict[str, dict]:
    """Returns the connectors of a card in `list --all`, by name, without writeback connectors."""
    found = document("list", "--all", **settings)
    return {
        screen["name"]: screen
        for screen in found
        if (card is None or screen["card"] == card) and not screen["name"].startswith("Writeback")
    }


def show(*arguments: str, environment: dict[str, str] | None = None) -> Program:
    """Starts `screens show`."""
    return Program([binary(), "show", *arguments], environment)


def on_terminal(number: int, *command: str, environment: dict[str, str] | None = None) -> Program:
    """Starts a command whose controlling terminal is a virtual one."""
    return Program(command, environment, before=lambda: terminal.become_controlling(number))


def watch(environment: dict[str, str] | None = None, **options) -> Program:
    """Starts `screens watch --json`."""
    return Program([binary(), "watch", "--json"], environment, **options)


def statistics(program: Program) -> list[dict]:
    """Returns the screens of the document that `show --stats` prints at its end."""
    return json.loads(program.output())["screens"]


def strace(calls: str, *arguments: str) -> list[str]:
    """Returns the named system calls of a run of the program and all its threads, one line each."""
    with tempfile.NamedTemporaryFile("r", dir="/run") as trace:
        command = [
            "strace", "-f", "--seccomp-bpf", "-qq", "-e", f"trace={calls}", "-o", trace.name, binary(), *arguments,
        ]
        with Program(command) as program:
            assert program.wait(60) == 0, program.errors()
        return list(_whole(trace.read().splitlines()))


def _whole(lines: list[str]) -> Iterator[str]:
    """Returns the calls in the order in which they end: strace breaks the line of a call during which another thread
    makes one."""
    begun: dict[str, str] = {}
    for line in lines:
        thread, call = line.split(maxsplit=1)
        if call.endswith("<unfinished ...>"):
            begun[thread] = line.removesuffix("<unfinished ...>").rstrip()
        elif resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", call):
            yield begun.pop(thread) + resumed[1]
        else:
            yield line
    yield from begun.values()
