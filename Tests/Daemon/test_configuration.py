"""The daemon and the files of its configuration, whichever way they come and change."""

import base64
import fcntl
import shutil
import struct
import unittest
from pathlib import Path

from guest import deadline, picture
from guest.daemon import SIMULATED, STILL, Daemon
from guest.program import Program
from guest.varlink import Refused, message


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

    def test_each_problem_after_a_mend_is_logged(self):
        problem = "default.gamma: "
        for count in range(1, 6):
            self.daemon.rewrite("[default]\ngamma = 99\n")
            deadline.until(lambda: self.daemon.call("Status")["problems"], "it is a problem")
            self.daemon.configure(STILL)
            log = self.daemon.log()
            self.assertEqual(
                (log.count(problem), log.count("the configuration no longer has problems")), (count, count), log
            )

    def test_temporary_files_of_writers_that_were_killed_are_removed_at_the_start(self):
        self.daemon.stop()
        state = self.daemon.state
        left = [state / name for name in ("last-good.json.a1B2c3", "saved.json.ZZZZZZ")]
        kept = [state / name for name in ("saved.json.damaged", "other.json.a1B2c3", "saved.json.written")]
        kept += [state / "saved.json.abcdef"]
        for path in left + kept:
            path.write_text("half")
        # One whose writer still runs.
        with kept[-1].open("r+") as writing:
            fcntl.fcntl(writing, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
            again = Daemon(self, STILL, *SIMULATED, folder=self.daemon.folder)
        self.assertEqual([path.name for path in left if path.exists()], [])
        self.assertEqual([path.name for path in kept if not path.exists()], [])
        self.assertIn(f"{left[0]} is removed", again.log())

    def test_an_empty_file_in_the_place_of_a_text_is_a_problem_also_after_a_restart(self):
        def problems() -> list[str]:
            return self.daemon.call("Status")["problems"]

        self.daemon.file.write_text("")
        deadline.until(problems, "it is a problem")
        self.assertIn("is empty", problems()[0])
        self.assertEqual(self.daemon.screen("Virtual-1")["content"]["state"], "shown")
        with self.assertRaises(Refused):
            self.daemon.call("Reload")
        self.assertEqual(self.daemon.stop(), 0)
        self.daemon = Daemon(self, "", "--simulate", "64x64@60", folder=self.daemon.folder)
        self.assertIn("is empty", problems()[0])
        self.assertEqual(self.daemon.pixel("Virtual-1"), bytes.fromhex("112233"))
        # A comment is a person's decision.
        self.daemon.configure("# nothing\n")
        self.assertEqual(problems(), [])
        self.assertEqual(self.daemon.screen("Virtual-1")["content"]["state"], "notOurs")

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

    def test_saved_settings_hold_after_the_next_reading(self):
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 180})
        saved = Path(self.daemon.call("Save")["file"])
        self.assertEqual(saved, self.daemon.state / "saved.json")
        before = self.modesets()
        self.daemon.call("Reload")
        self.assertEqual(self.daemon.screen("Virtual-1")["layout"]["rotation"], 180)
        self.assertEqual(self.modesets(), before)

    def test_saves_that_come_together_are_all_kept(self):
        settings = {"Virtual-1": {"rotate": 180}, "Virtual-2": {"gamma": 2.0}}
        for _ in range(10):
            clients = [self.daemon.client() for _ in settings]
            for client, (screen, changed) in zip(clients, settings.items()):
                # Both are sent before either is answered.
                client.socket.sendall(message("Set", screen=screen, settings=changed) + message("Save"))
            for client in clients:
                with client:
                    client.answer()
                    client.answer()
            for screen, changed in settings.items():
                self.assertEqual(self.daemon.call("Get", screen=screen)["saved"], changed)
            self.daemon.call("ResetAll")

    def test_saving_also_reads_other_changes_of_the_files(self):
        parts = self.daemon.folder / "screens.d"
        parts.mkdir()
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 180})
        (parts / "10.toml").write_text('[[screen]]\nmatch = { connector = "Virtual-2" }\nrotate = 90\n')
        # This comes before the daemon notices the change of the file.
        self.daemon.call("Save")
        deadline.until(lambda: self.daemon.screen("Virtual-2")["layout"]["rotation"] == 90, "the other file counts")

    def test_rotation_and_reflection_stay_if_a_call_leaves_them_out(self):
        def layout() -> tuple:
            found = self.daemon.screen("Virtual-1")["layout"]
            return found["rotation"], found["reflected"]

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
        shutil.rmtree(self.daemon.state)
        self.daemon.state.write_text("a file, and no folder")
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Save")
        self.assertEqual(refused.exception.name, "Failed")
        self.assertEqual(self.daemon.screen("Virtual-1")["layout"]["rotation"], 180)


