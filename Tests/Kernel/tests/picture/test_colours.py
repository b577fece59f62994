"""Brightness, gamma, colour temperature and properties by name, judged by the pixels that leave the CRTC."""

import os
import signal

from guest import debugfs, drm, readback, screens, wait
from guest.earlier import NEGATIVE, EarlierPicture
from guest.kerneltest import KernelTest
from guest.picture import Picture
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard


def near(*expected: int):
    """Returns the fault of a picture that should have one colour, within a step of each channel; None without one."""

    def wrong(found: Picture) -> str | None:
        pixels = {found.at(x, y) for x in range(0, found.width, 31) for y in range(0, found.height, 31)}
        if len(pixels) == 1 and all(abs(one - other) <= 1 for one, other in zip(*pixels, expected, strict=True)):
            return None
        return f"{sorted(pixels)[:3]} and not {expected}"

    return wrong


# The pixels of the buffers, as drawn, if the CRTC changes the colours.
DRAWN = (0x80, 0x40, 0x20)


class Colours(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("colours", [CONNECTED], writeback=True)
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]

    def show(self, *arguments: str, drawn=DRAWN, mode: str = "640x480", **settings):
        program = screens.show(
            f"{self.card.card}/{self.name}", "--mode", mode, "--color", "#804020", *arguments, **settings
        )
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.card.minor, self.name, mode)
        # First the buffer's content, whose reading delays the program less than writeback does.
        self.expect(program, near(*drawn), read=readback.framebuffer_of)
        return program

    def expect(self, program, wrong, **settings) -> None:
        wait.until_scanned_out(program, self.card.minor, self.name, wrong, **settings)

    def test_a_picture_is_dimmed_by_the_crtc(self):
        program = self.show("--dim", "50")
        self.expect(program, near(0x40, 0x20, 0x10))
        self.assertEqual(program.errors(), "")

    def test_gamma_makes_middle_tones_lighter(self):
        self.expect(self.show("--gamma", "2"), near(0xB5, 0x80, 0x5A))

    def test_a_low_temperature_is_redder(self):
        def wrong(found: Picture) -> str | None:
            red, green, blue = found.at(5, 5)
            return None if red == 0x80 and 0x20 < green < 0x40 and blue < 0x10 else f"{(red, green, blue)}"

        self.expect(self.show("--color-temperature", "2700"), wrong)

    def test_a_table_of_before_is_back_at_the_end(self):
        earlier = EarlierPicture(self.card.path, 0x203040, gamma=NEGATIVE)
        self.addCleanup(earlier.close)
        # A mode that differs from the earlier picture's.
        program = self.show("--dim", "50", mode="800x600")
        self.expect(program, near(0x40, 0x20, 0x10))
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        earlier.until_back()
        self.assertEqual(earlier.gamma, NEGATIVE)

    def test_the_copy_dims_with_the_legacy_calls(self):
        # Only the buffer's content is read, because writeback would enable atomic commits on the file.
        preload = {"LD_PRELOAD": os.environ["SCREENS_NO_ATOMIC"]}
        self.show("--dim", "50", drawn=(0x40, 0x20, 0x10), environment=preload)

    def test_the_copy_applies_gamma_with_the_legacy_calls(self):
        preload = {"LD_PRELOAD": os.environ["SCREENS_NO_ATOMIC"]}
        program = self.show("--gamma", "2", drawn=(0xB5, 0x80, 0x5A), environment=preload)
        self.assertEqual(program.errors(), "", "no warning")

    def test_a_still_picture_is_dimmed_and_light_again_without_a_modeset(self):
        host = drm.Card.open(self.card.path)
        self.addCleanup(host.close)
        program = Program(["opened", str(host.descriptor)], descriptors=[host.descriptor])
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.card.minor, self.name)
        self.expect(program, near(0x20, 0x40, 0x60), read=readback.framebuffer_of)
        lit = debugfs.framebuffers(self.card.minor)
        for dimming, expected in [("50", (0x10, 0x20, 0x30)), ("0", (0x20, 0x40, 0x60)), ("100", (0, 0, 0))]:
            program.say(f"dim {self.name} {dimming}")
            self.expect(program, near(*expected))
            # A modeset would have made other framebuffers.
            self.assertEqual(debugfs.framebuffers(self.card.minor), lit)
        self.assertEqual(program.end(), 0, program.errors())

    def test_a_property_that_is_not_there_is_reported_and_the_screen_is_lit(self):
        program = self.show("--properties", "Broadcast RGB=Full")
        self.expect(program, near(0x80, 0x40, 0x20))
        said = f"{self.name}: no property 'Broadcast RGB'"
        program.until(lambda: said in program.errors(), "the warning")
