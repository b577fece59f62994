"""Three screens with a program each: the daemon's own picture, a player on a lease, and frames from a pipe."""

import os
import shutil
import struct
import unittest
from pathlib import Path

from guest import screens
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard

CATALOGUES = Path(__file__).resolve().parents[4] / "Sources"
SIGN = CATALOGUES / "Screens/Screens.docc/Resources/butterfly.png"
BOARD = CATALOGUES / "ScreensGraphics/ScreensGraphics.docc/Resources/dashboard.png"
CONFIGURATION = f"""
[default]
mode = "640x480"
content = {{ color = "#203040" }}

[[screen]]
match = {{ connector = "%s" }}
content = {{ image = "{SIGN}", fit = "fill" }}
"""
# A player that draws itself, and one whose frames `screens present` shows, with the path of the card, the name and the
# programs.
PLAYER = (
    "exec {screens} lease {name} -- mpv --no-config --vo=drm --drm-device={path} --drm-mode=640x480 --no-audio"
    " av://lavfi:testsrc2=size=640x480"
)
FRAMES = (
    f"ffmpeg -v error -loop 1 -i {BOARD} -vf scale=640:480 -frames:v 9 -pix_fmt yuv420p -f yuv4mpegpipe - |"
    " exec {screens} present {name} --hold"
)


class ThreePrograms(KernelTest):
    machine = "cards"
    is_long = True
    seconds = 240

    def test_the_picture_of_each_is_taken(self):
        for program in ("mpv", "ffmpeg"):
            if not shutil.which(program):
                raise unittest.SkipTest(f"{program} is not installed")
        card = VirtualCard("three", [CONNECTED] * 3, planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False)
        self.addCleanup(card.remove)
        first, *lent = card.connectors
        daemon = Daemon(self, CONFIGURATION % first)
        daemon.until_lit(first)
        environment = {"SCREENS_SOCKET": str(daemon.socket), "HOME": "/tmp"}
        for name, command in zip(lent, (PLAYER, FRAMES)):
            daemon.until_lit(name)
            line = command.format(screens=screens.binary(), name=name, path=card.path)
            self.addCleanup(Program(["sh", "-c", line], environment).__exit__)
        found = []
        for number, name in enumerate(card.connectors):
            path = Path(os.environ["SCREENS_RESULTS"], f"three-{number}.png")

            def is_drawn() -> bool:
                done = screens.run("snapshot", f"{card.card}/{name}", str(path), environment=environment)
                assert done.code == 0, done.errors
                # A player begins with black, and one colour needs few bytes. Decoding a picture would take a minute in
                # the guest.
                return path.stat().st_size > 10_000

            daemon.program.until(is_drawn, f"{name} has a picture")
            found.append(path.read_bytes())
        self.assertEqual({struct.unpack(">II", one[16:24]) for one in found}, {(640, 480)})
        self.assertEqual(len(set(found)), 3)
