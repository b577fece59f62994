"""Keys of the configuration that need no kernel, judged by the pixels of the screen; other keys are tested on a
kernel."""

import base64
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import picture
from guest.daemon import Daemon
from guest.picture import Picture

WIDTH, HEIGHT = 640, 480
COLOURS = ("#ff0000", "#00ff00", "#0000ff", "#ffffff")
NAME, OTHER = "Virtual-1", "Virtual-2"


def exactly(expected: Picture):
    return lambda found: picture.difference(found, expected)


def colours(*expected: str):
    """The fault of a picture that has quarters of these colours, clockwise from the upper left; None without one."""

    def wrong(found: Picture) -> str | None:
        middles = ((1, 1), (3, 1), (3, 3), (1, 3))
        seen = [f"#{bytes(found.at(found.width * x // 4, found.height * y // 4)).hex()}" for x, y in middles]
        return None if seen == list(expected) else f"{seen} and not {list(expected)}"

    return wrong


class Keys(unittest.TestCase):
    """One daemon of two screens, and one configuration after the other."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(dir="/run"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        for name, size in (("wide", (WIDTH, HEIGHT)), ("tall", (HEIGHT, WIDTH)), ("small", (64, 48))):
            (cls.folder / f"{name}.png").write_bytes(picture.to_png(picture.quarters(*size, COLOURS)))
        cls.holder = unittest.TestCase()
        cls.daemon = Daemon(cls.holder, "", "--simulate", f"{WIDTH}x{HEIGHT}@60,{WIDTH}x{HEIGHT}@60")
        cls.addClassCleanup(cls.holder.doCleanups)

    def configure(self, keys: str, other: str = 'content = "none"') -> None:
        """Configures the first screen with some keys, and the second one too."""
        self.daemon.configure(
            f'[[screen]]\nmatch = {{ connector = "{NAME}" }}\n{keys}\n'
            f'[[screen]]\nmatch = {{ connector = "{OTHER}" }}\n{other}\n'
        )

    def expect(self, wrong, name: str = NAME) -> None:
        def right() -> bool:
            png = self.daemon.call("Snapshot", screen=name)["png"]
            trouble = wrong(picture.from_png(base64.b64decode(png)))
            assert trouble is None, trouble
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

    def test_gamma_dim_and_format(self):
        brown = 'content = { color = "#804020" }'
        for keys, color in (("gamma = 2.0", "#b5805a"), ("dim = 50", "#402010"), ('format = "argb8888"', "#804020")):
            with self.subTest(keys):
                self.configure(f"{keys}\n{brown}")
                self.expect(exactly(picture.filled(WIDTH, HEIGHT, color)))

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
                options = ("--simulate", f"{WIDTH}x{HEIGHT}", "--pattern", name, "--frames", "1", "--snapshot", str(done))
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
            return None if green == 0 and min(red, blue) > 20 and abs(red + blue - 255) <= 1 else f"{(red, green, blue)}"

        self.expect(between)

    def test_mirror(self):
        wide, blue = self.image("wide"), 'content = { color = "#2a7fc4" }'
        self.configure(wide, f'mirror = "{NAME}"')
        self.expect(colours(*COLOURS), OTHER)
        self.configure(blue, f'mirror = "{NAME}"')
        self.expect(exactly(picture.filled(WIDTH, HEIGHT, "#2a7fc4")), OTHER)
