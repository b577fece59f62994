"""Words of comments, of documents and of the names of functions."""

import re

from .offences import REPOSITORY, Offences

# Comments and documents in plain words: CONTRIBUTING.md, "Words".
SPOKEN = ("Sources", "Tests", "examples", "Benchmarks", "libscreens", "packaging", "python", "udev", "README.md", "CHANGELOG.md", "SECURITY.md")
COMMENT = {
    ".swift": re.compile(r"(?:^|\s)//+\s?(.*)"),
    ".c": re.compile(r"^\s*(?://+|/?\*)\s?(.*)"),
    ".h": re.compile(r"^\s*(?://+|/?\*)\s?(.*)"),
    ".py": re.compile(r'(?:^|\s)(?:#|""")\s?(.*)'),
    ".md": re.compile(r"^(?!    )(.*)"),
    ".varlink": re.compile(r"^#\s?(.*)"),
    ".service": re.compile(r"^#\s?(.*)"),
}
NAME = {
    ".swift": re.compile(r"\bfunc (\w+)"),
    ".py": re.compile(r"\bdef (\w+)"),
}
CLAUSE = re.compile(r"(?:^|[a-z0-9`)][.:] )[-*|> ]*(What|Which|Who|Whom|Whose|Whoever|Whatever|Whichever)\b(?!.*\?)")
WORDS = (
    (re.compile(r"\b(nobody|somebody|anybody|whoever|so manieth)\b", re.I), "of an object"),
    (re.compile(r"\b(wish|wishes|wished|mistakes?|troubles?|laggards?|patience|the glass|mailbox|alarm)\b", re.I), "see CONTRIBUTING.md"),
    (re.compile(r"\b(anew|lets? go of|in force|takes? back|taken back)\b", re.I), "again, release, in use, reset"),
    (re.compile(r"\b(ask(?:s|ed|ing)? for)\b", re.I), "request"),
    (re.compile(r"\b(go(?:es|ing)? by)\b", re.I), "use, follow"),
    (re.compile(r"\b(hears?|heard|tells?|told)\b", re.I), "report, receive, distinguish"),
    (re.compile(r"\b(makers?|holders?)\b", re.I), "manufacturer, master"),
    (re.compile(r"\b(lights|lighted|darkens?|relit|switch(?:es|ed|ing)? (?:it |them )?(?:on|off))\b", re.I), "enable, disable, turn off"),
)
COMMENTS = ((CLAUSE, "a relative clause as a subject"), (re.compile(r"(?<![Tt]here )\b((?:is|are) no (?!longer\b|more\b|less\b)[a-z]+)"), "for `is not a`"), *WORDS)
NAMES = ((re.compile(r"^(what|which|who|whom|whose|whatever)\b"), "a relative clause as a subject"), *WORDS)
# Cases in which the word is the right one: the file, the word, and the reason.
ALLOWED = {
    ("Tests/Hardware.md", "switch it on"): "a person does it, to a display",
}


def check_words(offences: Offences) -> None:
    """Comments, documents and names have none of the words and forms that CONTRIBUTING.md excludes."""
    used: set[tuple[str, str]] = set()
    for start in SPOKEN:
        root = REPOSITORY / start
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.suffix not in COMMENT or {".build", "Golden", "__pycache__"} & set(path.parts) or not path.is_file():
                continue
            name = str(path.relative_to(REPOSITORY))
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for found, reason in faults(path.suffix, line):
                    if (name, found) in ALLOWED:
                        used.add((name, found))
                    else:
                        offences.add(path, number, f"'{found}': {reason}", f"word {name} {found}")
    for name, found in sorted(set(ALLOWED) - used):
        offences.add(REPOSITORY / name, 1, f"'{found}' is allowed in Tests/Linting/words.py, and not there", f"word {name} {found}")


def faults(suffix: str, line: str):
    """The excluded words of a line, each with its reason."""
    if text := COMMENT[suffix].search(line):
        yield from matches(text[1], COMMENTS)
    if suffix in NAME and (name := NAME[suffix].search(line)):
        yield from matches(words_of(name[1]), NAMES)


def matches(text: str, patterns):
    for pattern, reason in patterns:
        if found := pattern.search(text):
            yield found[1], reason


def words_of(name: str) -> str:
    """A name as words: `aMapOfBytes` and `a_map_of_bytes` are `a map of bytes`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).replace("_", " ").lower()
