"""Screens of the daemon that are lent to programs, beside a screen whose picture changes at each refresh."""

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import debugfs, modetest, picture, screens
from .daemon import Daemon
from .flips import FlipTrace
from .kerneltest import KernelTest
from .program import Program
from .vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard

MODE = "640x480"
CONFIGURATION = f"""
[default]
mode = "{MODE}"
content = {{ color = "#2a7fc4" }}
"""
# The size of the moving screen, small because an emulated processor draws each picture.
WIDTH, HEIGHT = 160, 100
MOVING = """
[[screen]]
match = {{ connector = "{name}" }}
mode = "{width}x{height}@60,cvt"
content = {{ slides = "{folder}", interval = "1 s", fade = "1 s" }}
"""


class Lending(KernelTest):
    """The first screen is lent unless another one is named."""

    machine = "virtual"
    count = 2

    def setUp(self):
        self.card = VirtualCard("leases", [CONNECTED] * self.count, planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False)
        self.addCleanup(self.card.remove)
        self.first = self.card.connectors[0]

    def start(self, configuration: str = CONFIGURATION, **settings) -> None:
        self.daemon = Daemon(self, configuration, **settings)
        for name in self.card.connectors:
            self.daemon.until_lit(name)

    def start_moving(self, name: str) -> None:
        """Starts with pictures on one screen that fade without a pause."""
        folder = Path("/run/leases")
        folder.mkdir(exist_ok=True)
        self.addCleanup(shutil.rmtree, folder)
        for file, color in (("a", "#ff0000"), ("b", "#0000ff")):
            (folder / f"{file}.png").write_bytes(picture.to_png(picture.filled(WIDTH, HEIGHT, color)))
        self.start(CONFIGURATION + MOVING.format(name=name, width=WIDTH, height=HEIGHT, folder=folder))

    @contextlib.contextmanager
    def expect_steady(self, name: str) -> Iterator[None]:
        """Checks that meanwhile a moving screen misses no frame and has no modeset."""
        number = int(debugfs.crtc_of(self.card.minor, name).name.removeprefix("crtc-"))
        before = self.daemon.statistics(name)
        with FlipTrace() as trace:
            yield
            flips = [vblank for _, _, crtc, vblank in trace.flips() if crtc == number]
        after = self.daemon.statistics(name)
        missed = after["missed"] - before["missed"]
        steps = [later - earlier for earlier, later in zip(flips, flips[1:])]
        counts = {step: steps.count(step) for step in sorted(set(steps))}
        print(f"{before['missed']} of {before['presented']} missed before", flush=True)
        print(f"{len(flips)} flips beside leases, {missed} missed; refreshes from flip to flip: {counts}", flush=True)
        self.assertEqual(missed, 0)
        self.assertGreater(len(flips), 200)
        self.assertEqual(after["modesets"], before["modesets"])

    def lease(
        self, *command: str, name: str | None = None, user: int | None = None, options: Sequence[str] = ()
    ) -> Program:
        environment = {"SCREENS_SOCKET": str(self.daemon.socket)}
        words = [screens.binary(), "lease", name or self.first, *options, "--", *command]
        program = Program(words, environment, user=user)
        self.addCleanup(program.__exit__)
        return program

    def modetest(self, name: str | None = None) -> list[str]:
        number = modetest.connectors("vkms")[name or self.first].number
        return ["modetest", "-M", "vkms", "-s", f"{number}:{MODE}", "-v"]

    def framebuffer(self, name: str | None = None) -> tuple[str, str] | None:
        """Returns the framebuffer on a connector, and the thread that allocated it."""
        crtc = debugfs.crtc_of(self.card.minor, name or self.first)
        found = debugfs.shown(self.card.minor).get(crtc.name) if crtc else None
        return found[:2] if found else None

    def shown(self, name: str | None = None) -> str | None:
        """Returns the thread that allocated the framebuffer on a connector."""
        found = self.framebuffer(name)
        return found[1] if found else None

    def until_shown(self, program: Program, allocator: str, name: str | None = None) -> None:
        program.until(lambda: self.shown(name) == allocator, f"{allocator} shows its picture")

    def until_back(self, name: str | None = None) -> None:
        def back() -> bool:
            screen = self.daemon.screen(name or self.first)
            return screen["lessee"] is None and self.shown(name) not in (None, "modetest", "python3")

        self.daemon.program.until(back, f"our picture is back on {name or self.first}")
