"""The pages of the daemon and of the service of power, from their help texts."""

import re

from .help import Discussion, Option, tag, write_options
from .page import Page
from .release import Release

SECTION = re.compile(r"^([A-Z]+):[ \n]", re.M)
# An option of the list: its forms, and its text on the same line or the next one.
ENTRY = re.compile(r"^  (-\S.*?)(?:  +(.*))?$")
FILES = [
    ("/etc/screens/screens.toml", "The configuration, with the folder screens.d beside it: screens.toml(5)."),
    ("/var/lib/screens", "The data kept over restarts: saved settings, and the last texts of files without problems."),
    ("/run/screens", "The sockets, described in screens.Manager(7)."),
]


def daemon_page(help_text: str, release: Release) -> Page:
    others = [("screens", 1), ("screens-status", 1), ("screens-set", 1), ("screens.toml", 5), ("screens.Manager", 7)]
    return page_of("screensd", help_text, FILES, others, release)


def power_page(help_text: str, release: Release) -> Page:
    files = [("/run/screens/screens.Power", "The socket of screensd.")]
    return page_of("screens-power", help_text, files, [("screens.toml", 5), ("screensd", 8)], release)


def page_of(
    name: str, help_text: str, files: list[tuple[str, str]], others: list[tuple[str, int]], release: Release
) -> Page:
    parts = SECTION.split(help_text)
    sections = dict(zip(parts[1::2], parts[2::2]))
    summary, _, rest = sections["OVERVIEW"].strip().partition("\n\n")
    page = Page(name, 8, " ".join(summary.split()), release)
    discussion = Discussion.of(rest)
    options = options_of(sections["OPTIONS"])

    page.heading("SYNOPSIS")
    page.lines += [f".Nm {name}", *(synopsis(option) for option in options)]
    page.heading("DESCRIPTION")
    discussion.write_prose(page)
    write_options(page, options)
    page.files(files)
    discussion.write_end(page)
    page.see_also(*others)
    return page


def options_of(text: str) -> list[Option]:
    options: list[Option] = []
    for line in text.splitlines():
        if entry := ENTRY.match(line):
            forms = [form.split() for form in entry[1].split(", ")]
            value = next((words[1].strip("<>") for words in forms if len(words) > 1), None)
            options.append(Option([words[0] for words in forms], value, entry[2] or ""))
        elif options and line.strip():
            options[-1].text += " " + line.strip()
    return options


def synopsis(option: Option) -> str:
    return f".Op {tag(option)}"
