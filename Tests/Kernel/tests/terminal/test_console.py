"""However `screens show` ends, the console is back in its former place and the card holds nothing of ours."""

import signal

from guest import debugfs, modetest, screens, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard


class Console(KernelTest):
    machine = "cards"

    def setUp(self):
        # The kernel's console is on the card that it found first.
        self.minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        self.name = next(name for name in found if found[name].status == "connected")
        self.before = wait.books(self.minor)
        ((_, allocator, _),) = self.before[0].values()
        self.assertEqual(allocator, debugfs.CONSOLE, "the console is on the screen before the test")

    def start(self, *arguments: str):
        program = screens.show(f"card{self.minor}/{self.name}", *arguments)
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.minor, self.name)
        return program

    def ended_by(self, number: int, code: int):
        program = self.start("--redraw")
        program.signal(number)
        self.assertEqual(program.wait(), code, program.errors())
        wait.until_books(self.minor, self.before)
        return program

    def test_console_is_back_after_the_last_frame(self):
        program = self.start("--redraw", "--frames", "90")
        self.assertEqual(program.wait(), 0, program.errors())
        wait.until_books(self.minor, self.before)

    def test_scenario_17_console_is_back_after_sigterm(self):
        self.ended_by(signal.SIGTERM, 0)

    def test_console_is_back_after_sigint(self):
        self.ended_by(signal.SIGINT, 0)

    def test_console_is_back_after_sighup(self):
        self.ended_by(signal.SIGHUP, 0)

    def test_scenario_17_console_is_back_after_kill(self):
        self.ended_by(signal.SIGKILL, -signal.SIGKILL)

    def test_a_refused_start_leaves_the_console_alone(self):
        done = screens.run("show", f"card{self.minor}/{self.name}", "--mode", "1x1", "--frames", "1", "--no-wait")
        self.assertNotEqual(done.code, 0)
        wait.until_books(self.minor, self.before)


class Dark(KernelTest):
    machine = "cards"

    def test_nothing_leaks_from_a_hundred_frames_and_ten_starts(self):
        card = VirtualCard("leak", [CONNECTED])
        self.addCleanup(card.remove)
        name = card.connectors[0]
        # The console takes the card over when its first file closes, which is the starting state.
        modetest.connectors("vkms")
        before = wait.books(card.minor)
        arguments = ("--pattern", "pixel", "--frames", "10", "--mode", "640x480", "--stats")
        for _ in range(10):
            with screens.show(f"{card.card}/{name}", *arguments) as program:
                self.assertEqual(program.wait(), 0, program.errors())
                self.assertEqual(screens.statistics(program)[0]["presented"], 10)
            wait.until_books(card.minor, before)
