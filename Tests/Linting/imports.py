"""The order of the modules: each imports modules below it; some are pure."""

import re
from collections import defaultdict

from .declarations import File
from .offences import REPOSITORY, SOURCES, Offences

# A module imports only modules of lower floors that Package.swift gives it.
FLOORS = (
    ("ScreensTool", "ScreensDaemon", "ScreensPowerService"),
    ("ScreensContents", "ScreensLending", "ScreensDoctor"),
    ("ScreensReports",),
    ("ScreensManager",),
    ("ScreensConfiguration",),
    ("ScreensGraphics", "ScreensPictures"),
    ("Screens",),
    ("ScreensKMS", "ScreensUdev", "ScreensEDID", "ScreensVarlink", "ScreensRaster", "ScreensServing", "ScreensCEC"),
    ("ScreensPower",),
    ("ScreensJSON", "ScreensLinux"),
)
# Without a clock, a file or a system call: values in, values out. Modules, folders and files.
PURE = (
    "ScreensEDID",
    "ScreensJSON",
    "ScreensVarlink",
    "ScreensPower",
    "ScreensCEC/CECFollower.swift",
    "ScreensCEC/CECFrame.swift",
    "ScreensCEC/CECMessage.swift",
    "Screens/Model",
    "Screens/Pacing",
    "Screens/Policy",
    "Screens/Capture",
    "Screens/Engine/EventSubscription.swift",
    "ScreensKMS/DriverRules.swift",
    "ScreensKMS/RequestCheck.swift",
    "ScreensConfiguration/Document",
    "ScreensConfiguration/Machine",
    "ScreensConfiguration/Programs",
    "ScreensConfiguration/Settings",
    "ScreensDoctor/ConnectorDiagnosis.swift",
    "ScreensDoctor/Diagnosis.swift",
    "ScreensDoctor/MachineDiagnosis.swift",
    "ScreensTool/Show/ShowReadiness.swift",
    "ScreensTool/Terminal/KeyParser.swift",
)
NOT_PURE = ("Glibc", "Musl", "CScreensLinux", "ScreensLinux")
CLOCKS = re.compile(r"\b(MonotonicTime\.now|ContinuousClock|SuspendingClock)\b")
# The types, by their names, that pure code takes from a module that is not: the point in time, the text of an error
# number, and the failure of a program.
TAKES_TYPES = {
    "ScreensPower": {"ScreensLinux.MonotonicTime"},
    "Screens/Model": {"ScreensLinux.MonotonicTime", "ScreensLinux.SystemError"},
    "ScreensConfiguration/Programs": {"ScreensLinux.MonotonicTime"},
    "ScreensDoctor/Diagnosis.swift": {"ScreensLinux.ExitStatus"},
    "ScreensTool/Show/ShowReadiness.swift": {"ScreensLinux.Failure"},
}
FOUNDATION = ("Foundation", "FoundationEssentials", "FoundationInternationalization")
# The module, and what is imported of it if that is one name.
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal |private )?"
    r"import (?:(?:typealias|struct|class|enum|protocol|let|var|func) )?(\w+)((?:\.\w+)*)",
    re.M,
)


def check_imports(files: list[File], offences: Offences) -> None:
    """Modules import lower ones that the package gives them, a C library has one user, and pure is pure."""
    package = (REPOSITORY / "Package.swift").read_text()
    given = {
        name: set(re.findall(r'"(\w+)"', dependencies))
        for name, dependencies in re.findall(
            r'arget\(\s*name: "(\w+)",\s*dependencies: \[(.*?)\]\s*[,)]', package, re.S
        )
    }
    check_tables(files, offences)
    floors = {name: floor for floor, names in enumerate(FLOORS) for name in names}
    ours = {file.module for file in files} | {folder.name for folder in SOURCES.iterdir()}
    users: dict[str, dict[str, File]] = defaultdict(dict)
    for file in files:
        pure = [place for place in PURE if is_in(file, place)]
        allowed = {name for place, names in TAKES_TYPES.items() if is_in(file, place) for name in names}
        for match in CLOCKS.finditer(file.code) if pure else ():
            offences.add(file.path, file.line(match.start()), f"is pure, and reads {match[1]}", f"pure {pure[0]}")
        if file.module not in floors:
            offences.add(file.path, 1, f"{file.module} has no floor in Tests/lint", f"module {file.module}")
        for match in IMPORT.finditer(file.code):
            name, line = match[1], file.line(match.start(1))
            if name in FOUNDATION:
                offences.add(file.path, line, f"imports {name}", f"foundation {file.module}")
            if name in NOT_PURE and pure and name + match[2] not in allowed:
                offences.add(file.path, line, f"is pure, and imports {name}{match[2]}", f"pure {pure[0]}")
            if name not in ours:
                continue
            if name not in given.get(file.module, ()):
                offences.add(
                    file.path, line, f"imports {name}, which Package.swift does not give it",
                    f"given {file.module} {name}",
                )
            if re.match(r"C[A-Z]", name):
                users[name].setdefault(file.module, file)
            elif floors.get(file.module, 0) >= floors.get(name, len(FLOORS)):
                offences.add(
                    file.path, line, f"{file.module} → {name} does not point down", f"floor {file.module} {name}"
                )
    for name, modules in users.items():
        for module, file in list(modules.items())[1:]:
            text = f"{module} imports {name}, which is {next(iter(modules))}'s"
            offences.add(file.path, 1, text, f"library {module} {name}")


def check_tables(files: list[File], offences: Offences) -> None:
    """Each name in the tables above exists."""
    modules = {file.module for file in files}
    names = [name for floor in FLOORS for name in floor if name not in modules]
    names += [place for place in (*PURE, *TAKES_TYPES) if not any(is_in(file, place) for file in files)]
    for name in names:
        offences.add(REPOSITORY / "Tests/Linting/imports.py", 1, f"{name} does not exist", f"missing {name}")


def is_in(file: File, place: str) -> bool:
    """Whether a file is the place itself, or in its folder."""
    name = str(file.path.relative_to(SOURCES))
    return name == place or name.startswith(place + "/")
