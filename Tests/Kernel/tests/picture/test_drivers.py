"""Drivers whose displays have no EDID: qxl and cirrus of virtual machines, and gud on USB."""

import signal
from pathlib import Path

from guest import agreement, drm, modetest, picture, screens, wait
from guest.cards import minor_of
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.usbdisplay import Display

COLOUR = "#2a7fc4"
# Insets that the connector's properties do not make.
INSETS = ("--overscan", "10,20,30,40", "--compensation", "inset")


def complaints(minor: int) -> list[str]:
    """Returns what `doctor` finds wrong with a card, apart from notes."""
    done = screens.document("doctor")
    return [
        f"{finding['code']} {finding['object']}"
        for finding in done["findings"]
        if finding["severity"] != "note" and finding["object"].startswith(f"card{minor}")
    ]


class Emulated(KernelTest):
    """A card of QEMU, which takes pictures of it."""

    machine = "qxl"
    driver = "qxl"
    # QEMU's name of the card.
    device = "qxl"

    def setUp(self):
        self.minor = minor_of(self.driver)
        found = modetest.connectors(self.driver)
        self.name = next(name for name in found if found[name].status == "connected")

    def test_its_connectors_agree_with_modetest(self):
        agreement.compare_card(self, self.driver, self.minor)

    def test_the_missing_edid_is_not_a_fault(self):
        self.assertEqual(complaints(self.minor), [])

    def test_each_pixel_has_the_colour_and_the_console_is_back_after_it(self):
        before = wait.books(self.minor)
        with screens.show(f"card{self.minor}/{self.name}", "--mode", "640x480", "--color", COLOUR) as program:
            wait.until_shown(program, self.minor, self.name, "640x480")
            wait.until_on_screen(self.device, picture.filled(640, 480, COLOUR))
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait(), 0, program.errors())
        wait.until_books(self.minor, before)

    def test_a_picture_within_insets_has_black_around_it(self):
        arguments = ("--mode", "640x480", "--color", COLOUR, *INSETS)
        with screens.show(f"card{self.minor}/{self.name}", *arguments) as program:
            wait.until_shown(program, self.minor, self.name, "640x480")
            wait.until_on_screen(self.device, picture.framed(picture.filled(580, 440, COLOUR), 640, 480, 40, 10))

    def test_a_replay_of_its_document_lays_pictures_out_as_the_card_does(self):
        layout = agreement.compare_layouts(self, self.minor, self.name, "--mode", "640x480", *INSETS)
        self.assertEqual(layout["compensation"], "software")


class Cirrus(Emulated):
    machine = "cirrus"
    driver = "cirrus-qemu"
    device = "cirrus"
    is_long = True


class USB(KernelTest):
    """A display that lists its modes by itself, without an EDID, shrinks pictures by its margins, and has a backlight.
    """

    machine = "qxl"

    def setUp(self):
        self.display = Display(self, "--modes", "640x480,320x240", "--margins", "--backlight", "40", "--no-poll")
        self.minor = self.display.number()
        (self.name,) = screens.listed(f"/dev/dri/card{self.minor}")

    def show(self, *arguments: str):
        program = screens.show(f"card{self.minor}/{self.name}", "--color", COLOUR, *arguments)
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.minor, self.name)
        return program

    def test_its_modes_agree_with_modetest_and_the_missing_edid_is_not_a_fault(self):
        agreement.compare_card(self, "gud", self.minor)
        self.assertEqual(complaints(self.minor), [])

    def test_the_picture_is_shown_in_the_mode_that_it_prefers(self):
        self.show()
        self.display.until_shown(picture.filled(640, 480, COLOUR))

    def test_a_replay_of_its_document_lays_pictures_out_as_the_card_does(self):
        layout = agreement.compare_layouts(self, self.minor, self.name, *INSETS)
        self.assertEqual(layout["compensation"], "software")

    def test_the_display_shrinks_the_picture_by_its_margins_which_are_back_at_the_end(self):
        program = self.show("--overscan", "10,20,30,40", "--stats")
        self.display.until_shown(picture.framed(picture.filled(580, 440, COLOUR), 640, 480, 40, 10))
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        (found,) = screens.statistics(program)
        self.assertEqual(found["layout"]["compensation"], "margins")
        with drm.Card.open(f"/dev/dri/card{self.minor}") as card:
            (connector,) = card.connectors()
            values = card.properties(connector, drm.OBJECT_CONNECTOR)
            margins = {name: value for name, (_, value) in values.items() if name.endswith(" margin")}
        self.assertEqual(margins, dict.fromkeys(("left margin", "right margin", "top margin", "bottom margin"), 0))

    def test_the_daemon_sets_the_backlight_of_the_connector_and_restores_it_at_its_end(self):
        (brightness,) = Path("/sys/class/backlight").glob("*/brightness")
        self.assertEqual(brightness.read_text(), "40\n")
        daemon = Daemon(
            self,
            f'[[screen]]\nmatch = {{ connector = "card{self.minor}/{self.name}" }}\nbrightness = 20\n'
            f'content = {{ color = "{COLOUR}" }}\n',
        )
        wait.until_shown(daemon.program, self.minor, self.name)
        daemon.program.until(lambda: brightness.read_text() == "20\n", "the brightness of the configuration")
        daemon.program.signal(signal.SIGTERM)
        self.assertEqual(daemon.program.wait(), 0, daemon.log())
        self.assertEqual(brightness.read_text(), "40\n")


