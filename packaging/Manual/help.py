"""The parts of a help text."""

import re
from dataclasses import dataclass, field

from .page import Page, argument, blocks

EXIT_CODES = re.compile(r"^Exit codes(, [^:]*)?: (.*)", re.S)
EXIT_CODE = re.compile(r"(?:^|,\s+)(\d+)\s+")


@dataclass
class Option:
    """An option or a parameter: its forms, its value, and its paragraphs."""

    names: list[str]
    value: str | None
    text: str
    group: str = "OPTIONS"
    optional_value: bool = False


@dataclass
class Discussion:
    """A help text, split into its parts."""

    prose: list[str | list[str]] = field(default_factory=list)
    examples: list[list[str]] = field(default_factory=list)
    exit_condition: str = ""
    exit_codes: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> "Discussion":
        result, is_example = cls(), False
        for block in blocks(text):
            if isinstance(block, list):
                (result.examples if is_example else result.prose).append(block)
            elif block in ("Example:", "Examples:"):
                is_example = True
            elif codes := EXIT_CODES.match(block):
                result.exit_condition = (codes[1] or "").lstrip(", ")
                parts = EXIT_CODE.split(codes[2].rstrip("."))
                result.exit_codes = list(zip(parts[1::2], parts[2::2]))
            else:
                is_example = False
                result.prose.append(block)
        return result

    def write_prose(self, page: Page) -> None:
        for number, block in enumerate(self.prose):
            if isinstance(block, list):
                page.example(block)
                continue
            if number:
                page.lines.append(".Pp")
            page.sentences(block)

    def write_end(self, page: Page, also: tuple[str, ...] = ()) -> None:
        """Writes the exit codes and the examples, in the order of mdoc."""
        if self.exit_codes or also:
            page.heading("EXIT STATUS")
            if self.exit_codes:
                if self.exit_condition:
                    page.sentences(f"{self.exit_condition[0].upper()}{self.exit_condition[1:]}:")
                page.lines.append(".Bl -tag -width Ds")
                for code, meaning in self.exit_codes:
                    page.macro("It", code)
                    page.sentences(f"{meaning}.")
                page.lines.append(".El")
            if also:
                page.lines += [*([".Pp"] if self.exit_codes else []), *also]
        if self.examples:
            page.heading("EXAMPLES")
            for example in self.examples:
                page.example(example)


def write_options(page: Page, options: list[Option]) -> None:
    """Writes a list for each group of options."""
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    for group, members in groups.items():
        page.heading(group)
        page.lines.append(".Bl -tag -width Ds")
        for option in members:
            page.lines.append(f".It {tag(option)}")
            for number, block in enumerate(option.text.split("\n\n")):
                if number:
                    page.lines.append(".Pp")
                page.sentences(" ".join(block.split()))
        page.lines.append(".El")


def tag(option: Option) -> str:
    """Returns the forms of an option, as macros."""
    value = f"Ar {argument(option.value)}" if option.value else ""
    if not option.names:
        return value
    if option.optional_value:
        value = f"Op {value}"
    # The hyphen of a long option stays unescaped: fish reads the page, and knows no escape there.
    forms = ["Fl " + argument(name[1:]).removeprefix("\\") for name in option.names]
    return " , ".join(forms) + (f" {value}" if value else "")
