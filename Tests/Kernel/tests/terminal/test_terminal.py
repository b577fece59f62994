"""`screens show` on a virtual terminal: a switch away and back, and the state of the terminal afterwards."""

import shutil
import signal
import tempfile
from pathlib import Path

from guest import deadline, debugfs, hostlink, modetest, picture, screens, wait
from guest.cards import minor_of
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.terminal import AUTO, GRAPHICS, KEYBOARD_OFF, PROCESS, TEXT, Terminal

COLOUR = "#a03060"


class OnATerminal(KernelTest):
    machine = "cards"

    def setUp(self):
        self.minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        self.name = next(name for name in found if found[name].status == "connected")
        self.other = Terminal(1)
        self.ours = Terminal(2)
        self.addCleanup(self.other.show)
        self.ours.show()
        self.before = debugfs.shown(self.minor)

    def start(self, *command: str):
        program = screens.on_terminal(2, *command)
        self.addCleanup(program.__exit__)
        mode = wait.until_shown(program, self.minor, self.name)
        self.expected = picture.filled(*(int(side) for side in mode.split('"')[1].split("x")), COLOUR)
        program.until(lambda: self.ours.kind == (PROCESS, GRAPHICS), "the terminal is its own")
        return program

    def show(self, *arguments: str):
        return self.start(
            screens.binary(), "show", f"card{self.minor}/{self.name}", "--color", COLOUR, "--redraw", *arguments
        )

    def expect_given_back(self):
        self.assertEqual(self.ours.kind, (AUTO, TEXT))
        self.assertEqual(debugfs.shown(self.minor), self.before)

    def test_scenario_24_virtual_terminal_away_and_back(self):
        program = self.show()
        wait.until_on_screen("gpu", self.expected)
        for _ in range(2):
            self.other.show()
            # It is shown only after the program has released the first one.
            self.assertIsNone(debugfs.master(self.minor))
            deadline.until(lambda: debugfs.shown(self.minor) == self.before, "the console is shown")
            wrong = picture.difference(picture.from_ppm(hostlink.link().screendump("gpu")), self.expected)
            self.assertIsNotNone(wrong, "the picture is still on the screen")
            self.assertTrue(program.running)

            self.ours.show()
            wait.until_shown(program, self.minor, self.name)
            self.assertEqual(debugfs.master(self.minor), "screens")
            wait.until_on_screen("gpu", self.expected)
            with FlipTrace() as trace:
                program.until(lambda: len(trace.flips()) > 5, "it is drawn on")
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertEqual(program.errors(), "")
        self.expect_given_back()

    def test_it_ends_while_another_terminal_is_shown(self):
        program = self.show()
        self.other.show()
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertTrue(self.other.is_shown)
        self.expect_given_back()

    def test_many_switches_at_once_end_on_the_last_terminal(self):
        program = self.show()
        for _ in range(10):
            self.other.request()
            self.ours.request()
        self.other.show()
        deadline.until(lambda: debugfs.master(self.minor) is None, "the card is released")
        self.ours.show()
        wait.until_on_screen("gpu", self.expected)
        program.signal(signal.SIGINT)
        self.assertEqual(program.wait(), 0, program.errors())
        self.expect_given_back()

    def test_after_a_crash_it_is_one_for_text_again(self):
        for number in (signal.SIGSEGV, signal.SIGABRT):
            with self.subTest(number=number):
                program = self.show()
                program.signal(number)
                self.assertEqual(program.wait(), -number)
                self.expect_given_back()

    def test_after_kill_a_switch_makes_it_one_for_text_again(self):
        program = self.show()
        program.kill()
        self.assertEqual(self.ours.kind, (PROCESS, GRAPHICS))
        self.other.show()
        self.assertEqual(self.ours.kind, (AUTO, TEXT))


class TheKeyboard(KernelTest):
    """The keyboard of a daemon's terminal, which is off if that is requested, and restored afterwards."""

    machine = "cards"

    def setUp(self):
        self.ours = Terminal(2)
        self.addCleanup(Terminal(1).show)
        self.ours.show()
        self.before = (self.ours.keyboard, self.ours.has_signals)
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, folder)
        self.arguments = ("--config", str(folder / "screens.toml"), "--socket", str(folder / "socket"))

    def start(self, *options: str):
        program = screens.on_terminal(2, "screensd", *self.arguments, *options)
        self.addCleanup(program.__exit__)
        program.until(lambda: "started" in program.errors(), "it runs")
        self.assertEqual(self.ours.kind, (PROCESS, GRAPHICS))
        return program

    def expect_as_before(self):
        self.assertEqual((self.ours.keyboard, self.ours.has_signals), self.before)
        self.assertEqual(self.ours.kind, (AUTO, TEXT))

    def test_it_is_off_until_the_end(self):
        for number, code in ((signal.SIGTERM, 0), (signal.SIGSEGV, -signal.SIGSEGV)):
            with self.subTest(number=number):
                program = self.start("--no-keyboard")
                self.assertEqual((self.ours.keyboard, self.ours.has_signals), (KEYBOARD_OFF, False))
                program.signal(number)
                self.assertEqual(program.wait(), code, program.errors())
                self.expect_as_before()

    def test_it_is_left_alone_for_a_person_who_starts_the_daemon(self):
        program = self.start()
        self.assertEqual((self.ours.keyboard, self.ours.has_signals), self.before)
        self.ours.type(b"\x03")
        self.assertEqual(program.wait(), 0, program.errors())
        self.expect_as_before()


class WithoutATerminal(KernelTest):
    """A terminal that does not belong to the program is not taken, without a message."""

    machine = "cards"

    def setUp(self):
        self.minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        self.name = next(name for name in found if found[name].status == "connected")
        self.arguments = ("show", f"card{self.minor}/{self.name}", "--color", COLOUR, "--redraw")
        self.shown = Terminal(1)

    def expect_shown_and_left_alone(self, program, *terminals: Terminal):
        self.addCleanup(program.__exit__)
        mode = wait.until_shown(program, self.minor, self.name)
        with FlipTrace() as trace:
            program.until(lambda: len(trace.flips()) > 5, "it draws")
        expected = picture.filled(*(int(side) for side in mode.split('"')[1].split("x")), COLOUR)
        wait.until_on_screen("gpu", expected)
        for terminal in terminals:
            self.assertEqual(terminal.kind, (AUTO, TEXT))
        program.signal(signal.SIGTERM)
        self.assertEqual((program.wait(), program.errors()), (0, ""))

    def test_without_any_terminal(self):
        self.expect_shown_and_left_alone(screens.show(*self.arguments[1:]), self.shown)

    def test_on_a_terminal_that_is_not_the_one_shown(self):
        hidden = Terminal(3)
        self.shown.show()
        self.expect_shown_and_left_alone(screens.on_terminal(3, screens.binary(), *self.arguments), self.shown, hidden)
