"""The limits of the length of a file, and of a line."""

import re
from pathlib import Path

from .offences import REPOSITORY, Offences

LONGEST = 450
SUFFIXES = (".swift", ".py", ".sh", ".c", ".h")
# The columns of a line of Swift, as in .swift-format, which leaves comments and literals as they are.
WIDEST = 120
# Lines that cannot be broken: rows of a table, and addresses.
UNBREAKABLE = re.compile(r"\s*///? \||.*\S+://\S{60}")


def check_lengths(offences: Offences) -> None:
    """Finds files that are too long, since such a file holds more than one concept, and lines of Swift that are."""
    for folder in ("Sources", "Tests", "examples", "Benchmarks", "bindings/c", "packaging"):
        for path in sorted((REPOSITORY / folder).rglob("*")):
            if {".build", "__pycache__"} & set(path.parts) or not path.is_file() or not is_code(path):
                continue
            text = path.read_text()
            name, lines = path.relative_to(REPOSITORY), text.count("\n")
            if lines > LONGEST:
                offences.add(path, LONGEST + 1, f"has {lines} lines, and may have {LONGEST}", f"length {name}")
            if path.suffix == ".swift":
                for number, width in wide_lines(text):
                    offences.add(path, number, f"has {width} columns, and may have {WIDEST}", f"width {name}")


def wide_lines(text: str):
    """The lines of Swift that are too wide: each with its number, and its width."""
    is_raw = False
    for number, line in enumerate(text.splitlines(), 1):
        # A raw literal of several lines is a file that is printed as it stands.
        is_raw = line.endswith('#"""') or is_raw and '"""#' not in line
        if len(line) > WIDEST and not is_raw and not UNBREAKABLE.match(line):
            yield number, len(line)


def is_code(path: Path) -> bool:
    """Returns whether a file is source code: by its extension, or as a command that a shell or Python runs."""
    if path.suffix:
        return path.suffix in SUFFIXES
    with path.open("rb") as file:
        return file.read(2) == b"#!"
