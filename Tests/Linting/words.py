"""Words of comments, of documents, of literals in code, and of the names of functions."""

import re

from .comments import comments, language
from .literals import literals
from .offences import REPOSITORY, Offences

# Comments and documents in plain words: CONTRIBUTING.md, "Words".
SPOKEN = (
    "Sources", "Tests", "examples", "Benchmarks", "bindings", "bridges", "player", "words", "documentation",
    "packaging", "systemd", "udev", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Package.swift",
    ".ci", ".github",
)
NAME = {
    "swift": re.compile(r"\bfunc `?(\w+)"),
    "python": re.compile(r"^\s*(?:async )?def (\w+)"),
}
CLAUSE = re.compile(r"(?:^|[a-z0-9`)][.:] )[-*|> ]*(What|Which|Who|Whom|Whose|Whoever|Whatever|Whichever)\b(?!.*\?)")
WORDS = (
    (re.compile(r"\b(nobody|somebody|anybody|whoever|so manieth)\b", re.I), "of an object"),
    (
        re.compile(r"\b(wish|wishes|wished|mistakes?|troubles?|laggards?|patience|the glass|mailbox|alarm)\b", re.I),
        "see CONTRIBUTING.md",
    ),
    (re.compile(r"\b(anew|lets? go of|in force|takes? back|taken back)\b", re.I), "again, release, in use, reset"),
    (re.compile(r"\b(ask(?:s|ed|ing)? for)\b", re.I), "request"),
    (re.compile(r"\b(go(?:es|ing)? by)\b", re.I), "use, follow"),
    (re.compile(r"\b(hears?|heard|tells?|told)\b", re.I), "report, receive, distinguish"),
    (re.compile(r"\b(makers?|holders?)\b", re.I), "manufacturer, master"),
    (
        re.compile(r"\b(lights|lighted|darkens?|relit|switch(?:es|ed|ing)? (?:it |them )?(?:on|off))\b", re.I),
        "enable, disable, turn off",
    ),
)
IS_NO = (re.compile(r"(?<![Tt]here )\b((?:is|are) no (?!longer\b|more\b|less\b)[a-z]+)"), "for `is not a`")
COMMENTS = ((CLAUSE, "a relative clause as a subject"), IS_NO, *WORDS)
NAMES = ((re.compile(r"^(what|which|who|whom|whose|whatever)\b"), "a relative clause as a subject"), *WORDS)
# Names of functions in the tests: a name is understood without the rest of its file.
TEST_NAMES = (
    IS_NO,
    (re.compile(r"\b(those|that of|one that|what|whatever)\b"), "the noun that it stands for"),
    (re.compile(r"\b(where)\b"), "if, with, without"),
    (re.compile(r"\b((?:is|are|was|were|has|have|had) none)\b"), "is not a, has no"),
    (re.compile(r"\b(any more)\b"), "no longer"),
)
# The first words of a fragment. A doc comment begins with a noun phrase or a verb.
FRAGMENT = re.compile(
    r"(Of|By(?! default)|As|That|So|It|They|There|When|Another|Until|Such|Also|Than|Where|None|Itself"
    r"|After|At|Between|For|From|In|On|To|Under|Through|With|Without)\b")
# A plain comment may name only its object or its reason, but it has a subject.
OPENING = re.compile(r"(Of|By(?! default)|As(?! (?:long|soon|far|in)))\b")
DOC_START = {
    "swift": re.compile(r"^\s*///\s?(.*)"),
    "c": re.compile(r"^\s*/\*+\s?(.*)"),
    "python": re.compile(r'^\s*"""\s?(.*)'),
}
SYNTAX = (
    (re.compile(r"\b(any more)\b", re.I), "no longer"),
    (re.compile(r"(?<![Tt]here )\b((?:is|are|was|were) none)\b"), "is not a, has no"),
    (re.compile(r"\b((?:has|have|had) (?:an?|the|its|their|each|every|it|them) (?:[a-z`-]+ ){0,3}be)\b"),
     "a causative: say who does it"),
    (re.compile(r"(?:, |^)(be it)\b", re.I), "if, or, for example"),
    (re.compile(r"(?:^|[a-z0-9`)][.:] )((?:Has|Have) to)\b"), "no subject: say who, or `Call this …`"),
    (re.compile(r"\b(those|that of|(?:the|is|are|was|be) one that|the ones|the one of)\b", re.I), "repeat the noun"),
)
# "where" is right of a place: behind one of these words, and not before a condition. No sentence begins with it.
WHERE = re.compile(r"(?:(\S+) +|^)([Ww]here)\b(?: (\w+(?: \w+)?))?")
PLACE = re.compile(
    r"[(\"]?(?:(?:address|area|byte|character|column|directory|edge|end|file|folder|line|part|path|pixel|place|point"
    r"|position|room|row|side|spot|table)s?|of|from|to|on|at|near|beside|exactly|knows?|known|shows?|says?|see"
    r"|states?|is|reports?|finds?)|[|#]+",
    re.I,
)
CONDITION = re.compile(
    r"there (?:is|are|was|were)|none|nothing|neither|no \w+|that (?:is|was)|(?:it|they) (?:has|have|can|cannot)", re.I)
