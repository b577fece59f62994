"""The daemon, the service manager and the file system, with any files that are there already."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from collections.abc import Iterator
from pathlib import Path

from guest import deadline, picture
from guest.daemon import Daemon
from guest.processes import memory, threads
from guest.program import Program
from guest.varlink import Client, Refused

STILL = '[default]\ncontent = { color = "#112233" }\n'
SIMULATED = ("--simulate", "64x64@60")

MEBIBYTE = 1 << 20
CANNOT_CREATE, BUSY, BAD_CONFIGURATION = 73, 75, 78


class Start(unittest.TestCase):
    def test_it_is_ready_once_and_says_that_it_stops(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.assertEqual(daemon.told.values("READY"), ["1"])
        self.assertIn("1 of 1 screen lit", daemon.told.values("STATUS"))
        self.assertEqual(daemon.stop(), 0, daemon.log())
        self.assertEqual(daemon.told.order("READY", "STOPPING"), ["READY", "STOPPING"])
        self.assertFalse(daemon.socket.exists())

    def test_a_reload_is_reported_from_its_beginning_to_its_end(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.program.signal(signal.SIGHUP)
        daemon.until_logged("the configuration is read again: SIGHUP")
        daemon.program.until(lambda: len(daemon.told.values("READY")) == 2, "it is ready again")
        self.assertEqual(daemon.told.order("READY", "RELOADING", "MONOTONIC_USEC"),
                         ["READY", "RELOADING", "MONOTONIC_USEC", "READY"])

    def test_a_broken_configuration_at_the_start_ends_it_and_each_problem_is_logged(self):
        daemon = Daemon(self, '[default]\nmode = "tall"\nrotate = 45\n', *SIMULATED, is_awaited=False)
        self.assertEqual(daemon.program.wait(), BAD_CONFIGURATION)
        for place in (":2:", ":3:"):
            self.assertIn(f"screens.toml{place}", daemon.log())

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
            self.assertIn("does not exist", program.errors())


class Socket(unittest.TestCase):
    def test_one_that_was_left_over_is_replaced(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.program.kill()
        self.assertTrue(daemon.socket.exists(), "it is still there")
        again = Daemon(self, STILL, *SIMULATED, folder=daemon.folder)
        self.assertEqual(len(again.call("List")["screens"]), 1)

    def test_one_that_somebody_answers_on_is_left_alone(self):
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

    def test_one_that_is_passed_on_is_used_and_stays(self):
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

    def test_one_that_is_passed_on_and_takes_no_connections_is_refused(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wrong:
            wrong.bind(str(daemon.folder / "datagrams"))
            with activated(daemon, wrong) as program:
                self.assertEqual(program.wait(), CANNOT_CREATE, program.errors())
                self.assertIn("not a socket that takes connections", program.errors())


def activated(daemon: Daemon, passed: socket.socket) -> Program:
    """One that is started with a socket as its third descriptor."""
    script = 'exec 3<&"$1"; shift; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
    return Program(
        ["bash", "-c", script, "bash", str(passed.fileno()), "screensd", "--no-terminal", "--config",
         str(daemon.file), *SIMULATED],
        descriptors=[passed.fileno()],
    )  # fmt: skip


class Configuration(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, STILL, "--simulate", "64x64@60,32x32@60")

    def modesets(self) -> dict[str, int]:
        return {screen["name"]: screen["modesets"] for screen in self.daemon.call("Statistics")["screens"]}

    def test_a_broken_one_is_refused_and_each_problem_is_in_the_reply(self):
        before = self.modesets()
        self.daemon.rewrite("[default]\nrotate = 45\ngamma = 99\n")
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Reload")
        self.assertEqual(refused.exception.name, "BrokenConfiguration")
        self.assertEqual(len(refused.exception.parameters["problems"]), 2)
        self.assertEqual(self.modesets(), before)
        self.assertIsNone(self.daemon.screen("Virtual-1")["dark"])

    def test_a_change_of_the_file_is_found_however_it_is_written(self):
        parts = self.daemon.folder / "screens.d"

        def in_place(text: str) -> None:
            self.daemon.file.write_text(text)

        def in_parts(text: str) -> None:
            parts.mkdir(exist_ok=True)
            (parts / "10.toml").write_text(text)

        for degrees, write in ((90, in_place), (180, self.daemon.rewrite), (270, in_parts), (90, in_parts)):
            with self.subTest(degrees=degrees, write=write.__name__):
                write(f'[default]\nrotate = {degrees}\ncontent = {{ color = "#112233" }}\n')
                deadline.until(
                    lambda: self.daemon.screen("Virtual-1")["layout"]["rotation"] == degrees, f"{degrees} degrees"
                )
        (parts / "10.toml").unlink()
        deadline.until(lambda: self.daemon.screen("Virtual-1")["layout"]["rotation"] == 180, "the part is gone")

    def test_unchanged_settings_are_left_as_they_are(self):
        first = '\n[[screen]]\nmatch = { connector = "Virtual-1" }\n'
        before = self.modesets()
        for added, touched in (
            ("", []),
            ("# a remark\n", []),
            (f'{first}content = {{ pattern = "card" }}\n', []),
            (f"{first}idle = '1 h'\n", []),
            (f"{first}rotate = 90\n", ["Virtual-1"]),
        ):
            with self.subTest(added):
                self.daemon.configure(STILL + added)
                now = self.modesets()
                self.assertEqual([name for name in now if now[name] != before[name]], touched)

    def test_saved_settings_are_those_after_the_next_reading(self):
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 180})
        saved = Path(self.daemon.call("Save")["file"])
        self.assertEqual(saved, self.daemon.folder / "screens.d/90-saved.toml")
        before = self.modesets()
        self.daemon.call("Reload")
        self.assertEqual(self.daemon.screen("Virtual-1")["layout"]["rotation"], 180)
        self.assertEqual(self.modesets(), before)

    def test_saving_takes_in_what_else_has_changed_in_the_files(self):
        parts = self.daemon.folder / "screens.d"
        parts.mkdir()
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 180})
        (parts / "10.toml").write_text('[[screen]]\nmatch = { connector = "Virtual-2" }\nrotate = 90\n')
        # Before the change of the file is heard of.
        self.daemon.call("Save")
        deadline.until(lambda: self.daemon.screen("Virtual-2")["layout"]["rotation"] == 90, "the other file counts")

    def test_rotation_and_reflection_are_left_where_not_said(self):
        def layout() -> tuple:
            found = self.daemon.screen("Virtual-1")["layout"]
            return found["rotation"], found["mirrored"]

        for parameters, expected in (
            ({"rotate": 90, "reflect": True}, (90, True)),
            ({"rotate": 180}, (180, True)),
            ({"reflect": False}, (180, False)),
        ):
            with self.subTest(**parameters):
                self.daemon.call("Set", screen="Virtual-1", settings=parameters)
                self.assertEqual(layout(), expected)

    def test_settings_that_cannot_be_saved_are_an_error(self):
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 180})
        (self.daemon.folder / "screens.d").write_text("a file, and no folder")
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Save")
        self.assertEqual(refused.exception.name, "Failed")
        self.assertEqual(self.daemon.screen("Virtual-1")["layout"]["rotation"], 180)


    def test_a_saved_file_that_was_broken_is_not_written_over(self):
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 180})
        saved = Path(self.daemon.call("Save")["file"])
        saved.write_text(saved.read_text() + "rotate = 45\n")
        before = saved.read_text()
        self.daemon.call("Set", screen="Virtual-2", settings={"rotate": 90})
        with self.assertRaises(Refused):
            self.daemon.call("Save")
        self.assertEqual(saved.read_text(), before)


class Folders(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, STILL, *SIMULATED)
        self.assertEqual(self.daemon.stop(), 0)
        self.folder = self.daemon.folder / "etc/screens"
        command = ["screensd", "--no-terminal", "--config", str(self.folder / "screens.toml"), "--socket",
                   str(self.daemon.socket), *SIMULATED]  # fmt: skip
        self.program = self.enterContext(Program(command))
        self.program.until(lambda: "started" in self.program.errors(), "it has started")

    def until_turned(self, degrees: int, what: str) -> None:
        def turned() -> bool:
            layout = self.daemon.screen("Virtual-1")["layout"]
            return layout is not None and layout["rotation"] == degrees

        self.program.until(turned, what)

    def write(self, degrees: int, folder: Path | None = None) -> None:
        ((folder or self.folder) / "screens.toml").write_text(f"{STILL}rotate = {degrees}\n")

    def test_one_that_comes_later_is_found(self):
        for folder in (self.folder.parent, self.folder):
            folder.mkdir()
            time.sleep(0.5)
        self.write(90)
        self.until_turned(90, "its file is read")

    def test_one_that_is_made_again_is_found(self):
        self.folder.mkdir(parents=True)
        self.write(90)
        self.until_turned(90, "its file is read")
        shutil.rmtree(self.folder)
        self.program.until(lambda: "the former one stays" in self.program.errors(), "it is missed")
        self.until_turned(90, "a sign shows what it showed")
        self.folder.mkdir()
        self.write(180)
        self.until_turned(180, "the new one's file is read")

    def test_one_that_takes_the_place_of_another_is_found(self):
        self.folder.mkdir(parents=True)
        self.write(90)
        self.until_turned(90, "its file is read")
        other = self.folder.parent / "other"
        other.mkdir()
        self.write(270, other)
        self.folder.rename(self.folder.parent / "former")
        other.rename(self.folder)
        self.until_turned(270, "the other one's file is read")
        self.write(180)
        self.until_turned(180, "and is watched from then on")


class Pictures(unittest.TestCase):
    def unreadable(self, daemon: Daemon) -> Iterator[Path]:
        """Files that are not pictures, each in another way."""
        wrong = {"missing": None, "empty": b"", "text": b"no picture", "cut": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"}
        for what, data in wrong.items():
            path = daemon.folder / f"{what}.png"
            if data is not None:
                path.write_bytes(data)
            yield path
        pipe = daemon.folder / "pipe.png"
        os.mkfifo(pipe)
        yield pipe

    def test_configured_pictures_that_cannot_be_read_leave_the_background(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for number, path in enumerate(self.unreadable(daemon)):
            with self.subTest(path.name):
                color = f"#00ff0{number}"
                daemon.configure(f'[default]\ncontent = {{ image = "{path}", background = "{color}" }}\n')
                daemon.until_logged(str(path))
                daemon.until_shown("Virtual-1", color)

    def test_pictures_that_cannot_be_read_are_refused_and_change_nothing(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.until_shown("Virtual-1", "#112233")
        for path in self.unreadable(daemon):
            with self.subTest(path.name), self.assertRaises(Refused) as refused:
                daemon.call("Set", screen="Virtual-1", settings={"content": {"image": str(path)}})
            self.assertEqual(refused.exception.name, "Unreadable")
            self.assertIn(str(path), refused.exception.parameters["message"])
            self.assertEqual(daemon.pixel("Virtual-1"), bytes.fromhex("112233"))

    def test_a_link_that_leads_to_another_picture_is_followed(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for name, color in (("one", "#ff0000"), ("two", "#00ff00"), ("three", "#0000ff")):
            (daemon.folder / name).mkdir()
            (daemon.folder / name / "a.png").write_bytes(picture.to_png(picture.filled(8, 8, color)))
        link = daemon.folder / "current"
        link.symlink_to("one")
        daemon.configure(f'[default]\ncontent = {{ image = "{link}/a.png" }}\n')
        daemon.until_shown("Virtual-1", "#ff0000")
        # As `ln -sfn` does it, and as one removes it before.
        (daemon.folder / "other").symlink_to("two")
        (daemon.folder / "other").rename(link)
        daemon.until_shown("Virtual-1", "#00ff00")
        link.unlink()
        link.symlink_to("three")
        daemon.until_shown("Virtual-1", "#0000ff")
        (daemon.folder / "three/a.png").write_bytes(picture.to_png(picture.filled(8, 8, "#ffffff")))
        daemon.until_shown("Virtual-1", "#ffffff")

    def test_the_only_picture_of_a_folder_is_shown_again_when_it_is_another(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        folder = daemon.folder / "slides"
        folder.mkdir()
        for color in ("#ff0000", "#00ff00"):
            (folder / "menu.png").write_bytes(picture.to_png(picture.filled(8, 8, color)))
            if color == "#ff0000":
                daemon.call("Set", screen="Virtual-1", settings={"content": {"slides": str(folder), "interval": "200 ms"}})
            daemon.until_shown("Virtual-1", color)

    def test_a_slide_after_a_long_time_lights_the_screen_again(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        folder = daemon.folder / "slides"
        folder.mkdir()
        for name in "ab":
            (folder / f"{name}.png").write_bytes(picture.to_png(picture.filled(16, 16, "#ffffff")))
        daemon.configure(
            f'[default]\nidle = "1 s"\ncontent = {{ slides = "{folder}", interval = "3 s" }}\n'
        )
        for count in range(1, 3):
            daemon.program.until(lambda: daemon.log().count("is turned off") == count, "it is switched off")
            daemon.program.until(lambda: daemon.log().count("is in use again") == count, "it is lit again")


    def test_slides_that_are_over_leave_nothing_behind(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        folder = daemon.folder / "slides"
        folder.mkdir()
        (folder / "a.png").write_bytes(picture.to_png(picture.filled(1024, 1024, "#ffffff")))
        for turn in range(30):
            daemon.call("Set", screen="Virtual-1", settings={"content": {"slides": str(folder), "interval": f"{3600 + turn} s"}})
            daemon.until_shown("Virtual-1", "#ffffff")
            daemon.call("Set", screen="Virtual-1", settings={"content": {"color": "#112233"}})
        # Each of them has 4 MiB.
        self.assertLess(memory(daemon.pid), 70 * MEBIBYTE)

    def test_many_broken_slides_are_reported_in_a_few_lines(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        folder = daemon.folder / "slides"
        folder.mkdir()
        for number in range(400):
            (folder / f"{number}.png").write_bytes(b"")
        daemon.call("Set", screen="Virtual-1", settings={"content": {"slides": str(folder), "interval": "100 ms"}})
        # The eighth of the lines that are logged with the first.
        daemon.until_logged("(8 times so far)")
        self.assertLess(daemon.log().count("\n"), 100)

    def test_a_picture_that_was_drawn_anew_is_read_anew_where_it_is_asked_for_again(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        path = daemon.folder / "picture.png"
        for color in ("#ff0000", "#00ff00"):
            with self.subTest(color):
                path.write_bytes(picture.to_png(picture.filled(64, 64, color)))
                daemon.call("Set", screen="Virtual-1", settings={"content": {"image": str(path)}})
                daemon.until_shown("Virtual-1", color)

    def test_a_file_that_becomes_another_picture_is_shown_again(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        path = daemon.folder / "pictures/sign.png"
        path.parent.mkdir()
        path.write_bytes(picture.to_png(picture.filled(64, 64, "#ffffff")))
        daemon.configure(f'[default]\ncontent = {{ image = "{path}" }}\n')
        daemon.until_shown("Virtual-1", "#ffffff")

        def in_place(data: bytes) -> None:
            path.write_bytes(data)

        def by_name(data: bytes) -> None:
            (path.parent / "other").write_bytes(data)
            (path.parent / "other").rename(path)

        def with_its_folder(data: bytes) -> None:
            shutil.rmtree(path.parent)
            path.parent.mkdir()
            in_place(data)

        for color, write in (("#ff0000", in_place), ("#00ff00", by_name), ("#0000ff", with_its_folder)):
            with self.subTest(write.__name__):
                write(picture.to_png(picture.filled(64, 64, color)))
                daemon.until_shown("Virtual-1", color)
        by_name(b"no picture")
        daemon.until_logged("is not a picture")
        daemon.until_shown("Virtual-1", "#0000ff")

    def test_pictures_asked_for_faster_than_they_are_read_cost_no_more_than_a_few(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for name in "ab":
            (daemon.folder / f"{name}.png").write_bytes(picture.to_png(picture.filled(1024, 1024, "#ffffff")))
        with daemon.client() as client:
            for turn in range(300):
                client.call("Set", screen="Virtual-1", settings={"content": {"image": f"{daemon.folder}/{'ab'[turn % 2]}.png"}})
        self.assertLess(memory(daemon.pid, "VmHWM"), 128 * MEBIBYTE)
        daemon.until_shown("Virtual-1", "#ffffff")


class Metrics(unittest.TestCase):
    def test_a_file_that_is_asked_for_later_is_written_too(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for name in ("first.prom", "second.prom"):
            with self.subTest(name):
                path = daemon.folder / name
                daemon.configure(f'{STILL}[daemon]\nmetrics = "{path}"\n')
                deadline.until(path.exists, "it is written")
                daemon.configure(STILL)


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
        # A thread without a name of its own bears the program's, as the one that made the picture did.
        ours = {"Virtual-1", "screens", "screensd", "simulated", "simulated-flips"}

        def only_ours() -> bool:
            names = [name.strip() for _, name in threads(daemon.pid, "comm")]
            self.assertEqual([name for name in names if name not in ours], [])
            self.assertEqual(names.count("screensd"), 1)
            return True

        deadline.until(only_ours, "no other thread is left")


def connected(path: Path) -> Client | None:
    """A client, once the daemon listens."""
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
        with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            deadline.until(socket_path.exists, "it listens")
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

    def test_a_socket_that_another_one_has_made_stays(self):
        first = Daemon(self, STILL, *SIMULATED)
        first.socket.unlink()
        second = Program(
            ["screensd", "--no-terminal", "--config", str(first.file), "--socket", str(first.socket), *SIMULATED]
        )
        self.addCleanup(second.__exit__)
        deadline.until(first.socket.exists, "the second one listens")
        self.assertEqual(first.stop(), 0)
        self.assertEqual(len(first.call("List")["screens"]), 1)

    def test_a_time_zone_that_is_another_one_counts_at_once(self):
        etc = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        zones = Path("/usr/share/zoneinfo/Etc")
        (etc / "localtime").symlink_to(zones / "UTC")
        now = time.gmtime()
        begin, end = ((now.tm_hour + hours) % 24 for hours in (-2, 3))
        daemon = Daemon(
            self, f'{STILL}power = "daily {begin:02}:00-{end:02}:00"\n', *SIMULATED, etc=etc
        )
        daemon.until_lit("Virtual-1")
        (etc / "other").symlink_to(zones / "GMT-12")
        (etc / "other").rename(etc / "localtime")
        daemon.until_dark("Virtual-1", "off")
