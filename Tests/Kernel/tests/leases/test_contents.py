"""Contents that are programs, on vkms: over an unplug, and on a seat."""

import shlex
import signal

from guest import debugfs, lessee, screens
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard

CONFIGURATION = """
[default]
mode = "640x480"
content = {{ command = [{command}], way = "{way}" }}
fallback = {{ color = "#2a7fc4" }}
"""


class ContentPrograms(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("contents", [CONNECTED], planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False)
        self.addCleanup(self.card.remove)
        (self.name,) = self.card.connectors

    def start(self, *command: str, way: str = "lease") -> Program:
        words = ", ".join(f"'''{word}'''" for word in command)
        self.daemon = Daemon(self, CONFIGURATION.format(command=words, way=way))
        self.daemon.until_lit(self.name)
        # As the unit has it, where several cards have a screen of that name.
        name = f"{self.card.card}-{self.name}"
        run = Program([screens.binary(), "content", name], {"SCREENS_SOCKET": str(self.daemon.socket)})
        self.addCleanup(run.__exit__)
        return run

    def shown(self) -> str | None:
        crtc = debugfs.crtc_of(self.card.minor, self.name)
        return debugfs.shown(self.card.minor).get(crtc.name, (None, None))[1] if crtc else None

    def until_shown(self, run: Program, count: int) -> None:
        def shown() -> bool:
            found = (run.output().count("connectors"), self.shown())
            assert found == (count, "python3"), f"{found}\n{run.errors()}{self.daemon.log()}"
            return True

        run.until(shown, f"it is shown, number {count}")

    def test_a_program_that_survives_an_unplug_goes_on(self):
        run = self.start(*lessee.command("{fd}", "#ff8000"))
        self.until_shown(run, 1)
        self.card.unplug(0)
        self.daemon.until_dark(self.name, "disconnected")
        self.card.plug(0)
        self.daemon.until_lit(self.name)
        self.daemon.program.until(lambda: self.daemon.screen(self.name)["content"], "its content is known")
        self.assertEqual(self.daemon.screen(self.name)["content"]["state"], "shown")
        self.assertEqual(self.shown(), "python3")
        self.assertEqual(run.output().count("connectors"), 1)
        self.assertNotIn("ended", run.errors())

    def test_a_program_that_ends_without_a_display_is_started_at_the_plug(self):
        # As compositors do, with 0.
        child = shlex.join(lessee.command("{fd}", "#ff8000"))
        status = f"/sys/class/drm/{self.card.card}-{self.name}/status"
        script = f"exec 3<&0; {child} <&3 & until grep -q disconnected {status}; do sleep 0.1; done; kill $!; wait; echo gone"
        run = self.start("sh", "-c", script)
        for count in range(1, 4):
            self.until_shown(run, count)
            self.card.unplug(0)
            run.until(lambda: run.output().count("gone") == count, "it has ended")
            run.until(lambda: "exit code 0" in run.errors().splitlines()[-1], "its end is known")
            self.daemon.program.until(lambda: self.daemon.screen(self.name)["lessee"] is None, "the lease has ended")
            self.card.plug(0)
        self.until_shown(run, 4)
        self.assertNotIn("again", run.errors())

    def test_on_a_seat(self):
        run = self.start(
            "sh", "-c", 'test -S "$SEATD_SOCK" && echo $LIBSEAT_BACKEND $WLR_DRM_DEVICES; exec sleep 1000', way="seat"
        )
        run.until(lambda: run.output() == f"seatd /dev/dri/{self.card.card}\n", "it has a seat")
        run.signal(signal.SIGTERM)
        self.assertEqual(run.wait(), 0, run.errors())
