"""Contents that are programs: the daemon states which, and `screens content` runs them on leases."""

import contextlib
import os
import signal
import socket
import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import deadline, screens
from guest.daemon import STILL, Daemon
from guest.program import Program
from guest.varlink import Client, Refused

NAME = "Virtual-1"
FALLBACK = "#445566"
TWO = ("--simulate", "320x240@60,320x240@60")
NOBODY = 65534


def configuration(*command: str, more: str = "") -> str:
    """Returns a configuration with a program on the first screen, and a colour on the others."""
    words = ", ".join(f"'''{word}'''" for word in command)
    return (
        f"{STILL}[[screen]]\nmatch = {{ connector = \"{NAME}\" }}\n"
        f'content = {{ command = [{words}] }}\nfallback = {{ color = "{FALLBACK}" }}\n{more}'
    )


def shell(script: str, **settings) -> str:
    return configuration("sh", "-c", script, **settings)


class Programs(unittest.TestCase):
    def start(self, text: str, *arguments: str, **settings) -> None:
        self.daemon = Daemon(self, text, *(arguments or TWO), **settings)

    def content(self, *arguments: str) -> Program:
        return self.content_of(self.daemon.file, *arguments)

    def content_of(self, file: Path, *arguments: str) -> Program:
        """Starts the command, which runs the commands of a configuration."""
        command = ["screens", "content", *(arguments or (NAME,)), "--config", str(file)]
        program = Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)})
        self.addCleanup(program.__exit__)
        return program

    def state(self) -> dict:
        return self.daemon.screen(NAME)["content"]

    def lessee(self) -> dict | None:
        return self.daemon.screen(NAME)["lessee"]

    def until(self, condition, what: str) -> None:
        self.daemon.program.until(condition, what, interval=0.02)

    def until_runs(self, name: str = "sh") -> int:
        """Waits until a program has the screen."""
        self.until(lambda: (self.lessee() or {}).get("name") == name, f"{name} has the screen")
        return self.lessee()["pid"]

    # MARK: the daemon

    def test_the_fallback_is_shown_until_a_program_comes(self):
        self.start(configuration("cage", "-d"))
        self.daemon.until_shown(NAME, FALLBACK)
        self.assertEqual(
            self.state(),
            {
                "state": "waiting", "message": f"waits for screens-content@{NAME}.service", "path": None,
                "showsFormer": None,
                "program": {"command": ["cage", "-d"], "way": "lease", "input": [], "pauses": False},
                "unit": f"screens-content@{NAME}.service", "drawnBy": None, "playing": None,
            },
        )  # fmt: skip
        self.assertIsNone(self.daemon.screen("Virtual-2")["content"]["program"])
        client = self.daemon.client()
        client.lease(NAME, program="cage")
        self.until(lambda: self.state()["state"] == "shown", "it is shown")
        self.assertIsNotNone(self.state()["program"])
        client.__exit__()
        self.until(lambda: self.state()["state"] == "waiting", "it is not shown")
        self.daemon.until_shown(NAME, FALLBACK)

    def test_a_program_that_does_not_come_is_a_failure(self):
        self.start(configuration("cage"))
        self.until(lambda: self.state()["state"] == "fallback", "the fallback is shown")
        unit = f"screens-content@{NAME}.service"
        self.assertEqual((self.state()["message"], self.state()["unit"]), ("no program shows its content", unit))
        self.daemon.until_logged(f"`systemctl status {unit}` says why")
        self.daemon.until_logged("no program shows its content")
        with self.daemon.client() as client:
            client.lease(NAME)
            # The state does not change before the program has had the screen for some time.
            self.daemon.until_logged("its content is shown again")

    def test_a_program_that_ends_at_once_is_not_shown(self):
        self.start(configuration("cage"))
        self.until(lambda: self.state()["state"] == "fallback", "the fallback is shown")
        for _ in range(3):
            with self.daemon.client() as client:
                client.lease(NAME)
            self.until(lambda: self.lessee() is None, "it has ended")
            self.assertEqual(self.state()["state"], "fallback")
        self.assertNotIn("shown again", self.daemon.log())
        self.assertEqual(self.daemon.log().count("no program shows its content"), 1)
        self.daemon.until_shown(NAME, FALLBACK)

    def test_a_program_that_ends_again_and_again_is_a_failure_that_names_it(self):
        self.start(shell("exit 7"))
        run = self.content()
        self.until(lambda: "'sh' has ended, and waits" in (self.state()["message"] or ""), "it has ended")
        self.until(lambda: self.state()["state"] == "fallback", "it is a failure")
        # The starts are at 0, 1, 3 and 7 seconds.
        self.assertLessEqual(run.errors().count("sh is started"), 4, run.errors())
        self.assertEqual(self.state()["message"], "'sh' has ended without a picture, or does not return")
        environment = {**os.environ, "SCREENS_SOCKET": str(self.daemon.socket)}
        for command in ("status", "doctor"):
            printed = subprocess.run(
                ["screens", command], env=environment, capture_output=True, text=True, timeout=60
            ).stdout
            self.assertEqual(printed.count("systemctl status"), 1, printed)

    def test_a_program_that_was_given_the_screen_by_hand_is_not_its_content(self):
        self.start(configuration("cage"))
        with self.daemon.client() as client:
            client.lease(NAME, program="sleep")
            with self.assertRaises(Refused) as refused, self.daemon.client() as other:
                other.lease(NAME)
            self.assertIn("--revoke", refused.exception.parameters["remedy"])
            printed = subprocess.run(
                ["screens", "doctor"],
                env={**os.environ, "SCREENS_SOCKET": str(self.daemon.socket)},
                capture_output=True,
                text=True,
                timeout=60,
            ).stdout
            self.assertIn("--revoke", printed)
        self.until(lambda: self.lessee() is None, "it has ended")
        self.assertNotIn("sleep has ended", self.state()["message"] or "")

    def test_a_fallback_that_cannot_be_shown_is_not_called_shown(self):
        colour = f'{{ color = "{FALLBACK}" }}'
        self.start(configuration("cage").replace(colour, '{ image = "/srv/no-such-picture.png" }'))
        self.until(lambda: self.state()["state"] == "failed", "neither is shown")
        self.assertIn("no program shows its content", self.state()["message"])

    def test_a_mirror_has_no_program(self):
        mirror = '[[screen]]\nmatch = { connector = "Virtual-2" }\nmirror = "Virtual-1"\n'
        command = '[default]\ncontent = { command = ["cage"] }\n'
        self.start(command + mirror)
        self.assertIsNotNone(self.state()["program"])
        # The first snapshot of a client already has it.
        self.assertIsNone(self.daemon.screen("Virtual-2")["content"]["program"])
        with self.daemon.client() as client:
            client.lease("Virtual-2")
            self.daemon.call("Set", screen=NAME, settings={"gamma": 1.5})
            self.assertIsNone(self.daemon.screen("Virtual-2")["content"]["program"])

    def test_no_client_sets_a_command(self):
        self.start(STILL)
        command = {"command": ["reboot"]}
        for settings in (
            {"content": command}, {"fallback": command}, {"content": {"playlist": [command]}},
            {"content": {"playlist": [{"playlist": [{"color": "#112233"}, command]}]}},
            {"content": {"layout": [{"area": "0 0 50% 100%", **command}]}},
            {"overlay": [{"area": "0 0 50% 50%", **command}]},
        ):  # fmt: skip
            with self.subTest(settings), self.assertRaises(Refused) as refused:
                self.daemon.call("Set", screen=NAME, settings=settings)
            self.assertEqual(refused.exception.name, "InvalidValue")
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Set", screen=NAME, settings={"content": {"command": ["reboot"]}})
        self.assertEqual(refused.exception.parameters["parameter"], "content.command")
        self.assertIn("is allowed only in the files", refused.exception.parameters["message"])
        self.daemon.until_shown(NAME, "#112233")

    def test_the_settings_of_a_screen_have_it(self):
        self.start(configuration("mpv", "a b"))
        settings = self.daemon.call("Get", screen=NAME)["settings"]
        self.assertEqual(settings["content"], {"command": ["mpv", "a b"], "way": "lease", "pauses": False})
        environment = {"SCREENS_SOCKET": str(self.daemon.socket)}
        with Program(["screens", "status", NAME], environment) as program:
            self.assertEqual(program.wait(), 0, program.errors())
            self.assertIn('{ command = ["mpv", "a b"], way = "lease", pauses = false }', program.output())
            self.assertIn(f"waits for screens-content@{NAME}.service", program.output())

    def test_a_screen_that_is_off_has_no_program(self):
        self.start(shell("exec sleep 1000"))
        self.content()
        self.until_runs()
        self.daemon.call("Set", screen=NAME, settings={"power": "off"})
        self.daemon.until_dark(NAME, "off")
        self.assertIsNone(self.lessee())
        self.assertIsNone(self.state()["program"])
        self.daemon.call("Set", screen=NAME, settings={"power": "on"})
        self.until_runs()

    # MARK: the socket for contents

    def test_the_socket_for_contents_gives_only_screens_of_programs(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        (folder / "screens.toml").write_text(configuration("cage"))
        command = ["screensd", "--no-terminal", "--config", f"{folder}/screens.toml", "--socket",
                   f"{folder}/screens.Manager", *TWO]  # fmt: skip
        program = self.enterContext(Program(command, {"STATE_DIRECTORY": str(folder / "state")}))
        socket = folder / "screens.Content"
        program.until(lambda: "started" in program.errors() and socket.exists(), "it listens")
        self.assertEqual(socket.stat().st_mode & 0o777, 0o660)
        with Client(str(socket)) as client:
            for method, parameters in (
                ("List", {}), ("Snapshot", {"screen": NAME}), ("Set", {"screen": NAME, "settings": {"dim": 5}}),
                ("Revoke", {"screen": NAME}), ("Reload", {}), ("Status", {}), ("Identify", {}), ("Save", {}),
            ):  # fmt: skip
                with self.subTest(method), self.assertRaises(Refused) as refused:
                    client.call(method, **parameters)
                self.assertEqual(refused.exception.name, "org.varlink.service.PermissionDenied")
            with self.assertRaises(Refused) as refused:
                client.lease("Virtual-2")
            self.assertEqual(refused.exception.name, "NotPermitted")
            os.fstat(client.lease(NAME))
        with Client(str(folder / "screens.Reader")) as reader:
            with self.assertRaises(Refused) as refused:
                reader.lease(NAME)
            self.assertEqual(refused.exception.name, "org.varlink.service.PermissionDenied")
        # One that keeps it for another content loses it.
        with Client(str(folder / "screens.Content")) as stubborn:
            stubborn.lease(NAME)
            (folder / "screens.toml").write_text(configuration("mpv"))
            program.until(lambda: "is revoked: it has another content" in program.errors(), "it is revoked", 40)

            def is_closed() -> bool:
                try:
                    stubborn.call("List")
                except OSError:
                    return True
                except Refused:
                    # The log has the end of the lease first.
                    return False

            deadline.until(is_closed, "the connection is closed")
        # The command takes it by itself.
        (folder / "screens.toml").write_text(configuration("cage"))
        command = ["screens", "content", NAME, "--config", f"{folder}/screens.toml"]
        run = Program(command, {"SCREENS_SOCKET": f"{folder}/screens.Manager"})
        self.addCleanup(run.__exit__)
        run.until(lambda: "cage" in run.errors(), "it follows the content")

    # MARK: the command

    def test_it_runs_the_program_until_the_content_is_another_one(self):
        self.start(shell("exec sleep 1000"))
        run = self.content()
        self.until_runs()
        self.daemon.rewrite(STILL)
        self.daemon.until_shown(NAME, "#112233")
        self.assertIsNone(self.lessee())
        self.assertTrue(run.running, run.errors())
        self.daemon.rewrite(shell("exec sleep 2000"))
        self.until_runs()
        self.daemon.rewrite(configuration("tail", "-f", "/dev/null"))
        self.until_runs("tail")
        self.daemon.call("Set", screen=NAME, settings={"content": {"color": "#778899"}})
        self.daemon.until_shown(NAME, "#778899")
        self.daemon.call("Reset", screen=NAME)
        self.until_runs("tail")
        run.signal(signal.SIGTERM)
        self.assertEqual(run.wait(), 0, run.errors())
        self.until(lambda: self.lessee() is None, "the screen is back")
        self.daemon.until_shown(NAME, FALLBACK)

    def test_it_starts_a_program_again(self):
        self.start(shell("echo run; exec sleep 1000"))
        run = self.content()
        for count in range(1, 3):
            self.until_runs()
            run.until(lambda: run.output() == "run\n" * count, "it runs")
            (process,) = children(run.pid)
            os.kill(process, signal.SIGKILL)
            run.until(lambda: run.errors().count("was ended by signal 9") == count, "its end is known")
            self.daemon.until_shown(NAME, FALLBACK)
        self.assertIn("it is started again in 1 s", run.errors())
        self.assertIn("it is started again in 2 s", run.errors())

    def test_it_reports_the_ends_of_its_program(self):
        self.start(shell("exit 7"))
        run = self.content()
        run.until(lambda: "sh has ended with exit code 7; it is started again in 1 s" in run.errors(), "it says so")
        self.daemon.rewrite(configuration("no-such-program"))
        run.until(lambda: "cannot run no-such-program: No such file or directory; it is" in run.errors(), "it says so")
        self.assertNotIn("no-such-program is started", run.errors())

    def test_a_program_that_cannot_be_run_gets_no_lease(self):
        self.start(configuration("no-such-program"))
        self.daemon.until_shown(NAME, FALLBACK)
        run = self.content()
        run.until(lambda: "cannot run no-such-program" in run.errors(), "it says so")
        command = ["screens", "lease", NAME, "--socket", str(self.daemon.socket), "--"]
        for program, status in (("no-such-program", 127), ("/etc/passwd", 126), ("/etc", 126)):
            self.assertEqual(
                subprocess.run([*command, program], stderr=subprocess.DEVNULL, timeout=60).returncode, status
            )
        self.assertNotIn("leased", self.daemon.log())

    def test_nothing_comes_on_its_input_and_that_does_not_end(self):
        look = "import select; print(select.select([0], [], [], 0)[0])"
        self.start(configuration("python3", "-c", look))
        # The way in which the service manager starts it.
        command = ["sh", "-c", 'exec screens content "$0" --config "$1" </dev/null', NAME, str(self.daemon.file)]
        run = self.enterContext(Program(command, {"SCREENS_SOCKET": str(self.daemon.socket)}))
        run.until(lambda: run.output(), "it has looked")
        self.assertEqual(run.lines()[0], "[]")

    def test_commands_that_run_no_program_yet_cannot_be_traced(self):
        """The commands have no filter: the program of another screen could use its lease in them."""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        folder.chmod(0o755)
        for words in (["content", NAME], ["lease", NAME, "--", "true"]):
            with self.subTest(words[0]), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as silent:
                path = folder / words[0]
                silent.bind(str(path))
                path.chmod(0o666)
                silent.listen()
                silent.settimeout(deadline.DEFAULT)
                command = ["screens", words[0], "--socket", str(path), *words[1:]]
                with Program(command, user=NOBODY) as run, silent.accept()[0]:
                    # The kernel gives the files of a process that its user may not trace to root.
                    self.assertEqual(os.stat(f"/proc/{run.pid}/mem").st_uid, 0, run.errors())

    # MARK: a daemon that is not trusted

    def test_a_daemon_that_names_another_command_has_nothing_run(self):
        """The daemon has a configuration of its own, as a false one could."""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        (folder / "screens.toml").write_text(configuration("sleep", "1000"))
        self.start(shell(f"touch {folder}/run; exec sleep 1000"))
        run = self.content_of(folder / "screens.toml")
        files = f"{folder}/screens.toml and {folder}/screens.d"
        words = f"'sh -c touch {folder}/run; exec sleep 1000' is not run: {files} do not have this command"
        # It tries again, since a person may write the file.
        run.until(lambda: run.errors().count(words) == 2, "it says so")
        self.assertIsNone(self.lessee())
        self.assertFalse((folder / "run").exists())
        self.assertNotIn("sh is started", run.errors())
        self.assertNotIn("leased", self.daemon.log())
        self.until(lambda: self.state()["state"] == "fallback", "it is a failure")
        # The daemon still decides when a command of the files runs.
        self.daemon.rewrite(configuration("sleep", "1000"))
        self.until_runs("sleep")
        self.daemon.rewrite(STILL)
        self.until(lambda: self.lessee() is None, "it has ended")

    def test_a_file_that_others_may_write_has_no_commands(self):
        self.start(shell("exec sleep 1000"))
        self.daemon.file.chmod(0o664)
        self.daemon.call("Reload")
        run = self.content()
        others = "its group or users of its access list"
        words = f"{self.daemon.file} may be written by {others}, so no command there is run"
        run.until(lambda: words in run.errors(), "it says so")
        (notice,) = self.daemon.call("Status")["notices"]
        self.assertEqual((notice["kind"], notice["severity"]), ("commandNotRun", "warning"))
        self.assertIn(f"{self.daemon.file}:", notice["place"])
        self.assertIn(words, notice["message"])
        self.daemon.until_logged(words)
        environment = {**os.environ, "SCREENS_SOCKET": str(self.daemon.socket)}
        for command in (("status",), ("doctor",), ("config", "check", str(self.daemon.file))):
            done = subprocess.run(["screens", *command], env=environment, capture_output=True, text=True, timeout=60)
            self.assertIn("so no command there is run", " ".join((done.stdout + done.stderr).split()))
        self.assertIsNone(self.lessee())
        # The command reads the file at its next attempt.
        self.daemon.file.chmod(0o644)
        self.until_runs()
        self.daemon.call("Reload")
        self.assertEqual(self.daemon.call("Status")["notices"], [])

    def test_a_text_of_the_daemon_alone_has_no_commands(self):
        """The daemon has a command in its own file, `last-good.json`, in place of a broken one."""
        self.start(shell("exec sleep 1000"))
        good = self.daemon.file.read_text()
        run = self.content()
        self.until_runs()
        self.daemon.file.write_text(good + "x")
        self.daemon.until_logged("its last text without problems counts")
        # A syntax error does not end what ran before.
        (process,) = children(run.pid)
        os.kill(process, signal.SIGKILL)
        run.until(lambda: run.errors().count("sh is started") == 2, "it runs again")
        run.signal(signal.SIGTERM)
        self.assertEqual(run.wait(), 0, run.errors())
        run = self.content()
        run.until(lambda: "has a syntax error, which hides the commands of a section" in run.errors(), "it says so")
        self.assertNotIn("sh is started", run.errors())

    def test_it_ends_with_the_daemon(self):
        self.start(shell("exec sleep 1000"))
        run = self.content()
        self.until_runs()
        run.until(lambda: len(children(run.pid)) == 1, "the program runs")
        (process,) = children(run.pid)
        self.daemon.program.signal(signal.SIGKILL)
        self.daemon.program.wait()
        self.assertEqual(run.wait(), screens.NO_CARD, run.errors())
        self.assertFalse(os.path.exists(f"/proc/{process}"))

    def test_it_waits_for_a_screen(self):
        self.start(STILL)
        run = self.content("Nowhere-1")
        run.until(lambda: "Nowhere-1: no card has a connector of that name" in run.errors(), "it waits")
        run.signal(signal.SIGINT)
        self.assertEqual(run.wait(), 0, run.errors())
        run = self.content(NAME)
        run.until(lambda: f"{NAME}: its content is not a command, or it is off: waiting" in run.errors(), "it waits")
        # Most events concern something else.
        for gamma in (1.1, 1.2, 1.3):
            self.daemon.call("Set", screen=NAME, settings={"gamma": gamma})
        self.daemon.rewrite(shell("echo run; exec sleep 1000"))
        run.until(lambda: run.output(), "the program runs")
        self.assertEqual(run.errors().count("waiting"), 1)


def children(process: int) -> list[int]:
    """Returns the numbers of the processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if int(path.read_text().rsplit(")", 1)[1].split()[1]) == process:
                found.append(int(path.parent.name))
    return found
