"""The page of the configuration, from the example that the command prints.

A comment of the example above or behind a key describes that key; the comment at the top describes the file.
"""

import re
from dataclasses import dataclass

from .page import Page, argument
from .release import Release

TABLE = re.compile(r"^(\[\[?[a-z.]+\]\]?)")
KEY = re.compile(r"^([a-z-]+) = (.*)$")


@dataclass
class Key:
    name: str
    value: str
    text: str


def configuration_page(example: str, release: Release) -> Page:
    head, tables = read(example)
    page = Page("screens.toml", 5, "the configuration of screensd", release)
    page.heading("DESCRIPTION")
    page.prose(head, is_first=True)
    page.lines.append(".Pp")
    page.sentences(
        "`screens config check` finds every problem, and `screens config show` prints the settings of each screen "
        "with their lines."
    )
    for title, keys in tables.items():
        # The sections in an arrangement have the same keys as the sections outside.
        if title == "[[arrangement.screen]]":
            continue
        page.lines.append(f".Ss Keys in {argument(title)} sections")
        page.lines.append(".Bl -tag -width Ds")
        for key in keys:
            page.lines.append(f".It Ic {argument(key.name)}")
            if key.text:
                page.sentences(key.text)
                page.lines.append(".Pp")
            page.lines.append(f".Dl {argument(f'{key.name} = {key.value}')}")
        page.lines.append(".El")
    page.files([
        ("/etc/screens/screens.toml", "The configuration."),
        ("/etc/screens/screens.d/*.toml", "Files that are read after it."),
        ("/usr/share/doc/screens/screens.toml", "The example below."),
    ])  # fmt: skip
    page.heading("EXAMPLES")
    page.example(example.rstrip().splitlines())
    page.see_also(("screens", 1), ("screens-config", 1), ("screens-set", 1), ("screensd", 8))
    return page


def read(example: str) -> tuple[str, dict[str, list[Key]]]:
    """Returns the text at the top, and the keys of each kind of table, each from where a comment first describes it."""
    lines = example.splitlines()
    end = next(number for number, line in enumerate(lines) if TABLE.match(line))
    # The last paragraph above the first table describes that table.
    paragraphs = "\n".join(lines[:end]).rstrip().split("\n\n")
    head = "\n\n".join("\n".join(line[2:] for line in part.splitlines()) for part in paragraphs[:-1])
    tables: dict[str, list[Key]] = {}
    table, above = "", []
    for line in lines[end:]:
        if found := TABLE.match(line):
            table, above = found[1], []
            tables.setdefault(table, [])
        elif line.startswith("#"):
            above.append(line[2:])
        elif found := KEY.match(line):
            value, behind = split_comment(found[2])
            text = " ".join(above) or sentence(behind)
            if not any(key.name == found[1] and key.text for key in tables[table]):
                tables[table] = [key for key in tables[table] if key.name != found[1]] + [Key(found[1], value, text)]
            above = []
        else:
            above = []
    return head, tables


def split_comment(text: str) -> tuple[str, str]:
    """Splits a line into a value and its comment: a `#` within quotes begins no comment."""
    quoted = False
    for number, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            return text[:number].rstrip(), text[number + 1 :].strip()
    return text, ""


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}." if text else ""
