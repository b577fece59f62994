"""Keys of the configuration and of calls that need no kernel, judged by the pixels of the screen; other keys are tested
on a kernel."""

import base64
import re
import shutil
import subprocess
import tempfile
import time
import tomllib
import unittest
from pathlib import Path

from guest import picture
from guest.daemon import Daemon
from guest.picture import Picture

WIDTH, HEIGHT = 640, 480
COLOURS = ("#ff0000", "#00ff00", "#0000ff", "#ffffff")
NAME, OTHER = "Virtual-1", "Virtual-2"
# Its output HDMI-A-1 has a display of several modes.
BOARD = Path(__file__).resolve().parent.parent / "Hardware/vc4-board.json"


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
    """Returns the fault of a picture in the brown of a warm white; None without one."""
    red, green, blue = found.at(5, 5)
    return None if red == 0x80 and 0x20 < green < 0x40 and blue < 0x10 else f"{(red, green, blue)}"


def dithered(found: Picture) -> str | None:
    """Returns the fault of a picture in a brown of five or six bits for each channel; None without one.

    Pixels of the two nearest colours make the brown between them.
    """
    pixels = {found.at(x, x) for x in range(0, HEIGHT, 7)}
    far = [pixel for pixel in pixels if any(abs(one - other) > 8 for one, other in zip(pixel, (0x80, 0x40, 0x20)))]
    return f"{sorted(pixels)[:3]}" if far or len(pixels) < 2 or (0x80, 0x40, 0x20) in pixels else None


