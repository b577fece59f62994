"""Errors in Python: errors of the draw function, and of calls with wrong values."""

import gc
import os
import sys
import unittest
from unittest import mock

import screens


def simulated(draw=None, modes="64x48@60"):
    return screens.Kit(draw, simulate=modes, manual_clock=True)


class Errors(unittest.TestCase):
    def test_an_exception_of_the_draw_function_is_raised_by_the_next_call(self):
        def draw(view):
            if view.frame == 3:
                raise KeyError("three")
            view.fill(1)

        printed = []
        with mock.patch.object(sys, "unraisablehook", lambda hook: printed.append(hook.exc_type)):
            with self.assertRaises(KeyError), simulated(draw) as kit:
                kit.advance(1)
        self.assertEqual(printed, [KeyError])
        gc.collect()

    def test_calls_that_wait_in_the_draw_function_are_errors(self):
        codes = []

        def draw(view):
            for call in (lambda: kit.advance(1), lambda: kit.pause(), lambda: kit.capture(view)):
                try:
                    call()
                except screens.Error as error:
                    codes.append(error.code)
            return screens.WHEN_NEEDED

        with simulated(draw, "") as kit:
            kit.plug("64x48@60")
            kit.advance(1)
        self.assertEqual(codes, ["inCallback"] * 3)

    def test_a_setting_of_another_type_is_named_as_it_was_given(self):
        with simulated(lambda view: view.fill(1)) as kit:
            with self.assertRaisesRegex(TypeError, "^the setting gamma is of type float: it cannot be 'x'$"):
                kit.apply("Virtual-1", gamma="x")
            with self.assertRaisesRegex(TypeError, "^the setting rotation is of type int: it cannot be 'to the left'$"):
                kit.apply("Virtual-1", rotation="to the left")
            self.assertEqual(kit.apply("Virtual-1", gamma=2), "")

    def test_a_picture_is_printed_without_its_pixels(self):
        with simulated(lambda view: view.fill(1)) as kit:
            self.assertEqual(repr(kit.capture("Virtual-1")), "Picture(width=64, height=48)")

    def test_wrong_values_are_errors(self):
        for options in ({"simulate": "huge"}, {"simulate": "", "mode": "nonsense"}, {"manual_clock": True}):
            with self.assertRaises(screens.Error) as caught:
                screens.Kit(**options)
            self.assertEqual(caught.exception.code, "invalidArgument")
        with simulated(lambda view: None) as kit:
            (screen,) = kit.screens
            with self.assertRaisesRegex(screens.Error, "Virtual-1") as caught:
                kit.unplug("HDMI-A-1")
            self.assertEqual(caught.exception.code, "noSuchScreen")
            with self.assertRaises(TypeError):
                kit.apply(screen, rotate=90)
            with self.assertRaisesRegex(TypeError, "no setting __class__"):
                kit.apply(screen, __class__=int)
            with self.assertRaises(screens.Error):
                kit.apply(screen, rotation=45)
            with self.assertRaises(ValueError):
                kit.plug("a\0b")
            with self.assertRaisesRegex(ValueError, "mode has at most 127 bytes"):
                kit.apply(screen, mode="1920x1080@60" + "0" * 200)
            with self.assertRaises(screens.Error):
                kit.advance(1e9)
        with self.assertRaises(ValueError):
            kit.screens
        kit.close()

    def test_errors_speak_of_this_module(self):
        texts = []

        def record(call):
            with self.assertRaises(screens.Error) as caught:
                call()
            texts.append(str(caught.exception))

        def draw(view):
            record(kit.close)
            return screens.WHEN_NEEDED

        with simulated(draw, "") as kit:
            kit.plug("64x48@60")
            kit.advance(1)
            record(lambda: kit.statistics(999))
            record(lambda: kit.modes(999))
            record(lambda: kit.apply("Virtual-1", mode="64x48@60.000#99"))
            record(lambda: kit.plug("a b"))
            record(lambda: kit.advance(1e9))
        with screens.Kit(simulate="64x48@60") as kit:
            record(lambda: kit.advance(1))
        with screens.Kit() as kit:
            record(lambda: kit.plug("64x48@60"))
        record(lambda: screens.Kit(manual_clock=True))
        self.assertEqual(len(texts), 9)
        for text in texts:
            self.assertNotRegex(text, "screens_|NULL")
        self.assertIn("when that has returned", texts[0])

    def test_a_kit_without_a_close_is_stopped_when_it_is_released(self):
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(3):
            simulated(lambda view: None)
        gc.collect()
        self.assertLessEqual(len(os.listdir("/proc/self/fd")), before + 30)


if __name__ == "__main__":
    unittest.main()
