"""The pages of the command and of each of its subcommands, from its help as JSON."""

import json
from collections.abc import Iterator

from .help import Discussion, Option, write_options
from .page import Page, argument
from .release import Release

ROOT = "screens"
OTHERS = [("screensd", 8), ("screens.toml", 5), ("screens.Manager", 7)]


def command_pages(dump: str, release: Release) -> Iterator[Page]:
    root = json.loads(dump)["command"]
    yield from pages([root], release)


def pages(path: list[dict], release: Release) -> Iterator[Page]:
    """Writes the page of the last command of the path, and the pages of its subcommands."""
    command = path[-1]
    below = subcommands(command)
    names = [part["commandName"] for part in path]
    page = Page("-".join(names), 1, command["abstract"], release)
    discussion = Discussion.of(command.get("discussion") or "")
    options = [option for option in map(option_of, command.get("arguments", [])) if option]
    parameters = [option for option in options if not option.names]

    page.heading("SYNOPSIS")
    page.lines.append(".Nm screens" + "".join(f" Cm {argument(name)}" for name in names[1:]))
    if below:
        page.lines.append(".Ar command ...")
    else:
        page.lines += [
            ".Op Ar options",
            *(synopsis(entry) for entry in command.get("arguments", []) if is_parameter(entry)),
        ]

    page.heading("DESCRIPTION")
    discussion.write_prose(page)
    if not discussion.prose:
        page.sentences(command["abstract"])
    if below:
        page.heading("COMMANDS")
        page.lines.append(".Bl -tag -width Ds")
        for other in below:
            page.lines.append(f".It Xr {'-'.join([*names, other['commandName']])} 1")
            page.sentences(other["abstract"])
        page.lines.append(".El")
    for option in parameters:
        option.group = "ARGUMENTS"
    write_options(page, parameters + sorted((o for o in options if o.names), key=lambda o: o.group != "OPTIONS"))

    is_root = len(path) == 1
    also = () if is_root else ("The exit codes of all commands are listed in", ".Xr screens 1 .")
    discussion.write_end(page, also)
    others = [("-".join([*names, other["commandName"]]), 1) for other in below]
    others += [("-".join(names[: length + 1]), 1) for length in range(len(names) - 1)]
    page.see_also(*others, *OTHERS)
    yield page
    for other in below:
        yield from pages([*path, other], release)


def subcommands(command: dict) -> list[dict]:
    """Returns the subcommands with a page: `help` prints pages, and has none."""
    return [
        other for other in command.get("subcommands", []) if other["shouldDisplay"] and other["commandName"] != "help"
    ]


def is_parameter(entry: dict) -> bool:
    return entry["kind"] == "positional" and entry["shouldDisplay"]


def synopsis(entry: dict) -> str:
    """Returns a parameter for the line of the synopsis."""
    name = f"Ar {argument(entry['valueName'])}" + (" ..." if entry["isRepeating"] else "")
    return f".Op {name}" if entry["isOptional"] else f".{name}"


def option_of(entry: dict) -> Option | None:
    """Returns the option of an entry of the dump, unless the help hides it too."""
    if not entry["shouldDisplay"]:
        return None
    names = [("-" if name["kind"] == "short" else "--") + name["name"] for name in entry.get("names", [])]
    text = entry.get("abstract") or ""
    if entry.get("defaultValue") and "(default: " not in text:
        text += f" (default: {entry['defaultValue']})"
    if entry.get("discussion"):
        text += "\n\n" + entry["discussion"]
    value = None if entry["kind"] == "flag" else entry["valueName"]
    return Option(names, value, text, entry.get("sectionTitle") or "OPTIONS", "default as flag" in text)
