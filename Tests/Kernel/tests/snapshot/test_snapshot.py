"""`screens snapshot` captures the picture of another program, or of the console, pixel by pixel."""

import os
from pathlib import Path

from guest import deadline, debugfs, modetest, picture, screens, snapshot, wait
from guest.cards import minor_of
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, DISCONNECTED, PLANE_CURSOR, PLANE_OVERLAY, PLANE_PRIMARY, VirtualCard

NOBODY = 65534


def connected(driver: str) -> tuple[int, str]:
    """Returns a driver's card and its connector that has a display."""
    found = modetest.connectors(driver)
    return minor_of(driver), next(name for name in found if found[name].status == "connected")


class OnGlass(KernelTest):
    """Snapshots compared with QEMU's drawing."""

    machine = "cards"

    def of_another_program(self, driver: str, device: str):
        minor, name = connected(driver)
        with screens.show(f"card{minor}/{name}", "--pattern", "bars") as program:
            wait.until_shown(program, minor, name)
            snapshot.until_on_screen(f"card{minor}/{name}", device)
            found = snapshot.taken(f"card{minor}/{name}")
            self.assertEqual(found.at(0, 0), (255, 255, 255))
            self.assertEqual(found.at(found.width - 1, found.height - 1), (0, 0, 0))
            self.assertTrue(program.running, program.errors())

    def test_of_another_program_on_virtio_gpu(self):
        self.of_another_program("virtio_gpu", "gpu")

    def test_of_another_program_on_bochs(self):
        self.of_another_program("bochs-drm", "bochs")

    def test_of_the_console(self):
        minor, name = connected("virtio_gpu")
        # The cursor would blink between the two pictures.
        console = os.open("/dev/tty1", os.O_WRONLY | os.O_NOCTTY)
        os.write(console, b"\x1b[?25l\x1b[41msnapshot\r\n\x1b[0m")
        os.close(console)
        before = wait.books(minor)
        snapshot.until_on_screen(f"card{minor}/{name}", "gpu")
        found = snapshot.taken(f"card{minor}/{name}")
        self.assertGreater(len(set(found.pixels)), 1, "there is text on the console")
        self.assertEqual(wait.books(minor), before, "nothing of ours stays on the card")


def unlike(found: picture.Picture, expected: picture.Picture) -> str | None:
    """Returns None if no colour differs by more than rounding."""
    assert (found.width, found.height) == (expected.width, expected.height), f"{found.width}x{found.height}"
    if found.pixels == expected.pixels:
        return None
    worst = max(abs(a - b) for a, b in set(zip(found.pixels, expected.pixels)))
    return None if worst <= 1 else f"a colour is off by {worst}"


class Layers(KernelTest):
    """Pictures of modetest, in other formats and on other planes, compared with the pixels that leave the CRTC."""

    machine = "cards"

    def setUp(self):
        self.card = VirtualCard(
            "layers", [CONNECTED], writeback=True, planes=(PLANE_PRIMARY, PLANE_OVERLAY, PLANE_CURSOR)
        )
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.screen = f"{self.card.card}/{self.name}"
        self.connector = modetest.connectors("vkms")[self.name].number

    def shown(self, mode: str, *arguments: str) -> Program:
        program = modetest.hold("vkms", self.card.minor, self.connector, mode, *arguments)
        self.addCleanup(program.__exit__)
        return program

    def expect_the_output_of_the_crtc(self, program: Program):
        wait.until_scanned_out(
            program, self.card.minor, self.name, lambda found: unlike(snapshot.taken(self.screen), found)
        )

    def test_a_picture_in_any_format_is_the_output_of_the_crtc(self):
        for format in ("XR24", "AB24", "RG16", "RG24"):
            with self.subTest(format=format), self.shown(f"640x480@{format}") as program:
                self.expect_the_output_of_the_crtc(program)
                self.assertGreater(len(set(snapshot.taken(self.screen).pixels)), 8, "it is modetest's pattern")

    def test_a_format_that_is_not_read_is_named(self):
        self.shown("640x480@NV16")
        done = screens.run("snapshot", self.screen, str(snapshot.FILE))
        self.assertEqual(done.code, screens.NO_CARD, done.errors)
        self.assertIn("NV16", done.errors)
        self.assertFalse(snapshot.FILE.exists())

    def planes(self) -> list[int]:
        return [block.number for block in debugfs.state(self.card.minor) if block.kind == "plane"]

    def test_overlay_and_cursor_are_in_the_picture(self):
        (crtc,) = [block.number for block in debugfs.state(self.card.minor) if block.kind == "crtc"]
        _, overlay, cursor = self.planes()
        program = self.shown(
            # One is half transparent, and the other extends beyond the screen.
            "640x480@XR24", "-F", "smpte,plain",
            "-P", f"{overlay}@{crtc}:200x100+490+40@XR24", "-P", f"{cursor}@{crtc}:64x64+300+380@AR24",
        )  # fmt: skip
        lit = deadline.until(
            lambda: [b for b in debugfs.state(self.card.minor) if b.kind == "plane" and b.values["fb"] != "0"][2:],
            "all planes are lit",
        )
        self.assertEqual(len(lit), 1)
        self.expect_the_output_of_the_crtc(program)


