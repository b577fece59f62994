"""Each key of the configuration, by what it does to the pixels; and what a new configuration leaves alone."""

import re
import shutil
import tempfile
import time
import tomllib
import unittest
from pathlib import Path

from guest import debugfs, picture, readback, screens, wait
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.picture import Picture
from guest.varlink import Refused
from guest.vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 640, 480
COLOURS = ("#ff0000", "#00ff00", "#0000ff", "#ffffff")
BROWN = 'content = { color = "#804020" }'


def near(*expected: int):
    """The fault of a picture that should have one colour, within a step of each channel; None without one."""

    def wrong(found: Picture) -> str | None:
        pixels = {found.at(x, y) for x in range(0, found.width, 31) for y in range(0, found.height, 31)}
        if len(pixels) == 1 and all(abs(one - other) <= 1 for one, other in zip(*pixels, expected, strict=True)):
            return None
        return f"{sorted(pixels)[:3]} and not {expected}"

    return wrong


def exactly(expected: Picture):
    return lambda found: picture.difference(found, expected)


def colours(*expected: str):
    """The fault of a picture that has quarters of these colours, clockwise from the upper left; None without one."""

    def wrong(found: Picture) -> str | None:
        middles = ((1, 1), (3, 1), (3, 3), (1, 3))
        seen = [f"#{bytes(found.at(found.width * x // 4, found.height * y // 4)).hex()}" for x, y in middles]
        return None if seen == list(expected) else f"{seen} and not {list(expected)}"

    return wrong


def redder(found: Picture) -> str | None:
    red, green, blue = found.at(5, 5)
    return None if red == 0x80 and 0x20 < green < 0x40 and blue < 0x10 else f"{(red, green, blue)}"


