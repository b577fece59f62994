"""bindings/python/screens.py on simulated screens. SCREENS_LIBRARY names libscreens.so.1, SCREENS_HEADER screens.h."""

import ctypes
import gc
import os
import subprocess
import sys
import tempfile
import threading
import tracemalloc
import unittest
from fractions import Fraction

import screens

try:
    import numpy
except ImportError:
    numpy = None
try:
    from PIL import Image
except ImportError:
    Image = None


def simulated(draw=None, modes="64x48@60", **options):
    return screens.Kit(draw, simulate=modes, manual_clock=True, **options)


class Structs(unittest.TestCase):
    def test_the_layouts_agree_with_the_header(self):
        lines = []
        for name, struct in screens._STRUCTS.items():
            lines.append(f'printf("{name} %zu\\n", sizeof({name}));')
            lines += [f'printf("{name}.{field[0]} %zu\\n", offsetof({name}, {field[0]}));' for field in struct._fields_]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "layout")
            with open(path + ".c", "w") as file:
                file.write(
                    "#include <stdio.h>\n#include <screens.h>\nint main(void) {\n"
                    + "\n".join(lines)
                    + "\nreturn 0; }\n"
                )
            subprocess.run(["cc", "-I", os.environ["SCREENS_HEADER"], path + ".c", "-o", path], check=True)
            printed = subprocess.run([path], check=True, capture_output=True, text=True).stdout
        expected = []
        for name, struct in screens._STRUCTS.items():
            expected.append(f"{name} {ctypes.sizeof(struct)}")
            expected += [f"{name}.{field[0]} {getattr(struct, field[0]).offset}" for field in struct._fields_]
        self.assertEqual(printed.splitlines(), expected)


