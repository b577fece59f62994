"""Rotated, reduced and converted pictures are on the screen pixel by pixel as drawn, on every driver."""

import signal
import subprocess
from functools import cache

from guest import modetest, picture, screens, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest
from guest.picture import Picture
from guest.vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 640, 480
MODE = f"{WIDTH}x{HEIGHT}"


@cache
def drawn(width: int, height: int) -> Picture:
    """Returns the picture of a view of a size, whose sides and corners all differ."""
    result = subprocess.run(
        [screens.binary(), "show", "--simulate", f"{width}x{height}", "--pattern", "gradient", "--frames", "1",
         "--snapshot", "-"], capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    return picture.from_png(result.stdout)


def rotated(source: Picture, degrees: int, reflected: bool) -> Picture:
    """Returns a picture that is reflected and then rotated clockwise."""
    # Whole rows and columns are moved, because pixel by pixel it takes seconds in an emulator.
    width, height = source.width, source.height
    channels = [source.pixels[index::3] for index in range(3)]
    if reflected:
        channels = [b"".join(one[y * width : (y + 1) * width][::-1] for y in range(height)) for one in channels]
    for _ in range(degrees // 90):
        # A row of the rotated picture is a column of the former one, from the bottom to the top.
        channels = [b"".join(one[x::width][::-1] for x in range(width)) for one in channels]
        width, height = height, width
    pixels = bytearray(3 * width * height)
    pixels[0::3], pixels[1::3], pixels[2::3] = channels
    return Picture(width, height, bytes(pixels))


def framed(source: Picture, left: int, top: int) -> Picture:
    """Returns a picture on black, at a place from the upper left corner of the mode."""
    rows = [bytes(WIDTH * 3)] * HEIGHT
    for y in range(source.height):
        before, after = bytes(left * 3), bytes((WIDTH - left - source.width) * 3)
        rows[top + y] = before + source.row(y) + after
    return Picture(WIDTH, HEIGHT, b"".join(rows))


class Layout(KernelTest):
    machine = "cards"

    def end(self, program) -> None:
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())

    def layout(self, program) -> dict:
        (found,) = screens.statistics(program)
        return found["layout"]

    def on_vkms(self, expected: Picture, *arguments: str, what: tuple = ("--pattern", "gradient")) -> dict:
        card = VirtualCard("layout", [CONNECTED], writeback=True)
        try:
            return self.on_card(card, expected, *what, *arguments)
        finally:
            card.remove()

    def on_card(self, card: VirtualCard, expected: Picture, *arguments: str) -> dict:
        name = card.connectors[0]
        options = ("--mode", MODE, "--stats", *arguments)
        with screens.show(f"{card.card}/{name}", *options) as program:
            wait.until_shown(program, card.minor, name)
            wait.until_scanned_out(program, card.minor, name, lambda found: picture.difference(found, expected))
            self.end(program)
            return self.layout(program)

    def on_virtio(self, expected: Picture, *arguments: str) -> dict:
        minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        name = next(name for name in found if found[name].status == "connected")
        with screens.show(
            f"card{minor}/{name}", "--pattern", "gradient", "--mode", MODE, "--stats", *arguments
        ) as program:
            wait.until_shown(program, minor, name)
            wait.until_on_screen("gpu", expected)
            self.end(program)
            return self.layout(program)

    def test_rotation_and_reflection_by_the_plane_of_vkms(self):
        for degrees in (0, 90, 180, 270):
            for reflected in (False, True):
                with self.subTest(degrees=degrees, reflected=reflected):
                    size = (HEIGHT, WIDTH) if degrees in (90, 270) else (WIDTH, HEIGHT)
                    expected = rotated(drawn(*size), degrees, reflected)
                    reflect = ["--reflect"] if reflected else []
                    layout = self.on_vkms(expected, "--rotate", str(degrees), *reflect)
                    self.assertEqual((layout["rotation"], layout["reflected"]), (degrees, reflected))
                    self.assertEqual(layout["rotatedByPlane"], degrees != 0 or reflected)

    def test_rotation_by_ourselves_on_virtio_gpu(self):
        for degrees in (90, 180, 270):
            with self.subTest(degrees=degrees):
                size = (HEIGHT, WIDTH) if degrees in (90, 270) else (WIDTH, HEIGHT)
                layout = self.on_virtio(rotated(drawn(*size), degrees, True), "--rotate", str(degrees), "--reflect")
                self.assertFalse(layout["rotatedByPlane"])

    def test_a_picture_within_insets_and_black_around_it(self):
        overscan = ("--overscan", "10,20,30,40", "--compensation", "inset")
        expected = framed(drawn(WIDTH - 60, HEIGHT - 40), 40, 10)
        for show in (self.on_vkms, self.on_virtio):
            with self.subTest(show=show.__name__):
                layout = show(expected, *overscan)
                self.assertEqual(layout["insets"], {"top": 10, "right": 20, "bottom": 30, "left": 40})
                self.assertIn(layout["compensation"], ("software", "plane"))

    def test_a_picture_rotated_within_insets(self):
        expected = framed(rotated(drawn(HEIGHT - 40, WIDTH - 60), 90, False), 40, 10)
        arguments = ("--overscan", "10,20,30,40", "--compensation", "inset", "--rotate", "90")
        for show in (self.on_vkms, self.on_virtio):
            with self.subTest(show=show.__name__):
                show(expected, *arguments)

    def test_a_picture_made_smaller_lies_within_the_insets(self):
        minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        name = next(name for name in found if found[name].status == "connected")
        with screens.show(
            f"card{minor}/{name}", "--color", "#2a7fc4", "--mode", MODE, "--overscan", "5%", "--stats"
        ) as program:
            wait.until_shown(program, minor, name)
            wait.until_on_screen("gpu", framed(picture.filled(576, 432, "#2a7fc4"), 32, 24))
            self.end(program)
            layout = self.layout(program)
        self.assertEqual(layout["bounds"], {"width": WIDTH, "height": HEIGHT})
        self.assertEqual(layout["compensation"], "software")

    def test_formats_of_vkms(self):
        expected = picture.filled(WIDTH, HEIGHT, "#ff0000")
        for name in ("xrgb8888", "argb8888", "rgb888", "bgr888", "rgb565"):
            with self.subTest(format=name):
                layout = self.on_vkms(expected, "--format", name, what=("--color", "#ff0000"))
                self.assertEqual(layout["format"], name)

    def test_a_format_that_the_plane_has_not_is_replaced(self):
        expected = drawn(WIDTH, HEIGHT)
        self.assertEqual(self.on_virtio(expected, "--format", "rgb565")["format"], "xrgb8888")


class Mirror(KernelTest):
    machine = "cards"

    def test_a_screen_and_its_mirror_show_the_same(self):
        card = VirtualCard("mirror", [CONNECTED, CONNECTED], writeback=True)
        self.addCleanup(card.remove)
        source, mirror = card.connectors
        names = [f"{card.card}/{name}" for name in card.connectors]
        with screens.show(
            *names, "--mirror", names[0], "--pattern", "gradient", "--mode", MODE, "--stats"
        ) as program:
            for name in (source, mirror):
                wait.until_shown(program, card.minor, name)
                expected = drawn(WIDTH, HEIGHT)
                wait.until_scanned_out(program, card.minor, name, lambda found: picture.difference(found, expected))
            program.signal(signal.SIGTERM)
            self.assertEqual(program.wait(), 0, program.errors())

    def test_frames_are_counted_on_the_source(self):
        card = VirtualCard("mirror", [CONNECTED, CONNECTED])
        self.addCleanup(card.remove)
        names = [f"{card.card}/{name}" for name in card.connectors]
        with screens.show(
            *names, "--mirror", names[0], "--pattern", "pixel", "--mode", MODE, "--frames", "60", "--stats"
        ) as program:
            self.assertEqual(program.wait(), 0, program.errors())
            found = {entry["name"]: entry for entry in screens.statistics(program)}
        self.assertGreaterEqual(found[card.connectors[0]]["presented"], 60)
        self.assertGreater(found[card.connectors[1]]["presented"], 1)


def part(source: Picture, left: int, top: int, width: int = WIDTH, height: int = HEIGHT) -> Picture:
    """Returns the part of a larger picture that a screen shows."""
    rows = [source.row(y)[left * 3 : (left + width) * 3] for y in range(top, top + height)]
    return Picture(width, height, b"".join(rows))


class Wall(KernelTest):
    machine = "cards"

    def wall(self, count: int) -> VirtualCard:
        card = VirtualCard("wall", [CONNECTED] * count, writeback=True)
        self.addCleanup(card.remove)
        return card

    def grid(self, card: VirtualCard, *rows: tuple[int, ...]) -> str:
        return ":".join(",".join(f"{card.card}/{card.connectors[index]}" for index in row) for row in rows)

    def shows(self, program, card: VirtualCard, index: int, expected: Picture) -> None:
        name = card.connectors[index]
        wait.until_shown(program, card.minor, name)
        wait.until_scanned_out(program, card.minor, name, lambda found: picture.difference(found, expected))

    def end(self, program) -> dict:
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        return {entry["name"]: entry for entry in screens.statistics(program)}

    def test_two_screens_side_by_side_show_one_picture_but_for_the_gap(self):
        card = self.wall(2)
        surface = drawn(WIDTH * 2 + 37, HEIGHT)
        for memory in ("shadow", "scanout"):
            with (
                self.subTest(memory=memory),
                screens.show(
                    "--wall", self.grid(card, (0, 1)), "--bezel", "37", "--pattern", "gradient", "--mode", MODE,
                    "--drawing-memory", memory, "--stats",
                ) as program,
            ):  # fmt: skip
                self.shows(program, card, 0, part(surface, 0, 0))
                self.shows(program, card, 1, part(surface, WIDTH + 37, 0))
                self.end(program)

    def test_four_screens_go_on_while_the_first_one_is_away(self):
        card = self.wall(4)
        surface = drawn(WIDTH * 2 + 40, HEIGHT * 2 + 30)
        parts = [part(surface, x, y) for y in (0, HEIGHT + 30) for x in (0, WIDTH + 40)]
        with screens.show(
            "--wall", self.grid(card, (0, 1), (2, 3)), "--bezel", "40,30", "--pattern", "gradient", "--redraw",
            "--mode", MODE, "--stats",
        ) as program:  # fmt: skip
            for index in range(4):
                self.shows(program, card, index, parts[index])
            card.unplug(0)
            wait.until_dark(program, card.minor, card.connectors[0])
            for index in range(1, 4):
                self.shows(program, card, index, parts[index])
            card.plug(0)
            for index in range(4):
                self.shows(program, card, index, parts[index])
            found = self.end(program)
        for name in card.connectors:
            self.assertGreater(found[name]["presented"], 1)
            self.assertEqual(found[name]["stalls"], 0)

    def test_screens_rotated_within_insets_show_their_parts(self):
        card = self.wall(2)
        size = (HEIGHT - 40, WIDTH - 60)
        surface = drawn(size[0] * 2 + 10, size[1])
        with screens.show(
            "--wall", self.grid(card, (0, 1)), "--bezel", "10", "--pattern", "gradient", "--mode", MODE,
            "--rotate", "90", "--overscan", "10,20,30,40", "--compensation", "inset", "--stats",
        ) as program:  # fmt: skip
            for index in range(2):
                lying = rotated(part(surface, index * (size[0] + 10), 0, *size), 90, False)
                self.shows(program, card, index, framed(lying, 40, 10))
            self.end(program)
