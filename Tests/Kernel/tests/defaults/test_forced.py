"""A connector that root forces, by the command that writes the kernel's files."""

import tempfile
from pathlib import Path

from guest import agreement, bochs, corpora, modetest, screens, wait
from guest.kerneltest import KernelTest

NO_RIGHTS, BAD_DATA = 77, 65
# EDIDs with their preferred modes.
MONITORS = {"edid-decode/data/hp-lp2480zx-dp": (1920, 1200), "edid-decode/data/hp-lp2275w-dp": (1680, 1050)}


class ForceTest(KernelTest):
    def setUp(self):
        self.socket = bochs.Socket(self)
        self.addCleanup(self.force, "auto")
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def force(self, *arguments: str) -> dict:
        return screens.document("force", self.socket.screen, *arguments)

    def modes(self) -> list[dict]:
        """Returns the modes of the screen, which it compares with the output of modetest."""
        found = screens.document("modes", self.socket.screen)
        agreement.compare_modes(self, found, modetest.connectors(bochs.DRIVER)[self.socket.name])
        return found

    def status(self) -> str:
        return screens.listed(self.socket.card)[self.socket.name]["status"]


class ForcedState(ForceTest):
    machine = "late"

    def test_the_kernel_takes_the_state(self):
        for state, status in (("off", "disconnected"), ("on", "connected"), ("auto", "connected")):
            self.assertEqual(self.force(state)["status"], status)
            self.assertEqual(self.status(), status)

    def test_a_file_that_is_not_an_edid_changes_nothing(self):
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


class ForcedEDID(ForceTest):
    """Overrides on a card whose driver requests them; the display's own EDID is QEMU's."""

    machine = "cards"

    def edid(self, display: str) -> str:
        """The path of a display's EDID."""
        path = self.folder / Path(display).name
        path.write_bytes(corpora.edid(display))
        return str(path)

    def test_its_modes_are_listed_until_the_state_is_automatic_again(self):
        self.force("auto")
        own, former = self.socket.edid, self.modes()
        for display, size in MONITORS.items():
            with self.subTest(display):
                path = self.edid(display)
                forced = self.force("on", "--edid", path)
                self.assertEqual(forced["status"], "connected")
                self.assertEqual(self.socket.edid, Path(path).read_bytes())
                (preferred,) = (mode for mode in self.modes() if mode["preferred"])
                self.assertEqual((preferred["width"], preferred["height"]), size)
                self.assertIn(f"{size[0]}x{size[1]}", forced["modes"])
                listed = screens.listed(self.socket.card)[self.socket.name]
                self.assertEqual((listed["status"], listed["identity"]["make"]), ("connected", "HWP"))
        self.force("auto")
        self.assertEqual((self.socket.edid, self.modes()), (own, former))

    def test_it_stays_over_off_and_on(self):
        (display, *_) = MONITORS
        path = self.edid(display)
        self.force("on", "--edid", path)
        self.assertEqual(self.force("off")["status"], "disconnected")
        self.force("on")
        self.assertEqual(self.socket.edid, Path(path).read_bytes())

    def test_a_picture_follows_into_its_mode_and_back(self):
        minor, name = self.socket.minor, self.socket.name
        (display, (width, height)), *_ = MONITORS.items()
        with screens.show(self.socket.screen, "--color", "#2a7fc4", "--redraw") as program:
            former = wait.until_shown(program, minor, name).split('"')[1]
            self.assertNotEqual(former, f"{width}x{height}")
            self.force("on", "--edid", self.edid(display))
            wait.until_shown(program, minor, name, f"{width}x{height}")
            self.force("auto")
            wait.until_shown(program, minor, name, former)
            self.force("off")
            wait.until_dark(program, minor, name)
            self.force("auto")
            wait.until_shown(program, minor, name, former)
