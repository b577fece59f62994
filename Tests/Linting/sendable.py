"""Declarations that the compiler does not check for races: each has the reason in a comment beside it."""

import re
from pathlib import Path

from .code import without_text
from .offences import REPOSITORY, SOURCES, Offences

UNCHECKED = re.compile(r"@unchecked\s+Sendable|\bnonisolated\(unsafe\)")
# A comment above the declaration, or in its first lines, has one of these words and then the reason.
REASON = re.compile(r"//.*\b(?:un(?:checked|safe))\b.{10}", re.I)
# The number of first lines of a declaration in which the reason may stand.
FIRST = 8
BINDINGS = REPOSITORY / "bindings"


def check_sendable(offences: Offences) -> None:
    """Finds `@unchecked Sendable` and `nonisolated(unsafe)` without a reason."""
    for folder in (SOURCES, BINDINGS):
        for path in sorted(folder.rglob("*.swift")):
            if ".build" not in path.relative_to(REPOSITORY).parts:
                check(path, offences)


def check(path: Path, offences: Offences) -> None:
    source = path.read_text()
    lines = source.splitlines()
    for match in UNCHECKED.finditer(without_text(source)):
        number = source.count("\n", 0, match.start())
        first = number
        while first > 0 and lines[first - 1].lstrip().startswith("//"):
            first -= 1
        if not any(REASON.search(line) for line in lines[first : number + FIRST]):
            text = f"{match[0]} has no comment beside it with the reason: `Unchecked: …` or `Unsafe: …`"
            offences.add(path, number + 1, text, f"unchecked {path.name}")
