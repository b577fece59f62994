"""A program with a lease while another virtual terminal is shown: it can set nothing, and continues afterwards."""

import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

from guest import deadline, debugfs, drm, lessee, processes, screens
from guest.kerneltest import KernelTest
from guest.lending import CONFIGURATION
from guest.program import Program
from guest.terminal import AUTO, GRAPHICS, PROCESS, TEXT, Terminal
from guest.vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard


class Terminals(KernelTest):
    """A card and two terminals, of which ours is shown."""

    machine = "cards"
    count = 2

    def setUp(self):
        self.card = VirtualCard("switch", [CONNECTED] * self.count, planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False)
        self.addCleanup(self.card.remove)
        self.other, self.ours = Terminal(1), Terminal(2)
        self.addCleanup(self.other.show)
        self.ours.show()

    def shown(self, place: int = 0) -> str | None:
        crtc = debugfs.crtc_of(self.card.minor, self.card.connectors[place])
        return debugfs.shown(self.card.minor).get(crtc.name, (None, None, None))[1] if crtc else None

    def again(self, program: Program, process: int) -> str:
        """Returns how the next commit of the program ends."""
        count = len(program.lines())
        os.kill(process, signal.SIGUSR1)
        return program.until(lambda: program.lines()[count:], "it has tried")[0]


class OtherTerminal(Terminals):
    def test_it_waits_and_works_again(self):
        program = self.lease(*lessee.command("{fd}", "#ff8000"))
        program.until(lambda: self.shown() == "python3" and program.lines(), "it shows its picture")
        process = next(number for number in processes.named("python3") if number != os.getpid())
        program.until(lambda: self.ours.kind == (PROCESS, GRAPHICS), "the terminal is taken")
        self.assertEqual(self.again(program, process), "shown")
        for _ in range(3):
            self.other.show()
            deadline.until(lambda: debugfs.master(self.card.minor) is None, "the card is released")
            self.assertEqual(self.again(program, process), "EACCES")
            self.assertEqual(self.shown(), "python3", "its picture stays until another master comes")
            with drm.Card.open(self.card.path) as other:
                self.assertTrue(other.is_master)
            self.ours.show()
            program.until(lambda: debugfs.master(self.card.minor) == "screens", "the card is ours again")
            program.until(lambda: self.again(program, process) == "shown", "it works again", interval=0.1)
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 128 + signal.SIGTERM, program.errors())

    def lease(self, *command: str) -> Program:
        name = f"{self.card.card}/{self.card.connectors[0]}"
        program = screens.on_terminal(2, screens.binary(), "lease", name, "--", *command)
        self.addCleanup(program.__exit__)
        return program

    def expect_given_back(self) -> None:
        self.assertEqual(self.ours.kind, (AUTO, TEXT))
        self.assertIsNone(debugfs.master(self.card.minor))

    def signal_to_the_end(self, program: Program) -> int:
        while program.running:
            program.signal(signal.SIGTERM)
            time.sleep(0.0005)
        return program.wait()

    def test_signals_while_it_ends_leave_the_terminal_as_it_was(self):
        for _ in range(5):
            program = self.lease("sleep", "1000")
            program.until(lambda: self.ours.kind == (PROCESS, GRAPHICS) and processes.named("sleep"), "it runs")
            self.assertEqual(self.signal_to_the_end(program), 128 + signal.SIGTERM, program.errors())
            self.expect_given_back()

    def test_signals_while_it_begins_leave_the_terminal_as_it_was(self):
        moments = {
            "it has the card": lambda: debugfs.master(self.card.minor) == "screens",
            "it has the terminal": lambda: self.ours.kind == (PROCESS, GRAPHICS),
        }
        for moment, has_come in [*moments.items()] * 3:
            program = self.lease("sleep", "1000")
            program.until(has_come, moment, interval=0)
            # Shortly before, while it reads the cards, a signal ends it like any other program.
            self.assertIn(self.signal_to_the_end(program), (128 + signal.SIGTERM, -signal.SIGTERM), program.errors())
            self.expect_given_back()
            self.assertEqual(processes.named("sleep"), [])

    def test_its_program_ends_while_another_terminal_is_shown(self):
        program = self.lease("sleep", "1000")
        program.until(lambda: self.ours.kind == (PROCESS, GRAPHICS) and processes.named("sleep"), "it runs")
        self.other.show()
        deadline.until(lambda: debugfs.master(self.card.minor) is None, "the card is released")
        (process,) = processes.named("sleep")
        os.kill(process, signal.SIGKILL)
        self.assertEqual(program.wait(), 128 + signal.SIGKILL, program.errors())
        self.expect_given_back()


class TwoProgramsOfADaemon(Terminals):
    """Two screens are lent, and the daemon has the third one."""

    count = 3

    def setUp(self):
        super().setUp()
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "screens.toml").write_text(CONFIGURATION)
        self.environment = {"STATE_DIRECTORY": str(folder / "state"), "SCREENS_SOCKET": str(folder / "socket")}
        self.daemon = screens.on_terminal(
            2,
            "screensd",
            "--config",
            f"{folder}/screens.toml",
            "--socket",
            f"{folder}/socket",
            environment=self.environment,
        )
        self.addCleanup(self.daemon.__exit__)
        self.daemon.until(lambda: len(debugfs.lit(self.card.minor)) == self.count, "three screens are lit")

    def begin(self, place: int) -> tuple[Program, int]:
        """Starts a program on a screen, and returns the command and the program's process."""
        before = set(processes.named("python3"))
        name = f"{self.card.card}/{self.card.connectors[place]}"
        words = lessee.command("{fd}", "#ff8000")
        program = Program([screens.binary(), "lease", name, "--", *words], self.environment)
        self.addCleanup(program.__exit__)
        program.until(lambda: self.shown(place) == "python3" and program.lines(), f"it shows its picture on {name}")
        (process,) = set(processes.named("python3")) - before
        return program, process

    def test_both_wait_and_work_again_and_so_does_the_daemon(self):
        begun = [self.begin(place) for place in (0, 1)]
        for _ in range(3):
            self.other.show()
            deadline.until(lambda: debugfs.master(self.card.minor) is None, "the card is released")
            for place, (program, process) in enumerate(begun):
                self.assertEqual(self.again(program, process), "EACCES")
                self.assertEqual(self.shown(place), "python3")
            self.ours.show()
            deadline.until(lambda: debugfs.master(self.card.minor) == "screensd", "the card is the daemon's again")
            for program, process in begun:
                program.until(lambda: self.again(program, process) == "shown", "it works again", interval=0.1)
            self.assertNotIn(self.shown(2), ("python3", None))
        # One ends while another terminal is shown: its screen has the daemon's picture from the return on.
        self.other.show()
        deadline.until(lambda: debugfs.master(self.card.minor) is None, "the card is released")
        (first, _), (second, process) = begun
        first.signal(signal.SIGTERM)
        first.wait()
        self.ours.show()
        self.daemon.until(lambda: self.shown(0) not in ("python3", None), "our picture is back")
        self.assertEqual(self.shown(1), "python3")
        second.until(lambda: self.again(second, process) == "shown", "the other one works on", interval=0.1)
        second.signal(signal.SIGTERM)
        second.wait()
        self.daemon.until(lambda: self.shown(1) not in ("python3", None), "our picture is back there, too")
        # It gives the terminal and the cards of the machine back, whose console is another test's.
        self.daemon.signal(signal.SIGTERM)
        self.assertEqual(self.daemon.wait(), 0, self.daemon.errors())
        self.assertEqual(self.ours.kind, (AUTO, TEXT))
