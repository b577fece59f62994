"""Calls that no code makes."""

import re

from .declarations import File
from .offences import Offences

# Calls that no code makes, and the reason.
NEVER = {"umask": "the mask belongs to all threads: files that others make at that moment get other rights"}
NEVER_CALLED = re.compile(rf"(?<![.\w])({'|'.join(NEVER)})\(")


def check_calls(files: list[File], offences: Offences) -> None:
    """No code makes a call of the table."""
    for file in files:
        for match in NEVER_CALLED.finditer(file.code):
            text = f"calls {match[1]}: {NEVER[match[1]]}"
            offences.add(file.path, file.line(match.start()), text, f"call {file.path.name} {match[1]}")
