"""Cases of the self-test: a small tree with files, and the offences in it."""

from dataclasses import dataclass, field

from .lengths import LONGEST, WIDEST
from .pixels import LOOPS

ENGINE = "Sources/Screens/Engine/Engine.swift"
MODEL = "Sources/Screens/Model/Model.swift"
HEADER = "bindings/c/Sources/CScreens/include/screens.h"


@dataclass
class Case:
    """Files, and a part of each offence that they are, as `FILE:LINE: …`."""

    name: str
    files: dict[str, str]
    offences: list[str] = field(default_factory=list)


CASES = [
    Case("a tree without offences", {}),
    Case(
        "an import of a higher module",
        {"Sources/ScreensKMS/Up.swift": "import Screens\n"},
        [
            "Sources/ScreensKMS/Up.swift:1: imports Screens, which Package.swift",
            "Sources/ScreensKMS/Up.swift:1: ScreensKMS → Screens does not",
        ],
    ),
    Case(
        "an import that the package does not give",
        {"Sources/ScreensEDID/Json.swift": "import ScreensJSON\n"},
        ["Sources/ScreensEDID/Json.swift:1: imports ScreensJSON, which Package.swift"],
    ),
    Case(
        "Foundation",
        {"Sources/ScreensKMS/New.swift": "\nimport Foundation\n"},
        ["Sources/ScreensKMS/New.swift:2: imports Foundation"],
    ),
    Case(
        "a C library with two users",
        {
            "Sources/ScreensKMS/A.swift": "import CScreensDRM\n",
            "Sources/ScreensUdev/B.swift": "private import CScreensDRM\n",
        },
        [
            "Sources/ScreensUdev/B.swift:1: imports CScreensDRM, which Package.swift",
            "Sources/ScreensUdev/B.swift:1: ScreensUdev imports CScreensDRM, which is ScreensKMS's",
        ],
    ),
    Case(
        "a module without a floor",
        {"Sources/Extra/Extra.swift": "let extra = 1\n"},
        ["Sources/Extra/Extra.swift:1: Extra has no floor"],
    ),
    Case(
        "pure code that calls the system",
        {"Sources/Screens/Policy/Files.swift": "import Glibc\n"},
        ["Sources/Screens/Policy/Files.swift:1: is pure, and imports Glibc"],
    ),
    Case(
        "pure code that imports a module as a whole for a type",
        {MODEL: "import ScreensLinux\n"},
        [f"{MODEL}:1: is pure, and imports ScreensLinux"],
    ),
    Case(
        "pure code that takes another type",
        {MODEL: "import struct ScreensLinux.SystemFile\n"},
        [f"{MODEL}:1: is pure, and imports ScreensLinux.SystemFile"],
    ),
    Case("pure code that takes a type by its name", {MODEL: "import struct ScreensLinux.MonotonicTime\n"}),
    Case(
        "pure code that reads a clock",
        {MODEL: "let start = MonotonicTime.now\n"},
        [f"{MODEL}:1: is pure, and reads MonotonicTime.now"],
    ),
    Case("an import in a comment or a text", {MODEL: '// import Glibc\nlet text = """\n    import Glibc\n    """\n'}),
    Case(
        "an arrow up",
        {ENGINE: "struct Motor {}\n", MODEL: "struct Part {\n    let motor: Motor\n}\n"},
        [f"{MODEL}:2: Screens: Model → Engine by Motor"],
    ),
    *[
        Case(
            f"an arrow up in {module}",
            {
                f"Sources/{module}/{high}/{high}.swift": "struct Motor {}\n",
                f"Sources/{module}/{low}/{low}.swift": "struct Part {\n    let motor: Motor\n}\n",
            },
            [f"Sources/{module}/{low}/{low}.swift:2: {module}: {low} → {high} by Motor"],
        )
        for module, high, low in (
            ("ScreensDaemon", "Control", "Runtime"),
            ("ScreensTool", "Commands", "Terminal"),
            ("ScreensConfiguration", "Machine", "Settings"),
            ("ScreensManager", "Documents", "Control"),
        )
    ],
    Case(
        "a circle of folders",
        {
            "Sources/ScreensKMS/Left/A.swift": "struct A {\n    let b: B\n    let c: C\n}\n",
            "Sources/ScreensKMS/Right/B.swift": "struct B {\n    let a: A?\n}\nstruct C {}\n",
        },
        ["Sources/ScreensKMS/Right/B.swift:2: ScreensKMS: Right → Left by A"],
    ),
    Case(
        "a folder that has no room",
        {"Sources/Screens/Attic/Old.swift": "struct Old {}\n"},
        ["Sources/Screens/Attic/Old.swift:1: folder Attic has no place"],
    ),
    Case(
        "a file beside folders that has no room",
        {"Sources/ScreensManager/Old.swift": "struct Old {}\n"},
        ["Sources/ScreensManager/Old.swift:1: folder . has no place"],
    ),
    Case(
        "a property of a class that any file can set",
        {ENGINE: "final class Motor {\n    var speed = 0\n}\n"},
        [f"{ENGINE}:2: Motor.speed is stored in a class"],
    ),
    Case(
        "a property that an extension in another file sets",
        {
            ENGINE: "struct Motor {\n    var speed = 0\n}\n",
            "Sources/Screens/Engine/Motor+Stop.swift": (
                "extension Motor {\n    mutating func stop() {\n        speed = 0\n    }\n}\n"
            ),
        },
        ["Sources/Screens/Engine/Motor+Stop.swift:3: sets Motor.speed, which is stored in Engine.swift"],
    ),
    Case(
        "a property of a value that any file can set",
        {ENGINE: "struct Motor {\n    public internal(set) var speed = 0\n}\n"},
        [f"{ENGINE}:2: speed can be set from other files"],
    ),
    *[
        Case(
            f"{text} without a reason",
            {ENGINE: f"/// {comment}\n{declared}\n"},
            [f"{ENGINE}:2: {text} has no comment"],
        )
        for text, comment, declared in (
            ("@unchecked Sendable", "The state of a motor.", "final class Motor: @unchecked Sendable {}"),
            ("@unchecked Sendable", "Unchecked.", "final class Motor: @unchecked Sendable {}"),
            ("nonisolated(unsafe)", "The motor.", "nonisolated(unsafe) let motor = 1"),
        )
    ],
    Case(
        "types that are not checked, with their reasons before them and behind the first line",
        {
            ENGINE: "struct Motor: @unchecked Sendable {\n    // Unchecked because of the pointer: only read.\n}\n",
            MODEL: "/// A part.\n///\n/// Unsafe: set once.\nnonisolated(unsafe) let part = 1\n",
        },
    ),
    Case(
        "a type that is not checked, and the reason of another one",
        {
            "bindings/c/Motor.swift": (
                "// Unchecked: only one thread has it.\nfinal class Motor: @unchecked Sendable {}\n\n"
                "final class Engine: @unchecked Sendable {}\n"
            )
        },
        ["bindings/c/Motor.swift:4: @unchecked Sendable has no comment"],
    ),
    *[
        Case(
            f"state of a screen beside its record, as {kind}",
            {
                "Sources/ScreensDaemon/Content/New.swift": (
                    f"final class New {{\n    private var shown: {kind} = []\n}}\n"
                )
            },
            [f"Sources/ScreensDaemon/Content/New.swift:2: shown is keyed by {key}"],
        )
        for kind, key in (
            ("[String: Int]", "String"),
            ("[ScreenID: Screen]", "ScreenID"),
            ("Set<String>", "String"),
            ("Set<ScreenID>", "ScreenID"),
            ("[DisplayKey: Int]", "DisplayKey"),
        )
    ],
    *[
        Case(
            f"state of a screen beside its record, declared by '{declared}'",
            {"Sources/ScreensDaemon/Content/New.swift": f"final class New {{\n    private let shown{declared}\n}}\n"},
            [f"Sources/ScreensDaemon/Content/New.swift:{line}: shown is keyed by {key}"],
        )
        for declared, line, key in (
            (" = Set<String>()", 2, "String"),
            (" = [ScreenID: Screen]()", 2, "ScreenID"),
            (": Dictionary<ScreenID, Screen>", 2, "ScreenID"),
            (" = Mutex<[String: Int]>([:])", 2, "String"),
            (":\n        [\n            DisplayKey: Int\n        ] = [:]", 3, "DisplayKey"),
        )
    ],
    Case(
        "the records of screens, and parameters of a call",
        {
            "Sources/ScreensDaemon/Screens/ScreenRecords.swift": (
                "final class ScreenRecords {\n    private var all: [String: Int] = [:]\n}\n"
            ),
            "Sources/ScreensDaemon/Control/Calls.swift": "func set(_ parameters: [String: JSONValue]) {}\n",
        },
    ),
    Case(
        "an exception of the records that is not needed",
        {"Sources/ScreensDaemon/Service/EventLog.swift": "final class EventLog {}\n"},
        ["Sources/ScreensDaemon/Service/EventLog.swift:1: cardProblems is allowed"],
    ),
    Case(
        "a call that no code makes",
        {"Sources/ScreensKMS/New.swift": "func write() {\n    let mask = umask(0)\n}\n"},
        ["Sources/ScreensKMS/New.swift:2: calls umask: the mask belongs"],
    ),
    Case(
        "a path that the main thread touches",
        {
            "Sources/ScreensDaemon/Content/New.swift": (
                "func show(_ path: String) {\n    _ = FileVersion(of: path)\n"
                "    var found = stat()\n    lstat(path, &found)\n}\n"
            )
        },
        [
            f"Sources/ScreensDaemon/Content/New.swift:{line}: show calls {call}, which may hang"
            for line, call in ((2, "FileVersion(of:"), (4, "lstat"))
        ],
    ),
    Case(
        "a path that another thread touches",
        {
            "Sources/ScreensContents/Files/PathVisit.swift": (
                "func enter(_ path: String) {\n    _ = WatchedPath(path)\n}\n"
            )
        },
    ),
    Case(
        "an exception of the calls that is not needed",
        {"Sources/ScreensContents/Files/PathVisit.swift": "func enter(_ path: String) {}\n"},
        ["Sources/ScreensContents/Files/PathVisit.swift:1: enter is allowed in Tests/Linting/calls.py"],
    ),
    Case(
        "two types of one name",
        {ENGINE: "struct Motor {}\n", "Sources/ScreensTool/Motor.swift": "/// A second motor.\nenum Motor {}\n"},
        ["Sources/ScreensTool/Motor.swift:2: Motor is the name of another type in Screens/Engine.swift"],
    ),
    Case(
        "two private types of one name",
        {ENGINE: "struct Motor {}\n", "Sources/ScreensTool/Motor.swift": "private enum Motor {}\n"},
    ),
    Case(
        "private properties",
        {ENGINE: "final class Motor {\n    private var speed = 0\n    private(set) var load = 0\n}\n"},
    ),
    Case("a long file", {ENGINE: "\n" * (LONGEST + 1)}, [f"{ENGINE}:{LONGEST + 1}: has {LONGEST + 1} lines"]),
    Case(
        "a long script",
        {"Tests/long": "#!/bin/sh\n" + "\n" * LONGEST},
        [f"Tests/long:{LONGEST + 1}: has {LONGEST + 1} lines"],
    ),
    *[
        Case(
            f"a wide line of {kind}",
            {ENGINE: f"let one = 1\n{line}\n"},
            [f"{ENGINE}:2: has {len(line)} columns, and may have {WIDEST}"],
        )
        for kind, line in (("code", f"let two = {'1' * WIDEST}"), ("a comment", f"/// {'a ' * (WIDEST // 2)}"))
    ],
    Case(
        "lines of the right width, rows of a table, addresses, and a file in a literal",
        {
            ENGINE: f"// {'a' * (WIDEST - 3)}\n/// | {'a ' * WIDEST}|\n// See https://{'a' * WIDEST}\n"
            f"let one = #\"\"\"\n  {'a' * WIDEST}\n  \"\"\"#\n"
        },
    ),
    *[
        Case(f"a wide line of {name}", {name: f"{first}{before}{'a ' * WIDEST}\n"}, [f"{name}:{line}: has"])
        for name, first, before, line in (
            ("Tests/new.py", "", "# ", 1), ("Tests/new", "#!/bin/bash\n", "echo ", 2), ("Tests/new.c", "", "// ", 1),
            ("README.md", "", "", 1), ("CONTRIBUTING.md", "```\n", "", 2), ("udev/new.rules", "", "# ", 1),
        )
    ],
    Case("a row of a table in a document, and an output that is kept", {
        "README.md": f"| {'a ' * WIDEST}|\n", "Tests/New/Golden/a.md": f"{'a ' * WIDEST}\n"}),
    Case(
        "a wide line behind a file in a literal",
        {ENGINE: f"let one = #\"\"\"\n  \"\"\"#\n// {'a' * WIDEST}\n"},
        [f"{ENGINE}:3: has"],
    ),
    Case(
        "loops over pixels outside of the kernels",
        {
            ENGINE: "func mix(_ pixels: [UInt32], _ source: [UInt32]) {\n    for y in 0..<9 {\n"
            "        for x in 0..<9 { target[y * 9 + x] = source[x] }\n    }\n"
            "    var n = 0\n    while n < 9 {\n        pixels[n] = 0\n        n &+= 1\n    }\n"
            "    _ = pixels.map { $0 }\n}\n"
        },
        [
            f"{ENGINE}:2: runs over pixels",
            f"{ENGINE}:3: runs over pixels",
            f"{ENGINE}:6: runs over pixels",
            f"{ENGINE}:10: runs over pixels",
        ],
    ),
    *[
        Case(
            f"a loop over pixels as '{loop}'",
            {ENGINE: f"func mix() {{\n    {loop}\n}}\n"},
            [f"{ENGINE}:2: runs over pixels"],
        )
        for loop in (
            "for p in pixels { add(p) }",
            "for p in picture.pixels where p != 0 { add(p) }",
            "for p in pixels[0..<9] { add(p) }",
            "for x in 0..<9 { let place = y * 9 + x; pixels[place] = 0 }",
            "for x in 0..<9 { let (one, other) = (x, 9 - x); swap(pixels[one], pixels[other]) }",
            "for place in pixels.indices { add(place) }",
            "pixels.indices.forEach { add($0) }",
            "_ = pixels.lazy.filter { $0 != 0 }",
            "(0..<9).forEach { pixels[$0] = 0 }",
            "stride(from: 0, to: 9, by: 2).forEach { x in pixels[x + 1] = 0 }",
            "repeat { n -= 1; pixels[n] = 0 } while n > 0",
        )
    ],
    Case(
        "loops over rows of pixels, over other things, and in the kernels",
        {
            ENGINE: "func copy(_ rows: [UInt32]) {\n    for y in 0..<9 { put(pixels[y * 9..<y * 9 + 9]) }\n"
            "    for index in 0..<9 { screens[index].show() }\n"
            "    for row in pixels.rows { put(row) }\n    rows.forEach { put($0) }\n}\n",
            "Sources/ScreensRaster/Kernel.swift": "func fill() {\n    for x in 0..<9 { pixels[x] = 0 }\n}\n",
        },
    ),
    Case(
        "an exception for pixels that is not needed",
        {f"Sources/{next(iter(LOOPS))}": "\n"},
        [f"Tests/Linting/pixels.py:1: {next(iter(LOOPS))} has no loop over pixels"],
    ),
    Case(
        "a promise with its test",
        {
            "SECURITY.md": "[`itHolds`](Tests/A.swift), [`test_it`](Tests/a.py), [`units`](Tests/Service/units)\n",
            "Tests/A.swift": "@Test func itHolds() {}\n",
            "Tests/a.py": "def test_it(self):\n    pass\n",
            "Tests/Service/units": "#!/bin/bash\n",
        },
    ),
    Case(
        "a promise whose test has gone",
        {
            "SECURITY.md": "\n[`test_it`](Tests/a.py), [`b`](Tests/b)\n",
            "Tests/a.py": "def test_it_all(self):\n    pass\n",
        },
        ["SECURITY.md:2: names the test test_it, which Tests/a.py", "SECURITY.md:2: names the test b, which Tests/b"],
    ),
    Case(
        "a header of another version",
        {HEADER: '\n#define SCREENS_VERSION "1.2.4"\n'},
        [f"{HEADER}:2: has version 1.2.4, and VERSION has 1.2.3"],
    ),
    Case(
        "a changelog without the version",
        {"CHANGELOG.md": "## Unreleased\n\n## 1.2.2 - 2020-01-01\n"},
        ["CHANGELOG.md:3: has version 1.2.2"],
    ),
    Case(
        "a version of another form",
        {"VERSION": "1.2\n"},
        ["CHANGELOG.md:1: has version", "VERSION:1: is not one line", f"{HEADER}:1: has version"],
    ),
]
# Files that the tree lacks in a case of its own: a name in a table that is not there.
ABSENT = [
    Case(
        "a floor without its module",
        {"Sources/ScreensVarlink/ScreensVarlink.swift": ""},
        [
            "Tests/Linting/imports.py:1: ScreensVarlink does not exist",
            "Tests/Linting/imports.py:1: ScreensVarlink does not exist",
        ],
    ),
    Case(
        "a pure file that does not exist",
        {"Sources/ScreensKMS/RequestCheck.swift": ""},
        ["Tests/Linting/imports.py:1: ScreensKMS/RequestCheck.swift does not exist"],
    ),
    Case(
        "a room that does not exist",
        {"Sources/Screens/Sharing/Sharing.swift": ""},
        ["Tests/Linting/folders.py:1: Screens/Sharing does not exist"],
    ),
]
