"""A kernel without virtual terminals (`CONFIG_VT=n`): the programs have none to take, and no unit names one."""

import fcntl
import os
import pty
import shutil
import signal
import subprocess
import termios
from pathlib import Path

from guest import deadline, debugfs, modetest, picture, screens, wait
from guest.cards import minor_of
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.systemd import System

COLOUR = "#2a7fc4"
REPOSITORY = Path(__file__).resolve().parents[4]
PROGRAMS = "/run/screens-tests"
SOURCE = "opt/screens"
UNIT = "screensd.service"
# The status of a process whose standard input systemd could not open, as in systemd.exec(5).
NO_STANDARD_INPUT = "208"


class WithoutTerminals(KernelTest):
    machine = "no-terminals"
    is_long = True

    def setUp(self):
        self.assertFalse(Path("/sys/class/tty/tty0").exists(), "the kernel has virtual terminals")
        self.minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        self.name = next(name for name in found if found[name].status == "connected")

    def expect_picture(self, program: Program) -> None:
        wait.until_shown(program, self.minor, self.name, "640x480")
        wait.until_on_screen("gpu", picture.filled(640, 480, COLOUR))


class Programs(WithoutTerminals):
    def expect_end(self, program: Program) -> None:
        program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertIsNone(debugfs.master(self.minor))
        self.assertEqual([client.command for client in debugfs.clients(self.minor)], [])

    def show(self, before=None) -> Program:
        arguments = ("show", f"card{self.minor}/{self.name}", "--mode", "640x480", "--color", COLOUR)
        program = Program([screens.binary(), *arguments], before=before)
        self.addCleanup(program.__exit__)
        return program

    def test_show_draws_without_a_terminal(self):
        program = self.show()
        self.expect_picture(program)
        self.expect_end(program)
        self.assertEqual(program.errors(), "")

    def test_show_draws_if_it_is_started_on_the_terminal_of_a_remote_login(self):
        master, terminal = pty.openpty()
        self.addCleanup(os.close, master)
        self.addCleanup(os.close, terminal)

        def become_controlling() -> None:
            os.setsid()
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
            os.dup2(terminal, 0)

        program = self.show(become_controlling)
        self.expect_picture(program)
        self.expect_end(program)

    def test_doctor_misses_no_terminal(self):
        document = screens.document("doctor")
        self.assertIsNone(document["machine"]["activeTerminal"])
        self.assertIsNone(document["machine"]["ownTerminal"])
        self.assertEqual([found for found in document["findings"] if found["severity"] == "error"], [])

    def test_the_daemon_shows_its_pictures_and_another_daemon_takes_them_over(self):
        configuration = f'[default]\nmode = "640x480"\ncontent = {{ color = "{COLOUR}" }}\n'
        daemon = Daemon(self, configuration)
        self.expect_picture(daemon.program)
        self.assertEqual(daemon.call("Status").get("notices", []), [])
        self.assertEqual(daemon.stop(), 0, daemon.log())
        following = Daemon(self, configuration, after=daemon)
        self.expect_picture(following.program)
        self.assertEqual(following.stop(), 0, following.log())


class Service(WithoutTerminals):
    """The daemon under systemd, with the terminal that an installation on another kernel gave it."""

    # Installations, on a machine that is emulated.
    seconds = 1200

    @classmethod
    def setUpClass(cls):
        cls.system = System(cls.prepare, has_terminal=True)
        cls.addClassCleanup(cls.system.end)

    @staticmethod
    def prepare(root: Path) -> None:
        (root / "etc/screens").mkdir(exist_ok=True)
        (root / "etc/screens/screens.toml").write_text(
            f'[default]\nmode = "640x480"\ncontent = {{ color = "{COLOUR}" }}\n'
        )
        # The files from which it is installed.
        for folder in ("systemd", "udev"):
            shutil.copytree(REPOSITORY / folder, root / SOURCE / folder)
        for program in ("screens", "screensd"):
            shutil.copy(f"{PROGRAMS}/{program}", root / SOURCE)
        subprocess.run(["systemctl", f"--root={root}", "enable", UNIT], check=True)

    def details(self) -> str:
        return self.system.call("journalctl", "--no-pager", "-b", "-n", "60").stdout

    def install(self, *options: str) -> subprocess.CompletedProcess:
        command = (f"/{SOURCE}/systemd/install", "--prefix", "/usr", "--binaries", f"/{SOURCE}")
        return self.system.call(*command, *options)

    def status(self) -> str:
        return self.system.property(UNIT, "ExecMainStatus")

    def state(self) -> str:
        return self.system.property(UNIT, "ActiveState")

    def test_an_installation_removes_a_terminal_that_is_not_there_and_gives_none(self):
        # A card starts the daemon.
        deadline.until(lambda: self.status() == NO_STANDARD_INPUT, "systemd misses the terminal", 60, 0.3)
        self.assertNotEqual(self.state(), "active")
        refused = self.install("--terminal")
        self.assertEqual(refused.returncode, screens.NO_CARD, refused.stdout)
        self.assertIn("the kernel has no virtual terminals: install without --terminal", refused.stdout)
        installed = self.install()
        self.assertEqual(installed.returncode, 0, installed.stdout)
        self.assertIn("the terminal tty7 of an earlier installation is removed", installed.stdout)
        deadline.until(lambda: self.state() == "active", "it runs", 60, 0.3)
        wait.until_on_screen("gpu", picture.filled(640, 480, COLOUR))
        self.assertEqual(self.system.property(UNIT, "TTYPath"), "")
        doctor = self.system.call("/usr/bin/screens", "doctor")
        self.assertEqual(doctor.returncode, 0, doctor.stdout)
        # A card is kept for the next daemon, as by any daemon without a terminal.
        self.assertEqual(self.system.property(UNIT, "NFileDescriptorStore"), "2")
        self.assertEqual(self.system.call("systemctl", "restart", UNIT).returncode, 0)
        wait.until_on_screen("gpu", picture.filled(640, 480, COLOUR))
