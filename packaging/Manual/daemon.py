"""The pages of the daemon and of the programs beside it, from their help texts."""

import re

from .help import Discussion, Option, tag, write_options
from .page import Page, argument
from .release import Release

SECTION = re.compile(r"^([A-Z]+):[ \n]", re.M)
# An option of the list: its forms, and its text on the same line or the next one.
ENTRY = re.compile(r"^  (-\S.*?)(?:  +(.*))?$")
# A subcommand of the list, with its text.
COMMAND = re.compile(r"^  (\S+)  +(.*)$", re.M)
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


def words_page(help_text: str, release: Release) -> Page:
    files = [
        ("/run/screens/screens.Words", "The socket on which screensd calls."),
        ("/var/cache/screens-words", "The list of fonts, if the list of the machine is not up to date."),
    ]
    others = [("screens-notify", 1), ("screens.toml", 5), ("screensd", 8)]
    return page_of("screens-words", help_text, files, others, release)


def player_page(help_text: str, release: Release) -> Page:
    files = [
        ("/run/screens/screens.Player", "The socket on which screensd calls."),
        ("/run/screens/screens.Content", "The socket of screensd for the frames."),
        ("/var/cache/screens-player", "The list of the plugins of GStreamer."),
    ]
    return page_of("screens-player", help_text, files, [("screens.toml", 5), ("screensd", 8)], release)


def bridge_page(help_text: str, example: str, release: Release) -> Page:
    files = [
        ("/etc/screens/mqtt.toml", "The configuration, of which the example below has every key."),
        ("/run/screens/screens.Operator", "The socket of screensd for operating the screens."),
    ]
    others = [("screens.toml", 5), ("screens.Manager", 7), ("screensd", 8)]
    return page_of("screens-mqtt", help_text, files, others, release, example)


def page_of(
    name: str,
    help_text: str,
    files: list[tuple[str, str]],
    others: list[tuple[str, int]],
    release: Release,
    example: str = "",
) -> Page:
    parts = SECTION.split(help_text)
    sections = dict(zip(parts[1::2], parts[2::2]))
    summary, _, rest = sections["OVERVIEW"].strip().partition("\n\n")
    page = Page(name, 8, " ".join(summary.split()), release)
    discussion = Discussion.of(rest)
    options = options_of(sections["OPTIONS"])

    page.heading("SYNOPSIS")
    page.lines += [f".Nm {name}", *(synopsis(option) for option in options)]
    page.lines += invocations(name, sections["USAGE"])
    page.heading("DESCRIPTION")
    discussion.write_prose(page)
    if commands := COMMAND.findall(sections.get("SUBCOMMANDS", "")):
        page.heading("COMMANDS")
        page.lines.append(".Bl -tag -width Ds")
        for command, meaning in commands:
            page.macro("It Cm", command)
            page.sentences(meaning)
        page.lines.append(".El")
    write_options(page, options)
    page.files(files)
    discussion.write_end(page)
    if example:
        page.heading("EXAMPLES")
        page.example(example.splitlines())
    page.see_also(*others)
    return page


def invocations(name: str, usage: str) -> list[str]:
    """Returns the lines of the synopsis for the subcommands in the usage, each with its parameters."""
    lines: list[str] = []
    for line in usage.splitlines():
        words = line.split()
        if words[:1] != [name] or len(words) < 2 or not words[1].isalpha():
            continue
        lines += [f".Nm {name}", f".Cm {argument(words[1])}"]
        for word in words[2:]:
            parameter = f"Ar {argument(word.strip('[]<>'))}"
            lines.append(f".Op {parameter}" if word.startswith("[") else f".{parameter}")
    return lines


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
