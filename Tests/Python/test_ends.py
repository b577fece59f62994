"""The ends of kits in Python: by close(), beside calls of other threads, by an exception of the draw function, with the
program."""

import gc
import os
import subprocess
import sys
import threading
import unittest
from unittest import mock

import screens

try:
    import numpy
except ImportError:
    numpy = None

REPEATS = 12


def run(code, **variables):
    """Runs a separate program, which may hang or crash, and returns its output."""
    environment = {**os.environ, **variables}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment)
    return done.returncode, done.stdout, done.stderr


class Programs(unittest.TestCase):
    """A draw thread is in Python at almost any time: there are two screens of 1000 Hz."""

    START = (
        "import screens, time\n"
        "kit = screens.Kit(lambda view: view.fill(view.frame), simulate='64x48@1000,640x480@1000')\n"
    )

    def test_a_program_ends_without_a_close(self):
        for number in range(REPEATS):
            with self.subTest(number):
                self.assertEqual(run(self.START + "time.sleep(0.05); print('leaving')"), (0, "leaving\n", ""))

    def test_a_program_ends_by_an_exception_or_an_exit(self):
        for number in range(REPEATS // 3):
            with self.subTest(number):
                self.assertEqual(run(self.START + "raise SystemExit(3)")[0], 3)
                status, _, error = run(self.START + "raise KeyError('three')")
                self.assertEqual((status, error.splitlines()[-1]), (1, "KeyError: 'three'"))

    def test_a_program_ends_while_a_thread_calls_and_another_reads_events(self):
        threads = """
import threading
def poll():
    while True: kit.statistics(kit.screens[0])
def read():
    for event in kit.events(): pass
for each in (poll, read): threading.Thread(target=each, daemon=True).start()
time.sleep(0.05)
"""
        for number in range(REPEATS // 3):
            with self.subTest(number):
                self.assertEqual(run(self.START + threads)[0], 0)

    def test_a_child_without_the_threads_of_its_parent_ends(self):
        code = """
import os, sys
if not (child := os.fork()): sys.exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
        self.assertEqual(run(self.START + code)[:2], (0, "7\n"))

    def test_a_close_in_the_first_call_is_refused_as_in_each(self):
        code = """
import screens, threading
called = threading.Event()
def draw(view):
    try: view.kit.close()
    except screens.Error as error: print(view.frame, error, flush=True)
    if view.frame == 1: called.set()
with screens.Kit(draw, selection=['Virtual-1'], simulate='64x48@1000') as kit:
    called.wait()
"""
        refused = "cannot close a kit in its draw function or content_end: close it when that has returned"
        status, output, error = run(code)
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(output.splitlines()[:2], [f"0 {refused}", f"1 {refused}"])

    def test_an_exception_ends_a_program_that_waits_for_events(self):
        code = """
import screens
def draw(view):
    if view.frame == 5: raise RuntimeError('boom')
    view.fill(view.frame)
with screens.Kit(draw, simulate='64x48@1000') as kit:
    for event in kit.events(): pass
    print('no failure')
"""
        status, output, error = run(code)
        self.assertEqual((status, output, error.splitlines()[-1]), (1, "", "RuntimeError: boom"))
        # The error is printed once by the hook, and once by the call that raises it.
        self.assertEqual(error.count("RuntimeError: boom"), 2)
        self.assertIn("ignored", error)

    def test_a_missing_library_is_named_with_its_remedy(self):
        status, _, error = run("import screens", SCREENS_LIBRARY="/nonexistent/libscreens.so.1")
        self.assertEqual(status, 1)
        for part in ("ImportError", "/nonexistent/libscreens.so.1", "bindings/c/build-library", "SCREENS_LIBRARY"):
            self.assertIn(part, error)


class Threads(unittest.TestCase):
    def test_calls_beside_a_close_end_by_an_error(self):
        errors = []

        def poll(kit):
            try:
                while True:
                    kit.statistics(kit.screens[0])
                    kit.apply(kit.screens[0], dimming=0.1)
            except ValueError as error:
                errors.append(str(error))

        for _ in range(60):
            kit = screens.Kit(lambda view: view.fill(view.frame), simulate="64x48@60")
            threads = [threading.Thread(target=poll, args=(kit,)) for _ in range(3)]
            for thread in threads:
                thread.start()
            kit.close()
            for thread in threads:
                thread.join(60)
                self.assertFalse(thread.is_alive())
        self.assertEqual(set(errors), {"the kit is closed"})
        self.assertEqual(len(errors), 180)

    def test_all_closes_return_after_the_end(self):
        drawing, go_on = threading.Event(), threading.Event()
        ended = []

        def draw(view):
            drawing.set()
            go_on.wait(60)
            ended.append(True)
            return screens.WHEN_NEEDED

        kit = screens.Kit(draw, simulate="64x48@60")
        self.assertTrue(drawing.wait(60))
        results = []

        def close():
            kit.close()
            results.append(bool(ended))

        threads = [threading.Thread(target=close) for _ in range(3)]
        for thread in threads:
            thread.start()
        go_on.set()
        for thread in threads:
            thread.join(60)
        self.assertEqual(results, [True] * 3)
        kit.close()

    def test_a_close_in_the_draw_function_is_an_error(self):
        codes, ready = [], threading.Event()

        def draw(view):
            ready.wait(60)
            try:
                kit.close()
            except screens.Error as error:
                codes.append(error.code)
            return screens.WHEN_NEEDED

        kit = screens.Kit(draw, simulate="64x48@60")
        ready.set()
        with kit:
            kit.apply(kit.screens[0], dimming=0.5)
        self.assertIn("inCallback", codes)

    def test_a_kit_that_a_draw_function_releases_ends(self):
        released = []

        def draw(view):
            kits.clear()
            gc.collect()
            released.append(True)
            return screens.WHEN_NEEDED

        kits = [screens.Kit(simulate="64x48@60")]
        ending = kits[0]._ending
        with screens.Kit(draw, simulate="64x48@60", manual_clock=True) as kit:
            kit.advance_refreshes(1)
        self.assertTrue(released)
        self.assertTrue(ending._ended.wait(60))


class Failures(unittest.TestCase):
    def failing(self, draw):
        """Returns the failure that events() raises, and the printed failures."""
        printed = []
        with mock.patch.object(sys, "unraisablehook", lambda hook: printed.append(hook.exc_value)):
            with self.assertRaises(BaseException) as caught, screens.Kit(draw, simulate="64x48@60") as kit:
                for _ in kit.events(timeout=60):
                    pass
        self.assertEqual(printed, [caught.exception])
        return caught.exception

    def test_a_result_is_a_time(self):
        for wrong in (True, False, "1", [], 1j):
            with self.subTest(wrong):
                error = self.failing(lambda view, wrong=wrong: wrong)
                self.assertIsInstance(error, TypeError)
                self.assertIn(repr(wrong), str(error))
        self.assertIsInstance(self.failing(lambda view: float("nan")), ValueError)
        for wrong in ("1", None, True):
            with self.assertRaises(TypeError):
                screens.at(wrong)

    def test_pixels_that_are_kept_are_a_failure_and_stay_memory(self):
        kept = []
        error = self.failing(lambda view: kept.append(view.pixels[:4]))
        self.assertIsInstance(error, BufferError)
        self.assertIn(".copy()", str(error))
        gc.collect()
        kept[0][0] = 7
        self.assertEqual(kept[0][0], 7)

    @unittest.skipUnless(numpy, "numpy is not installed")
    def test_arrays_that_are_kept_are_a_failure_and_stay_memory(self):
        kept = []
        for keep in (lambda view: kept.append(view.array()), lambda view: kept.append(view.array()[3:5, ::2].T)):
            error = self.failing(keep)
            self.assertIsInstance(error, BufferError)
            gc.collect()
            kept[-1][:] = 7
            self.assertTrue((kept[-1] == 7).all())
        with screens.Kit(lambda view: kept.append(view.array().copy()), simulate="64x48@60", manual_clock=True) as kit:
            kit.advance_refreshes(3)

    def test_an_exception_beside_pixels_is_the_failure(self):
        def draw(view):
            pixels = view.pixels[:4]
            raise KeyError(len(pixels))

        self.assertIsInstance(self.failing(draw), KeyError)

    def test_pixels_in_a_cycle_are_not_kept(self):
        def draw(view):
            cycle = [view.pixels[:4]]
            cycle.append(cycle)

        with screens.Kit(draw, simulate="64x48@60", manual_clock=True) as kit:
            kit.advance_refreshes(3)

    def test_a_view_is_over_after_the_call(self):
        kept = []
        with screens.Kit(lambda view: kept.append(view), simulate="64x48@60", manual_clock=True) as kit:
            kit.advance_refreshes(2)
        for use in (lambda: kept[0].pixels, *([lambda: kept[0].array()] if numpy else []), lambda: kept[0].fill(1)):
            with self.assertRaises(ValueError):
                use()


if __name__ == "__main__":
    unittest.main()
