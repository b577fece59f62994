"""The limits of the length of a file, and of a line."""

import re

from .comments import language
from .offences import REPOSITORY, Offences

LONGEST = 450
# The columns of a line, as in .swift-format, which leaves comments and literals as they are.
WIDEST = 120
FOLDERS = (
    "Sources", "Tests", "examples", "Benchmarks", "bindings", "bridges", "player", "words", "packaging",
    "documentation", "systemd", "udev", ".ci",
)
# Folders whose files are one concept, and may be longer: a module of Python is one file.
LONG = ("bindings/python",)
# Outputs that the tests keep as they are, and copies of others' files.
KEPT = {".build", "__pycache__", "Golden", "Interface"}
# Lines that cannot be broken: rows of a table, addresses, and an expression that is a single word.
UNBREAKABLE = re.compile(r"\s*(?:///? ?|[#*] )?\||.*\S+://\S{60}|\s*\S+$")


def check_lengths(offences: Offences) -> None:
    """Finds files that are too long, since such a file holds more than one concept, and lines that are too wide."""
    roots = [path for folder in FOLDERS for path in sorted((REPOSITORY / folder).rglob("*"))]
    for path in [*roots, *sorted(REPOSITORY.glob("*.md")), REPOSITORY / "Package.swift"]:
        if KEPT & set(path.parts) or not path.is_file() or not (kind := language(path)):
            continue
        text = path.read_text()
        name = str(path.relative_to(REPOSITORY))
        lines = text.count("\n")
        is_code = kind in ("swift", "c", "python") or kind == "hash" and path.suffix in ("", ".sh")
        if is_code and lines > LONGEST and not name.startswith(LONG):
            offences.add(path, LONGEST + 1, f"has {lines} lines, and may have {LONGEST}", f"length {name}")
        for number, width in wide_lines(text):
            offences.add(path, number, f"has {width} columns, and may have {WIDEST}", f"width {name}")


def wide_lines(text: str):
    """The lines that are too wide: each with its number, and its width."""
    is_raw = False
    for number, line in enumerate(text.splitlines(), 1):
        # A raw literal of Swift of several lines is a file that is printed as it stands.
        is_raw = line.endswith('#"""') or is_raw and '"""#' not in line
        if len(line) > WIDEST and not is_raw and not UNBREAKABLE.match(line):
            yield number, len(line)
