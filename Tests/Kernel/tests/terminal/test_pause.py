"""The last picture while another terminal is shown, on a card on which the kernel shows no terminal."""

import errno
import signal

from guest import deadline, debugfs, screens, wait
from guest.ioctls import Calls, kind_of
from guest.kerneltest import KernelTest
from guest.terminal import GRAPHICS, PROCESS, Terminal
from guest.vkms import CONNECTED, VirtualCard


class LastPicture(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("pause", [CONNECTED])
        self.addCleanup(self.card.remove)
        self.other, self.ours = Terminal(1), Terminal(2)
        self.addCleanup(self.other.show)
        self.ours.show()

    def shown(self) -> set[str]:
        return {number for number, by, _ in debugfs.shown(self.card.minor).values() if by != "[fbcon]"}

    def count(self) -> int:
        return sum(by != "[fbcon]" for by in debugfs.framebuffers(self.card.minor).values())

    def expect_to_stay(self, environment: dict[str, str] | None = None) -> None:
        minor, name = self.card.minor, self.card.connectors[0]
        command = [screens.binary(), "show", f"card{minor}/{name}", "--color", "#a03060"]
        program = screens.on_terminal(2, *command, environment=environment)
        self.addCleanup(program.__exit__)
        wait.until_shown(program, minor, name)
        program.until(lambda: self.ours.kind == (PROCESS, GRAPHICS), "the terminal is its own")
        buffers = self.count()
        self.other.show()
        deadline.until(lambda: debugfs.master(minor) is None, "the card is released")
        self.assertEqual(len(self.shown()), 1, debugfs.shown(minor))
        self.ours.show()
        wait.until_shown(program, minor, name)
        deadline.until(lambda: self.count() == buffers, "the buffers from before are gone")
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())

    def test_it_stays_if_the_kernel_leaves_framebuffers(self):
        with Calls() as calls:
            self.expect_to_stay(calls.environment())
            made, left, removed = (calls.by_kind[kind_of(name)] for name in ("ADDFB2", "CLOSEFB", "RMFB"))
            self.assertEqual(made, left + removed, "the id of one that was left may be another one's since")

    def test_it_stays_if_the_kernel_cannot_leave_a_framebuffer(self):
        """Counts calls as on Linux before 6.8."""
        with Calls() as calls:
            self.expect_to_stay(calls.environment(kind_of("CLOSEFB"), errno.EINVAL))
            self.assertTrue(calls.has_failed)
