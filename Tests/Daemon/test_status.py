"""The state of the screens, and the reasons for it, as reported by `Status`, `Get` and `screens status`."""

import datetime
import fcntl
import grp
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import deadline
from guest.daemon import SIMULATED, STILL, Daemon
from guest.program import Program
from guest.varlink import Refused


class Status(unittest.TestCase):
    def status(self, daemon: Daemon, name: str = "Virtual-1") -> dict:
        (screen,) = daemon.call("Status", screen=name)["screens"]
        return screen

    def settings(self, daemon: Daemon) -> dict[str, tuple]:
        found = self.status(daemon)["settings"]
        return {one["key"]: (one["value"], one["origin"], one["place"]) for one in found}

    def screens(self, daemon: Daemon, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["screens", *words, "--socket", str(daemon.socket)], capture_output=True, text=True, timeout=60
        )

    def test_each_value_has_its_origin(self):
        daemon = Daemon(self, STILL + "gamma = 2\n", *SIMULATED)
        part = daemon.folder / "screens.d/10.toml"
        part.parent.mkdir()
        part.write_text('\n[[screen]]\nmatch = { connector = "Virtual-1" }\ndim = 5\n')
        deadline.until(lambda: "dim" in self.settings(daemon), "the part is read")
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        daemon.call("Save")
        daemon.call("Set", screen="Virtual-1", settings={"reflect": True})
        daemon.call("Set", screen="Virtual-1", settings={"colorTemperature": 5000}, confirmSeconds=3600)
        self.assertEqual(
            self.settings(daemon),
            {
                "content": ('{ color = "#112233" }', "file", f"{daemon.file}:2"),
                "gamma": ("2", "file", f"{daemon.file}:3"),
                "dim": ("5", "file", f"{part}:4"),
                "rotate": ("90", "saved", None),
                "reflect": ("true", "runTime", None),
                "color-temperature": ("5000", "trial", None),
            },
        )
        found = self.status(daemon)
        self.assertIn(found["trialSeconds"], range(3000, 3601))
        self.assertEqual(daemon.call("Get", screen="Virtual-1")["status"]["settings"], found["settings"])

    def test_the_line_of_a_value_is_the_present_one(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        daemon.rewrite("# One.\n# Two.\n# Three.\n" + STILL)
        deadline.until(lambda: self.settings(daemon)["content"][2] == f"{daemon.file}:5", "it is the new line")
        # The settings are unchanged, so the values of run time stay.
        self.assertEqual(self.settings(daemon)["rotate"][1], "runTime")

    def test_a_value_of_a_file_that_has_changed_since_the_save_is_outdated(self):
        daemon = Daemon(self, STILL + "rotate = 180\n", *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        daemon.call("Save")
        self.assertEqual(self.status(daemon)["outdated"], [])
        daemon.configure(STILL + "rotate = 270\n")
        self.assertEqual(self.status(daemon)["outdated"], ["rotate"])
        self.assertIn("rotate", daemon.log())
        daemon.call("Reset", screen="Virtual-1", keys=["rotate"])
        self.assertEqual(self.status(daemon)["outdated"], [])
        self.assertEqual(self.settings(daemon)["rotate"][1:], ("file", f"{daemon.file}:3"))

    def test_the_schedule_names_the_next_change(self):
        now = datetime.datetime.now().astimezone()
        begin = (now + datetime.timedelta(hours=2)).replace(minute=0, second=0, microsecond=0)
        end = begin + datetime.timedelta(hours=3)
        daemon = Daemon(self, f'{STILL}power = "daily {begin:%H:%M}-{end:%H:%M}"\n', *SIMULATED)
        found = self.status(daemon)
        self.assertEqual((found["power"], found["powerChanges"]), ("off", int(begin.timestamp())))

    def notices(self, daemon: Daemon) -> list[tuple]:
        found = daemon.call("Status")["notices"]
        self.assertEqual(daemon.call("Get", screen="Virtual-1")["notices"], found)
        return [(notice["kind"], notice["severity"], notice["place"]) for notice in found]

    def test_a_section_that_matches_no_screen_is_reported(self):
        typo = '[[screen]]\nmatch = { connector = "Virtal-1" }\ndim = 1\n'
        absent = '[[screen]]\nmatch = { identity = "DEL *" }\ndim = 1\n'
        daemon = Daemon(self, STILL + typo + absent, *SIMULATED)
        expected = [
            ("unmatchedSection", "warning", f"{daemon.file}:4"), ("unmatchedSection", "note", f"{daemon.file}:7"),
        ]  # fmt: skip
        self.assertEqual(self.notices(daemon), expected)
        self.assertEqual(daemon.call("Status")["problems"], [])
        hint = f"{daemon.file}:4: matches no screen: no card has a connector 'Virtal-1'; did you mean 'Virtual-1'?"
        self.assertIn(hint, daemon.log())
        self.assertIn(f"{daemon.file}:7: matches no connected screen", daemon.log())
        printed = self.screens(daemon, "status")
        self.assertEqual(printed.returncode, 0)
        self.assertIn(f"NOTICES\n{hint}\nnote: {daemon.file}:7: matches no connected screen\n", printed.stdout)
        doctor = subprocess.run(
            ["screens", "doctor"], env={**os.environ, "SCREENS_SOCKET": str(daemon.socket)}, capture_output=True,
            text=True, timeout=60,
        )  # fmt: skip
        self.assertEqual(doctor.returncode, 0, doctor.stdout)
        self.assertIn("WARNING daemon: unmatchedSection", doctor.stdout)
        self.assertIn("NOTE daemon: unmatchedSection", doctor.stdout)
        daemon.configure(STILL)
        self.assertEqual(self.notices(daemon), [])

    def test_the_first_of_very_many_sections_that_match_no_screen_are_reported(self):
        daemon = Daemon(self, STILL + '[[screen]]\nmatch = { identity = "DEL *" }\ndim = 1\n' * 9000, *SIMULATED)
        found = daemon.call("Status")["notices"]
        self.assertEqual(
            [notice["place"] for notice in found], [f"{daemon.file}:{4 + 3 * number}" for number in range(100)]
        )
        self.assertEqual(
            {notice["message"] for notice in found[:-1]}, {"matches no connected screen"})  # fmt: skip
        self.assertEqual(found[-1]["message"], "matches no connected screen (8900 more sections match no screen)")

    def test_metrics_that_cannot_be_written_are_reported_until_they_are(self):
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, folder)
        file = folder / "missing/screens.prom"
        daemon = Daemon(self, f'{STILL}[daemon]\nmetrics = "{file}"\n', *SIMULATED, watchdog=1)
        deadline.until(lambda: self.notices(daemon), "it is reported")
        self.assertEqual(self.notices(daemon), [("metricsNotWritten", "warning", str(file))])
        self.assertIn(
            f"{file}: the metrics are not written: No such file or directory", self.screens(daemon, "status").stdout
        )
        checked = subprocess.run(
            ["screens", "config", "check", str(daemon.file)], capture_output=True, text=True, timeout=60)
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))
        self.assertIn(f"{file} cannot be written", checked.stderr)
        file.parent.mkdir()
        deadline.until(lambda: not self.notices(daemon), "it is written")

    def test_the_end_of_the_time_of_a_section_and_the_next_change_are_reported(self):
        now = datetime.datetime.now().astimezone()
        begin = (now - datetime.timedelta(hours=2)).replace(minute=0, second=0, microsecond=0)
        end = begin + datetime.timedelta(hours=5)
        after = end + datetime.timedelta(hours=3)
        times = [f"daily {begin:%H:%M}-{end:%H:%M}", f"daily {end:%H:%M}-{after:%H:%M}"]
        match = 'match = { connector = "Virtual-1" }'
        sections = "".join(
            f'[[screen]]\n{match}\nduring = "{time}"\ndim = {dim}\n' for time, dim in zip(times, (20, 30)))
        daemon = Daemon(self, STILL + sections, *SIMULATED)
        found = self.status(daemon)
        dim, content = (next(one for one in found["settings"] if one["key"] == key) for key in ("dim", "content"))
        self.assertEqual((dim["value"], dim["place"], dim["until"]), ("20", f"{daemon.file}:6", int(end.timestamp())))
        self.assertIsNone(content["until"])
        self.assertEqual((found["next"]["time"], found["next"]["ended"]), (int(end.timestamp()), []))
        (coming,) = found["next"]["settings"]
        self.assertEqual((coming["key"], coming["value"], coming["place"]), ("dim", "30", f"{daemon.file}:10"))
        text = self.screens(daemon, "status").stdout
        self.assertIn(f"{daemon.file}:6, until {end:%a %H:%M}", text)
        self.assertIn(f"{end:%a %H:%M}: dim = 30 ({daemon.file}:10, until {after:%a %H:%M})", text)
        shown = subprocess.run(
            ["screens", "config", "show", "--config", str(daemon.file), *SIMULATED],
            env={**os.environ, "STATE_DIRECTORY": str(daemon.state)}, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        self.assertIn(f"dim = 20 # {daemon.file}:6, until {end:%a %H:%M}\n", shown.stdout)
        self.assertIn(f"# next: {end:%a %H:%M}: dim = 30 ({daemon.file}:10", shown.stdout)
        # A value that was set at run time stays.
        daemon.call("Set", screen="Virtual-1", settings={"dim": 5})
        self.assertIsNone(self.status(daemon)["next"])

    def test_a_screen_that_is_off_says_so_in_the_line_of_status_and_its_content_is_ready(self):
        now = datetime.datetime.now().astimezone()
        begin = (now + datetime.timedelta(hours=2)).replace(minute=0, second=0, microsecond=0)
        end = begin + datetime.timedelta(hours=3)
        schedule = f'power = "daily {begin:%H:%M}-{end:%H:%M}"\n'
        hour = datetime.timedelta(hours=1)
        during = f"daily {now - hour:%H:%M}-{now + hour:%H:%M}"
        section = f'[[screen]]\nmatch = {{ connector = "*" }}\nduring = "{during}"\npower = "off"\n'
        for power, said in (
            ('power = "off"\n', "1 off"), (schedule, "1 off by schedule"), (section, "1 off by schedule"),
        ):
            with self.subTest(power):
                daemon = Daemon(self, STILL + power, *SIMULATED)
                self.assertEqual(daemon.notifications.values("STATUS")[-1], f"0 of 1 screen lit, {said}")
                self.assertIn("ready: it is shown when the screen is lit", self.screens(daemon, "status").stdout)

    def test_a_missing_configuration_is_one_problem(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.stop()
        shutil.rmtree(daemon.state)
        missing = daemon.folder / "missing.toml"
        again = Daemon(self, STILL, *SIMULATED, "--config", str(missing), folder=daemon.folder)
        text = self.screens(again, "status").stdout
        self.assertEqual(text.count(str(missing)), 1, text)
        self.assertNotIn("does not count", text)

    def test_each_screen_that_becomes_lit_is_logged(self):
        daemon = Daemon(self, "# none\n", "--simulate", "64x64@60,32x32@60")
        self.assertNotIn("is lit", daemon.log())
        daemon.configure(STILL)
        for name in ("Virtual-1", "Virtual-2"):
            self.assertEqual(daemon.log().count(f"{name} is lit: "), 1, daemon.log())
        daemon.call("Set", screen="Virtual-1", settings={"power": "off"})
        daemon.until_dark("Virtual-1", "off")
        daemon.call("Set", screen="Virtual-1", settings={"power": "on"})
        daemon.program.until(lambda: daemon.log().count("Virtual-1 is lit: ") == 2, "it is lit again")
        self.assertEqual(daemon.log().count("Virtual-2 is lit: "), 1)

    def test_watchers_get_changes_of_settings_however_they_come(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        with daemon.client() as watcher:
            watcher.send("Watch", more=True)
            watcher.answer()

            def next_change() -> None:
                while "settings" not in (watcher.answer()["event"].get("changes") or []):
                    pass

            daemon.call("Set", screen="Virtual-1", settings={"dim": 5}, confirmSeconds=3600)
            next_change()
            daemon.call("Confirm", screen="Virtual-1")
            next_change()
            self.assertEqual(self.settings(daemon)["dim"][1], "runTime")
            daemon.call("Save")
            next_change()
            daemon.rewrite(STILL + "gamma = 2\n")
            next_change()
            self.assertEqual(self.settings(daemon)["gamma"][1], "file")
            daemon.call("Set", screen="Virtual-1", settings={"dim": 7}, confirmSeconds=1)
            next_change()
            # The trial ends.
            next_change()
            self.assertEqual(self.settings(daemon)["dim"][:2], ("5", "saved"))

    def test_everything_is_reset(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        daemon.call("Save")
        daemon.call("Set", screen="Virtual-1", settings={"reflect": True})
        self.assertEqual(self.screens(daemon, "reset", "--all").returncode, 0)
        self.assertEqual(list(self.settings(daemon)), ["content"])
        self.assertEqual(daemon.screen("Virtual-1")["layout"]["rotation"], 0)

    def test_the_command_prints_it(self):
        daemon = Daemon(self, f"{STILL}rotate = 90\nfantasy = 1\n", *SIMULATED)
        printed = self.screens(daemon, "status")
        self.assertEqual(printed.returncode, 0, printed.stderr)
        self.assertIn("PROBLEMS OF THE CONFIGURATION", printed.stdout)
        self.assertIn(f"{daemon.file}:4", printed.stdout)
        document = json.loads(self.screens(daemon, "status", "Virtual-1", "--json").stdout)
        self.assertEqual(document, daemon.call("Status", screen="Virtual-1"))

    def test_info_asks_the_daemon(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        printed = self.screens(daemon, "info", "Virtual-1", "--json")
        self.assertEqual(printed.returncode, 0, printed.stderr)
        found, reported = json.loads(printed.stdout), daemon.call("Inspect", screen="Virtual-1")
        self.assertEqual({key: found[key] for key in reported["screen"]}, reported["screen"])
        self.assertEqual((found["modes"], found["properties"]), (reported["modes"], reported["properties"]))
        self.assertEqual(found["driver"], "simulated")
        self.assertIn("Virtual-1", self.screens(daemon, "info", "Virtual-1").stdout)
        self.assertEqual(self.screens(daemon, "info", "Virtual-9").returncode, 66)

    def test_the_doctor_asks_the_daemon(self):
        configuration = f'{STILL}[[screen]]\ncontent = {{ image = "/srv/nothing.png" }}\nfantasy = 1\n'
        daemon = Daemon(self, f'[default]\ncontent = {{ image = "/srv/nothing.png" }}\n', *SIMULATED)
        daemon.until_logged("nothing.png")
        daemon.rewrite(configuration)
        daemon.until_logged("fantasy")
        printed = subprocess.run(
            ["screens", "doctor", "--json"], capture_output=True, text=True, timeout=60,
            env={**os.environ, "SCREENS_SOCKET": str(daemon.socket)},
        )  # fmt: skip
        findings = json.loads(printed.stdout)["findings"]
        found = {finding["code"]: finding for finding in findings}
        self.assertEqual(found["contentNotShown"]["severity"], "error")
        self.assertIn("Virtual-1", found["contentNotShown"]["object"])
        self.assertIn("nothing.png", found["contentNotShown"]["message"])
        self.assertEqual(found["configurationProblems"]["severity"], "warning")

    def test_a_screen_that_does_not_exist_is_an_error(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        with self.assertRaises(Refused) as refused:
            daemon.call("Status", screen="HDMI-A-9")
        self.assertEqual(refused.exception.name, "NoSuchScreen")
        self.assertEqual(self.screens(daemon, "status", "HDMI-A-9").returncode, 66)


def flock(kind: int) -> bytes:
    """Returns a lock of a whole file for `fcntl(2)`."""
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, 0, 0, 0)


class Stopped(unittest.TestCase):
    def program(self) -> str:
        """Copies `screens` to a place from which any user may start it."""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        folder.chmod(0o755)
        return shutil.copy(shutil.which("screens"), folder)

    def test_the_failure_of_a_user_who_may_not_read_names_the_group_for_reading(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        folder.chmod(0o755)
        video = grp.getgrnam("video").gr_gid
        for name, group in (("Manager", grp.getgrnam("daemon").gr_gid), ("Reader", video)):
            listener = self.enterContext(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            path = folder / f"screens.{name}"
            listener.bind(str(path))
            listener.listen()
            os.chown(path, 0, group)
            path.chmod(0o660)
        lock = self.enterContext(open(folder / "screens.Manager.lock", "w"))
        fcntl.fcntl(lock, fcntl.F_OFD_SETLK, flock(fcntl.F_WRLCK))
        for command, group in ((["status"], "video"), (["set", "Virtual-1", "--dim", "5"], "daemon")):
            done = subprocess.run(
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", self.program(), *command],
                env={**os.environ, "SCREENS_SOCKET": f"{folder}/screens.Manager"}, capture_output=True, text=True,
                timeout=60,
            )  # fmt: skip
            self.assertEqual(done.returncode, 77, done.stderr)
            self.assertIn(f"only root and the group {group} may", done.stderr)

    def test_commands_that_read_do_not_start_one(self):
        """Makes a socket on which a service manager listens: a connection would start the daemon."""
        daemon = Daemon(self, STILL, *SIMULATED)
        self.assertEqual(daemon.stop(), 0)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(daemon.socket))
            listener.listen()
            listener.setblocking(False)
            environment = {**os.environ, "SCREENS_SOCKET": str(daemon.socket)}
            for words in (["list"], ["modes", "Virtual-1"], ["snapshot", "Virtual-1"], ["status"], ["stats"]):
                with self.subTest(words):
                    subprocess.run(["screens", *words], env=environment, capture_output=True, timeout=60)
                    with self.assertRaises(BlockingIOError):
                        listener.accept()


    def test_a_lock_that_may_not_be_read_is_seen_all_the_same(self):
        """Users who may call the daemon need not be able to open the file."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
            folder.chmod(0o755)
            listener.bind(f"{folder}/socket")
            os.chmod(f"{folder}/socket", 0o666)
            listener.listen()
            listener.setblocking(False)
            lock = open(os.open(f"{folder}/socket.lock", os.O_RDWR | os.O_CREAT, 0o600), "wb")

            program = self.program()

            def is_connected_to() -> bool:
                subprocess.run(
                    ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program, "status"],
                    env={**os.environ, "SCREENS_SOCKET": f"{folder}/socket"}, capture_output=True, timeout=60,
                )  # fmt: skip
                try:
                    listener.accept()[0].close()
                    return True
                except BlockingIOError:
                    return False

            self.assertFalse(is_connected_to())
            # A user who may only read the file can take such a lock.
            fcntl.fcntl(lock, fcntl.F_OFD_SETLK, flock(fcntl.F_RDLCK))
            self.assertFalse(is_connected_to())
            fcntl.fcntl(lock, fcntl.F_OFD_SETLK, flock(fcntl.F_WRLCK))
            self.assertTrue(is_connected_to())
            lock.close()


class Stuck(unittest.TestCase):
    def test_a_command_that_reads_says_that_it_waits_and_goes_on(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.program.signal(signal.SIGSTOP)
        self.addCleanup(daemon.program.signal, signal.SIGCONT)
        program = self.enterContext(Program(["screens", "status", "--socket", str(daemon.socket)]))
        program.until(lambda: "has not answered yet: waiting, for 10 s at most" in program.errors(), "it says so")
        daemon.program.signal(signal.SIGCONT)
        self.assertEqual(program.wait(), 0, program.errors())
        self.assertIn("Virtual-1", program.output())

    def test_the_doctor_waits_for_it_once(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.program.signal(signal.SIGSTOP)
        self.addCleanup(daemon.program.signal, signal.SIGCONT)
        environment = {**os.environ, "SCREENS_SOCKET": str(daemon.socket)}
        doctor = subprocess.run(["screens", "doctor"], env=environment, capture_output=True, text=True, timeout=60)
        self.assertEqual(doctor.stderr.count("has not answered yet"), 1, doctor.stderr)

    def test_saving_nothing_is_said(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        for notices in (
            "",
            "screens: no setting was made since the last save, or since the daemon started: nothing is saved\n",
        ):
            command = ["screens", "save", "--socket", str(daemon.socket)]
            saved = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual((saved.returncode, saved.stderr), (0, notices))
            self.assertEqual(saved.stdout.strip(), str(daemon.state / "saved.json"))


class Shown(unittest.TestCase):
    def test_the_effective_values_are_printed_with_their_places(self):
        daemon = Daemon(self, STILL + "rotate = 180\n", *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        daemon.call("Save")
        printed = subprocess.run(
            ["screens", "config", "show", "--config", str(daemon.file), *SIMULATED],
            env={**os.environ, "STATE_DIRECTORY": str(daemon.state)}, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        self.assertEqual(printed.returncode, 0, printed.stderr)
        self.assertEqual(
            printed.stdout.splitlines(),
            ["[[screen]]", 'match = { connector = "Virtual-1" }', "rotate = 90 # saved",
             f'content = {{ color = "#112233" }} # {daemon.file}:2'],
        )  # fmt: skip
