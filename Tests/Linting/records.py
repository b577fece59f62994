"""The daemon keeps the state of a screen in its record: nothing else has a dictionary or a set keyed by one."""

import re

from .declarations import File
from .offences import Offences

MODULES = {"ScreensDaemon", "ScreensContents"}
# Has the records. A screen is known by its qualified name, by its connection, or by the display on it.
TABLE = "ScreenRecords.swift"
KEY = r"\s*(String|ScreenID|DisplayKey|ScreenRecord|ObjectIdentifier)\s*"
# A type that is keyed by one, wherever it stands: behind a colon, before a call, or in another type. The parameters of
# calls are not state.
KEYED = re.compile(rf"\[{KEY}:(?!\s*JSONValue\b)|\bSet\s*<{KEY}>|\bDictionary\s*<{KEY},(?!\s*JSONValue\b)")
# The declaration that a type belongs to is the last one before it.
DECLARATION = re.compile(r"\b(?:var|let|func|typealias|init|subscript)\b\s*(\w*)")
# Texts that do not name screens, and the one table that the threads of screens read: the file, the name, and the
# reason.
ALLOWED = {
    ("ConfigurationSource.swift", "seen"): "names of files",
    ("ConfigurationSource.swift", "nextSettings"): "keys of settings",
    ("ConfigurationWatch.swift", "names"): "names of files",
    ("ScreenPlaces.swift", "all"): "the threads of screens draw by it, and cannot read the records of the main thread",
    ("EventLog.swift", "cardProblems"): "texts of problems of cards",
    ("MethodTable.swift", "byName"): "names of methods",
    ("PictureFileReader.swift", "prepared"): "paths of pictures",
    ("PathThreads.swift", "fileSystems"): "numbers of file systems",
    ("SlideReader.swift", "failures"): "names of pictures",
    ("ItemFiles.swift", "checked"): "paths of files",
    ("KernelDisplays.swift", "files"): "the connectors of sysfs, with those of other cards, compared as a whole",
    ("WatchedPath.swift", "folders"): "paths of folders",
    ("WatchedPath.swift", "names"): "names of files",
}


def check_records(files: list[File], offences: Offences) -> None:
    """No declaration of the daemon but the records has a dictionary or a set keyed by a screen."""
    for file in files:
        if file.module not in MODULES or file.path.name == TABLE:
            continue
        used = set()
        for match in KEYED.finditer(file.code):
            before = DECLARATION.findall(file.code, 0, match.start())
            declared = before[-1] if before else "the file"
            if (file.path.name, declared) in ALLOWED:
                used.add(declared)
                continue
            key = match[1] or match[2] or match[3]
            text = f"{declared} is keyed by {key}: the state of a screen is a part of its ScreenRecord"
            offences.add(file.path, file.line(match.start()), text, f"record {file.path.name} {declared}")
        for home, name in ALLOWED:
            if home == file.path.name and name not in used and file.code.strip():
                text = f"{name} is allowed in Tests/Linting/records.py, and not there"
                offences.add(file.path, 1, text, f"record {home} {name} unneeded")
