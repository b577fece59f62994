"""Programs that get a lease by the library that is loaded into them, in the place of a filter of system calls."""

import os
import signal

from guest import debugfs, lessee, modetest, processes, screens
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard


class Preload(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("preload", [CONNECTED] * 2, console=False)
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]

    def lease(self, *command: str, environment: dict[str, str] | None = None) -> Program:
        program = Program(
            [screens.binary(), "lease", f"{self.card.card}/{self.name}", "--preload", "--", *command], environment
        )
        self.addCleanup(program.__exit__)
        return program

    def until_shown(self, program: Program, allocator: str) -> None:
        def shown() -> bool:
            crtc = debugfs.crtc_of(self.card.minor, self.name)
            return crtc is not None and debugfs.shown(self.card.minor).get(crtc.name, (None, None))[1] == allocator

        program.until(shown, f"{allocator} shows its picture")

    def test_a_program_that_opens_the_card_gets_the_lease(self):
        number = modetest.connectors("vkms")[self.name].number
        program = self.lease("modetest", "-M", "vkms", "-s", f"{number}:640x480", "-v")
        self.until_shown(program, "modetest")
        (process,) = processes.named("modetest")
        status = dict(line.split(":", 1) for line in open(f"/proc/{process}/status"))
        # There is no filter.
        self.assertEqual((status["Seccomp"].strip(), status["NoNewPrivs"].strip()), ("0", "0"))
        os.kill(process, signal.SIGKILL)
        self.assertEqual(program.wait(), 128 + signal.SIGKILL, program.errors())

    def test_a_program_without_rights_opens_the_node(self):
        nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        program = self.lease(*nobody, *lessee.command(self.card.path, "#2a7fc4"))
        self.until_shown(program, "python3")
        self.assertIn("user 65534", program.until(program.lines, "it has said what it sees")[0])
        self.assertEqual(program.end(), 0, program.errors())

    def test_no_other_card_is_open_to_it(self):
        other = VirtualCard("other", [CONNECTED], console=False)
        self.addCleanup(other.remove)
        for place in (other.path, f"/proc/self/root{other.path}"):
            program = self.lease("sh", "-c", f"exec 3<>{place}")
            self.assertNotEqual(program.wait(), 0)
            self.assertIn("Permission denied", program.errors())

    def test_other_files_and_other_libraries_are_left_alone(self):
        libraries = self.lease("sh", "-c", "echo $LD_PRELOAD; cat < /etc/hostname > /dev/null; echo new > /run/made; cat /run/made",
                               environment={"LD_PRELOAD": "/lib/x86_64-linux-gnu/libm.so.6"})  # fmt: skip
        self.assertEqual(libraries.wait(), 0, libraries.errors())
        ours, word = libraries.lines()
        self.assertTrue(ours.endswith("libscreens-preload.so:/lib/x86_64-linux-gnu/libm.so.6"), ours)
        self.assertEqual(word, "new")
