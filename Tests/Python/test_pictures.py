"""Pictures that bindings/python/screens.py draws, on a grey simulated screen. SCREENS_LIBRARY names libscreens.so.1."""

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


class Pictures(unittest.TestCase):
    def shown(self, draw, *places):
        """Returns the pixels of one frame."""

        def once(view):
            view.fill(0x808080)
            draw(view)
            return screens.WHEN_NEEDED

        with screens.Kit(once, simulate="64x48@60", manual_clock=True) as kit:
            picture = kit.capture(kit.screens[0])
        return [picture[place] for place in places]

    @unittest.skipUnless(Image, "Pillow is not installed")
    def test_pillow_pictures_with_alpha_are_drawn_over_the_view(self):
        image = Image.new("RGBA", (4, 2), (255, 0, 0, 0))
        image.putpixel((1, 0), (255, 0, 0, 255))
        image.putpixel((2, 0), (0, 0, 0, 128))
        pixels = self.shown(lambda view: view.put(image, 62, 10), (62, 10), (63, 10))
        self.assertEqual(pixels, [0x808080, 0xFF0000])
        self.assertEqual(self.shown(lambda view: view.put(image, -2, -1), (0, 0)), [0x808080])
        self.assertEqual(self.shown(lambda view: view.put(image, -2, 0), (0, 0)), [0x404040])

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_arrays_with_alpha_are_drawn_over_the_view(self):
        array = numpy.zeros((2, 3, 4), numpy.uint8)
        array[0] = [[255, 0, 0, 0], [255, 0, 0, 255], [0, 0, 0, 128]]
        pixels = self.shown(lambda view: view.put(array, 61, 47), (61, 47), (62, 47), (63, 47))
        self.assertEqual(pixels, [0x808080, 0xFF0000, 0x404040])

        def over_pixels(view):
            view.array()[:] = 0xFFFFFF
            view.put(array)

        self.assertEqual(self.shown(over_pixels, (0, 0), (2, 0)), [0xFFFFFF, 0x7F7F7F])

    def test_an_object_that_cannot_be_drawn_is_named(self):
        for draw, words in (
            (lambda view: view.fill("red"), "a color is in whole numbers (0x00RRGGBB), not 'red'"),
            (lambda view: view.fill(0, (1.5, 0, 2, 2)), "a rectangle is in whole numbers (pixels), not 1.5"),
            (
                lambda view: view.put(screens.Picture(1, 1, bytes(4)), 0.5),
                "a place is in whole numbers (pixels), not 0.5",
            ),
            (lambda view: view.put("a.png"), "a picture is a Picture, one of Pillow or a numpy array, not 'a.png'"),
        ):
            with self.subTest(words), mock.patch("sys.unraisablehook"):
                with self.assertRaises(TypeError) as caught:
                    self.shown(draw, (0, 0))
                self.assertIn(words, str(caught.exception))


if __name__ == "__main__":
    unittest.main()