class Drawing(unittest.TestCase):
    def test_each_refresh_shows_one_frame(self):
        frames = []

        def draw(view):
            frames.append((view.frame, view.target - view.timestamp))
            view.fill(view.frame)

        with simulated(draw) as kit:
            (screen,) = kit.screens
            for number in range(60):
                self.assertEqual(kit.capture(screen)[0, 0], number)
                self.assertTrue(kit.advance_refreshes())
            self.assertEqual(kit.statistics(screen).presented, 61)
        self.assertEqual([number for number, _ in frames], list(range(len(frames))))
        # The first frame comes with the modeset.
        self.assertEqual(frames[0][1], 0)
        self.assertTrue(all(abs(time - 1 / 60) < 1e-6 for _, time in frames[1:]))

    def test_the_time_since_the_last_call(self):
        elapsed = []

        def draw(view):
            elapsed.append(view.elapsed)
            return 0.5 if view.frame == 3 else None

        with simulated(draw, "64x48@50") as kit:
            kit.advance(1)
        # The first picture comes with the modeset, and the second one a refresh later.
        self.assertEqual([round(time, 3) for time in elapsed[:6]], [0, 0.02, 0.02, 0.02, 0.5, 0.02])

    def test_the_first_call_has_the_kit_too(self):
        names, kits = [], []

        def draw(view):
            # The first call comes before Kit() has returned.
            kits.append(view.kit)
            names.append([screen.name for screen in view.kit.screens])
            view.kit.request_frame()
            return screens.WHEN_NEEDED

        with simulated(draw, "64x48@50") as kit:
            kit.advance(1)
            self.assertIs(kits[0], kit)
        self.assertEqual(names[0], ["Virtual-1"])
        kits.clear()

    def test_a_frame_comes_on_request(self):
        count = 0

        def draw(view):
            nonlocal count
            count += 1
            return screens.WHEN_NEEDED

        with simulated(draw) as kit:
            kit.advance(10)
            self.assertEqual(count, 1)
            kit.request_frame()
            kit.advance(10)
            kit.request_frame(kit.screens[0])
            kit.advance(10)
        self.assertEqual(count, 3)

    def test_fills_and_pictures_are_clipped(self):
        source = screens.Picture(2, 2, b"".join(pixel.to_bytes(4, "little") for pixel in (1, 2, 3, 4)))

        def draw(view):
            view.fill(0x102030)
            view.fill(0xFF0000, (-5, -5, 6, 6))
            view.fill(0xFF0000, (1000, 0, 5, 5))
            view.put(source, view.width - 1, view.height - 1)
            view.put(source, -1, 0)
            view.put(source, -10, -10)
            return screens.WHEN_NEEDED

        with simulated(draw) as kit:
            picture = kit.capture(kit.screens[0])
        self.assertEqual([picture[x, 0] for x in (0, 1, 63)], [2, 0x102030, 0x102030])
        self.assertEqual([picture[0, 1], picture[62, 47], picture[63, 47]], [4, 0x102030, 1])
        with self.assertRaises(IndexError):
            picture[64, 0]

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_numpy_arrays(self):
        def draw(view):
            view.array()[:] = 0x010203
            view.put(numpy.full((2, 3, 3), (10, 20, 30), numpy.uint8), 1, 1)
            view.put(numpy.full((1, 1, 4), (1, 2, 3, 4), numpy.uint8), 5, 1)
            view.put(numpy.array([[0x445566]]), 6, 1)
            return screens.WHEN_NEEDED

        with simulated(draw) as kit:
            array = kit.capture(kit.screens[0]).array()
        self.assertEqual(array.shape, (48, 64))
        self.assertEqual(
            [array[1, x] for x in (0, 1, 3, 4, 5, 6)], [0x010203, 0x0A141E, 0x0A141E, 0x010203, 0x010203, 0x445566]
        )

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_an_array_has_the_type_of_its_picture(self):
        refused = []

        def draw(view):
            view.put(numpy.full((1, 1), 200, numpy.uint8))
            view.put(numpy.full((1, 1), 0x010203, numpy.uint32), 1)
            view.put(numpy.full((1, 1), 0x040506, numpy.int64), 2)
            view.put(numpy.array([[[9, 9, 9, 255]], [[0, 0, 0, 0]]], numpy.uint8)[::2], 3)
            view.put(numpy.zeros((0, 5), numpy.uint32))
            for wrong in (
                numpy.zeros((2, 2, 7), numpy.uint8), numpy.zeros((2, 2)), numpy.full((2, 2, 3), 0.5),
                numpy.zeros(4, numpy.uint32), numpy.zeros((2, 2), bool), numpy.zeros((2, 2), numpy.int16),
                numpy.zeros((2, 2, 3), numpy.uint32),
            ):  # fmt: skip
                try:
                    view.put(wrong)
                except TypeError as error:
                    refused.append(str(wrong.dtype) in str(error) and " x ".join(map(str, wrong.shape)) in str(error))
            try:
                view.put(numpy.full((1, 1), -1))
            except ValueError:
                refused.append(True)
            return screens.WHEN_NEEDED

        with simulated(draw) as kit:
            picture = kit.capture(kit.screens[0])
        self.assertEqual([picture[x, 0] for x in range(4)], [0xC8C8C8, 0x010203, 0x040506, 0x090909])
        self.assertEqual(refused, [True] * 8)

    def test_bytes_and_fills_are_one_picture(self):
        def draw(view):
            if view.frame == 0:
                view.fill(1)
            elif view.frame == 1:
                # The copy contains the earlier fill, and the later one.
                self.assertEqual((view.pixels[0], len(view.pixels)), (1, view.stride * view.height))
                view.pixels[:3] = b"\x02\x00\x00"
                view.fill(3, (1, 0, 1, 1))
            elif view.frame == 2:
                view.fill(4, (2, 0, 1, 1))
            elif view.frame == 3:
                view.pixels[12:16] = b"\x05\x00\x00\x00"
                view.pixels[16:20] = b"\x06\x00\x00\x00"
                view.damage = (3, 0, 1, 1)
                return screens.WHEN_NEEDED

        with simulated(draw) as kit:
            kit.advance_refreshes(4)
            picture = kit.capture(kit.screens[0])
        self.assertEqual([picture[x, 0] for x in range(6)], [2, 3, 4, 5, 1, 1])
        self.assertEqual(picture[63, 47], 1)

    def test_a_pixel_of_a_large_picture_is_read_alone(self):
        picture = screens.Picture(8000, 4000, bytes(8000 * 4000 * 4))
        tracemalloc.start()
        self.assertEqual([picture[0, 0], picture[7999, 3999]], [0, 0])
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        self.assertLess(peak, 1 << 16)
        for outside in ((-1, 0), (0, -1), (8000, 0), (0, 4000)):
            with self.assertRaises(IndexError):
                picture[outside]

    @unittest.skipUnless(Image, "Pillow is not installed")
    def test_pillow_pictures(self):
        def draw(view):
            view.put(Image.new("RGBA", (64, 48), (1, 2, 3, 255)))
            return screens.WHEN_NEEDED

        with simulated(draw) as kit:
            picture = kit.capture(kit.screens[0])
        self.assertEqual(picture[5, 5], 0x010203)
        self.assertEqual(picture.image().getpixel((63, 47)), (1, 2, 3))

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_the_end_of_a_content_is_reported_once(self):
        drawn, ended = [], []

        def draw(view):
            drawn.append(view.content)
            view.array()[:] = 1
            return screens.WHEN_NEEDED

        with screens.Kit(draw, content_end=ended.append, simulate="64x48@60", manual_clock=True) as kit:
            kit.advance(0)
            kit.unplug("Virtual-1")
            kit.advance(60)
            self.assertEqual(ended, drawn)
            kit.plug("32x32@50")
            kit.advance(1)
        self.assertEqual(ended, drawn)
        self.assertEqual(len(set(drawn)), 2)

    def test_a_setting_of_another_type_is_named(self):
        with simulated(lambda view: view.fill(7)) as kit:
            with self.assertRaisesRegex(TypeError, "the setting rotation is of type int: it cannot be 90.0"):
                kit.apply(kit.screens[0], rotation=90.0)

    def test_a_display_may_wait_for_its_settings(self):
        with simulated(lambda view: view.fill(7), "64x48@60 32x32@50", selection="none") as kit:
            (screen,) = kit.screens
            self.assertTrue(screen.dark)
            self.assertEqual(kit.apply(screen, driven=1, mode="32x32"), "")
            self.assertEqual((kit.capture(screen).width, kit.settings(screen).driven), (32, 1))

    def test_a_mode_of_the_list_is_a_setting(self):
        with simulated(lambda view: view.fill(7), "64x48@60 32x32@50") as kit:
            (screen,) = kit.screens
            smallest = kit.modes(screen)[0]
            self.assertEqual(kit.apply(screen, mode=smallest), "")
            self.assertEqual(kit.screens[0].width, 32)

    def test_a_clock_is_called_for_each_second_of_the_machine(self):
        shown = []

        def draw(view):
            shown.append(int(view.wall_time))
            return screens.at_wall_time(int(view.wall_time) + 1)

        with simulated(draw) as kit:
            kit.advance(seconds=5)
        self.assertEqual(shown, list(range(shown[0], shown[0] + len(shown))))
        self.assertGreaterEqual(len(shown), 5)

    def test_a_number_of_seconds_is_the_time_to_the_next_frame(self):
        targets = []

        def draw(view):
            targets.append(view.target)
            view.damage = (0, 0, 1, 1)
            return result

        for result in (0.5, 1, 2):
            targets.clear()
            with simulated(draw) as kit:
                kit.advance(seconds=7)
            self.assertEqual({round(later - earlier, 3) for earlier, later in zip(targets[1:], targets[2:])}, {result})

    def test_a_returned_time_is_the_time_of_the_next_frame(self):
        targets = []

        def draw(view):
            targets.append(view.target)
            view.damage = (0, 0, 1, 1)
            return screens.at(view.target + 0.5) if len(targets) < 3 else screens.WHEN_NEEDED

        with simulated(draw) as kit:
            kit.advance(seconds=5)
        self.assertEqual([round(later - earlier, 3) for earlier, later in zip(targets, targets[1:])], [0.5, 0.5])

    def test_the_results_without_a_time_are_not_numbers(self):
        counts = []
        for result in (None, screens.NEXT_REFRESH, screens.WHEN_NEEDED):
            calls = []

            def draw(view, calls=calls, result=result):
                calls.append(view.frame)
                view.fill(view.frame)
                return result

            with simulated(draw) as kit:
                kit.advance_refreshes(10)
            counts.append(len(calls))
        self.assertEqual(counts[:2], [counts[0]] * 2)
        self.assertGreaterEqual(counts[0], 11)
        self.assertEqual(counts[2], 1)
        self.assertFalse(isinstance(screens.WHEN_NEEDED, int) or isinstance(screens.NEXT_REFRESH, int))

    def test_it_is_imported_without_numpy_and_pillow(self):
        code = "import sys; sys.modules.update(numpy=None, PIL=None); import screens; screens.Kit(simulate='').close()"
        subprocess.run([sys.executable, "-c", code], check=True)