class Keys(unittest.TestCase):
    """One daemon of two screens, and one configuration after the other."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(dir="/run"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for name, size in (("wide", (WIDTH, HEIGHT)), ("tall", (HEIGHT, WIDTH)), ("small", (64, 48))):
            (cls.folder / f"{name}.png").write_bytes(picture.to_png(picture.quarters(*size, COLOURS)))
        cls.fixture = unittest.TestCase()
        cls.daemon = Daemon(cls.fixture, "", "--simulate", f"{WIDTH}x{HEIGHT}@60,{WIDTH}x{HEIGHT}@60")
        cls.addClassCleanup(cls.fixture.doCleanups)

    def configure(self, keys: str, other: str = 'content = "none"') -> None:
        """Configures the first screen with some keys, and the second one too."""
        self.daemon.configure(
            f'[[screen]]\nmatch = {{ connector = "{NAME}" }}\n{keys}\n'
            f'[[screen]]\nmatch = {{ connector = "{OTHER}" }}\n{other}\n'
        )

    def expect(self, wrong, name: str = NAME) -> None:
        def right() -> bool:
            png = self.daemon.call("Snapshot", screen=name)["png"]
            fault = wrong(picture.from_png(base64.b64decode(png)))
            assert fault is None, fault
            return True

        self.daemon.program.until(right, f"the picture on {name}", interval=0.05)

    def expect_each(self, table: dict) -> None:
        for keys, wrong in table.items():
            with self.subTest(keys):
                self.configure(keys)
                self.expect(wrong)

    def image(self, name: str, more: str = "") -> str:
        return f'content = {{ image = "{self.folder}/{name}.png"{more} }}'

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

    def test_gamma_dim_and_color_temperature(self):
        brown = 'content = { color = "#804020" }'
        self.expect_each({
            f"gamma = 2.0\n{brown}": exactly(picture.filled(WIDTH, HEIGHT, "#b5805a")),
            f"dim = 50\n{brown}": exactly(picture.filled(WIDTH, HEIGHT, "#402010")),
            f"color-temperature = 2700\n{brown}": redder,
            brown: exactly(picture.filled(WIDTH, HEIGHT, "#804020")),
        })  # fmt: skip

    def test_format(self):
        brown = 'content = { color = "#804020" }'
        self.expect_each({
            f'format = "rgb565"\n{brown}': dithered,
            f'format = "argb8888"\n{brown}': exactly(picture.filled(WIDTH, HEIGHT, "#804020")),
        })  # fmt: skip

    def test_frame_interval(self):
        slides = self.folder / "fading"
        slides.mkdir()
        self.addCleanup(shutil.rmtree, slides)
        for number, colour in enumerate(("#ff0000", "#0000ff")):
            (slides / f"{number}.png").write_bytes(picture.to_png(picture.filled(16, 16, colour)))
        # It fades from one slide to the next without a pause.
        fading = f'content = {{ slides = "{slides}", interval = "1 s", fade = "1 s", fit = "stretch" }}'

        def frames() -> float:
            """Returns the frames of a second, not more than there were: the clock runs on while the count is read."""
            begun, before = time.monotonic(), self.daemon.statistics(NAME)["presented"]
            time.sleep(1)
            after = self.daemon.statistics(NAME)["presented"]
            return (after - before) / (time.monotonic() - begun)

        self.configure(f"frame-interval = 4\n{fading}")
        self.daemon.program.until(lambda: frames() > 2, "it fades")
        self.assertLess(frames(), 15 + 2)
        self.configure(f"frame-interval = 1\n{fading}")
        self.daemon.program.until(lambda: frames() > 2 * 15, "it fades at each refresh")

    def test_content_image(self):
        small = picture.quarters(64, 48, COLOURS)
        on_black = ', fit = "center", background = "#000000"'
        self.expect_each({
            self.image("wide"): exactly(picture.quarters(WIDTH, HEIGHT, COLOURS)),
            self.image("small", on_black): exactly(picture.framed(small, WIDTH, HEIGHT, 288, 216)),
            self.image("small", ', fit = "top-left"'): exactly(picture.framed(small, WIDTH, HEIGHT, 0, 0)),
            self.image("small", ', fit = "fill"'): colours(*COLOURS),
        })  # fmt: skip

    def test_content_pattern(self):
        for name in ("card", "bars", "gradient", "checker"):
            with self.subTest(name):
                done = self.folder / f"{name}-pattern.png"
                self.configure(f'content = {{ pattern = "{name}" }}')
                options = (
                    "--simulate", f"{WIDTH}x{HEIGHT}", "--pattern", name, "--frames", "1", "--snapshot", str(done),
                )
                shown = subprocess.run(["screens", "show", *options], capture_output=True, text=True, timeout=60)
                self.assertEqual(shown.returncode, 0, shown.stderr)
                expected = picture.from_png(done.read_bytes())
                if name == "card":
                    # The command's picture has a moving bar.
                    self.expect(lambda found: None if found.row(0) == expected.row(0) else "another picture")
                else:
                    self.expect(exactly(expected))

    def test_content_slides(self):
        slides = self.folder / "slides"
        slides.mkdir()
        for name, colour in (("1", "#ff0000"), ("2", "#0000ff")):
            (slides / f"{name}.png").write_bytes(picture.to_png(picture.filled(16, 16, colour)))
        (slides / "3.png").write_text("no picture")
        self.configure(f'content = {{ slides = "{slides}", interval = "300 ms", fit = "stretch" }}')
        for expected in ("#ff0000", "#0000ff", "#ff0000"):
            self.expect(exactly(picture.filled(WIDTH, HEIGHT, expected)))
        self.daemon.until_logged("3.png")
        self.configure(f'content = {{ slides = "{slides}", interval = "3 s", fade = "3 s", fit = "stretch" }}')

        def between(found: Picture) -> str | None:
            red, green, blue = found.at(9, 9)
            return (
                None if green == 0 and min(red, blue) > 20 and abs(red + blue - 255) <= 1 else f"{(red, green, blue)}"
            )

        self.expect(between)

    def test_mirror(self):
        wide, blue = self.image("wide"), 'content = { color = "#2a7fc4" }'
        self.configure(wide, f'mirror = "{NAME}"')
        self.expect(colours(*COLOURS), OTHER)
        self.configure(blue, f'mirror = "{NAME}"')
        self.expect(exactly(picture.filled(WIDTH, HEIGHT, "#2a7fc4")), OTHER)


def setting(word):
    """Returns a key of the configuration file, or a table with words, as a call has it."""
    if isinstance(word, dict):
        return {key: setting(part) if key == "fit" else part for key, part in word.items()}
    return re.sub("-(.)", lambda hyphen: hyphen[1].upper(), word)


def settings(keys: str) -> dict:
    """Returns the keys of a section as the parameter `settings` of a call."""
    found = {setting(key): value for key, value in tomllib.loads(keys).items()}
    if "content" in found:
        found["content"] = {"none": True} if found["content"] == "none" else setting(found["content"])
    return found


class KeysBySet(Keys):
    """Each key again, set at run time."""

    def configure(self, keys: str, other: str = 'content = "none"') -> None:
        for name, section in ((NAME, keys), (OTHER, other)):
            self.daemon.call("Reset", screen=name)
            self.daemon.call("Set", screen=name, settings=settings(section))


class Modes(unittest.TestCase):
    """The mode by its place in the display's list, in the file and at run time."""

    def test_smallest_and_largest(self):
        daemon = Daemon(self, "", "--simulate", str(BOARD))
        content = {"color": "#2a7fc4"}

        def configure(mode: str) -> None:
            daemon.configure(f'[default]\nmode = "{mode}"\ncontent = {{ color = "{content["color"]}" }}\n')

        def by_call(mode: str) -> None:
            daemon.call("Set", screen="HDMI-A-1", settings={"mode": mode, "content": content})

        for change in (configure, by_call):
            for mode, size in (("smallest", (1280, 720)), ("largest", (1920, 1080))):
                with self.subTest(mode, by=change.__name__):
                    change(mode)
                    daemon.until_lit("HDMI-A-1")
                    png = daemon.call("Snapshot", screen="HDMI-A-1")["png"]
                    found = picture.from_png(base64.b64decode(png))
                    self.assertEqual((found.width, found.height), size)
