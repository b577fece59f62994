"""Cards by their drivers: their numbers depend on the order in which they are found."""

import contextlib
from pathlib import Path


def minor_of(driver: str) -> int:
    """Returns the number of a driver's first card."""
    for entry in sorted(Path("/sys/kernel/debug/dri").iterdir()):
        # A card that is being unplugged no longer has a name.
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and int(entry.name) < 64:
                if (entry / "name").read_text().split()[0] == driver:
                    return int(entry.name)
    raise AssertionError(f"there is no card of {driver}")