class RotatingUSB(KernelTest):
    """A display that offers to rotate pictures. Its framebuffer keeps the size of the mode, so it scales a picture that
    it rotates by a quarter."""

    machine = "qxl"
    COLOURS = ("#a03060", "#30a060", "#2a7fc4", "#e0c040")
    WIDTH, HEIGHT = 320, 240
    # `DRM_MODE_ROTATE_0`, and `DRM_MODE_ROTATE_180` with `DRM_MODE_REFLECT_X`.
    UPRIGHT, UPSIDE_DOWN = 1, 4 | 16

    def setUp(self):
        display = Display(self, "--modes", f"{self.WIDTH}x{self.HEIGHT}", "--rotation", "all", "--no-poll")
        self.display, self.minor = display, display.number()
        (self.name,) = screens.listed(f"/dev/dri/card{self.minor}")
        self.file = Path("/run/quarters.png")
        self.addCleanup(self.file.unlink)

    def show(self, degrees: int = 0, reflected: bool = False):
        """Starts a program whose picture has four quarters, and waits until they are in their places."""
        size = (self.WIDTH, self.HEIGHT) if degrees % 180 == 0 else (self.HEIGHT, self.WIDTH)
        self.file.write_bytes(picture.to_png(picture.quarters(*size, self.COLOURS)))
        program = screens.show(
            f"card{self.minor}/{self.name}", "--image", str(self.file), "--rotate", str(degrees),
            *(["--reflect"] if reflected else []), "--stats",
        )  # fmt: skip
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.minor, self.name)
        first, second, third, fourth = self.COLOURS
        colours = (second, first, fourth, third) if reflected else self.COLOURS
        turns = degrees // 90
        colours = colours[4 - turns :] + colours[: 4 - turns]
        self.display.until_shown(picture.quarters(self.WIDTH, self.HEIGHT, colours))
        return program

    def end(self, program) -> dict:
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        (found,) = screens.statistics(program)
        return found["layout"]

    def test_rotated_and_reflected_pictures_have_each_pixel_in_its_place(self):
        for degrees in (0, 90, 180, 270):
            for reflected in (False, True):
                with self.subTest(degrees=degrees, reflected=reflected):
                    layout = self.end(self.show(degrees, reflected))
                    self.assertEqual((layout["rotation"], layout["reflected"]), (degrees, reflected))
                    self.assertFalse(layout["rotatedByPlane"], "the driver lets each display rotate in its own way")

    def test_a_rotation_that_another_program_has_left_does_not_rotate_our_picture_and_is_back_at_the_end(self):
        card = drm.Card.open(f"/dev/dri/card{self.minor}")
        self.addCleanup(card.close)
        for capability in (drm.CAP_UNIVERSAL_PLANES, drm.CAP_ATOMIC):
            card.set_cap(capability)
        (plane,) = card.planes()

        def rotation() -> tuple[int, int]:
            return card.properties(plane, drm.OBJECT_PLANE)["rotation"]

        number, found = rotation()
        self.assertEqual(found, self.UPRIGHT)
        card.commit(drm.ATOMIC_ALLOW_MODESET, {plane: {number: self.UPSIDE_DOWN}})
        card.drop_master()
        program = self.show()
        self.assertEqual(rotation(), (number, self.UPRIGHT))
        self.end(program)
        self.assertEqual(rotation(), (number, self.UPSIDE_DOWN))
