"""The connector of bochs, whose display is any EDID that debugfs is given."""

import subprocess
import unittest
from collections.abc import Callable
from pathlib import Path

from . import cards, deadline

DRIVER = "bochs-drm"

# bochs sends no hotplug, since its display never leaves. The kernel lets root send an event, and puts a prefix before
# its properties; udev takes it off, and all listeners of udev get a hotplug.
_RULE = 'SUBSYSTEM=="drm", ENV{SYNTH_ARG_HOTPLUG}=="1", ENV{HOTPLUG}="1"\n'
_EVENT = "change 5c4ee475-0000-4000-8000-000000000000 HOTPLUG=1"


def number() -> int | None:
    """Returns the number of the card; None if it is away."""
    try:
        return cards.minor_of(DRIVER)
    except (AssertionError, FileNotFoundError):  # or a folder came or went meanwhile
        return None


def until_numbered(minor: int, leave: Callable[[], object], come_back: Callable[[], object]) -> None:
    """Lets the card leave and come back until it has the number that it had, which other tests expect.

    The kernel gives number and names again only when no program holds the card that had them.
    """

    def has_it() -> bool:
        if number() == minor:
            return True
        if number() is not None:
            leave()
        come_back()
        return number() == minor

    deadline.until(has_it, f"the card of {DRIVER} is card{minor} again", interval=0.5)


class Socket:
    """The connector and what is plugged in there: QEMU's own display, until another one is."""

    def __init__(self, test: unittest.TestCase):
        """Unplugs at the end of the test what it has plugged in."""
        self._stand_at(cards.minor_of(DRIVER))
        test.addCleanup(self._leave)

    def _stand_at(self, minor: int) -> None:
        self.minor = minor
        (self._connector,) = Path("/sys/class/drm").glob(f"card{minor}-*")
        self.name = self._connector.name.partition("-")[2]
        self.card = f"/dev/dri/card{minor}"
        self.screen = f"card{minor}/{self.name}"
        self._override = Path(f"/sys/kernel/debug/dri/{minor}/{self.name}/edid_override")

    def plug(self, edid: bytes | None) -> None:
        """Puts a display there, or QEMU's own with None. It is known only after the next probe."""
        self._override.write_bytes(b"reset" if edid is None else edid)

    def probe(self) -> None:
        """Makes the kernel probe the display, and returns when it has."""
        (self._connector / "status").write_text("detect")

    def announce(self) -> None:
        """Sends a hotplug event of the card."""
        rules = Path("/run/udev/rules.d/50-screens-tests.rules")
        if not rules.exists():
            rules.parent.mkdir(parents=True, exist_ok=True)
            rules.write_text(_RULE)
            subprocess.run(["udevadm", "control", "--reload", "--timeout=20"], check=True)
        Path(f"/sys/class/drm/card{self.minor}/uevent").write_text(_EVENT)

    @property
    def edid(self) -> bytes:
        """The EDID that the kernel read at the last probe."""
        return (self._connector / "edid").read_bytes()

    def _leave(self) -> None:
        # A card that was away may have another number now, if a program held its file while it came back.
        self._stand_at(cards.minor_of(DRIVER))
        self.plug(None)
        self.probe()
