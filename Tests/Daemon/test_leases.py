"""Screens of the daemon that clients lease."""

import contextlib
import errno
import os
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

from containers import be_old, refuse_filters
from guest import screens
from guest.daemon import STILL, Daemon
from guest.program import Program
from guest.varlink import Client, Refused

TWO = ("--simulate", "320x240@60,320x240@60")
NAME = "Virtual-1"
NOTHING = '[default]\npower = "on"\n'


NOBODY = 65534


def runs(process: int) -> bool:
    return os.path.exists(f"/proc/{process}")


def kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


class Leases(unittest.TestCase):
    def start(self, configuration: str = STILL) -> None:
        self.daemon = Daemon(self, configuration, *TWO)

    def client(self) -> Client:
        client = self.daemon.client()
        self.addCleanup(client.__exit__)
        return client

    def command(self, *arguments: str, before: Callable[[], None] | None = None) -> Program:
        environment = {"SCREENS_SOCKET": str(self.daemon.socket)}
        program = Program(["screens", "lease", *arguments], environment, before=before)
        self.addCleanup(program.__exit__)
        return program

    def lessee(self, name: str = NAME) -> dict | None:
        return self.daemon.screen(name)["lessee"]

    def until_back(self, name: str = NAME) -> None:
        self.daemon.program.until(lambda: self.lessee(name) is None, f"{name} is back", interval=0.02)
        self.daemon.until_shown(name, "#112233")

    def test_a_client_gets_an_open_file_until_it_leaves(self):
        self.start()
        self.daemon.until_shown(NAME, "#112233")
        client = self.client()
        os.fstat(client.lease(NAME, program="player"))
        self.assertEqual(self.lessee(), {"pid": os.getpid(), "name": "player"})
        self.assertIsNone(self.lessee("Virtual-2"))
        self.assertEqual(self.daemon.screen("Virtual-2")["layout"]["bounds"]["width"], 320)
        # Other calls continue, even on the same connection.
        self.assertEqual(len(client.call("List")["screens"]), 2)
        client.socket.close()
        self.until_back()
        self.daemon.until_logged("is no longer leased")

    def test_it_is_logged_and_watched_as_every_change_is(self):
        self.start()
        watching = self.client()
        watching.send("Watch", more=True)
        watching.answer()
        client = self.client()
        client.lease(NAME)
        user = f"user root, process {os.getpid()} (python3)"
        request = f"{user}: Lease {NAME}"
        self.daemon.until_logged(request)
        event = watching.answer()["event"]
        while event["event"] != "request":
            event = watching.answer()["event"]
        self.assertEqual(event["message"], request)
        with self.assertRaises(Refused):
            client.call("Lease", screen=NAME)
        self.daemon.until_logged(f"{request} failed")
        with self.assertRaises(Refused):
            client.call("Lease", screen="Nowhere-1")
        self.daemon.until_logged(f"{user}: Lease Nowhere-1 failed: no such screen")

    def test_a_call_without_a_reply_gets_no_screen(self):
        self.start()
        client = self.client()
        client.send("Lease", oneway=True, screen=NAME)
        self.assertEqual(len(client.call("List")["screens"]), 2)
        self.assertIsNone(self.lessee())
        self.daemon.until_logged("leave `oneway` out")

    def test_a_descriptor_comes_with_its_own_reply_among_many(self):
        self.start()
        client = self.client()
        for _ in range(20):
            client.send("List", all=True)
        client.send("Lease", screen=NAME)
        client.send("List")
        for _ in range(20):
            client.answer()
        self.assertEqual(client.answer(), {"fd": 0})
        self.assertEqual(len(client.files), 1)
        self.assertEqual(len(client.answer()["screens"]), 2)

    def test_a_screen_without_content_is_lit_for_it(self):
        self.start(NOTHING)
        self.daemon.until_dark(NAME, "unused")
        client = self.client()
        client.lease(NAME)
        self.assertIsNotNone(self.daemon.screen(NAME)["currentMode"])
        client.socket.close()
        self.daemon.until_dark(NAME, "unused")

    def test_it_is_refused_for_unusable_screens(self):
        self.start()
        client, other = self.client(), self.client()
        client.lease(NAME)
        with self.assertRaises(Refused) as refused:
            other.call("Lease", screen=NAME)
        self.assertEqual(refused.exception.parameters["errno"], errno.EBUSY)
        with self.assertRaises(Refused) as refused:
            other.call("Lease", screen="Nowhere-1")
        self.assertEqual(refused.exception.name, "NoSuchScreen")
        self.daemon.call("Set", screen="Virtual-2", settings={"power": "off"})
        with self.assertRaises(Refused) as refused:
            other.call("Lease", screen="Virtual-2")
        self.assertEqual(refused.exception.name, "Failed")
        self.assertEqual(other.files, [])

    def test_it_is_revoked(self):
        self.start()
        client = self.client()
        client.lease(NAME)
        self.daemon.call("Revoke", screen=NAME)
        self.until_back()
        self.daemon.program.until(client.has_ended, "the client is disconnected")
        with self.assertRaises(Refused):
            self.daemon.call("Revoke", screen=NAME)
        self.client().lease(NAME)

    def test_a_client_that_leaves_before_the_reply(self):
        self.start()
        for _ in range(20):
            client = self.daemon.client()
            client.send("Lease", screen=NAME)
            client.socket.close()

        def has_it() -> bool:
            # The earlier calls are carried out, and their leases end one after the other.
            client = self.client()
            try:
                client.lease(NAME)
            except Refused as refused:
                self.assertEqual(refused.parameters["errno"], errno.EBUSY)
                return False
            return not client.has_ended()

        self.daemon.program.until(has_it, "it is free")
        self.assertEqual(self.daemon.stop(), 0)

    def test_clients_get_it_one_after_the_other(self):
        self.start()
        for _ in range(20):
            # There is no wait in between, as if a service manager restarts a program.
            client = self.daemon.client()
            client.lease(NAME)
            client.__exit__()
        self.until_back()

    def test_settings_wait_for_the_end(self):
        self.start()
        client = self.client()
        client.lease(NAME)
        reply = self.daemon.call("Set", screen=NAME, settings={"content": {"color": "#445566"}})
        self.assertEqual(reply["outcome"], "notSet")
        client.socket.close()
        self.daemon.until_shown(NAME, "#445566")

    def test_the_state_is_everywhere(self):
        self.start()
        client = self.client()
        client.lease(NAME, program="player")
        text = f"leased to 'player' (for process {os.getpid()})"
        environment = {"SCREENS_SOCKET": str(self.daemon.socket)}
        for arguments in (("list",), ("status",)):
            with Program(["screens", *arguments], environment) as program:
                self.assertEqual(program.wait(), 0, program.errors())
                self.assertIn(text, program.output())
        with Program(["screens", "stats", "--prometheus"], environment) as program:
            self.assertEqual(program.wait(), 0, program.errors())
            leased = 'screens_screen_leased{screen="simulated/Virtual-1",program="player"} 1'
            self.assertIn(leased, program.output())
        self.daemon.until_logged(f"leased to 'player' (process {os.getpid()})")
        self.assertIn("Virtual-1: leased to 'player'", self.daemon.notifications.values("STATUS")[-1])

    # MARK: the command

    def test_the_command_runs_a_program(self):
        self.start()
        program = self.command(
            NAME, "--", "sh", "-c", 'test "$SCREENS_LEASE_FD" = "$0" && echo ready && read x; exit 7', "{fd}"
        )
        program.until(lambda: program.output() == "ready\n", "it runs")
        self.assertEqual(self.lessee(), {"pid": program.pid, "name": "sh"})
        self.assertEqual(program.end(), 7, program.errors())
        self.until_back()

    def test_the_command_is_killed(self):
        self.start()
        program = self.command(NAME, "--", "sleep", "1000")
        program.until(self.lessee, "it has the screen")
        program.signal(signal.SIGKILL)
        program.wait()
        self.until_back()

    def sleeping(self) -> Program:
        """Starts a program that runs: the daemon lends the screen before its reply comes."""
        program = self.command(NAME, "--", "sh", "-c", "echo runs; exec sleep 1000")
        program.until(program.lines, "it runs")
        return program

    def test_the_program_ends_when_its_lease_is_revoked(self):
        self.start()
        program = self.sleeping()
        revoked = self.command(NAME, "--revoke")
        self.assertEqual(revoked.wait(), 0, revoked.errors())
        self.assertEqual(program.wait(), 128 + signal.SIGTERM)
        self.assertIn("has ended", program.errors())
        self.until_back()

    def test_the_program_ends_with_the_daemon(self):
        self.start()
        program = self.sleeping()
        self.daemon.program.signal(signal.SIGKILL)
        self.daemon.program.wait()
        self.assertEqual(program.wait(), 128 + signal.SIGTERM)

    def left(self, program: Program, count: int) -> list[int]:
        """Returns the processes whose numbers it has printed."""
        numbers = [
            int(line) for line in program.until(lambda: len(program.lines()) >= count and program.lines(), "they run")
        ]
        for number in numbers:
            self.addCleanup(kill, number)
        return numbers

    def test_processes_that_the_program_leaves_behind_are_ended(self):
        self.start()
        # Processes in a session of their own, with SIGHUP ignored, with SIGTERM ignored, and one whose own parent has
        # ended.
        program = self.command(
            NAME, "--", "sh", "-c",
            'sleep 1000 & echo $!; setsid nohup sleep 1000 >&2 & echo $!; (trap "" TERM; exec sleep 1000) & echo $!; '
            "sh -c 'sleep 1000 & echo $!'; read word; exit 3",
        )
        left = self.left(program, 4)
        self.assertEqual([number for number in left if not runs(number)], [])
        self.assertEqual(program.end(), 3, program.errors())
        self.assertEqual([number for number in left if runs(number)], [])
        self.until_back()

    def test_a_program_is_not_started_in_silence_on_a_screen_that_is_simulated(self):
        self.start()
        program = self.command(NAME, "--", "true")
        self.assertEqual(program.wait(), 0)
        self.assertIn("simulated screen of screensd", program.errors())
        frames = b"YUV4MPEG2 W64 H64 F60:1 C420\nFRAME\n" + bytes(64 * 64 * 3 // 2)
        presented = subprocess.run(
            ["screens", "present", NAME, "--socket", str(self.daemon.socket)],
            input=frames,
            capture_output=True,
            timeout=60,
        )
        self.assertEqual((presented.returncode, presented.stderr.count(b"\n")), (screens.NO_CARD, 1), presented.stderr)
        self.assertIn(b"--simulate", presented.stderr)
        self.until_back()

    def test_processes_that_the_program_leaves_behind_are_ended_with_its_lease(self):
        self.start()
        program = self.command(NAME, "--", "sh", "-c", "setsid sleep 1000 & echo $!; exec sleep 1000")
        left = self.left(program, 1)
        self.daemon.call("Revoke", screen=NAME)
        self.assertEqual(program.wait(), 128 + signal.SIGTERM)
        self.assertEqual([number for number in left if runs(number)], [])

    def test_processes_that_end_before_the_program_are_reaped(self):
        self.start()
        program = self.command(NAME, "--", "sh", "-c", "for i in 1 2 3; do sh -c 'sleep 0 & echo $!'; done; read word")
        left = self.left(program, 3)
        program.until(lambda: not any(os.path.exists(f"/proc/{number}") for number in left), "they are reaped")
        self.assertEqual(program.end(), 1)

    def test_signals_while_it_ends_change_nothing(self):
        self.start()
        program = self.command(NAME, "--", "sh", "-c", '(trap "" TERM; exec sleep 1000) & echo $!; exec sleep 1000')
        left = self.left(program, 1)
        program.signal(signal.SIGTERM)
        for _ in range(20):
            time.sleep(0.05)
            if program.running:
                program.signal(signal.SIGTERM)
        self.assertEqual(program.wait(), 128 + signal.SIGTERM)
        self.assertEqual([number for number in left if runs(number)], [])

    def test_the_program_has_the_variables_as_they_are(self):
        self.start()
        environment = {"SCREENS_SOCKET": str(self.daemon.socket), "ODD": os.fsdecode(b"a\xff=\xc3"), "DISPLAY": ":0"}
        command = ["screens", "lease", NAME, "--", "sh", "-c", 'printf %s "$ODD" | od -An -tx1; echo "${DISPLAY-none}"']
        with Program(command, environment) as program:
            self.assertEqual(program.wait(), 0, program.errors())
            self.assertEqual(program.output(), " 61 ff 3d c3\nnone\n")

    def test_a_program_whose_memory_cannot_be_read_is_reported_once(self):
        self.start()
        self.daemon.folder.chmod(0o755)
        self.daemon.socket.chmod(0o666)
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, folder)
        folder.chmod(0o755)
        program = folder / "cat"
        shutil.copy("/bin/cat", program)
        # A user that may execute the file but not read it may not read the program's memory either.
        program.chmod(0o711)
        command = ["screens", "lease", NAME, "--", "sh", "-c", f"{program} /dev/null; {program} /dev/null"]
        with Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)}, user=NOBODY) as run:
            self.assertEqual(run.wait(), 0, run.errors())
            self.assertEqual(run.errors().count("cannot be read: sh finds the lease only as {fd}"), 1, run.errors())

    # MARK: without a filter of system calls

    # The program reports that it has the descriptor of a file, and its state in the kernel.
    UNFILTERED = 'test -e /proc/self/fd/$SCREENS_LEASE_FD && grep -E "^(Seccomp|NoNewPrivs):" /proc/self/status'

    def expect_refusal(self, program: Program, remedy: str) -> None:
        """Waits until the command has ended without a program."""
        self.assertEqual(program.wait(), screens.SYSTEM, program.errors())
        self.assertEqual((program.output(), program.errors().count(remedy)), ("", 1), program.errors())

    def test_no_program_runs_if_no_filter_can_be_installed(self):
        self.start()
        profile, old = (
            "the profile of its container has to allow the system call seccomp",
            "Linux 5.9 or later is needed",
        )
        containers = (
            (lambda: refuse_filters(errno.EPERM), profile), (lambda: refuse_filters(errno.ENOSYS), old), (be_old, old),
        )
        for before, remedy in containers:
            for options in ([], ["--seat"]):
                with self.subTest(remedy=remedy, options=options):
                    self.expect_refusal(self.command(NAME, *options, "--", "echo", "runs", before=before), remedy)
            command = ["screens", "content", NAME, "--config", str(self.daemon.file)]
            content = Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)}, before=before)
            with content, self.subTest(remedy=remedy, command="content"):
                self.expect_refusal(content, remedy)
        self.assertIsNone(self.lessee())
        self.assertNotIn("leased", self.daemon.log())

    def test_a_program_in_another_lease_can_have_no_filter_of_its_own(self):
        self.start()
        inner = ["screens", "lease", "Virtual-2", "--", "echo", "runs"]
        program = self.command(NAME, "--", *inner)
        self.expect_refusal(program, "or of the other `screens lease`, that answers system calls itself")
        self.until_back()

    def test_a_program_runs_without_a_filter_on_request(self):
        self.start()
        for before, filters in ((None, 0), (lambda: refuse_filters(errno.EPERM), 2)):
            with self.subTest(filters=filters):
                program = self.command(NAME, "--unfiltered", "--", "sh", "-c", self.UNFILTERED, before=before)
                self.assertEqual(program.wait(), 0, program.errors())
                self.assertEqual(program.lines(), ["NoNewPrivs:\t1", f"Seccomp:\t{filters}"], program.errors())
        self.until_back()

    def test_a_program_does_not_reach_into_the_command(self):
        """The command has the lease too, and no filter."""
        self.start()
        self.daemon.folder.chmod(0o755)
        self.daemon.socket.chmod(0o666)
        script = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def tried(result):
    return result if result >= 0 else -ctypes.get_errno()
