"""`edid-decode`, a program of others: its reading of an EDID."""

import re
import subprocess
from dataclasses import dataclass, field


@dataclass
class Timing:
    """A detailed timing; its rate as printed, with six digits behind the point."""

    width: int
    height: int
    interlaced: bool
    hertz: float


@dataclass
class Decoded:
    """The identity of a display, and its detailed timings in the order of the blocks."""

    make: str
    product: int
    number: int
    year: int | None = None
    name: str | None = None
    serial: str | None = None
    timings: list[Timing] = field(default_factory=list)


_TIMING = re.compile(r"DTD(?: +\d+)?: +(\d+)x(\d+)(i?) +([\d.]+) Hz ")


def decode(data: bytes) -> Decoded:
    """Runs it on the bytes. It ends with an error if a display does not conform, as most displays."""
    done = subprocess.run(["edid-decode", "-"], input=data, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return parse(done.stdout.decode(errors="replace"))


def parse(text: str) -> Decoded:
    """Reads its output."""
    fields: dict[str, str] = {}
    timings: list[Timing] = []
    names: list[str] = []
    for line in text.splitlines():
        key, _, value = line.strip().partition(": ")
        # The first of repeated values counts, as in the base block.
        fields.setdefault(key, value.strip())
        if key == "Display Product Name" and value.startswith("'"):
            names.append(value.strip()[1:-1].rstrip())
        if match := _TIMING.match(line.strip()):
            width, height, interlaced, hertz = match.groups()
            timings.append(Timing(int(width), int(height), interlaced == "i", float(hertz)))
    assert "Manufacturer" in fields, f"edid-decode reads no display: {text}"
    year = fields.get("Model year") or fields.get("Made in", "").rpartition(" ")[2]
    return Decoded(
        make=fields["Manufacturer"],
        product=int(fields["Model"]),
        number=int(fields.get("Serial Number", "0")),
        year=int(year) if year else None,
        # Two descriptors make one name; none of the displays here cuts it within a word.
        name=" ".join(filter(None, names[:2])) or None,
        serial=_quoted(fields.get("Display Product Serial Number")),
        timings=timings,
    )


def _quoted(text: str | None) -> str | None:
    return text[1:-1] if text else None
