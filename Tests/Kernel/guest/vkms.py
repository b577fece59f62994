"""Cards of the kernel's vkms driver only, built and torn down through configfs."""

import contextlib
import os
import subprocess
from pathlib import Path

from . import deadline

ROOT = Path("/sys/kernel/config/vkms")

CONNECTED = "1"
DISCONNECTED = "2"
UNKNOWN = "3"

PLANE_OVERLAY = "0"
PLANE_PRIMARY = "1"
PLANE_CURSOR = "2"


@contextlib.contextmanager
def _without_console():
    """Cards that are made meanwhile have no console of the kernel."""
    parameter = Path("/sys/module/drm_kms_helper/parameters/fbdev_emulation")
    parameter.write_text("N")
    try:
        yield
    finally:
        parameter.write_text("Y")


class VirtualCard:
    """One vkms card: every connector has an encoder, a CRTC and a primary plane of its own."""

    def __init__(
        self,
        name: str,
        connectors: list[str],
        writeback: bool = False,
        crtcs: int | None = None,
        planes: tuple[str, ...] = (PLANE_PRIMARY,),
        console: bool = True,
    ):
        """Builds and enables a card whose connectors have these statuses at the start.

        Every CRTC has planes of these types. Without the kernel's console only the test and masters probe connectors.
        In real time the console has to be left out if the displays are shown in its own modes: it commits several
        CRTCs when the card is closed. Such a commit takes the locks of all CRTCs, and releases each with
        interrupts on. A vblank at this moment waits for ever for the next lock, which the interrupted thread holds.
        """
        self.name = name
        self._folder = ROOT / name
        self._folder.mkdir()
        count = len(connectors) if crtcs is None else crtcs
        for index in range(count):
            self._crtc(index, writeback, planes)
        for index, status in enumerate(connectors):
            self._connector(index, status, range(count) if crtcs is not None else [index])
        with contextlib.nullcontext() if console else _without_console():
            self._write("enabled", "1")
        self.card = deadline.until(self._find_card, f"the card of {name}")
        self.minor = int(self.card.removeprefix("card"))
        subprocess.run(["udevadm", "settle", "--timeout=20"], check=True)
        if not console:
            # The console does the same.
            for connector in Path("/sys/class/drm").glob(f"{self.card}-*"):
                (connector / "status").write_text("detect")

    @property
    def path(self) -> str:
        """Returns the node's path."""
        return f"/dev/dri/{self.card}"

    @property
    def connectors(self) -> list[str]:
        """Returns the names of its connectors, except writeback connectors, in the order of their numbers."""
        folder = Path("/sys/class/drm")
        names = [entry.name.removeprefix(f"{self.card}-") for entry in folder.glob(f"{self.card}-*")]
        displays = [name for name in names if not name.startswith("Writeback")]
        return sorted(displays, key=lambda name: int(name.rpartition("-")[2]))

    def set_status(self, connector: int, status: str) -> None:
        """Plugs or unplugs. Writing the same status again sends its event again."""
        self._write(f"connectors/k{connector}/status", status)

    def plug(self, connector: int) -> None:
        self.set_status(connector, CONNECTED)

    def unplug(self, connector: int) -> None:
        self.set_status(connector, DISCONNECTED)

    def disable(self) -> None:
        """Takes the card away, as a hot unplug does."""
        self._write("enabled", "0")

    def remove(self) -> None:
        """Disables the card and takes its description apart.

        It waits until all programs have closed the card: vkms reads the description without a lock, even in a probe
        that began before, and the kernel would die of that ("NULL pointer dereference" in `vkms_connector_detect`).
        """
        self.disable()
        deadline.until(lambda: not self._is_held(), f"{self.card} is released by everybody")
        for link in sorted(self._folder.glob("*/*/possible_*/*")):
            link.unlink()
        for kind in ("connectors", "encoders", "planes", "crtcs"):
            for entry in (self._folder / kind).iterdir():
                entry.rmdir()
        self._folder.rmdir()

    def _is_held(self) -> bool:
        """Returns whether any program has it open, even after its node is gone."""
        for process in filter(str.isdecimal, os.listdir("/proc")):
            with contextlib.suppress(OSError):  # ended meanwhile
                for number in os.listdir(f"/proc/{process}/fd"):
                    with contextlib.suppress(OSError):  # closed meanwhile
                        if os.readlink(f"/proc/{process}/fd/{number}").removesuffix(" (deleted)") == self.path:
                            return True
        return False

    def _crtc(self, index: int, writeback: bool, planes: tuple[str, ...]) -> None:
        crtc = self._folder / f"crtcs/c{index}"
        crtc.mkdir()
        if writeback:
            (crtc / "writeback").write_text("1")
        for number, kind in enumerate(planes):
            plane = self._folder / f"planes/p{index}-{number}"
            plane.mkdir()
            (plane / "type").write_text(kind)
            (plane / f"possible_crtcs/c{index}").symlink_to(crtc)

    def _connector(self, index: int, status: str, crtcs) -> None:
        encoder = self._folder / f"encoders/e{index}"
        encoder.mkdir()
        for crtc in crtcs:
            (encoder / f"possible_crtcs/c{crtc}").symlink_to(self._folder / f"crtcs/c{crtc}")
        connector = self._folder / f"connectors/k{index}"
        connector.mkdir()
        (connector / "status").write_text(status)
        (connector / f"possible_encoders/e{index}").symlink_to(encoder)

    def _write(self, file: str, text: str) -> None:
        (self._folder / file).write_text(text)

    def _find_card(self) -> str | None:
        """Returns the name of its node without the folder, such as `card1`."""
        for entry in Path(f"/sys/devices/faux/{self.name}/drm").glob("card*"):
            return entry.name
        return None