# In CONTRIBUTING.md, which names the excluded words: quoted words, and the last column of the table.
NAMED = re.compile(r'"[^"]*"|(?<=\|)[^|]*\|$')
# In a literal: the user of that name.
USER = re.compile(r"\bnobody\b(?! [a-z])")
# Cases in which the word is the right one: the file, the word, and the reason.
ALLOWED = {
    ("Tests/Hardware.md", "switch it on"): "a person does it, to a display",
    ("Sources/ScreensManager/Client/DaemonClient.swift", "where screen"): "code in Swift",
    ("Tests/ScreensEDIDTests/Corpora/Facts+EDIDDecode.swift", "Maker"): "the output of edid-decode",
}


def check_words(offences: Offences) -> None:
    """Comments, documents and names have none of the words and forms that CONTRIBUTING.md excludes."""
    used: set[tuple[str, str]] = set()
    for start in SPOKEN:
        root = REPOSITORY / start
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if (
                {".build", "Golden", "__pycache__"} & set(path.parts)
                or not path.is_file()
                or not (kind := language(path))
            ):
                continue
            name = str(path.relative_to(REPOSITORY))
            source = path.read_text()
            lines, texts = source.splitlines(), comments(kind, source)
            if name == "CONTRIBUTING.md":
                texts = [NAMED.sub("", text) for text in texts]
            names = NAMES + TEST_NAMES if start == "Tests" else NAMES
            faults = [*word_faults(kind, lines, texts, names), *syntax_faults(kind, lines, texts)]
            # The tables of the lint have the words themselves.
            if kind != "markdown" and not name.startswith("Tests/Linting/"):
                faults += literal_faults(literals(kind, source))
            for number, found, reason in faults:
                if (name, found) in ALLOWED:
                    used.add((name, found))
                else:
                    offences.add(path, number, f"'{found}': {reason}", f"word {name} {found}")
    for name, found in sorted(set(ALLOWED) - used):
        offences.add(
            REPOSITORY / name, 1, f"'{found}' is allowed in Tests/Linting/words.py, and not there",
            f"word {name} {found}",
        )


def word_faults(kind: str, lines: list[str], texts: list[str], names: tuple):
    """The excluded words: each with the number of its line, and its reason."""
    for number, (line, text) in enumerate(zip(lines, texts), 1):
        yield from matches(number, text, COMMENTS)
        if kind in NAME and (name := NAME[kind].search(line)):
            yield from matches(number, words_of(name[1]), names)


def syntax_faults(kind: str, lines: list[str], texts: list[str]):
    """Fragments, and the excluded forms of sentences: each with the number of its line, and its reason."""
    before, in_code, in_block = "", False, False
    for number, (line, text) in enumerate(zip(lines, texts), 1):
        in_code ^= kind == "markdown" and line.lstrip().startswith("```")
        start = DOC_START[kind].match(line) if kind in DOC_START else None
        if start and not in_block and (found := FRAGMENT.match(start[1])):
            yield number, found[1], "a fragment: begin with a noun phrase or a verb"
        elif kind != "markdown" and not start and not before and (found := OPENING.match(text)):
            yield number, found[1], "a fragment: begin with the subject"
        in_block = bool(start)
        text = "" if in_code else re.sub(r"`[^`]*`", "`", text)
        yield from matches(number, text, SYNTAX)
        # The last word of the line before goes with a line that begins with "where".
        for found in conditions(f"{before} {text}".lstrip(), len(before)):
            yield number, found, "if, when; of a place: the place where"
        before = text.split()[-1] if text.split() else ""


def literal_faults(texts: list[str]):
    """The excluded words and forms in literals: each with the number of its line, and its reason."""
    for number, text in enumerate(texts, 1):
        yield from matches(number, USER.sub("", text), COMMENTS + SYNTAX)
        for found in conditions(text, -1):
            yield number, found, "if, when; of a place: the place where"


def conditions(text: str, begin: int):
    """Each "where" behind `begin` that is not of a place, with the words after it."""
    for match in WHERE.finditer(text):
        word, where, after = match.groups()
        if match.end(2) <= begin or "?" in text:
            continue
        if not PLACE.fullmatch(word or "") or CONDITION.match(after or ""):
            yield f"{where} {after or ''}".rstrip()


def matches(number: int, text: str, patterns):
    for pattern, reason in patterns:
        if found := pattern.search(text):
            yield number, found[1], reason


def words_of(name: str) -> str:
    """A name as words: `aMapOfBytes` and `a_map_of_bytes` are `a map of bytes`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name).replace("_", " ").lower()