class Screens(unittest.TestCase):
    def test_events_modes_and_settings(self):
        with simulated(lambda view: view.fill(7), "") as kit:
            events = kit.events(timeout=30)
            self.assertEqual(next(events).kind, "snapshot")
            name = kit.plug("64x48@60")
            event = next(events)
            self.assertEqual((event.kind, event.name), ("connected", name))
            kit.advance(0)
            (screen,) = kit.screens
            self.assertEqual((screen.width, screen.height, screen.millihertz, screen.dark), (64, 48, 60000, ""))
            self.assertEqual(screen.refresh_rate, 60)
            (mode,) = kit.modes(screen)
            self.assertTrue(mode.is_current and mode.is_preferred and mode.name == "64x48@60.000")
            self.assertEqual(kit.apply(screen, rotation=90, overscan="2.5%"), "")
            self.assertEqual(kit.settings(screen).rotation, 90)
            self.assertIn("800x600", kit.apply(event, mode="800x600"))
            kit.unplug(name)
            kit.advance(0)
            self.assertEqual(kit.screens, [])

    def test_rates_are_fractions(self):
        # A clock of 149994 kHz, and 1360 by 4600 pixels with the blanking.
        with simulated(lambda view: screens.WHEN_NEEDED, "1280x720@23.976 64x48@60") as kit:
            self.assertEqual([mode.refresh_rate for mode in kit.modes("Virtual-1")], [60, Fraction(149994, 6256)])
            self.assertEqual(kit.screens[0].refresh_rate, Fraction(149994, 6256))
            kit.apply("Virtual-1", is_off=True)
            self.assertEqual(kit.screens[0].refresh_rate, 0)

    def test_a_screen_is_named_or_given(self):
        with simulated(lambda view: view.fill(7), "64x48@60,32x32@50") as kit:
            first, second = kit.screens
            card = os.path.basename(first.card)
            for screen in (first, first.id, first.name, f"{card}/{first.name}"):
                self.assertEqual(kit.modes(screen)[0].width, 64)
            self.assertEqual(kit.modes(second.name)[0].width, 32)
            kit.request_frame(second.name)
            for wrong in (None, 1.5, True, b"Virtual-1", object()):
                with self.assertRaisesRegex(TypeError, "a screen is"):
                    kit.modes(wrong)
            with self.assertRaisesRegex(screens.Error, "Virtual-1, Virtual-2") as caught:
                kit.modes("HDMI-A-1")
            self.assertEqual(caught.exception.code, "noSuchScreen")

    def test_the_counters_of_a_name_stay_after_an_unplug(self):
        with simulated(lambda view: view.fill(view.frame), "64x48@60") as kit:
            kit.advance(1)
            kit.unplug("Virtual-1")
            kit.advance(0)
            self.assertEqual(kit.screens, [])
            self.assertGreater(kit.statistics("Virtual-1").presented, 50)
            with self.assertRaisesRegex(screens.Error, "the connected screens: none"):
                kit.modes("Virtual-1")
            with self.assertRaisesRegex(screens.Error, "the connected screens: none"):
                kit.statistics("Virtual-2")

    def test_modes_of_one_size_and_rate_are_chosen_by_name(self):
        with simulated(lambda view: view.fill(7), "") as kit:
            name = kit.plug("64x48@60 64x48@60")
            kit.advance(0)
            modes = kit.modes(name)
            self.assertEqual([mode.name for mode in modes], ["64x48@60.000#1", "64x48@60.000#0"])
            self.assertEqual([mode.id for mode in modes], [1, 0])
            self.assertEqual(kit.apply(name, mode=modes[0].name), "")
            self.assertEqual(kit.settings(name).mode, modes[0].name)

    def test_a_list_may_be_longer_than_expected(self):
        with simulated(None, ",".join(["64x48"] * 20)) as kit:
            self.assertEqual(len({screen.id for screen in kit.screens}), 20)

    def test_a_close_ends_the_readers_of_events(self):
        kit = simulated(lambda view: None)
        kinds = []
        reader = threading.Thread(target=lambda: kinds.extend(event.kind for event in kit.events()))
        reader.start()
        kit.plug("32x32@50")
        kit.close()
        reader.join(60)
        self.assertFalse(reader.is_alive())

    def test_cycles_leave_memory_and_descriptors_as_they_are(self):
        def cycle():
            with simulated(lambda view: view.fill(view.frame)) as kit:
                kit.advance_refreshes(3)

        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024

        for _ in range(100):
            cycle()
        gc.collect()
        memory, descriptors = resident(), len(os.listdir("/proc/self/fd"))
        for _ in range(int(os.environ.get("SCREENS_CYCLES", "1000"))):
            cycle()
        gc.collect()
        self.assertLess(resident() - memory, 2048)
        # The descriptors of the last cycles may still be open for a moment.
        self.assertLessEqual(len(os.listdir("/proc/self/fd")), descriptors + 10)


if __name__ == "__main__":
    unittest.main()
