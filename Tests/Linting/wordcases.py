"""Cases of the self-test for words."""

from .cases import ENGINE, Case
from .words import ALLOWED

PLAIN_FILE = "Sources/Screens/Capture/New.swift"

WORD_CASES = [
    Case(
        "a clause as the subject of a comment",
        {ENGINE: "/// Which cards are used.\n"},
        [f"{ENGINE}:1: 'Which': a relative clause"],
    ),
    Case(
        "a clause as the subject of a second sentence",
        {ENGINE: "// It waits. What is lit stays.\n"},
        [f"{ENGINE}:1: 'What': a relative clause"],
    ),
    Case("a question", {"README.md": "Which card is used?\n"}),
    Case(
        "a word that is not used, behind code", {ENGINE: "let one = 1  // Set anew.\n"}, [f"{ENGINE}:1: 'anew': again"]
    ),
    Case(
        "a word that is not used, in a document",
        {"README.md": "The mode goes by the clock.\n"},
        ["README.md:1: 'goes by': use"],
    ),
    Case(
        "a word that is not used, in a script of Python",
        {"Tests/a.py": "# It asks for a mode.\n"},
        ["Tests/a.py:1: 'asks for': request"],
    ),
    Case(
        "a word that is not used, in the name of a function",
        {ENGINE: "func tellsMaker() {}\n"},
        [f"{ENGINE}:1: 'tells': report", f"{ENGINE}:1: 'maker': manufacturer"],
    ),
    Case("is no", {ENGINE: "/// A path is no file.\n"}, [f"{ENGINE}:1: 'is no file': for `is not a`"]),
    *[
        Case(
            f"a doc comment that begins with '{first}'",
            {PLAIN_FILE: f"let one = 1\n/// {first} {rest}\n"},
            [f"{PLAIN_FILE}:2: '{first}': a fragment"],
        )
        for first, rest in (
            ("Of", "the framebuffer."), ("By", "number."), ("So", "many."), ("When", "it began."),
            ("With", "a card it begins."), ("Between", "two flips it waits."), ("It", "is opened."),
            ("There", "are no bytes."),
        )
    ],
    *[
        Case(
            f"a comment that begins with '{first}'",
            {ENGINE: f"let one = 1\n// {first} {rest}\n"},
            [f"{ENGINE}:2: '{first}': a fragment: begin with the subject"],
        )
        for first, rest in (("Of", "two mounts the later one counts."), ("By", "number, because"), ("As", "cage does."))
    ],
    Case(
        "comments that begin with a condition, and the second line of a comment",
        {"Tests/a.py": "# As long as it waits, it is lit.\n\n# The number\n# of a card.\n# By number.\n"},
    ),
    Case(
        "a sentence without a subject",
        {ENGINE: "/// Blocks its thread. Has to be called once.\n"},
        [f"{ENGINE}:1: 'Has to': no subject"],
    ),
    Case(
        "a docstring that begins with a fragment",
        {"Tests/new.py": 'def one():\n    """Of a card."""\n'},
        ["Tests/new.py:2: 'Of': a fragment"],
    ),
    Case(
        "a docstring with an excluded word in its second line",
        {"Tests/new.py": 'def one():\n    """A card.\n\n    Set anew.\n    """\n'},
        ["Tests/new.py:4: 'anew': again"],
    ),
    Case(
        "comments of C: behind code, within it, and on several lines",
        {"Tests/new.c": 'int a; // Set anew.\nint b; /* anew */ int c;\n/* One,\n   anew. */\nchar *d = "// anew";\n'},
        [f"Tests/new.c:{line}: 'anew': again" for line in (1, 2, 4, 5)],
    ),
    *[
        Case(
            f"a comment of {name}",
            {name: f"{first}one  # It is any more.\n"},
            [f"{name}:{first.count(chr(10)) + 1}: 'any more': no longer"],
        )
        for name, first in (
            ("Tests/new", "#!/bin/bash\n"),
            ("packaging/new", "#!/usr/bin/python3\n"),
            ("udev/new.rules", ""),
            ("systemd/new.socket", ""),
            ("systemd/new.conf", ""),
            ("examples/new.toml", ""),
            ("Tests/new.sh", ""),
            ("Sources/new.varlink", ""),
        )
    ],
    *[
        Case(f"a condition in {name}", {name: "It waits where it is off.\n"}, [f"{name}:1: 'where it is': if, when"])
        for name in ("README.md", "SECURITY.md", "documentation/New.md")
    ],
    Case("files that are not scripts", {"Tests/new": "# It is any more.\n", "Tests/new.json": "# It is any more.\n"}),
    Case(
        "doc comments without fragments",
        {PLAIN_FILE: "/// The number\n/// of a card.\nlet one = 1\n/// Offers it, by default.\n"},
    ),
    *[
        Case(
            f"a condition by where in '{text}'", {PLAIN_FILE: f"/// {text}\n"}, [f"{PLAIN_FILE}:1: '{found}': if, when"]
        )
        for text, found in (
            ("Nil where it is off.", "where it is"),
            ("A card waits. Where it has one, it ends.", "Where it has"),
            ("A place where there is no file.", "where there is"),
            ("A card waits; where it can.", "where it can"),
        )
    ],
    Case(
        "a condition on two lines",
        {PLAIN_FILE: "/// The mode is nil\n/// where it is off.\n"},
        [f"{PLAIN_FILE}:2: 'where it is': if, when"],
    ),
    Case(
        "where of a place",
        {PLAIN_FILE: "/// The place\n/// where it is drawn, and from where it came.\nfunc a<T>() where T: B {}\n"},
    ),
    Case(
        "forms that are not used",
        {PLAIN_FILE: "// It is any more.\n// It is none.\n// It has a plane be lit.\n"},
        [f"{PLAIN_FILE}:1: 'any more'", f"{PLAIN_FILE}:2: 'is none'", f"{PLAIN_FILE}:3: 'has a plane be'"],
    ),
    *[
        Case(
            f"a pronoun for a noun: '{found}'",
            {PLAIN_FILE: f"// It has the number {found} a card.\n"},
            [f"{PLAIN_FILE}:1: '{found}': repeat the noun"],
        )
        for found in ("those", "that of", "the one that", "the ones", "the one of")
    ],
    *[
        Case(
            f"the name of a test: {name}",
            {"Tests/New.swift": f"@Test func {name}() {{}}\n"},
            [f"Tests/New.swift:1: '{found}': {reason}"],
        )
        for name, found, reason in (
            ("aScreenIsDarkWhereItIsOff", "where", "if, with"),
            ("oneThatLeavesIsDark", "one that", "the noun"),
            ("itIsThatOfTheCard", "that of", "the noun"),
            ("itKeepsThose", "those", "the noun"),
            ("itSaysWhatItIs", "what", "the noun"),
            ("aCardIsNone", "is none", "is not a"),
            ("aTextIsNoNumber", "is no number", "for `is not a`"),
            ("itIsLitAnyMore", "any more", "no longer"),
        )
    ],
    Case(
        "the name of a test of Python",
        {"Tests/test_new.py": "def test_it_is_dark_where_it_is_off():\n    pass\n"},
        ["Tests/test_new.py:1: 'where': if, with"],
    ),
    Case(
        "names that may be so",
        {
            "Tests/New.swift": "@Test func mayEndAnywhere() {}\n@Test func withoutACardThereIsNoScreen() {}\n",
            PLAIN_FILE: "func first(where a: Int) {}\n",
        },
    ),
    Case(
        "words in code, and in values",
        {ENGINE: 'let told = "It is \\(anew) again."\n', "Tests/new.py": 'set_anew(f"It is {anew}.")\n'},
    ),
    *[
        Case(f"a literal in {name}", {name: f"{before}It sets anew.{after}\n"}, [f"{name}:{line}: 'anew': again"])
        for name, before, after, line in (
            (ENGINE, 'let text = "', '"', 1),
            (ENGINE, 'let text = """\n    One\n    ', '\n    """', 3),
            ("Tests/new.py", "text = '", "'", 1),
            ("Tests/new.py", 'text = """\n', '\n"""', 2),
            ("Tests/new.c", 'char *text = "', '";', 1),
            ("Tests/new", "#!/bin/bash\ncat <<'TEXT'\n", "\nTEXT", 3),
            ("packaging/new", '#!/bin/bash\necho "', '"', 2),
        )
    ],
    Case(
        "a condition in a literal",
        {ENGINE: 'let text = "nil where it is off"\n'},
        [f"{ENGINE}:1: 'where it is': if, when"],
    ),
    Case("the user nobody", {"Tests/new.py": "users = ('nobody', 'video:x:44:nobody')\n"}),
    Case("the column of excluded words", {"CONTRIBUTING.md": '| a word | means | anew |\n\nNo "anew".\n'}),
    Case(
        "an excluded word in another column",
        {"CONTRIBUTING.md": "| a word | anew | |\n"},
        ["CONTRIBUTING.md:1: 'anew': again"],
    ),
    Case(
        "an exception that is not needed",
        {next(name for name, _ in ALLOWED): "\n"},
        ["is allowed in Tests/Linting/words.py, and not there"],
    ),
]
