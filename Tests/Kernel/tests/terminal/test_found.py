"""The former picture and properties of a card are back after `screens show`.

Another program keeps the card open all the while: the kernel itself puts nothing back then.
"""

import signal

from guest import debugfs, drm, modetest, picture, screens, wait
from guest.cards import minor_of
from guest.earlier import NEGATIVE, EarlierPicture
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard


class Found(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("found", [CONNECTED], writeback=True)
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.earlier = EarlierPicture(self.card.path, 0x203040, gamma=NEGATIVE)
        self.addCleanup(self.earlier.close)
        # The negative of its colour: the table is in effect, and would also change our picture.
        self.assertEqual(self.earlier.shown.at(5, 5), (0xDF, 0xCF, 0xBF))

    def show(self, *arguments: str):
        program = screens.show(f"{self.card.card}/{self.name}", "--mode", "800x600", "--color", "#a03060", *arguments)
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.card.minor, self.name, "800x600")
        expected = picture.filled(800, 600, "#a03060")
        wait.until_scanned_out(
            program, self.card.minor, self.name, lambda found: picture.difference(found, expected)
        )
        self.assertIsNone(self.earlier.gamma)
        return program

    def expect_back(self):
        self.assertEqual([client.command for client in debugfs.clients(self.card.minor)], ["python3"])
        self.earlier.until_back()
        self.assertEqual(self.earlier.gamma, NEGATIVE)

    def test_a_gamma_table_does_not_spoil_the_picture_and_is_back_after_sigterm(self):
        program = self.show()
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        self.expect_back()

    def test_mode_picture_and_gamma_are_back_after_the_last_frame(self):
        program = self.show("--duration", "1")
        self.assertEqual(program.wait(), 0, program.errors())
        self.expect_back()

    def test_gamma_is_back_although_the_picture_has_gone_with_its_owner(self):
        program = self.show()
        self.earlier.forget_picture()
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertEqual(debugfs.lit(self.card.minor), [])
        self.assertEqual(self.earlier.gamma, NEGATIVE)


class Background(KernelTest):
    """A colour outside of the planes that another program has left on the CRTC."""

    machine = "cards"
    PINK = 0xFFFF_FFFF_4000_8000

    def test_it_is_black_around_a_picture_within_insets_and_back_at_the_end(self):
        card = VirtualCard("background", [CONNECTED], writeback=True)
        self.addCleanup(card.remove)
        name = card.connectors[0]
        earlier = EarlierPicture(card.path, background=self.PINK)
        self.addCleanup(earlier.close)
        with screens.show(
            f"{card.card}/{name}", "--mode", "640x480", "--color", "#a03060",
            "--overscan", "10,20,30,40", "--compensation", "inset",
        ) as program:  # fmt: skip
            expected = picture.framed(picture.filled(580, 440, "#a03060"), 640, 480, 40, 10)
            wait.until_scanned_out(program, card.minor, name, lambda found: picture.difference(found, expected))
            self.assertNotEqual(earlier.background, self.PINK)
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait(), 0, program.errors())
        earlier.until_back()
        self.assertEqual(earlier.background, self.PINK)


class Pipeline(KernelTest):
    """A pipeline of colours that another program has left on the plane."""

    machine = "pipelines"

    def test_it_does_not_change_our_picture_and_is_back_at_the_end(self):
        minor = minor_of("vkms")
        earlier = EarlierPicture(f"/dev/dri/card{minor}", 0x804020, curve="sRGB EOTF")
        self.addCleanup(earlier.close)
        self.assertNotEqual(earlier.shown.at(5, 5), (0x80, 0x40, 0x20), "the pipeline has an effect")
        with screens.show(f"card{minor}/Virtual-1", "--mode", "640x480", "--color", "#a03060") as program:
            expected = picture.filled(640, 480, "#a03060")
            wait.until_scanned_out(program, minor, "Virtual-1", lambda found: picture.difference(found, expected))
            with drm.Card.shared_with(program.pid, f"/dev/dri/card{minor}") as shared:
                found = shared.properties(earlier.plane, drm.OBJECT_PLANE)
            self.assertIn("COLOR_ENCODING", found, "the kernel hides it from files with the capability")
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait(), 0, program.errors())
        earlier.until_back()


class LeftCursor(KernelTest):
    """A cursor that another program has left on the display of a virtual machine."""

    machine = "cards"

    def setUp(self):
        self.minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        self.name = next(name for name in found if found[name].status == "connected")

    def planes(self) -> list[str]:
        """Returns the planes with a framebuffer on the CRTC of the display."""
        crtc = debugfs.crtc_of(self.minor, self.name)
        return [
            block.name
            for block in debugfs.state(self.minor)
            if crtc and block.kind == "plane" and block.values["crtc"] == crtc.name and block.values["fb"] != "0"
        ]

    def leave_cursor(self) -> None:
        """Shows a cursor, and keeps the card open without mastership until the end of the test."""
        card = drm.Card.open(f"/dev/dri/card{self.minor}")
        self.addCleanup(card.close)
        buffer, _ = card.create_buffer(64, 64)
        (crtc,) = [crtc for crtc in card.crtcs() if card.crtc(crtc).mode_valid]
        card.set_cursor(crtc, buffer)
        card.drop_master()

    def test_it_is_not_over_our_picture(self):
        (primary,) = self.planes()
        self.leave_cursor()
        self.assertEqual(len(self.planes()), 2, "the console and the cursor")
        with screens.show(f"card{self.minor}/{self.name}", "--color", "#a03060") as program:
            program.until(lambda: self.planes() == [primary], "the cursor has gone")
            wait.until_shown(program, self.minor, self.name)
            self.assertEqual(self.planes(), [primary])
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait(), 0, program.errors())
