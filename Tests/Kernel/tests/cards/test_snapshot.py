"""`screens snapshot` takes what another program shows, or the console, pixel by pixel."""

import os
import unittest
from pathlib import Path

from guest import deadline, debugfs, hostlink, modetest, picture, screens, wait
from guest.cards import minor_of
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

FILE = Path("/run/snapshot.png")
NOBODY = 65534


def taken(screen: str) -> picture.Picture:
    """What `screens snapshot` writes of a screen, which it must do without a word."""
    done = screens.run("snapshot", screen, str(FILE))
    assert done.code == 0 and done.errors == "", f"{done.code}: {done.errors}"
    found = picture.from_png(FILE.read_bytes())
    FILE.unlink()
    return found


def connected(driver: str) -> tuple[int, str]:
    """A driver's card and the connector on it that has a display."""
    found = modetest.connectors(driver)
    return minor_of(driver), next(name for name in found if found[name].status == "connected")


class OnGlass(unittest.TestCase):
    """Beside what QEMU draws."""

    def same_as_on_glass(self, screen: str, device: str):
        def same() -> bool:
            wrong = picture.difference(taken(screen), picture.from_ppm(hostlink.link().screendump(device)))
            assert wrong is None, wrong
            return True

        deadline.until(same, f"the snapshot is what is on {device}", interval=0.1)

    def of_another_program(self, driver: str, device: str):
        minor, name = connected(driver)
        with screens.show(f"card{minor}/{name}", "--pattern", "bars") as program:
            wait.until_shown(program, minor, name)
            self.same_as_on_glass(f"card{minor}/{name}", device)
            found = taken(f"card{minor}/{name}")
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
        os.write(console := os.open("/dev/tty1", os.O_WRONLY | os.O_NOCTTY), b"\x1b[?25l\x1b[41msnapshot\r\n\x1b[0m")
        os.close(console)
        before = wait.books(minor)
        self.same_as_on_glass(f"card{minor}/{name}", "gpu")
        found = taken(f"card{minor}/{name}")
        self.assertGreater(len(set(found.pixels)), 1, "there is text on the console")
        self.assertEqual(wait.books(minor), before, "nothing of ours stays on the card")


class OnVirtualCards(unittest.TestCase):
    def setUp(self):
        self.card = VirtualCard("snapshot", [CONNECTED, DISCONNECTED], writeback=True)
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.screen = f"{self.card.card}/{self.name}"

    def test_it_is_what_leaves_the_crtc(self):
        with screens.show(self.screen, "--pattern", "gradient", "--mode", "1366x768") as program:
            wait.until_shown(program, self.card.minor, self.name)
            wait.until_scanned_out(
                program, self.card.minor, self.name, lambda found: picture.difference(taken(self.screen), found)
            )

    def test_standard_output_gets_the_picture(self):
        with screens.show(self.screen, "--color", "#2a7fc4", "--mode", "640x480") as program:
            wait.until_shown(program, self.card.minor, self.name)
            path = Path("/run/snapshot.out")
            os.system(f"{screens.binary()} snapshot {self.screen} - >{path}")
            wrong = picture.difference(picture.from_png(path.read_bytes()), picture.filled(640, 480, "#2a7fc4"))
            self.assertIsNone(wrong)

    def test_an_ordinary_user_hears_who_may(self):
        os.chmod(f"/dev/dri/{self.card.card}", 0o666)
        with screens.show(self.screen, "--color", "#2a7fc4", "--mode", "640x480") as program:
            wait.until_shown(program, self.card.minor, self.name)
            done = screens.run("snapshot", self.screen, "-", user=NOBODY)
            self.assertEqual(done.code, screens.NO_PERMISSION, done.errors)
            self.assertIn("be root", done.errors)
            self.assertEqual(done.output, "")

    def test_a_screen_that_shows_nothing_says_so(self):
        done = screens.run("snapshot", f"{self.card.card}/{self.card.connectors[1]}", str(FILE))
        self.assertEqual(done.code, screens.NO_CARD, done.errors)
        self.assertIn("nothing is shown there", done.errors)
        self.assertFalse(FILE.exists())
