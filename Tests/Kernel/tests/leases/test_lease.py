"""`screens lease` as master itself: what its program gets, sees and leaves behind."""

import os
import signal

from guest import deadline, debugfs, drm, lessee, modetest, processes, screens, wait
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard

MODE = "640x480"


class Lease(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard(
            "lease", [CONNECTED] * 2, planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False
        )
        self.addCleanup(self.card.remove)
        self.first, self.second = self.card.connectors

    def lease(self, *command: str, name: str | None = None) -> Program:
        screen = name or f"{self.card.card}/{self.first}"
        program = Program([screens.binary(), "lease", screen, "--", *command])
        self.addCleanup(program.__exit__)
        return program

    def shown(self, name: str) -> str | None:
        """Returns the allocator of the framebuffer on a connector."""
        crtc = debugfs.crtc_of(self.card.minor, name)
        return debugfs.shown(self.card.minor).get(crtc.name, (None, None, None))[1] if crtc else None

    def until_shown(self, program: Program, name: str, allocator: str) -> None:
        program.until(lambda: self.shown(name) == allocator, f"{allocator} shows its picture on {name}")

    def test_a_program_that_opens_the_card_gets_the_lease(self):
        number = modetest.connectors("vkms")[self.first].number
        before = wait.books(self.card.minor)
        program = self.lease("modetest", "-M", "vkms", "-s", f"{number}:{MODE}", "-v")
        self.until_shown(program, self.first, "modetest")
        self.assertIsNone(self.shown(self.second))
        (process,) = processes.named("modetest")
        os.kill(process, signal.SIGKILL)
        self.assertEqual(program.wait(), 128 + signal.SIGKILL, program.errors())
        wait.until_books(self.card.minor, before)

    def test_streams_and_exit_status_are_the_programs(self):
        program = self.lease("sh", "-c", "read word; echo $word; echo problem >&2; exit 7")
        program.say("hello")
        self.assertEqual(program.wait(), 7)
        self.assertEqual((program.output(), program.errors()), ("hello\n", "problem\n"))

    def test_it_sees_and_sets_its_own_screen_alone(self):
        with drm.Card.open(self.card.path) as card:
            crtcs, connectors = card.crtcs(), card.connectors()
        program = self.lease(*lessee.command("{fd}", "#2a7fc4", *map(str, crtcs)))
        self.until_shown(program, self.first, "python3")
        lines = program.until(lambda: len(program.lines()) >= 3 and program.lines(), "it has said what it sees")
        self.assertEqual(lines[0], f"connectors [{connectors[0]}] crtcs [{crtcs[0]}] planes 2 user 0")
        self.assertEqual(lines[1:], [f"{crtcs[0]} seen", f"{crtcs[1]} ENOENT"])
        self.assertEqual(program.end(), 0, program.errors())

    def test_a_program_without_rights_opens_the_node(self):
        nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        program = self.lease(*nobody, *lessee.command(self.card.path, "#2a7fc4"))
        self.until_shown(program, self.first, "python3")
        self.assertIn("user 65534", program.until(program.lines, "it has said what it sees")[0])
        self.assertEqual(program.end(), 0, program.errors())

    def test_no_other_card_is_open_to_it(self):
        other = VirtualCard("other", [CONNECTED], console=False)
        self.addCleanup(other.remove)
        program = self.lease("sh", "-c", f"exec 3<>{other.path}")
        self.assertNotEqual(program.wait(), 0)
        self.assertIn("Permission denied", program.errors())

    def test_signals_are_passed_on(self):
        program = self.lease("sh", "-c", "trap 'exit 5' TERM; echo ready; while :; do sleep 0.1; done")
        program.until(program.lines, "it is ready")
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 5)

    def test_the_program_ends_with_the_command(self):
        program = self.lease("sleep", "1000")
        (process,) = program.until(lambda: processes.named("sleep"), "it runs")
        program.kill()
        deadline.until(lambda: process not in processes.named("sleep"), "it has ended")
        with drm.Card.open(self.card.path) as other:
            self.assertTrue(other.is_master)

    def test_it_fails_without_a_screen_a_program_or_a_free_card(self):
        for name, command, code in (
            ("Nowhere-1", "true", screens.NO_SCREEN),
            (self.first, "no-such-program", 127),
            (self.first, "/etc/passwd", 126),
        ):
            with self.subTest(name=name, command=command):
                program = self.lease(command, name=name)
                self.assertEqual(program.wait(), code, program.errors())
        self.card.unplug(0)
        program = self.lease("true")
        self.assertEqual(program.wait(), screens.NO_SCREEN, program.errors())
        with drm.Card.open(self.card.path) as other:
            self.assertTrue(other.is_master)
            program = self.lease("true", name=f"{self.card.card}/{self.second}")
            self.assertEqual(program.wait(), screens.BUSY, program.errors())
