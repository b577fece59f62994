"""The daemon and the files of its configuration, however they come and change."""

import shutil
import unittest
from pathlib import Path

from guest import deadline
from guest.daemon import SIMULATED, STILL, Daemon
from guest.program import Program
from guest.varlink import Refused


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
        # Before the daemon notices the change of the file.
        self.daemon.call("Save")
        deadline.until(lambda: self.daemon.screen("Virtual-2")["layout"]["rotation"] == 90, "the other file counts")

    def test_rotation_and_reflection_are_left_where_not_said(self):
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

    def until_rotated(self, degrees: int, what: str) -> None:
        def rotated() -> bool:
            layout = self.daemon.screen("Virtual-1")["layout"]
            return layout is not None and layout["rotation"] == degrees

        self.program.until(rotated, what)

    def write(self, degrees: int, folder: Path | None = None) -> None:
        ((folder or self.folder) / "screens.toml").write_text(f"{STILL}rotate = {degrees}\n")

    def test_one_that_comes_later_is_found(self):
        for folder in (self.folder.parent, self.folder):
            folder.mkdir()
            # The second call is read after the event of the folder.
            for _ in range(2):
                self.daemon.call("List")
        self.write(90)
        self.until_rotated(90, "its file is read")

    def test_one_that_is_made_again_is_found(self):
        self.folder.mkdir(parents=True)
        self.write(90)
        self.until_rotated(90, "its file is read")
        shutil.rmtree(self.folder)
        self.program.until(lambda: "the former one stays" in self.program.errors(), "it is missed")
        self.until_rotated(90, "a sign shows what it showed")
        self.folder.mkdir()
        self.write(180)
        self.until_rotated(180, "the new one's file is read")

    def test_one_that_takes_the_place_of_another_is_found(self):
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