class ExchangedAbove(unittest.TestCase):
    """The file stays, but a folder above it is replaced."""

    def test_the_tree_is_read_again(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for name, angle in (("tree", 90), ("other", 180)):
            folder = daemon.folder / name / "deep/deeper"
            folder.mkdir(parents=True)
            turned = f'[[screen]]\nmatch = {{ connector = "Virtual-1" }}\nrotate = {angle}\n'
            (folder / "screens.toml").write_text(STILL + turned)
        daemon.file.unlink()
        daemon.file.symlink_to(daemon.folder / "tree/deep/deeper/screens.toml")

        def rotation() -> int:
            return daemon.screen("Virtual-1")["layout"]["rotation"]

        deadline.until(lambda: rotation() == 90, "the file of the tree counts")
        (daemon.folder / "tree").rename(daemon.folder / "former")
        (daemon.folder / "other").rename(daemon.folder / "tree")
        deadline.until(lambda: rotation() == 180, "the file of the other tree counts")


class BrokenAtTheStart(unittest.TestCase):
    """A file that was broken while the daemon ran, after a power cut."""

    TURNED = '[[screen]]\nmatch = { connector = "Virtual-1" }\nrotate = 90\n'

    def setUp(self):
        self.daemon = Daemon(self, STILL, *SIMULATED)
        self.part = self.daemon.folder / "screens.d/10.toml"
        self.part.parent.mkdir()

    def restart(self) -> None:
        self.assertEqual(self.daemon.stop(), 0, self.daemon.log())
        self.daemon = Daemon(self, self.daemon.file.read_text(), *SIMULATED, folder=self.daemon.folder)

    def until_kept(self, text: str) -> None:
        encoded = base64.b64encode(text.encode()).decode()
        kept = self.daemon.state / "last-good.json"
        deadline.until(lambda: kept.exists() and encoded in kept.read_text(), "it is kept")

    def rotation(self) -> int:
        return self.daemon.screen("Virtual-1")["layout"]["rotation"]

    def test_the_last_good_text_counts_until_it_is_mended(self):
        self.part.write_text(self.TURNED)
        self.until_kept(self.TURNED)
        self.part.write_text(self.TURNED + "rotate = 45\n")
        self.restart()
        self.daemon.until_shown("Virtual-1", "#112233")
        self.assertEqual(self.rotation(), 90)
        self.assertIn("10.toml: its last text without problems counts", self.daemon.log())
        self.assertGreater(self.daemon.call("Statistics")["configurationProblems"], 0)
        with self.assertRaises(Refused):
            self.daemon.call("Reload")
        self.part.write_text(self.TURNED.replace("90", "270"))
        deadline.until(lambda: self.rotation() == 270, "the file is correct again")
        self.assertEqual(self.daemon.call("Statistics")["configurationProblems"], 0)

    def test_without_a_good_text_it_is_left_out(self):
        self.part.write_text("[default\n")
        self.restart()
        self.daemon.until_shown("Virtual-1", "#112233")
        self.assertIn("10.toml: it does not count until it is corrected", self.daemon.log())

    def test_a_change_of_another_file_counts_meanwhile(self):
        self.part.write_text(self.TURNED)
        self.until_kept(self.TURNED)
        self.part.write_text("[default\n")
        self.daemon.rewrite(STILL.replace("112233", "445566"))
        self.daemon.until_shown("Virtual-1", "#445566")
        self.assertEqual(self.rotation(), 90)

    def test_settings_of_run_time_stay_when_a_file_breaks(self):
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 180})
        self.part.write_text("[default\n")
        self.daemon.until_logged("10.toml: it does not count until it is corrected")
        self.assertEqual(self.rotation(), 180)

    def test_a_missing_file_is_reported_alike_at_the_start_and_while_it_runs(self):
        self.daemon.file.unlink()
        self.daemon.until_logged("screens.toml: does not exist")
        running = [line for line in self.daemon.log().splitlines() if "screens.toml: " in line]
        self.assertEqual(self.daemon.stop(), 0)
        command = ["screensd", "--no-terminal", "--config", str(self.daemon.file), "--socket",
                   str(self.daemon.socket), *SIMULATED]  # fmt: skip
        program = self.enterContext(Program(command, {"STATE_DIRECTORY": str(self.daemon.state)}))
        program.until(lambda: "started" in program.errors(), "it has started")
        started = [line for line in program.errors().splitlines() if "screens.toml: " in line]
        self.assertEqual([line.split(" ", 1)[1] for line in started], [line.split(" ", 1)[1] for line in running])
        self.daemon.until_shown("Virtual-1", "#112233")

    def test_a_folder_that_cannot_be_listed_counts_with_the_last_texts_of_its_files(self):
        self.assertEqual(self.daemon.stop(), 0)

        def start() -> None:
            self.daemon = Daemon(
                self, STILL, *SIMULATED, folder=self.daemon.folder, is_bound_by_permissions=True,
            )  # fmt: skip

        start()
        self.part.write_text(self.TURNED)
        self.until_kept(self.TURNED)
        self.part.parent.chmod(0)
        try:
            self.daemon.until_logged("screens.d: its last text without problems counts")
            self.assertEqual(self.rotation(), 90)
            # The next start does, too.
            self.assertEqual(self.daemon.stop(), 0)
            start()
            self.assertEqual(self.rotation(), 90)
            self.until_kept(self.TURNED)
            (broken,) = self.daemon.call("Status")["brokenFiles"]
            self.assertEqual(broken, {"name": str(self.part.parent), "substitute": "lastGood"})
        finally:
            self.part.parent.chmod(0o755)
        deadline.until(lambda: not self.daemon.call("Status")["problems"], "the file is correct again")
        self.assertEqual(self.rotation(), 90)

    def test_a_missing_file_beside_others_counts_until_a_reload_accepts_it(self):
        self.part.write_text(self.TURNED)
        self.until_kept(self.TURNED)
        self.daemon.file.unlink()
        self.daemon.until_logged("screens.toml: its last text without problems counts")
        self.daemon.until_shown("Virtual-1", "#112233")
        running = self.daemon.call("Status")["problems"]
        self.assertIn("no longer exists", running[0])
        self.assertEqual(self.daemon.stop(), 0)
        again = self.enterContext(
            Program(
                ["screensd", "--no-terminal", "--config", str(self.daemon.file), "--socket", str(self.daemon.socket),
                 *SIMULATED],
                {"STATE_DIRECTORY": str(self.daemon.state)},
            )
        )  # fmt: skip
        again.until(lambda: "started" in again.errors(), "it has started")
        self.daemon.until_shown("Virtual-1", "#112233")
        self.assertEqual(self.daemon.call("Status")["problems"], running)
        self.daemon.call("Reload")
        self.assertEqual(self.daemon.call("Status")["problems"], [])
        self.assertEqual(self.daemon.screen("Virtual-1")["content"]["state"], "notOurs")

    def test_a_line_on_the_screen_reports_it_if_configured(self):
        self.assertEqual(self.daemon.stop(), 0)
        self.daemon = Daemon(
            self, f"{STILL}[daemon]\nshow-problems = true\n", "--simulate", "640x360@60", folder=self.daemon.folder
        )

        def colors() -> int:
            png = base64.b64decode(self.daemon.call("Snapshot", screen="Virtual-1")["png"])
            shown = picture.from_png(png).pixels
            return len({shown[place : place + 3] for place in range(0, len(shown), 3)})

        self.part.write_text("[default\n")
        deadline.until(lambda: colors() == 3, "there are words")
        self.part.unlink()
        deadline.until(lambda: colors() == 1, "they have gone")

    def test_a_state_that_is_damaged_does_not_stop_it(self):
        self.assertEqual(self.daemon.stop(), 0)
        for name in ("last-good.json", "saved.json"):
            (self.daemon.state / name).write_bytes(b"\xff{")
        self.daemon = Daemon(self, STILL, *SIMULATED, folder=self.daemon.folder)
        self.daemon.until_shown("Virtual-1", "#112233")
        for name in ("last-good.json", "saved.json"):
            self.assertIn(name, self.daemon.log())


    def test_damaged_saved_settings_are_reported_until_others_are_saved(self):
        self.assertEqual(self.daemon.stop(), 0)
        saved = self.daemon.state / "saved.json"
        (self.daemon.state / "saved.json.damaged").write_bytes(b"earlier")
        saved.write_bytes(b"{")
        self.daemon = Daemon(self, STILL, *SIMULATED, folder=self.daemon.folder)
        status = self.daemon.call("Status")
        self.assertIn("saved.json", status["problems"][0])
        self.assertEqual(status["brokenFiles"], [{"name": str(saved), "substitute": "none"}])
        self.assertEqual(self.daemon.call("Statistics")["configurationProblems"], 1)
        self.assertIn("saved.json", self.daemon.notifications.values("STATUS")[-1])
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        self.daemon.call("Save")
        self.assertEqual(self.daemon.call("Status")["problems"], [])
        self.assertEqual((self.daemon.state / "saved.json.damaged").read_bytes(), b"earlier")
        self.assertEqual((self.daemon.state / "saved.json.damaged-2").read_bytes(), b"{")
        self.daemon.until_logged("saved.json.damaged-2")

    def test_damaged_saved_settings_that_are_put_right_count_after_a_reload(self):
        self.daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        self.daemon.call("Save")
        saved = self.daemon.state / "saved.json"
        self.assertEqual(self.daemon.stop(), 0)
        whole = saved.read_bytes()
        for mend, rotation in ((lambda: saved.write_bytes(whole), 90), (saved.unlink, 0)):
            saved.write_bytes(whole[:-9])
            self.daemon = Daemon(self, STILL, *SIMULATED, folder=self.daemon.folder)
            with self.assertRaises(Refused):
                self.daemon.call("Reload")
            self.assertEqual(self.rotation(), 0)
            mend()
            self.daemon.call("Reload")
            self.assertEqual(self.rotation(), rotation)
            self.assertEqual(self.daemon.stop(), 0)

    def test_resetting_everything_begins_new_saved_settings(self):
        self.assertEqual(self.daemon.stop(), 0)
        (self.daemon.state / "saved.json").write_bytes(b"{")
        self.daemon = Daemon(self, STILL, *SIMULATED, folder=self.daemon.folder)
        self.daemon.call("ResetAll")
        self.assertEqual(self.daemon.call("Status")["problems"], [])