class Keys(KernelTest):
    """One daemon, one card of two screens, and one configuration after the other."""

    machine = "virtual"

    @classmethod
    def setUpClass(cls):
        cls.card = VirtualCard("keys", [CONNECTED, CONNECTED], writeback=True)
        cls.addClassCleanup(cls.card.remove)
        cls.name, cls.other = cls.card.connectors
        cls.folder = Path(tempfile.mkdtemp(dir="/run"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for name, size in (("wide", (WIDTH, HEIGHT)), ("tall", (HEIGHT, WIDTH)), ("small", (64, 48))):
            (cls.folder / f"{name}.png").write_bytes(picture.to_png(picture.quarters(*size, COLOURS)))
        cls.holder = unittest.TestCase()
        cls.daemon = Daemon(cls.holder, "")
        cls.addClassCleanup(cls.holder.doCleanups)

    def configure(self, keys: str, other: str = 'content = "none"') -> None:
        """Configures one screen like this, and the second one too."""
        self.daemon.configure(
            f'[default]\nmode = "640x480"\n'
            f'[[screen]]\nmatch = {{ connector = "{self.name}" }}\n{keys}\n'
            f'[[screen]]\nmatch = {{ connector = "{self.other}" }}\n{other}\n'
        )

    def expect(self, wrong, name: str | None = None, read=readback.scanned_out) -> None:
        wait.until_scanned_out(self.daemon.program, self.card.minor, name or self.name, wrong, read=read)

    def expect_each(self, table: dict) -> None:
        for keys, wrong in table.items():
            with self.subTest(keys):
                self.configure(keys)
                self.expect(wrong)

    def image(self, name: str, more: str = "") -> str:
        return f'content = {{ image = "{self.folder}/{name}.png"{more} }}'

    def test_mode(self):
        for mode, size in (("800x600", (800, 600)), ("smallest", (640, 480)), ("1024x768", (1024, 768))):
            with self.subTest(mode):
                # A later section overrides the defaults.
                self.configure(f'mode = "{mode}"\ncontent = {{ color = "#2a7fc4" }}')
                self.expect(exactly(picture.filled(*size, "#2a7fc4")), read=readback.framebuffer_of)

    def test_a_mode_that_the_driver_refuses_leaves_the_former_one(self):
        self.configure('mode = "800x600"\ncontent = { color = "#2a7fc4" }')
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Set", screen=self.name, settings={"mode": "9000x9000@30,cvt"})
        message = refused.exception.parameters["message"]
        self.assertRegex(message, "refuses 9000x9000@.*; its former settings return$")
        self.expect(exactly(picture.filled(800, 600, "#2a7fc4")), read=readback.framebuffer_of)

    def test_rotate_and_reflect(self):
        red, green, blue, white = COLOURS
        wide, tall = self.image("wide"), self.image("tall")
        self.expect_each({
            f"rotate = 90\n{tall}": colours(white, red, green, blue),
            f"rotate = 180\n{wide}": colours(blue, white, red, green),
            f"rotate = 270\n{tall}": colours(green, blue, white, red),
            f"reflect = true\n{wide}": colours(green, red, white, blue),
            f"rotate = 90\nreflect = true\n{tall}": colours(blue, green, red, white),
        })  # fmt: skip

    def test_overscan_and_compensation(self):
        for keys, (left, top, width, height) in {
            'overscan = "10,20,30,40"\ncompensation = "inset"': (40, 10, 580, 440),
            'overscan = "5%"': (32, 24, 576, 432),
            'overscan = "5%"\ncompensation = "none"': (0, 0, 640, 480),
        }.items():
            with self.subTest(keys):
                self.configure(f'{keys}\ncontent = {{ color = "#2a7fc4" }}')
                self.expect(exactly(picture.framed(picture.filled(width, height, "#2a7fc4"), WIDTH, HEIGHT, left, top)))

    def test_mirror(self):
        self.configure(self.image("wide"), f'mirror = "{self.name}"')
        self.expect(colours(*COLOURS), self.other)
        self.configure('content = { color = "#2a7fc4" }', f'mirror = "{self.name}"')
        self.expect(near(0x2A, 0x7F, 0xC4), self.other)
        # Its own content while the other one is off, or belongs to another program.
        own = f'mirror = "{self.name}"\ncontent = {{ color = "#804020" }}'
        self.configure('content = { color = "#2a7fc4" }\npower = "off"', own)
        self.expect(near(0x80, 0x40, 0x20), self.other)
        self.configure('content = { color = "#2a7fc4" }', own)
        self.expect(near(0x2A, 0x7F, 0xC4), self.other)
        with self.daemon.client() as client:
            client.lease(self.name)
            self.expect(near(0x80, 0x40, 0x20), self.other)
        self.expect(near(0x2A, 0x7F, 0xC4), self.other)

    def test_power(self):
        self.configure(BROWN)
        self.expect(near(0x80, 0x40, 0x20))
        self.configure(f'power = "off"\n{BROWN}')
        wait.until_dark(self.daemon.program, self.card.minor, self.name)
        self.assertEqual(self.daemon.screen(self.name)["dark"]["reason"], "off")
        self.configure(f'power = "on"\n{BROWN}')
        self.expect(near(0x80, 0x40, 0x20))

    def test_format(self):
        def dithered(found: Picture) -> str | None:
            """Five or six bits of a channel are left, of which one more or less makes what is between."""
            wrong = [found.at(x, x) for x in range(0, HEIGHT, 7)]
            wrong = [pixel for pixel in wrong if any(abs(a - b) > 8 for a, b in zip(pixel, (0x80, 0x40, 0x20)))]
            return f"{wrong[:3]}" if wrong or found.at(5, 5) == (0x80, 0x40, 0x20) else None

        for name, fourcc, wrong in (
            ("rgb565", "RG16", dithered),
            ("argb8888", "AR24", near(0x80, 0x40, 0x20)),
            ("xrgb8888", "XR24", near(0x80, 0x40, 0x20)),
        ):
            with self.subTest(name):
                self.configure(f'format = "{name}"\n{BROWN}')
                self.expect(wrong)
                plane = debugfs.primary_of(self.card.minor, debugfs.crtc_of(self.card.minor, self.name).name)
                self.assertIn(fourcc, plane.values["format"])

    def test_gamma_dim_and_color_temperature(self):
        self.expect_each({
            f"gamma = 2.0\n{BROWN}": near(0xB5, 0x80, 0x5A),
            f"dim = 50\n{BROWN}": near(0x40, 0x20, 0x10),
            f"color-temperature = 2700\n{BROWN}": redder,
            BROWN: near(0x80, 0x40, 0x20),
        })  # fmt: skip

    def test_properties_that_a_connector_lacks_are_reported(self):
        self.configure(f'properties = {{ "max bpc" = 8 }}\n{BROWN}')
        self.expect(near(0x80, 0x40, 0x20))
        self.daemon.until_logged("max bpc")

    def test_frame_interval(self):
        def frames(interval: int) -> int:
            """The frames that are presented of a fade of two seconds."""
            self.configure(
                f'frame-interval = {interval}\n'
                f'content = {{ slides = "{self.folder}", interval = "3 s", fade = "2 s", fit = "stretch" }}'
            )
            seen: list[int] = []

            def has_faded() -> bool:
                seen.append(self.daemon.statistics(self.name)["presented"])
                return len(seen) > 8 and seen[-1] > seen[0] + 15 and seen[-1] == seen[-4]

            self.daemon.program.until(has_faded, "a slide has passed into the next one", interval=0.1)
            return seen[-1] - seen[0]

        every, fourth = frames(1), frames(4)
        # A frame of it takes this processor longer than a refresh.
        self.assertGreater(every, 45)
        self.assertLess(fourth, 35)

    def test_content_pattern(self):
        for name in ("card", "bars", "gradient", "checker"):
            with self.subTest(name):
                done = Path("/run/pattern.png")
                self.configure(f'content = {{ pattern = "{name}" }}')
                shown = screens.run(
                    "show", "--simulate", "640x480", "--pattern", name, "--frames", "1", "--snapshot", str(done)
                )
                self.assertEqual(shown.code, 0, shown.errors)
                expected = picture.from_png(done.read_bytes())
                if name == "card":
                    # That of the command has a bar which moves.
                    self.expect(lambda found: None if found.row(0) == expected.row(0) else "another picture")
                else:
                    self.expect(exactly(expected))

    def test_content_image(self):
        small = picture.quarters(64, 48, COLOURS)
        on_red = ', fit = "center", background = "#000000"'
        self.expect_each({
            self.image("wide"): exactly(picture.quarters(WIDTH, HEIGHT, COLOURS)),
            self.image("small", on_red): exactly(picture.framed(small, WIDTH, HEIGHT, 288, 216)),
            self.image("small", ', fit = "top-left"'): exactly(picture.framed(small, WIDTH, HEIGHT, 0, 0)),
            self.image("small", ', fit = "fill"'): colours(*COLOURS),
        })  # fmt: skip

    def test_content_slides(self):
        slides = self.folder / "slides"
        slides.mkdir()
        for name, colour in (("1", "#ff0000"), ("2", "#0000ff")):
            (slides / f"{name}.png").write_bytes(picture.to_png(picture.filled(16, 16, colour)))
        (slides / "3.png").write_text("no picture")
        self.configure(f'content = {{ slides = "{slides}", interval = "3 s", fit = "stretch" }}')
        for expected in ((255, 0, 0), (0, 0, 255), (255, 0, 0)):
            self.expect(near(*expected), read=readback.framebuffer_of)
        self.daemon.until_logged("3.png")
        self.configure(f'content = {{ slides = "{slides}", interval = "3 s", fade = "3 s", fit = "stretch" }}')

        def between(found: Picture) -> str | None:
            red, green, blue = found.at(9, 9)
            return None if green == 0 and min(red, blue) > 20 and abs(red + blue - 255) <= 1 else f"{(red, green, blue)}"

        self.expect(between, read=readback.framebuffer_of)

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
        # Reading the picture stops the program for a moment: a frame that is being drawn is missed.
        self.daemon.program.until(
            lambda: self.daemon.statistics(self.name)["presented"] > presented, "it shows another picture"
        )
        self.assertEqual(counted(), before, "another content needs no mode to be set")
        self.expect(near(0x2A, 0x7F, 0xC4), read=readback.framebuffer_of)
        self.configure(f'mode = "800x600"\n{BROWN}', BROWN)
        self.assertEqual(counted()[1], before[1])
        self.assertGreater(counted()[0][0], before[0][0])

    def test_a_broken_configuration_changes_nothing(self):
        self.configure(BROWN)
        self.expect(near(0x80, 0x40, 0x20))
        with self.assertRaises(Refused) as refused:
            self.configure('rotate = 45\ncontent = { color = "#ffffff" }')
        self.assertEqual(refused.exception.name, "BrokenConfiguration")
        self.assertRegex(refused.exception.parameters["problems"][0], re.escape("screens.toml:5"))
        self.expect(near(0x80, 0x40, 0x20))

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


def setting(word):
    """A key of the configuration file, or a table with words, as a call has it."""
    if isinstance(word, dict):
        return {key: setting(part) if key == "fit" else part for key, part in word.items()}
    return re.sub("-(.)", lambda hyphen: hyphen[1].upper(), word)


def settings(keys: str) -> dict:
    """The keys of a section as the parameter `settings` of a call."""
    found = {setting(key): value for key, value in tomllib.loads(keys).items()}
    if "content" in found:
        found["content"] = {"none": True} if found["content"] == "none" else setting(found["content"])
    return found


class KeysBySet(Keys):
    """Each key again, set at run time."""

    # These are about files, or about settings that a call refuses.
    test_properties_that_a_connector_lacks_are_reported = None
    test_unchanged_screens_do_not_flicker = None
    test_a_broken_configuration_changes_nothing = None
    test_identify_writes_over_the_picture_and_takes_it_away = None

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.daemon.configure('[default]\nmode = "640x480"\ncontent = { color = "#000000" }\n')

    def configure(self, keys: str, other: str = 'content = "none"') -> None:
        for name, section in ((self.name, keys), (self.other, other)):
            self.daemon.call("Reset", screen=name)
            self.daemon.call("Set", screen=name, settings=settings(section))
