"""Layers of bindings/python/screens.py over a grey simulated screen. SCREENS_LIBRARY names libscreens.so.1."""

import gc
import unittest
from unittest import mock

import screens

try:
    import numpy
except ImportError:
    numpy = None
try:
    from PIL import Image
except ImportError:
    Image = None

GREY, RED, PLACE = 0x808080, 0xFF0000, (10, 5, 4, 2)


def picture(color: int, width: int = 4, height: int = 2) -> screens.Picture:
    return screens.Picture(width, height, color.to_bytes(4, "little") * (width * height))


class Layers(unittest.TestCase):
    def setUp(self):
        self.calls = 0
        self.kit = screens.Kit(self.draw, simulate="64x48@60", manual_clock=True)
        self.addCleanup(self.kit.close)
        self.screen = self.kit.screens[0]

    def draw(self, view):
        self.calls += 1
        view.fill(GREY)
        return screens.WHEN_NEEDED

    def shown(self, *places):
        self.kit.advance_refreshes(3)
        found = self.kit.capture(self.screen)
        return [found[place] for place in places]

    def test_a_picture_is_shown_until_the_layer_is_removed_or_forgotten(self):
        layer = self.kit.add_layer(self.screen, PLACE, picture(RED))
        self.assertEqual(self.shown((10, 5), (13, 6), (14, 6)), [RED, RED, GREY])
        layer.show(picture(0x00FF00, 2, 1))
        self.assertEqual(self.shown((11, 5), (12, 5), (10, 6)), [0x00FF00, GREY, GREY])
        layer.remove()
        layer.remove()
        self.assertEqual(self.shown((11, 5)), [GREY])
        for call in (lambda: layer.place(PLACE), lambda: layer.show(picture(0))):
            self.assertRaises(ValueError, call)
        layer = self.kit.add_layer(self.screen, PLACE, picture(RED))
        self.assertEqual(self.shown((10, 5)), [RED])
        del layer
        gc.collect()
        self.assertEqual(self.shown((10, 5)), [GREY])
        with self.kit.add_layer(self.screen, PLACE, picture(RED)):
            self.assertEqual(self.shown((10, 5)), [RED])
        self.assertEqual(self.shown((10, 5)), [GREY])
        self.assertEqual(self.calls, 1, "the screen was not drawn again for its layers")

    def test_order_and_opacity(self):
        upper = self.kit.add_layer(self.screen, PLACE, picture(0xFFFFFF), order=1, opacity=0.5)
        lower = self.kit.add_layer(self.screen, PLACE, picture(0))
        self.assertEqual(self.shown((10, 5)), [0x808080])
        lower.place(PLACE, order=2)
        self.assertEqual(self.shown((10, 5)), [0])
        lower.place((20, 5, 4, 2), opacity=0)
        self.assertEqual(self.shown((20, 5)), [GREY])
        self.assertRaises(screens.Error, lower.place, (20, 5, 0, 2))
        # A change that was refused changes nothing.
        lower.show(picture(RED))
        lower.place((20, 5, 4, 2), opacity=1)
        self.assertEqual(self.shown((20, 5)), [RED])
        del upper

    @unittest.skipUnless(Image, "Pillow is not installed")
    def test_the_alpha_of_pillow_pictures_is_kept(self):
        image = Image.new("RGBA", (4, 2), (255, 255, 255, 128))
        image.putpixel((1, 0), (255, 0, 0, 0))
        with self.kit.add_layer(self.screen, PLACE, image):
            self.assertEqual(self.shown((10, 5), (11, 5)), [0xC0C0C0, GREY])

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_the_alpha_of_arrays_is_kept(self):
        array = numpy.full((2, 4, 4), 255, numpy.uint8)
        array[0, 0], array[0, 1] = (255, 255, 255, 128), (255, 0, 0, 0)
        with self.kit.add_layer(self.screen, PLACE, array):
            self.assertEqual(self.shown((10, 5), (11, 5), (12, 5)), [0xC0C0C0, GREY, 0xFFFFFF])

    def test_a_strip_moves_by_itself(self):
        strip = screens.Picture(64, 2, b"".join(x.to_bytes(4, "little") for x in range(64)) * 2)
        with self.kit.add_layer(self.screen, (0, 0, 32, 2), strip, scroll=120):
            places = [self.shown((0, 0), (31, 1)) for _ in range(4)]
        for left, right in places:
            self.assertEqual(right, (left + 31) % 64)
        for (before, _), (after, _) in zip(places, places[1:]):
            self.assertEqual(after, (before + 6) % 64)
        with self.assertRaises(screens.Error):
            self.kit.add_layer(self.screen, (0, 0, 65, 2), strip, scroll=120)

    def test_a_function_draws_a_layer(self):
        def dot(view):
            self.assertEqual((view.width, view.height), (4, 2))
            view.fill(RED, (view.frame, 0, 1, 1))
            return screens.WHEN_NEEDED

        layer = self.kit.add_layer(self.screen, PLACE, draw=dot)
        self.assertEqual(self.shown((10, 5), (11, 5)), [RED, 0])
        layer.request_frame()
        self.assertEqual(self.shown((10, 5), (11, 5)), [RED, RED])
        self.assertRaises(ValueError, layer.show, picture(0))
        layer.remove()
        self.assertEqual(self.shown((10, 5)), [GREY])

    def test_a_function_draws_a_layer_with_alpha(self):
        def dot(view):
            self.assertFalse(view.is_opaque)
            view.fill(0x80800000, (0, 0, 1, 1))
            view.put(picture(RED, 1, 1), 1, 0)
            return screens.WHEN_NEEDED

        layer = self.kit.add_layer(self.screen, PLACE, draw=dot, opaque=False)
        half, whole, beside = self.shown((10, 5), (11, 5), (12, 5))
        self.assertAlmostEqual(half >> 16, 0x80 + 0x80 // 2, delta=1)
        self.assertEqual((whole, beside), (RED, GREY))
        layer.remove()

    def test_the_failure_of_a_function_is_raised_by_the_kit(self):
        def fail(view):
            raise KeyError("clock")

        layers = []
        # The function may be called before the layer is returned.
        with self.assertRaisesRegex(KeyError, "clock"), mock.patch("sys.unraisablehook"):
            layers.append(self.kit.add_layer(self.screen, PLACE, draw=fail))
            self.shown((10, 5))
        self.assertEqual(self.shown((10, 5)), [GREY])

    def test_wrong_arguments_are_named(self):
        for arguments, words in (
            ({}, "either a picture or a draw function"),
            ({"picture": picture(0), "draw": self.draw}, "either a picture or a draw function"),
            ({"picture": "a.png"}, "PIL.Image.open() reads a file"),
        ):
            with self.assertRaises(TypeError) as raised:
                self.kit.add_layer(self.screen, PLACE, **arguments)
            self.assertIn(words, str(raised.exception))
        for place in ((64, 0, 4, 2), (0, 0, 0, 2), (0, 0, 20000, 2)):
            with self.assertRaises(screens.Error):
                self.kit.add_layer(self.screen, place, picture(0))

    def test_layers_end_with_the_kit(self):
        layer = self.kit.add_layer(self.screen, PLACE, picture(RED))
        self.kit.close()
        layer.remove()
        self.assertRaises(ValueError, layer.place, PLACE)


if __name__ == "__main__":
    unittest.main()
