"""A manual page in the language mdoc."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from .release import Release

MONTHS = ("January February March April May June July August September October November December").split()
# The end of a sentence: mdoc sets the space itself, so each sentence begins on a line of its own.
SENTENCE = re.compile(r"(?<=[.!?;:)]) +(?=\S)")
CODE = re.compile(r"`([^`]*)`")
OPTION = re.compile(r"(?<![\w/-])(--[a-z][a-z-]*)")
# The width of a line of the source, before escapes lengthen it.
WIDTH = 62


@dataclass
class Page:
    name: str
    section: int
    summary: str
    release: Release
    lines: list[str] = field(default_factory=list)

    @property
    def file_name(self) -> str:
        return f"{self.name}.{self.section}"

    def text(self) -> str:
        day = self.release.day
        head = [
            f".Dd {MONTHS[day.month - 1]} {day.day}, {day.year}",
            f".Dt {self.name.upper()} {self.section}",
            f".Os Screens {self.release.version}",
            ".Sh NAME",
            f".Nm {literal(self.name)}",
            f".Nd {literal(self.summary.rstrip('.'))}",
        ]
        return "\n".join(head + self.lines) + "\n"

    def heading(self, title: str) -> None:
        self.lines.append(f".Sh {title}")

    def macro(self, name: str, *words: str) -> None:
        """Adds a line of a macro whose words are texts, not macros."""
        self.lines.append(" ".join([f".{name}", *(argument(word) for word in words)]))

    def files(self, files: Iterable[tuple[str, str]]) -> None:
        """Adds the section of files: their paths and meanings."""
        self.heading("FILES")
        self.lines.append(".Bl -tag -width Ds")
        for path, meaning in files:
            self.macro("It Pa", path)
            self.sentences(meaning)
        self.lines.append(".El")

    def sentences(self, text: str) -> None:
        self.lines += paragraph(text)

    def prose(self, text: str, is_first: bool = False) -> None:
        """Adds paragraphs, separated by empty lines; indented lines stay as they are."""
        for number, block in enumerate(blocks(text)):
            if isinstance(block, list):
                self.example(block)
                continue
            if number or not is_first:
                self.lines.append(".Pp")
            self.sentences(block)

    def example(self, lines: list[str]) -> None:
        self.lines += [".Bd -literal -offset indent", *(display(line) for line in lines), ".Ed"]

    def see_also(self, *others: tuple[str, int]) -> None:
        self.heading("SEE ALSO")
        names = sorted(set(others), key=lambda other: (other[1], other[0]))
        self.lines += [
            f".Xr {name} {section}{' ,' if number + 1 < len(names) else ''}"
            for number, (name, section) in enumerate(names)
        ]


def blocks(text: str):
    """Splits a text into paragraphs as strings, and indented parts as lists of lines."""
    joined: list[str] = []
    verbatim: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("  "):
            if joined:
                yield " ".join(joined)
                joined = []
            verbatim.append(line)
            continue
        if verbatim:
            indent = min(len(part) - len(part.lstrip()) for part in verbatim)
            yield [part[indent:] for part in verbatim]
            verbatim = []
        if line.strip():
            joined.append(line.strip())
        elif joined:
            yield " ".join(joined)
            joined = []


def literal(text: str) -> str:
    """Returns a text that has no meaning for troff."""
    return (
        text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("'", "\\(aq")
        .replace("`", "\\(ga")
        .replace("^", "\\(ha")
        .replace("~", "\\(ti")
    )


def display(line: str) -> str:
    """Returns a line that stays as it is."""
    text = literal(line)
    return f"\\&{text}" if text.startswith(".") else text


def argument(word: str) -> str:
    """Returns a word for a macro's line: neither another macro nor punctuation that mdoc would set apart."""
    text = literal(word)
    if re.fullmatch(r"[A-Z][a-z]|[.,:;()\[\]?!|]", word):
        text = f"\\&{text}"
    text = text.replace('"', "\\(dq")
    return f'"{text}"' if " " in text else text


def paragraph(text: str) -> list[str]:
    """Returns sentences, each on lines of its own, with code and options in bold."""
    lines: list[str] = []
    for sentence in SENTENCE.split(text):
        line = ""
        for word in sentence.split(" "):
            if line and len(line) + 1 + len(word) > WIDTH:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    return emphasized("\n".join(lines)).split("\n")


def emphasized(text: str) -> str:
    """Sets code between backquotes, and options, in bold; a point or a quote at the start of a line becomes no
    request."""
    parts = CODE.split(text)
    result = ""
    for number, part in enumerate(parts):
        if number % 2:
            result += f"\\fB{literal(part)}\\fP"
            continue
        pieces = OPTION.split(part)
        for index, piece in enumerate(pieces):
            result += f"\\fB{literal(piece)}\\fP" if index % 2 else plain(piece)
    return re.sub(r"(?m)^(?=[.'])", r"\\&", result)


def plain(text: str) -> str:
    """Returns prose: hyphens stay hyphens."""
    return text.replace("\\", "\\e").replace("^", "\\(ha").replace("~", "\\(ti").replace("…", "...")
