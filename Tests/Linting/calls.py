"""Calls that no code makes, and calls that the main thread does not make."""

import re

from .declarations import File
from .offences import Offences

# Calls that no code makes, and the reason.
NEVER = {"umask": "the mask belongs to all threads: files that others make at that moment get other rights"}
NEVER_CALLED = re.compile(rf"(?<![.\w])({'|'.join(NEVER)})\(")
# No path that a content, a client or the metrics name is touched on the main thread: it may be on a share that hangs.
# The modules whose types belong to the main loop.
MODULES = {"ScreensDaemon", "ScreensContents"}
# Calls that touch a path.
TOUCHES = re.compile(
    r"\b(SymbolicLink\.target|FileVersion\(of:|WatchedPath\(|FolderChanges\(|FolderWatch\(folders:"
    r"|FolderListing\.(?:names|lacks)|SystemFile\.\w+|WholeFile\.\w+|WholeContent\.\w+|InputFile\.\w+|AtomicFile\.\w+"
    r"|PictureInput\.(?:read|check)|PictureFile\.read|PictureFolder\(|MetricsRemedy\.text"
    r"|(?<![.\w])(?<!func )"
    r"(?:l?stat|open|access|readlink|realpath|opendir|unlink|rename|mkdir|chmod|inotify_add_watch)\((?!\)))"
)
# The declaration that a call belongs to.
DECLARATION = re.compile(r"\bfunc\s+(\w+)|\b(deinit|init)\b(?=[?<( {])|\bvar\s+(\w+)\s*:[^=\n{]*\{")
# The file, the declaration ("*" for all of the file), and the reason.
ALLOWED = {
    # On threads of their own.
    ("FolderWatch.swift", "*"): "FolderChanges blocks its thread; FolderWatch(folders:) is for the files of root",
    ("PathVisit.swift", "enter"): "called on a thread that is counted",
    ("PictureFileReader.swift", "reading"): "blocks its thread",
    ("PictureFileReader.swift", "init"): "a prepared picture blocks its thread",
    ("PictureFolder.swift", "*"): "each function blocks its thread",
    ("PictureInput.swift", "*"): "each function blocks its thread",
    ("PictureWatch.swift", "walk"): "on a thread of the watch",
    ("SlideReader.swift", "init"): "the folder as a value, whose functions block",
    ("FollowedFile.swift", "reading"): "blocks its thread",
    ("FollowedText.swift", "reading"): "blocks its thread",
    ("FollowedText.swift", "isInside"): "blocks its thread",
    ("ItemFiles.swift", "problem"): "the work of a thread of PathThreads",
    ("PlaylistSource.swift", "read"): "blocks its thread",
    ("PresentedFile.swift", "init"): "blocks its thread",
    ("VideoContent.swift", "open"): "the work of a thread of PathThreads",
    ("PlaylistText.swift", "read"): "blocks its thread",
    ("SlideReader.swift", "read"): "blocks its thread",
    ("FollowedListContent.swift", "preparation"): "the work of a request, on its thread",
    ("ImageContent.swift", "drawing"): "for a program without a main loop",
    ("MetricsFile.swift", "carryOut"): "blocks its thread",
    ("PlayedFolder.swift", "*"): "each function blocks its thread",
    ("LineFile.swift", "read"): "blocks its thread",
    ("PathWalk.swift", "step"): "blocks its thread",
    # Paths of root, of the kernel, or of the daemon's own folders.
    ("ConfigurationSource.swift", "takeFolder"): "the state folder",
    ("ConfigurationWatch.swift", "renew"): "the files of the configuration and of the time zone",
    ("ControlServer.swift", "*"): "a device",
    ("ListeningSocket.swift", "*"): "the daemon's socket",
    ("OwnTerminal.swift", "*"): "sysfs",
    ("StateLock.swift", "*"): "the state folder",
    ("KernelDisplays.swift", "init"): "sysfs",
}


def check_calls(files: list[File], offences: Offences) -> None:
    """No code makes a call of the first table, and only the listed declarations touch paths."""
    for file in files:
        for match in NEVER_CALLED.finditer(file.code):
            text = f"calls {match[1]}: {NEVER[match[1]]}"
            offences.add(file.path, file.line(match.start()), text, f"call {file.path.name} {match[1]}")
        if file.module not in MODULES:
            continue
        used = set()
        name = file.path.name
        for match in TOUCHES.finditer(file.code):
            before = list(DECLARATION.finditer(file.code, 0, match.start()))
            declared = next(filter(None, before[-1].groups())) if before else "the file"
            allowed = next((key for key in ((name, declared), (name, "*")) if key in ALLOWED), None)
            if allowed:
                used.add(allowed)
                continue
            call = match[1].rstrip("(")
            text = f"{declared} calls {call}, which may hang: use PathThreads, or list it in Tests/Linting/calls.py"
            offences.add(file.path, file.line(match.start()), text, f"path {name} {declared}")
        for key in ALLOWED:
            if key[0] == name and key not in used and file.code.strip():
                text = f"{key[1]} is allowed in Tests/Linting/calls.py, and not there"
                offences.add(file.path, 1, text, f"path {name} unneeded")
