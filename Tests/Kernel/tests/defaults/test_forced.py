"""A connector that root forces, by the command that writes the kernel's files."""

import tempfile
from pathlib import Path

from guest import edids, screens, wait
from guest.bochs import Socket
from guest.kerneltest import KernelTest

NO_RIGHTS, BAD_DATA = 77, 65


class Forced(KernelTest):
    machine = "late"

    def setUp(self):
        self.socket = Socket(self)
        self.addCleanup(self.force, "auto")
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def force(self, *arguments: str) -> dict:
        return screens.document("force", self.socket.screen, *arguments)

    def edid(self, *timings: edids.Timing) -> str:
        path = self.folder / "edid"
        path.write_bytes(edids.display(timings))
        return str(path)

    def status(self) -> str:
        return screens.listed(self.socket.card)[self.socket.name]["status"]

    def test_a_screen_follows_it_off_and_on(self):
        with screens.show(self.socket.screen, "--color", "#2a7fc4") as program:
            wait.until_shown(program, self.socket.minor, self.socket.name)
            self.assertEqual(self.force("off")["status"], "disconnected")
            program.until(lambda: "disconnected" in program.errors(), "it says so")
            self.assertEqual(self.status(), "disconnected")
            self.assertEqual(self.force("on")["status"], "connected")
            wait.until_shown(program, self.socket.minor, self.socket.name)

    def test_a_running_screen_takes_the_mode_of_an_edid_at_once(self):
        with screens.show(self.socket.screen, "--color", "#2a7fc4") as program:
            wait.until_shown(program, self.socket.minor, self.socket.name)
            for timing, size in ((edids.SXGA, "1280x1024"), (edids.VGA, "640x480")):
                forced = self.force("on", "--edid", self.edid(timing))
                self.assertEqual(forced["modes"], [size])
                wait.until_shown(program, self.socket.minor, self.socket.name, size)
            self.assertEqual(self.force("auto")["status"], "connected")
            self.assertEqual(self.socket.edid, b"")

    def test_an_edid_that_is_none_changes_nothing(self):
        path = self.folder / "edid"
        path.write_bytes(b"no EDID")
        done = screens.run("force", self.socket.screen, "off", "--edid", str(path))
        self.assertNotEqual(done.code, 0)
        done = screens.run("force", self.socket.screen, "on", "--edid", str(path))
        self.assertEqual(done.code, BAD_DATA, done.errors)
        self.assertEqual(self.socket.edid, b"")

    def test_it_takes_root(self):
        done = screens.run("force", self.socket.screen, "off", user=1000)
        self.assertEqual(done.code, NO_RIGHTS, done.errors)
        self.assertIn("root", done.errors)
        self.assertEqual(self.status(), "connected")