class Folders(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, STILL, *SIMULATED)
        self.assertEqual(self.daemon.stop(), 0)
        self.folder = self.daemon.folder / "etc/screens"
        command = ["screensd", "--no-terminal", "--config", str(self.folder / "screens.toml"), "--socket",
                   str(self.daemon.socket), *SIMULATED]  # fmt: skip
        self.program = self.enterContext(Program(command))
        self.program.until(lambda: "started" in self.program.errors(), "it has started")

    def until_rotated(self, degrees: int, what: str) -> None:
        def rotated() -> bool:
            layout = self.daemon.screen("Virtual-1")["layout"]
            return layout is not None and layout["rotation"] == degrees

        self.program.until(rotated, what)

    def write(self, degrees: int, folder: Path | None = None) -> None:
        ((folder or self.folder) / "screens.toml").write_text(f"{STILL}rotate = {degrees}\n")

    def test_a_folder_that_is_made_later_is_found(self):
        for folder in (self.folder.parent, self.folder):
            folder.mkdir()
            # The second call is read after the event of the folder.
            for _ in range(2):
                self.daemon.call("List")
        self.write(90)
        self.until_rotated(90, "its file is read")

    def test_a_folder_that_is_made_again_is_found(self):
        self.folder.mkdir(parents=True)
        self.write(90)
        self.until_rotated(90, "its file is read")
        shutil.rmtree(self.folder)
        self.program.until(lambda: "its last text without problems counts" in self.program.errors(), "it is missed")
        self.until_rotated(90, "a sign shows what it showed")
        self.folder.mkdir()
        self.write(180)
        self.until_rotated(180, "the new one's file is read")

    def test_a_folder_that_replaces_another_is_found(self):
        self.folder.mkdir(parents=True)
        self.write(90)
        self.until_rotated(90, "its file is read")
        other = self.folder.parent / "other"
        other.mkdir()
        self.write(270, other)
        self.folder.rename(self.folder.parent / "former")
        other.rename(self.folder)
        self.until_rotated(270, "the other one's file is read")
        self.write(180)
        self.until_rotated(180, "and is watched from then on")