class OnVirtualCards(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("snapshot", [CONNECTED, DISCONNECTED], writeback=True)
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.screen = f"{self.card.card}/{self.name}"

    def test_it_is_the_output_of_the_crtc(self):
        with screens.show(self.screen, "--pattern", "gradient", "--mode", "640x480") as program:
            wait.until_shown(program, self.card.minor, self.name)
            wait.until_scanned_out(
                program,
                self.card.minor,
                self.name,
                lambda found: picture.difference(snapshot.taken(self.screen), found),
            )

    def test_standard_output_gets_the_picture(self):
        with screens.show(self.screen, "--color", "#2a7fc4", "--mode", "640x480") as program:
            wait.until_shown(program, self.card.minor, self.name)
            path = Path("/run/snapshot.out")
            os.system(f"{screens.binary()} snapshot {self.screen} - >{path}")
            wrong = picture.difference(picture.from_png(path.read_bytes()), picture.filled(640, 480, "#2a7fc4"))
            self.assertIsNone(wrong)

    def test_an_ordinary_user_gets_the_rights_that_it_needs(self):
        os.chmod(f"/dev/dri/{self.card.card}", 0o666)
        with screens.show(self.screen, "--color", "#2a7fc4", "--mode", "640x480") as program:
            wait.until_shown(program, self.card.minor, self.name)
            done = screens.run("snapshot", self.screen, "-", user=NOBODY)
            self.assertEqual(done.code, screens.NO_PERMISSION, done.errors)
            self.assertIn("run as root", done.errors)
            self.assertEqual(done.output, "")

    def test_a_screen_that_shows_nothing_says_so(self):
        done = screens.run("snapshot", f"{self.card.card}/{self.card.connectors[1]}", str(snapshot.FILE))
        self.assertEqual(done.code, screens.NO_CARD, done.errors)
        self.assertIn("no display is plugged in", done.errors)
        self.assertFalse(snapshot.FILE.exists())


class BesideTheDaemon(KernelTest):
    """A screen that the daemon does not drive: it shows another program's picture."""

    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("beside", [CONNECTED])
        self.addCleanup(self.card.remove)
        self.screen = f"{self.card.card}/{self.card.connectors[0]}"
        os.chmod(f"/dev/dri/{self.card.card}", 0o666)
        # The daemon is not root, as in its unit.
        self.daemon = Daemon(self, '[default]\ncontent = "none"\n', user=NOBODY)
        program = screens.show(self.screen, "--color", "#2a7fc4", "--mode", "640x480")
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.card.minor, self.card.connectors[0])

    def snapshot(self, **settings):
        return screens.run("snapshot", self.screen, str(snapshot.FILE), "--socket", str(self.daemon.socket), **settings)

    def test_root_gets_the_picture(self):
        done = self.snapshot()
        self.assertEqual((done.code, done.errors), (0, ""))
        found = picture.from_png(snapshot.FILE.read_bytes())
        snapshot.FILE.unlink()
        self.assertIsNone(picture.difference(found, picture.filled(640, 480, "#2a7fc4")))

    def test_another_user_learns_who_gets_its_picture(self):
        done = self.snapshot(user=NOBODY)
        self.assertEqual(done.code, screens.NO_PERMISSION, done.errors)
        self.assertIn("only root can read the picture of another program", done.errors)