command = os.getppid()
print("trace", tried(libc.ptrace(0x4206, command, 0, 0)))
print("take", tried(libc.syscall(438, os.pidfd_open(command), int(os.environ["SCREENS_LEASE_FD"]), 0)))
try:
    print("memory", os.open(f"/proc/{command}/mem", os.O_RDWR))
except OSError as error:
    print("memory", -error.errno)
"""
        command = ["screens", "lease", NAME, "--", "python3", "-c", script]
        with Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)}, user=NOBODY) as run:
            self.assertEqual(run.wait(), 0, run.errors())
            expected = [f"trace {-errno.EPERM}", f"take {-errno.EPERM}", f"memory {-errno.EACCES}"]
            self.assertEqual(run.lines(), expected, run.errors())

    def test_a_client_that_is_refused_is_idle(self):
        self.daemon = Daemon(self, STILL, *TWO, limit=192)
        self.client().lease(NAME)
        refused = self.client()
        with self.assertRaises(Refused):
            refused.call("Lease", screen=NAME)
        others = [self.client() for _ in range(200)]
        self.assertTrue(refused.has_ended(), "the longest idle one is closed first")
        self.assertIsNotNone(self.lessee())
        for other in others:
            other.socket.close()

    def test_exit_codes(self):
        self.start()
        self.client().lease(NAME)
        for arguments, code in (
            ((NAME, "--", "true"), screens.BUSY),
            (("Nowhere-1", "--", "true"), screens.NO_SCREEN),
            (("Virtual-2", "--", "no-such-program"), 127),
            (("Virtual-2",), screens.USAGE),
            (("Virtual-2", "--revoke"), screens.NO_CARD),
        ):
            with self.subTest(arguments=arguments):
                program = self.command(*arguments)
                self.assertEqual(program.wait(), code, program.errors())

    def test_a_lease_is_not_a_regular_file(self):
        self.start()
        self.assertFalse(stat.S_ISREG(os.fstat(self.client().lease(NAME)).st_mode))
