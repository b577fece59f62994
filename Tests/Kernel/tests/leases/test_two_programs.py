"""Two programs of others beside a third screen, whose picture is another one at each refresh."""

import os
import shutil
import signal
import time
from pathlib import Path

from guest import debugfs, modetest, picture, processes, screens
from guest.daemon import Daemon
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard

MODE = "640x480"
# Small, since each picture is drawn by an emulated processor.
WIDTH, HEIGHT = 160, 100
CONFIGURATION = """
[default]
mode = "{mode}"
content = {{ color = "#2a7fc4" }}

[[screen]]
match = {{ connector = "{name}" }}
mode = "{width}x{height}@60,cvt"
content = {{ slides = "{folder}", interval = "1 s", fade = "1 s" }}
"""


class TwoPrograms(KernelTest):
    machine = "virtual"
    seconds = 240

    def setUp(self):
        self.card = VirtualCard("three", [CONNECTED] * 3, planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False)
        self.addCleanup(self.card.remove)
        *self.lent, self.ours = self.card.connectors
        folder = Path("/run/three")
        folder.mkdir(exist_ok=True)
        self.addCleanup(shutil.rmtree, folder)
        for name, color in (("a", "#ff0000"), ("b", "#0000ff")):
            (folder / f"{name}.png").write_bytes(picture.to_png(picture.filled(WIDTH, HEIGHT, color)))
        self.daemon = Daemon(
            self, CONFIGURATION.format(mode=MODE, name=self.ours, width=WIDTH, height=HEIGHT, folder=folder)
        )
        for name in self.card.connectors:
            self.daemon.until_lit(name)

    def shown(self, name: str) -> tuple[str, str] | None:
        """The framebuffer on a connector, and its allocator."""
        crtc = debugfs.crtc_of(self.card.minor, name)
        found = debugfs.shown(self.card.minor).get(crtc.name) if crtc else None
        return found[:2] if found else None

    def begin(self, place: int) -> Program:
        """Starts an unpatched program on a screen, and waits until it has shown two pictures."""
        name = self.lent[place]
        number = modetest.connectors("vkms")[name].number
        command = ["modetest", "-M", "vkms", "-s", f"{number}:{MODE}", "-v"]
        program = Program(
            [screens.binary(), "lease", name, "--", *command], {"SCREENS_SOCKET": str(self.daemon.socket)}
        )
        self.addCleanup(program.__exit__)
        seen: set[str] = set()

        def shows_two() -> bool:
            found = self.shown(name)
            if found and found[1] == "modetest":
                seen.add(found[0])
            return len(seen) > 1

        program.until(shows_two, f"modetest shows two pictures on {name}")
        return program

    def child(self, program: Program) -> int:
        """The process of its program: the ends of the others are not to be mixed up."""
        (found,) = [
            process
            for process in processes.named("modetest")
            if int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1]) == program.process.pid
        ]
        return found

    def until_back(self, place: int) -> None:
        name = self.lent[place]

        def back() -> bool:
            found = self.shown(name)
            return self.daemon.screen(name)["lessee"] is None and found is not None and found[1] != "modetest"

        self.daemon.program.until(back, f"our picture is back on {name}")

    def kill(self, place: int, program: Program) -> None:
        os.kill(self.child(program), signal.SIGKILL)
        self.assertEqual(program.wait(), 128 + signal.SIGKILL, program.errors())
        self.until_back(place)

    def test_the_third_screen_loses_no_frame(self):
        number = int(debugfs.crtc_of(self.card.minor, self.ours).name.removeprefix("crtc-"))
        time.sleep(2)
        before = self.daemon.statistics(self.ours)
        with FlipTrace() as trace:
            programs = [self.begin(0), self.begin(1)]
            time.sleep(2)
            # Each is killed, and started again beside the other one.
            for place in (0, 1):
                self.kill(place, programs[place])
                programs[place] = self.begin(place)
            time.sleep(2)
            # Each is unplugged and plugged in again, and goes on with its own picture.
            for place in (0, 1):
                name = self.lent[place]
                self.card.unplug(place)
                self.daemon.until_dark(name, "disconnected")
                self.card.plug(place)
                self.daemon.until_lit(name)
                self.assertEqual(self.shown(name)[1], "modetest")
            # One is revoked, the other one is ended with its command.
            self.daemon.call("Revoke", screen=self.lent[0])
            self.assertNotEqual(programs[0].wait(), 0)
            self.until_back(0)
            self.assertEqual(self.shown(self.lent[1])[1], "modetest")
            programs[1].signal(signal.SIGTERM)
            programs[1].wait()
            self.until_back(1)
            flips = [vblank for _, _, crtc, vblank in trace.flips() if crtc == number]
        after = self.daemon.statistics(self.ours)
        missed = after["missed"] - before["missed"]
        steps = [later - earlier for earlier, later in zip(flips, flips[1:])]
        counts = {step: steps.count(step) for step in sorted(set(steps))}
        print(f"{len(flips)} flips beside two programs, {missed} missed; refreshes from flip to flip: {counts}", flush=True)
        self.assertEqual(missed, 0)
        self.assertGreater(len(flips), 200)
        self.assertEqual(after["modesets"], before["modesets"])
