"""The daemon, the service manager, its socket, its output and the time of the machine."""

import contextlib
import errno
import fcntl
import os
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from guest import deadline, traced
from guest.daemon import SIMULATED, STILL, Daemon
from guest.processes import threads
from guest.program import Program
from guest.varlink import Client, Refused

CANNOT_CREATE, BUSY = 73, 75


def filters(process: Path) -> int:
    """Returns the number of a process's or a thread's filters of system calls."""
    (line,) = [line for line in (process / "status").read_text().splitlines() if line.startswith("Seccomp_filters:")]
    return int(line.split()[1])


class Start(unittest.TestCase):
    def test_it_is_ready_once_and_says_that_it_stops(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.assertEqual(daemon.notifications.values("READY"), ["1"])
        self.assertIn("1 of 1 screen lit", daemon.notifications.values("STATUS"))
        self.assertEqual(daemon.stop(), 0, daemon.log())
        self.assertEqual(daemon.notifications.order("READY", "STOPPING"), ["READY", "STOPPING"])
        self.assertFalse(daemon.socket.exists())

    def test_each_thread_has_given_up_to_execute_programs(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        ours = filters(Path("/proc/self"))
        tasks = list(Path(f"/proc/{daemon.pid}/task").iterdir())
        self.assertGreater(len(tasks), 1)
        for task in tasks:
            self.assertEqual(filters(task), ours + 1)
        # A daemon that is started by hand keeps it: Swift's runtime runs swift-backtrace after a crash.
        self.assertEqual(filters(Path(f"/proc/{self.started_by_hand().pid}")), ours)

    def started_by_hand(self) -> Program:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        command = ["screensd", *SIMULATED, "--no-terminal", "--socket", f"{folder}/socket"]
        by_hand = self.enterContext(Program(command, {"STATE_DIRECTORY": str(folder)}))
        by_hand.until(lambda: "started" in by_hand.errors(), "it has started")
        return by_hand

    @unittest.skipUnless(os.uname().machine == "x86_64", "the calls have the numbers of x86_64")
    def test_no_thread_executes_a_program_by_any_interface_of_the_kernel(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        with traced.stopped(daemon.pid) as stopped:
            self.assertGreater(len(stopped), 1)
            for thread in stopped:
                self.assertEqual(thread.call(*traced.GETPID), daemon.pid)
                # The path is null, which the kernel reads only after the filter.
                for name, way in traced.EXECUTIONS.items():
                    # A kernel without i386 has no such calls.
                    refusals = (-errno.EPERM, None) if "i386" in name else (-errno.EPERM,)
                    self.assertIn(thread.call(*way), refusals, name)
        with traced.stopped(self.started_by_hand().pid) as stopped:
            for name in ("execve", "execveat"):
                self.assertEqual(stopped[0].call(*traced.EXECUTIONS[name]), -errno.EFAULT, f"{name} without a filter")

    def test_a_reload_is_reported_from_its_beginning_to_its_end(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.program.signal(signal.SIGHUP)
        daemon.until_logged("the configuration is read again: SIGHUP")
        daemon.program.until(lambda: len(daemon.notifications.values("READY")) == 2, "it is ready again")
        self.assertEqual(daemon.notifications.order("READY", "RELOADING", "MONOTONIC_USEC"),
                         ["READY", "RELOADING", "MONOTONIC_USEC", "READY"])

    def test_a_broken_configuration_at_the_start_does_not_end_it_and_each_problem_is_reported(self):
        daemon = Daemon(self, '[default]\nmode = "tall"\nrotate = 45\n', *SIMULATED)
        for place in (":2:", ":3:"):
            self.assertIn(f"screens.toml{place}", daemon.log())
        self.assertIn(f"the configuration has problems: {daemon.file}", daemon.notifications.values("STATUS")[-1])
        self.assertEqual(daemon.call("Statistics")["configurationProblems"], 2)

    def test_no_configuration_leaves_every_screen_alone(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.assertEqual(daemon.stop(), 0)
        daemon.file.unlink()
        with Program(["screensd", "--no-terminal", "--config", str(daemon.file), "--socket", str(daemon.socket),
                      *SIMULATED]) as program:
            program.until(lambda: "started" in program.errors(), "it has started")
            with Client(str(daemon.socket)) as client:
                (screen,) = client.call("List")["screens"]
            self.assertEqual(screen["dark"]["reason"], "unused")
            self.assertIn("does not exist; `screens config example` prints one", program.errors())


class Unsaved(unittest.TestCase):
    """Unsaved settings of clients are named when they end."""

    GONE = "settings were not saved"

    def test_at_a_reload(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"gamma": 1.4, "rotate": 90})
        daemon.call("Reload")
        self.assertIn(f"2 {self.GONE}, and have ended: Virtual-1: rotate, gamma\n", daemon.log())
        daemon.call("Reload")
        self.assertEqual(daemon.stop(), 0)
        self.assertEqual(daemon.log().count(self.GONE), 1)

    def test_at_the_end(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"gamma": 1.4})
        daemon.call("Save")
        daemon.call("Set", screen="Virtual-1", settings={"dim": 5})
        self.assertEqual(daemon.stop(), 0)
        self.assertIn("1 setting was not saved, and has ended: Virtual-1: dim\n", daemon.log())

    def test_a_trial_is_not_an_unsaved_setting(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"dim": 5}, confirmSeconds=60)
        self.assertEqual(daemon.stop(), 0)
        self.assertNotIn("not saved", daemon.log())


class Socket(unittest.TestCase):
    def test_a_socket_that_was_left_over_is_replaced(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.program.kill()
        self.assertTrue(daemon.socket.exists(), "it is still there")
        again = Daemon(self, STILL, *SIMULATED, folder=daemon.folder)
        self.assertEqual(len(again.call("List")["screens"]), 1)

    def test_a_socket_with_a_listener_is_left_alone(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        with Program(["screensd", "--no-terminal", "--config", str(daemon.file), "--socket", str(daemon.socket),
                      *SIMULATED]) as second:
            self.assertEqual(second.wait(), BUSY, second.errors())
        self.assertEqual(len(daemon.call("List")["screens"]), 1)

    def test_another_file_of_its_name_is_left_alone(self):
        for what, make in (
            ("file", lambda path: path.write_text("mine")),
            ("folder", lambda path: path.mkdir()),
            ("pipe", lambda path: os.mkfifo(path)),
            ("link", lambda path: path.symlink_to("screens.toml")),
        ):
            with self.subTest(what):
                daemon = Daemon(self, STILL, *SIMULATED)
                self.assertEqual(daemon.stop(), 0)
                make(daemon.socket)
                before = daemon.socket.lstat()
                second = Daemon(self, STILL, *SIMULATED, folder=daemon.folder, is_awaited=False)
                self.assertEqual(second.program.wait(), CANNOT_CREATE, second.log())
                self.assertEqual(daemon.socket.lstat().st_ino, before.st_ino)

    def test_its_group_may_connect_and_others_may_not(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.assertEqual(daemon.socket.stat().st_mode & 0o777, 0o660)

    def test_a_socket_that_is_passed_on_is_used_and_stays(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        path = daemon.folder / "passed"
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(path))
            listener.listen()
            with activated(daemon, listener) as program:
                with Client(str(path)) as client:
                    self.assertEqual(len(client.call("List")["screens"]), 1)
                program.signal(signal.SIGTERM)
                self.assertEqual(program.wait(), 0)
        self.assertTrue(path.exists())

    def test_a_lock_of_another_program_does_not_keep_it_from_starting(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.assertEqual(daemon.stop(), 0)
        with open(lock_file(daemon.socket), "w") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            again = Daemon(self, STILL, *SIMULATED, folder=daemon.folder)
            self.assertIn("is locked by another program", again.log())
            self.assertEqual(len(again.call("List")["screens"]), 1)

    def test_a_socket_that_is_passed_on_is_used_though_another_program_has_the_lock(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        path = daemon.folder / "passed"
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener, open(lock_file(path), "w") as file:
            fcntl.lockf(file, fcntl.LOCK_EX)
            listener.bind(str(path))
            listener.listen()
            with activated(daemon, listener) as program:
                with Client(str(path)) as client:
                    self.assertEqual(len(client.call("List")["screens"]), 1)
                self.assertIn("is locked by another program", program.errors())

    def test_its_lock_is_beside_the_socket_for_changes_alone_and_for_its_user_alone(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        (folder / "screens.toml").write_text(STILL)
        command = ["screensd", "--no-terminal", "--config", f"{folder}/screens.toml", "--socket",
                   f"{folder}/screens.Manager", *SIMULATED]  # fmt: skip
        program = self.enterContext(Program(command, {"STATE_DIRECTORY": str(folder / "state")}))
        program.until(lambda: connected(folder / "screens.Reader"), "it listens").socket.close()
        self.assertEqual([path.name for path in folder.glob("*.lock")], ["screens.Manager.lock"])
        self.assertEqual((folder / "screens.Manager.lock").stat().st_mode & 0o777, 0o600)

    def test_a_socket_that_is_passed_on_and_takes_no_connections_is_refused(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wrong:
            wrong.bind(str(daemon.folder / "datagrams"))
            with activated(daemon, wrong) as program:
                self.assertEqual(program.wait(), CANNOT_CREATE, program.errors())
                self.assertIn("is not a listening socket", program.errors())


def lock_file(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def activated(daemon: Daemon, passed: socket.socket) -> Program:
    """Starts a daemon with a socket as its third descriptor."""
    script = 'exec 3<&"$1"; shift; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
    return Program(
        ["bash", "-c", script, "bash", str(passed.fileno()), "screensd", "--no-terminal", "--config",
         str(daemon.file), *SIMULATED],
        descriptors=[passed.fileno()],
    )  # fmt: skip


class Metrics(unittest.TestCase):
    def test_a_file_that_is_requested_later_is_written_too(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for name in ("first.prom", "second.prom"):
            with self.subTest(name):
                path = daemon.folder / name
                daemon.configure(f'{STILL}[daemon]\nmetrics = "{path}"\n')
                deadline.until(path.exists, "it is written")
                daemon.configure(STILL)

    def test_a_link_of_its_name_is_replaced_and_the_file_behind_it_stays(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        (folder / "precious").write_text("mine")
        (folder / "screens.prom").symlink_to(folder / "precious")
        daemon = Daemon(self, f'{STILL}[daemon]\nmetrics = "{folder}/screens.prom"\n', *SIMULATED)
        daemon.program.until(lambda: not (folder / "screens.prom").is_symlink(), "the link is replaced")
        self.assertEqual((folder / "precious").read_text(), "mine")

    def test_their_file_is_removed_when_it_is_no_longer_written(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        first, second = folder / "first.prom", folder / "second.prom"
        daemon = Daemon(self, f'{STILL}[daemon]\nmetrics = "{first}"\n', *SIMULATED)
        deadline.until(first.exists, "it is written")
        daemon.configure(f'{STILL}[daemon]\nmetrics = "{second}"\n')
        deadline.until(second.exists, "the other one is written")
        # Another thread removes it.
        deadline.until(lambda: not first.exists(), "the first one is removed")
        self.assertEqual(daemon.stop(), 0, daemon.log())
        self.assertFalse(second.exists())


class Rest(unittest.TestCase):
    def test_its_output_is_not_read_and_it_goes_on(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        socket_path = daemon.folder / "second"
        command = ["screensd", "--no-terminal", "--config", str(daemon.file), "--socket", str(socket_path), *SIMULATED]
        process = subprocess.Popen(command, stderr=writer)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        os.close(writer)
        with deadline.until(lambda: connected(socket_path), "it listens") as client:
            for _ in range(2000):
                client.call("Reload")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(20), 0)

    def test_no_thread_of_another_library_waits_beside_it(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        daemon.call("Snapshot", screen="Virtual-1")
        # An unnamed thread, such as the thread that makes the picture, has the program's name.
        ours = {"Virtual-1", "screens", "screensd", "simulated", "simulated-flips"}

        def only_ours() -> bool:
            names = [name.strip() for _, name in threads(daemon.pid, "comm")]
            self.assertEqual([name for name in names if name not in ours], [])
            self.assertEqual(names.count("screensd"), 1)
            return True

        deadline.until(only_ours, "no other thread is left")


def connected(path: Path) -> Client | None:
    """Returns a client, once the daemon listens."""
    try:
        return Client(str(path))
    except (ConnectionRefusedError, FileNotFoundError):
        return None


class Surroundings(unittest.TestCase):
    """Pipes without a reader, terminals in other modes, and clocks that jump."""

    def test_metrics_for_a_pipe_without_a_reader_hold_up_nothing(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        os.mkfifo(folder / "metrics")
        daemon = Daemon(self, f'{STILL}[daemon]\nmetrics = "{folder}/metrics"\n', *SIMULATED, watchdog=1)
        daemon.until_logged(f"cannot write {folder}/metrics")
        daemon.until_shown("Virtual-1", "#112233")

    def test_long_lines_of_a_log_without_a_reader_hold_up_nothing(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        socket_path = folder / "socket"
        file = folder / "screens.toml"
        file.write_text(STILL)
        command = ["screensd", "--no-terminal", "--config", str(file), "--socket", str(socket_path), *SIMULATED]
        environment = {**os.environ, "STATE_DIRECTORY": str(folder / "state")}
        with (
            subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) as process,
            contextlib.ExitStack() as failing,
        ):
            # The process is also ended after a failure, because the end of `Popen` waits for it.
            failing.callback(process.kill)

            def listens() -> bool:
                with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                    Client(str(socket_path)).socket.close()
                    return True
                return False

            # The file is there a moment before.
            deadline.until(listens, "it listens")
            # A pipe takes 64 KiB.
            for turn in range(40):
                path = f"/{turn}" + "/a" * 2000
                file.write_text(f'[default]\ncontent = {{ image = "{path}" }}\n')
                with Client(str(socket_path)) as client:
                    client.socket.settimeout(60)
                    client.call("Reload")
            with Client(str(socket_path)) as client:
                with self.assertRaises(Refused) as refused:
                    client.call("Set", screen="Virtual-1", settings={"content": {"image": path * 2}})
                self.assertEqual(refused.exception.name, "InvalidValue")
            process.terminate()
            self.assertEqual(process.wait(60), 0)
            self.assertLess(max(map(len, process.stderr.read().split(b"\n"))), 4096)

    def test_a_socket_that_another_program_has_made_stays(self):
        first = Daemon(self, STILL, *SIMULATED)
        first.socket.unlink()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
            other.bind(str(first.socket))
            self.assertEqual(first.stop(), 0)
            self.assertTrue(first.socket.exists())

    def test_only_one_of_many_that_start_at_once_listens(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        (folder / "screens.toml").write_text(STILL)
        command = ["screensd", "--no-terminal", "--config", f"{folder}/screens.toml", "--socket", f"{folder}/socket",
                   *SIMULATED]  # fmt: skip
        environment = {**os.environ, "STATE_DIRECTORY": str(folder / "state")}
        all_of_them = [subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) for _ in range(8)]
        for process in all_of_them:
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)

        def others_ended() -> bool:
            ends = [process.poll() for process in all_of_them]
            self.assertEqual(ends.count(BUSY), 7, ends)
            return True

        deadline.until(others_ended, "the others have ended")
        with Client(str(folder / "socket")) as client:
            self.assertEqual(len(client.call("List")["screens"]), 1)

    def test_a_changed_time_zone_counts_at_once(self):
        etc = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        zones = Path("/usr/share/zoneinfo/Etc")
        (etc / "localtime").symlink_to(zones / "UTC")
        now = time.gmtime()
        begin, end = ((now.tm_hour + hours) % 24 for hours in (-2, 3))
        daemon = Daemon(
            self, f'{STILL}power = "daily {begin:02}:00-{end:02}:00"\n', *SIMULATED, mounted={"/etc": etc}
        )
        daemon.until_lit("Virtual-1")
        (etc / "other").symlink_to(zones / "GMT-12")
        (etc / "other").rename(etc / "localtime")
        daemon.until_dark("Virtual-1", "off")


class Rights(unittest.TestCase):
    def test_the_socket_for_reading_refuses_changes(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        (folder / "screens.toml").write_text(STILL)
        manager, reader = folder / "screens.Manager", folder / "screens.Reader"
        command = [
            "screensd", "--no-terminal", "--config", f"{folder}/screens.toml", "--socket", str(manager), *SIMULATED,
        ]
        program = self.enterContext(Program(command, {"STATE_DIRECTORY": str(folder / "state")}))
        with program.until(lambda: connected(reader), "it listens") as client:
            self.assertEqual(len(client.call("List")["screens"]), 1)
            self.assertEqual(len(client.call("Status")["screens"]), 1)
            for method, parameters in (
                ("Set", {"screen": "Virtual-1", "settings": {"rotate": 90}}), ("Reset", {"screen": "Virtual-1"}),
                ("ResetAll", {}), ("Adopt", {"screen": "Virtual-1", "identity": "a"}),
                ("ResetAbsent", {"identity": "a"}), ("Save", {}), ("Reload", {}), ("Confirm", {"screen": "Virtual-1"}),
                ("Revert", {"screen": "Virtual-1"}), ("Identify", {}), ("Snapshot", {"screen": "Virtual-1"}),
                ("Lease", {"screen": "Virtual-1"}), ("Notify", {"screen": "Virtual-1", "text": "words"}),
                ("Draw", {
                    "screen": "Virtual-1", "size": {"width": 64, "height": 48}, "format": "xrgb8888", "buffers": [],
                }),
            ):  # fmt: skip
                with self.subTest(method), self.assertRaises(Refused) as refused:
                    client.call(method, **parameters)
                self.assertEqual(refused.exception.name, "org.varlink.service.PermissionDenied")
        # Commands that read use it.
        manager.chmod(0)
        listed = subprocess.run(
            ["screens", "list", "--json"], env={**os.environ, "SCREENS_SOCKET": str(manager)}, capture_output=True
        )
        self.assertIn(b"simulated", listed.stdout, listed.stderr)
