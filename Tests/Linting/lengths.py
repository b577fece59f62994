"""The limit of the length of a file."""

from pathlib import Path

from .offences import REPOSITORY, Offences

LONGEST = 450
SUFFIXES = (".swift", ".py", ".sh", ".c", ".h")


def check_lengths(offences: Offences) -> None:
    """Finds files that are too long: such a file holds more than one concept."""
    for folder in ("Sources", "Tests", "examples", "Benchmarks", "bindings/c", "packaging"):
        for path in sorted((REPOSITORY / folder).rglob("*")):
            if {".build", "__pycache__"} & set(path.parts) or not path.is_file() or not is_code(path):
                continue
            lines = path.read_bytes().count(b"\n")
            if lines > LONGEST:
                name = path.relative_to(REPOSITORY)
                offences.add(path, LONGEST + 1, f"has {lines} lines, and may have {LONGEST}", f"length {name}")


def is_code(path: Path) -> bool:
    """Returns whether a file is source code: by its extension, or as a command that a shell or Python runs."""
    if path.suffix:
        return path.suffix in SUFFIXES
    with path.open("rb") as file:
        return file.read(2) == b"#!"
