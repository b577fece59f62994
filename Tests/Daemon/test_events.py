"""`Watch` reports each change of `Status`, and its snapshots contain everything in it."""

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import deadline, picture
from guest.daemon import SIMULATED, STILL, Daemon
from guest.program import Program
from guest.varlink import Refused


class Events(unittest.TestCase):
    def watch(self, daemon: Daemon) -> dict:
        """Begins to watch, and returns the snapshot."""
        self.watcher = daemon.client()
        self.addCleanup(self.watcher.__exit__, None, None, None)
        self.watcher.send("Watch", more=True)
        return self.watcher.answer()["event"]

    def until(self, kind: str, key: str | None = None) -> dict:
        """Returns the next event of a kind; among changes, the next one of a key."""
        while True:
            event = self.watcher.answer()["event"]
            if event["event"] == kind and (key is None or key in event["changes"]):
                return event

    def test_a_snapshot_has_the_members_of_status(self):
        daemon = Daemon(self, STILL + "gamma = 2\n", *SIMULATED)
        snapshot = self.watch(daemon)
        status = daemon.call("Status")
        self.assertEqual(snapshot["statuses"], status["screens"])
        self.assertEqual(snapshot["daemon"], {key: status[key] for key in snapshot["daemon"]})
        members = {"problems", "brokenFiles", "waitsForTime", "notices", "absentDisplays", "contents"}
        self.assertEqual(set(snapshot["daemon"]), members)

    def test_absent_displays_with_saved_settings_are_reported(self):
        before = Daemon(self, STILL, *SIMULATED)
        before.stop()
        # Simulated displays have no identity.
        entry = {"identity": "DEL:a0b1:-:7", "name": "A", "place": "DP-9", "settings": {"dim": 5}, "replaced": {}}
        (before.state / "saved.json").write_text(json.dumps({"version": 1, "screens": [entry]}))
        daemon = Daemon(self, STILL, *SIMULATED, folder=before.folder)
        absent = [{"identity": entry["identity"], "name": "A", "connector": "DP-9"}]
        self.assertEqual(self.watch(daemon)["daemon"]["absentDisplays"], absent)
        self.assertEqual(daemon.call("Status")["absentDisplays"], absent)
        daemon.call("ResetAbsent", identity=entry["identity"])
        self.assertEqual(self.until("status")["daemon"]["absentDisplays"], [])

    def test_settings_come_with_their_values_and_places(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.watch(daemon)
        daemon.call("Set", screen="Virtual-1", settings={"gamma": 2.0})
        event = self.until("changed", "settings")
        self.assertIn(
            ("gamma", "2", "runTime"),
            [(one["key"], one["value"], one["origin"]) for one in event["status"]["settings"]],
        )
        daemon.call("Save")
        settings = self.until("changed", "settings")["status"]["settings"]
        self.assertIn(("gamma", "saved"), [(one["key"], one["origin"]) for one in settings])
        daemon.rewrite(STILL + "gamma = 3\n")
        self.assertEqual(self.until("changed", "outdated")["status"]["outdated"], ["gamma"])

    def test_a_trial_begins_and_ends(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.watch(daemon)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90}, confirmSeconds=3600)
        self.assertIn(self.until("changed", "trialSeconds")["status"]["trialSeconds"], range(3000, 3601))
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90}, confirmSeconds=60)
        self.assertIn(self.until("changed", "trialSeconds")["status"]["trialSeconds"], range(50, 61))
        daemon.call("Revert", screen="Virtual-1")
        self.assertIsNone(self.until("changed", "trialSeconds")["status"]["trialSeconds"])

    def test_settings_that_are_saved_during_a_trial_are_saved_after_it(self):
        daemon = Daemon(self, STILL, *SIMULATED)

        def settings() -> dict:
            found = daemon.call("Status", screen="Virtual-1")["screens"][0]["settings"]
            return {
                one["key"]: (one["value"], one["origin"]) for one in found if one["key"] in ("gamma", "dim", "rotate")
            }

        for end, rotate in (("Revert", None), ("Confirm", ("90", "runTime"))):
            with self.subTest(end):
                daemon.call("Set", screen="Virtual-1", settings={"gamma": 1.5, "dim": 50})
                # One of the two is tried, too.
                daemon.call("Set", screen="Virtual-1", settings={"rotate": 90, "dim": 70}, confirmSeconds=3600)
                daemon.call("Save")
                self.assertEqual(settings()["dim"], ("70", "trial"))
                daemon.call(end, screen="Virtual-1")
                dim = ("70", "runTime") if rotate else ("50", "saved")
                expected = {"gamma": ("1.5", "saved"), "dim": dim, **({"rotate": rotate} if rotate else {})}
                self.assertEqual(settings(), expected)
                daemon.call("ResetAll")

    def test_power_and_the_next_change_are_reported(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.watch(daemon)
        daemon.call("Set", screen="Virtual-1", settings={"power": "off"})
        self.assertEqual(self.until("changed", "power")["status"]["power"], "off")
        daemon.call("Reset", screen="Virtual-1")
        self.assertEqual(self.until("changed", "power")["status"]["power"], "on")
        section = '[[screen]]\nmatch = { connector = "Virtual-1" }\nduring = "11:00-12:00"\ngamma = 2\n'
        daemon.rewrite(STILL + section)
        following = self.until("changed", "next")["status"]["next"]
        self.assertEqual(following, daemon.call("Status", screen="Virtual-1")["screens"][0]["next"])
        self.assertIsNotNone(following)

    def test_problems_and_notices_come_and_go(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.watch(daemon)
        daemon.rewrite(STILL + "gamma = 99\n")
        said = self.until("status")["daemon"]
        self.assertIn("gamma", said["problems"][0])
        self.assertEqual(said["brokenFiles"], [{"name": str(daemon.file), "substitute": "lastGood"}])
        daemon.rewrite(STILL + '[[screen]]\nmatch = { connector = "Nowhere-1" }\ngamma = 2\n')
        said = self.until("status")["daemon"]
        self.assertEqual((said["problems"], [one["kind"] for one in said["notices"]]), ([], ["unmatchedSection"]))
        daemon.rewrite(STILL)
        self.assertEqual(self.until("status")["daemon"]["notices"], [])

    def test_pictures_that_are_passed_over(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        (folder / "a.png").write_bytes(picture.to_png(picture.filled(8, 8, "#00ff00")))
        (folder / "b.png").write_bytes(b"no picture")
        daemon = Daemon(self, STILL, *SIMULATED)
        self.watch(daemon)
        daemon.call("Set", screen="Virtual-1", settings={"content": {"slides": str(folder), "interval": "0.1 s"}})
        self.assertEqual([one["kind"] for one in self.until("status")["daemon"]["notices"]], ["picturesSkipped"])
        (folder / "b.png").unlink()
        self.assertEqual(self.until("status")["daemon"]["notices"], [])

    def test_a_state_that_cannot_be_written(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.watch(daemon)
        shutil.rmtree(daemon.state)
        daemon.state.write_text("a file, and no folder")
        daemon.rewrite(STILL + "gamma = 2\n")
        self.assertEqual([one["kind"] for one in self.until("status")["daemon"]["notices"]], ["stateNotWritten"])


class TwoDaemons(unittest.TestCase):
    """Two daemons with one folder for their states."""

    def test_the_second_overwrites_nothing_and_says_so(self):
        first = Daemon(self, STILL, *SIMULATED)
        first.call("Set", screen="Virtual-1", settings={"gamma": 2.0})
        saved = first.call("Save")["file"]
        deadline.until(lambda: (first.state / "last-good.json").exists(), "its texts are written")
        self.assertEqual((first.state / "last-good.json").stat().st_mode & 0o777, 0o600)
        before = {path.name: path.read_bytes() for path in first.state.iterdir()}
        folder = first.folder / "second"
        folder.mkdir()
        second = Daemon(
            self, STILL + "rotate = 90\n", *SIMULATED, folder=folder, environment={"STATE_DIRECTORY": str(first.state)}
        )
        # It has the settings that were saved before.
        self.assertEqual(second.call("Get", screen="Virtual-1")["saved"], {"gamma": 2.0})
        second.call("Set", screen="Virtual-1", settings={"dim": 50})
        with self.assertRaises(Refused) as refused:
            second.call("Save")
        self.assertEqual(refused.exception.name, "Failed")
        self.assertIn("another screensd", refused.exception.parameters["message"])
        self.assertIn("STATE_DIRECTORY", refused.exception.parameters["remedy"])
        (notice,) = second.call("Status")["notices"]
        self.assertEqual(notice["kind"], "stateNotWritten")
        self.assertIn("another screensd", notice["message"])
        self.assertEqual({path.name: path.read_bytes() for path in first.state.iterdir()}, before)
        self.assertEqual(str(first.state / "saved.json"), saved)
        # The folder is its own after the other one has ended, with everything that was saved there meanwhile.
        first.call("Set", screen="Virtual-1", settings={"gamma": 2.5})
        first.call("Save")
        first.stop()
        # Its texts are the first that it writes there.
        second.rewrite(STILL + "rotate = 180\n")
        deadline.until(lambda: b"second" in (first.state / "last-good.json").read_bytes(), "its texts are written")
        second.call("Set", screen="Virtual-1", settings={"dim": 50})
        second.call("Save")
        self.assertEqual(second.call("Get", screen="Virtual-1")["saved"], {"gamma": 2.5, "dim": 50})

    def test_the_second_says_so_though_it_has_nothing_to_write(self):
        first = Daemon(self, STILL, *SIMULATED)
        deadline.until(lambda: (first.state / "last-good.json").exists(), "its texts are written")
        command = [
            "screensd", "--no-terminal", "--config", str(first.file), "--socket", str(first.folder / "other"),
            *SIMULATED,
        ]
        with Program(command, {"STATE_DIRECTORY": str(first.state)}) as second:
            second.until(lambda: "another screensd has locked it" in second.errors(), "it says so")

    def test_a_folder_that_may_only_be_read_is_reported_at_the_start(self):
        first = Daemon(self, STILL, *SIMULATED)
        deadline.until(lambda: (first.state / "last-good.json").exists(), "its texts are written")
        first.stop()
        subprocess.run(["mount", "--bind", str(first.state), str(first.state)], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", str(first.state)], check=True)
        subprocess.run(["mount", "-o", "remount,bind,ro", str(first.state)], check=True)
        again = Daemon(self, STILL, *SIMULATED, folder=first.folder)
        again.until_logged(f"cannot write in {first.state}: Read-only file system")
        (notice,) = again.call("Status")["notices"]
        self.assertEqual(notice["kind"], "stateNotWritten")

    def test_the_texts_of_the_first_outlast_the_second(self):
        first = Daemon(self, STILL + "gamma = 2\n", *SIMULATED)
        deadline.until(lambda: (first.state / "last-good.json").exists(), "its texts are written")
        first.stop()
        folder = first.folder / "second"
        folder.mkdir()
        second = Daemon(self, STILL, *SIMULATED, folder=folder, environment={"STATE_DIRECTORY": str(first.state)})
        deadline.until(lambda: b"second" in (first.state / "last-good.json").read_bytes(), "its texts are written")
        second.stop()
        again = Daemon(self, "gamma = ", *SIMULATED, folder=first.folder)
        (broken,) = again.call("Status")["brokenFiles"]
        self.assertEqual(broken["substitute"], "lastGood")
        self.assertEqual(again.call("Get", screen="Virtual-1")["settings"]["gamma"], 2)

    def test_a_lock_that_cannot_be_taken_is_reported(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"gamma": 2.0})
        daemon.call("Save")
        lock = daemon.state / "lock"
        lock.unlink()
        lock.mkdir()
        daemon.call("Set", screen="Virtual-1", settings={"gamma": 2.5})
        with self.assertRaises(Refused) as refused:
            daemon.call("Save")
        self.assertIn("cannot lock", refused.exception.parameters["message"])
        lock.rmdir()
        daemon.call("Save")
        self.assertTrue(lock.is_file())
