"""A delegate crashes its process: the card shows its former picture again, and the process ended with the right signal.

Another program keeps the card open all the while, so that the kernel itself puts nothing back.
"""

import os
import signal

from guest import debugfs, deadline, drm, modetest, wait
from guest.cards import minor_of
from guest.earlier import NEGATIVE, EarlierPicture
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard

CRASHES = {
    "illegalInstruction": signal.SIGILL,
    "breakpoint": signal.SIGTRAP,
    "segmentationFault": signal.SIGSEGV,
    "stackOverflow": signal.SIGSEGV,
    "abort": signal.SIGABRT,
    "busError": signal.SIGBUS,
    "arithmeticError": signal.SIGFPE,
}


class EarlierPictureIsBack(KernelTest):
    machine = "cards"

    @classmethod
    def setUpClass(cls):
        cls.card = VirtualCard("crash", [CONNECTED], writeback=True)
        cls.addClassCleanup(cls.card.remove)
        cls.screen = f"{cls.card.card}/{cls.card.connectors[0]}"

    def crash(
        self, how: str, *arguments: str, gamma: bytes | None = None, environment: dict[str, str] | None = None
    ) -> Program:
        """Lets the program show its pictures and crash, and checks the state of the card after it."""
        earlier = EarlierPicture(self.card.path, gamma=gamma)
        self.addCleanup(earlier.close)
        program = Program(["crash", how, self.screen, *arguments], environment)
        self.addCleanup(program.__exit__)
        self.assertEqual(program.wait(60), -CRASHES[how], program.errors())
        earlier.until_back()
        self.assertEqual(earlier.gamma, gamma)
        return program

    def test_after_a_trap_of_swift(self):
        self.crash("illegalInstruction", gamma=NEGATIVE)

    def test_after_a_breakpoint(self):
        self.crash("breakpoint")

    def test_after_a_segmentation_fault(self):
        self.crash("segmentationFault")

    def test_after_a_recursion_without_end(self):
        self.crash("stackOverflow")

    def test_after_an_abort(self):
        self.crash("abort")

    def test_after_a_bus_error(self):
        self.crash("busError")

    def test_after_an_arithmetic_error(self):
        self.crash("arithmeticError")

    def test_with_a_handler_of_the_host_which_is_called_too(self):
        self.assertIn("the host's handler", self.crash("segmentationFault", "--handler").errors())

    def test_without_atomic_commits(self):
        self.crash("illegalInstruction", gamma=NEGATIVE, environment={"LD_PRELOAD": os.environ["SCREENS_NO_ATOMIC"]})


class ConsoleIsBack(KernelTest):
    machine = "cards"

    def setUp(self):
        self.minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        self.name = next(name for name in found if found[name].status == "connected")
        self.before = debugfs.shown(self.minor)
        self.other = drm.Card.open(f"/dev/dri/card{self.minor}")
        self.addCleanup(self.other.close)
        self.other.drop_master()

    def start(self, how: str) -> Program:
        program = Program(["crash", how, f"card{self.minor}/{self.name}"])
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.minor, self.name)
        return program

    def test_after_a_trap_although_another_program_keeps_the_card_open(self):
        program = self.start("illegalInstruction")
        self.assertEqual(program.wait(60), -signal.SIGILL, program.errors())
        self.assertEqual(debugfs.shown(self.minor), self.before)

    def test_after_kill_as_soon_as_no_program_has_the_card_open(self):
        program = self.start("none")
        program.kill()
        # No code of the process can help here, which is why there is a handler.
        self.assertNotEqual(debugfs.shown(self.minor), self.before)
        self.doCleanups()
        deadline.until(lambda: debugfs.shown(self.minor) == self.before, "the console is back")
