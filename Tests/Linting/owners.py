"""Ownership of state and names: only a type's own file sets its stored properties, and each type has a unique name."""

import re

from .declarations import File
from .offences import Offences

OPEN = re.compile(r"\b(?:internal|package)\(set\)[^\n]*?\bvar\s+(\w+)")
# A type at file level that other files see.
TYPE = re.compile(
    r"^(?!.*\b(?:private|import)\b)(?:@\w+\s+)*(?:[a-z]+ )*(?:struct|class|enum|actor|protocol) (\w+)", re.M
)
# The names of several types: each program has one, or a module's internal type is named like another module's public
# type.
SEVERAL = {"Main", "TextLayout"}


def check_owners(files: list[File], offences: Offences) -> None:
    """Finds stored properties that other files set: all properties of an object, and properties of a value in an
    extension."""
    stored: dict[tuple[str, tuple[str, ...], str], File] = {}
    for file in files:
        for line, owner, kind, name in file.open:
            stored[file.module, owner, name] = file
            if kind in ("class", "actor") and owner[-1] not in file.private:
                text = f"{'.'.join(owner)}.{name} is stored in a {kind}, and can be set from other files"
                offences.add(file.path, line, text, f"open {file.module} {'.'.join(owner)}.{name}")
        for match in OPEN.finditer(file.code):
            line = file.line(match.start())
            offences.add(
                file.path, line, f"{match[1]} can be set from other files", f"open set {file.module} {match[1]}"
            )
    for file in files:
        for line, owner, name in file.sets:
            home = stored.get((file.module, owner, name))
            if home and home is not file:
                text = f"sets {'.'.join(owner)}.{name}, which is stored in {home.path.name}"
                offences.add(file.path, line, text, f"set {file.module} {'.'.join(owner)}.{name}")


def check_names(files: list[File], offences: Offences) -> None:
    """Finds types with the same name, even in different modules: a reader searches for the name."""
    homes: dict[str, File] = {}
    for file in files:
        for match in TYPE.finditer(file.code):
            home = homes.setdefault(match[1], file)
            if home is not file and match[1] not in SEVERAL:
                text = f"{match[1]} is the name of another type in {home.module}/{home.path.name}"
                offences.add(file.path, file.line(match.start()), text, f"name {file.module} {match[1]}")
