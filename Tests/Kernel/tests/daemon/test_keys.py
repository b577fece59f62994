"""Keys of the configuration that are about the card and other programs, and what a new configuration leaves alone.

The effect of each key on the pixels is proven without a daemon (`picture`, `pacing`), and the meaning of its texts by
the unit tests.
"""

import time
import unittest

from guest import debugfs, picture, readback, wait
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.picture import Picture
from guest.varlink import Refused
from guest.vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 640, 480
BROWN = 'content = { color = "#804020" }'


def near(*expected: int):
    """Returns the fault of a picture that should have one colour, within a step of each channel; None without one."""

    def wrong(found: Picture) -> str | None:
        pixels = {found.at(x, y) for x in range(0, found.width, 31) for y in range(0, found.height, 31)}
        if len(pixels) == 1 and all(abs(one - other) <= 1 for one, other in zip(*pixels, expected, strict=True)):
            return None
        return f"{sorted(pixels)[:3]} and not {expected}"

    return wrong


def exactly(expected: Picture):
    return lambda found: picture.difference(found, expected)


class Keys(KernelTest):
    """One daemon, one card of two screens, and several configurations."""

    machine = "virtual"

    @classmethod
    def setUpClass(cls):
        cls.card = VirtualCard("keys", [CONNECTED, CONNECTED], writeback=True)
        cls.addClassCleanup(cls.card.remove)
        cls.name, cls.other = cls.card.connectors
        cls.fixture = unittest.TestCase()
        cls.daemon = Daemon(cls.fixture, "")
        cls.addClassCleanup(cls.fixture.doCleanups)

    def configure(self, keys: str, other: str = 'content = "none"') -> None:
        """Configures the first screen with some keys, and the second one too."""
        self.daemon.configure(
            f'[default]\nmode = "640x480"\n'
            f'[[screen]]\nmatch = {{ connector = "{self.name}" }}\n{keys}\n'
            f'[[screen]]\nmatch = {{ connector = "{self.other}" }}\n{other}\n'
        )

    def expect(self, wrong, name: str | None = None, read=readback.scanned_out) -> None:
        wait.until_scanned_out(self.daemon.program, self.card.minor, name or self.name, wrong, read=read)

    def test_several_keys_reach_the_kernel(self):
        self.configure(f'mode = "800x600"\nformat = "argb8888"\ngamma = 2.0\n{BROWN}')
        self.expect(near(0xB5, 0x80, 0x5A))
        crtc = debugfs.crtc_of(self.card.minor, self.name)
        self.assertIn("AR24", debugfs.primary_of(self.card.minor, crtc.name).values["format"])
        self.assertIn('"800x600"', debugfs.shown(self.card.minor)[crtc.name][2])

    def test_a_mode_that_the_driver_refuses_leaves_the_former_one(self):
        self.configure('mode = "800x600"\ncontent = { color = "#2a7fc4" }')
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Set", screen=self.name, settings={"mode": "9000x9000@30,cvt"})
        message = refused.exception.parameters["message"]
        self.assertRegex(message, "refuses 9000x9000@.*; its former settings return$")
        self.expect(exactly(picture.filled(800, 600, "#2a7fc4")), read=readback.framebuffer_of)

    def test_a_mirror_has_its_own_content_while_the_other_one_is_off_or_lent(self):
        own = f'mirror = "{self.name}"\ncontent = {{ color = "#804020" }}'
        self.configure('content = { color = "#2a7fc4" }\npower = "off"', own)
        self.expect(near(0x80, 0x40, 0x20), self.other)
        self.configure('content = { color = "#2a7fc4" }', own)
        self.expect(near(0x2A, 0x7F, 0xC4), self.other)
        with self.daemon.client() as client:
            client.lease(self.name)
            self.expect(near(0x80, 0x40, 0x20), self.other)
        self.expect(near(0x2A, 0x7F, 0xC4), self.other)

    def test_properties_that_a_connector_lacks_are_reported(self):
        self.configure(f'properties = {{ "max bpc" = 8 }}\n{BROWN}')
        self.expect(near(0x80, 0x40, 0x20))
        self.daemon.until_logged("max bpc")

    def test_content_none_leaves_a_screen_alone(self):
        self.configure(BROWN)
        self.expect(near(0x80, 0x40, 0x20))
        self.configure('content = "none"')
        shown = lambda: {by for _, by, _ in debugfs.shown(self.card.minor).values()}
        self.daemon.program.until(lambda: shown() <= {debugfs.CONSOLE}, "what was shown before is back")
        self.assertEqual(debugfs.clients(self.card.minor), [])

    def test_unchanged_screens_do_not_flicker(self):
        self.configure(BROWN, BROWN)
        self.expect(near(0x80, 0x40, 0x20))
        self.expect(near(0x80, 0x40, 0x20), self.other)

        def counted() -> list[tuple]:
            found = [self.daemon.statistics(name) for name in (self.name, self.other)]
            return [(screen["modesets"], screen["missed"], screen["stalls"]) for screen in found]

        before = counted()
        presented = self.daemon.statistics(self.name)["presented"]
        self.configure('content = { color = "#2a7fc4" }', BROWN)
        # Reading the picture stops the program for a moment, so a frame that is being drawn is missed.
        self.daemon.program.until(
            lambda: self.daemon.statistics(self.name)["presented"] > presented, "it shows another picture"
        )
        self.assertEqual(counted(), before, "another content needs no mode to be set")
        self.expect(near(0x2A, 0x7F, 0xC4), read=readback.framebuffer_of)
        self.configure(f'mode = "800x600"\n{BROWN}', BROWN)
        self.assertEqual(counted()[1], before[1])
        self.assertGreater(counted()[0][0], before[0][0])

    def test_identify_writes_over_the_picture_and_takes_it_away(self):
        self.configure(BROWN)
        self.expect(near(0x80, 0x40, 0x20))
        self.daemon.call("Identify", seconds=30)

        def labelled(found: Picture) -> str | None:
            return None if found.at(WIDTH // 2, HEIGHT // 2) != (0x80, 0x40, 0x20) else "no label"

        self.expect(labelled, read=readback.framebuffer_of)
        # A screen that leaves meanwhile does not come back with it.
        self.card.unplug(0)
        self.addCleanup(self.card.plug, 0)
        wait.until_dark(self.daemon.program, self.card.minor, self.name)
        time.sleep(31)
        self.card.plug(0)
        wait.until_shown(self.daemon.program, self.card.minor, self.name)
        self.expect(near(0x80, 0x40, 0x20))
