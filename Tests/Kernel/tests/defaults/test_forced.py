"""A connector that root forces, by the command that writes the kernel's files."""

import tempfile
from pathlib import Path

from guest import screens
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

    def status(self) -> str:
        return screens.listed(self.socket.card)[self.socket.name]["status"]

    def test_the_kernel_takes_the_state(self):
        for state, status in (("off", "disconnected"), ("on", "connected"), ("auto", "connected")):
            self.assertEqual(self.force(state)["status"], status)
            self.assertEqual(self.status(), status)

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
