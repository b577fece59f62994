"""Power cuts at every operation on the files of the daemon's state, which lose everything not yet on the disk."""

import base64
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import deadline
from guest.daemon import SIMULATED, STILL, Daemon

SOURCE = Path(__file__).with_name("preload") / "power_cut.c"
OTHER = STILL.replace("112233", "445566")


class PowerCut(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory(dir="/run")))
        cls.library = cls.folder / "power_cut.so"
        subprocess.run(
            ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(cls.library), str(SOURCE)], check=True
        )

    def run_until(self, cut: int) -> tuple[Daemon, Path, list[dict]]:
        """Plays a day of an operator until the power cut, and returns the settings that the daemon reported as
        saved."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        disk = folder / "disk"
        disk.mkdir()
        (folder / "state").mkdir()
        daemon = Daemon(
            self, STILL, *SIMULATED, folder=folder, is_awaited=False, environment={
                "LD_PRELOAD": str(self.library), "POWER_CUT_FOLDER": str(folder / "state"),
                "POWER_CUT_DISK": str(disk), "POWER_CUT_AT": str(cut),
            },
        )  # fmt: skip
        saved: list[dict] = []
        try:
            self.until_ready(daemon)
            self.until_kept(daemon, STILL)
            for settings in ({"rotate": 90}, {"gamma": 2.0}):
                daemon.call("Set", screen="Virtual-1", settings=settings)
                daemon.call("Save")
                saved.append(settings)
            daemon.rewrite(OTHER)
            self.until_kept(daemon, OTHER)
            daemon.call("Reset", screen="Virtual-1", keys=["rotate"])
            saved.append({})
        except ConnectionError:
            deadline.until(lambda: not daemon.program.running, "it has ended")
        daemon.program.kill()
        return daemon, disk, saved

    def until_ready(self, daemon: Daemon) -> None:
        deadline.until(lambda: daemon.notifications.values("READY") or not daemon.program.running, "it is ready")

    def until_kept(self, daemon: Daemon, text: str) -> None:
        path = daemon.state / "last-good.json"

        def is_kept() -> bool:
            return not daemon.program.running or path.exists() and self.texts(path) == [text]

        deadline.until(is_kept, "it is kept")
        if not daemon.program.running:
            raise ConnectionError("the power is cut")

    @staticmethod
    def texts(path: Path) -> list[str]:
        return [base64.b64decode(file["text"]).decode() for file in json.loads(path.read_text())["files"]]

    def restore(self, daemon: Daemon, disk: Path) -> None:
        """Replaces the files of the state by the files on the disk."""
        for path in daemon.state.iterdir():
            path.unlink()
        names = disk / "names0"
        for line in names.read_text().splitlines() if names.exists() else []:
            inode, name = line.split(" ", 1)
            content = disk / f"inode{inode}"
            (daemon.state / name).write_bytes(content.read_bytes() if content.exists() else b"")

    def test_the_last_good_state_is_there_after_each(self):
        _, disk, saved = self.run_until(0)
        total = int((disk / "count0").read_text())
        self.assertEqual(len(saved), 3)
        # Five operations for each of the five written files.
        self.assertGreaterEqual(total, 25)
        states = [{}, {"rotate": 90}, {"rotate": 90, "gamma": 2.0}, {"gamma": 2.0}]
        for cut in range(1, total + 1):
            with self.subTest(cut=cut):
                daemon, disk, saved = self.run_until(cut)
                self.restore(daemon, disk)
                kept = daemon.state / "last-good.json"
                if kept.exists():
                    self.assertIn(self.texts(kept), ([STILL], [OTHER]))
                # One file is broken as well.
                again = Daemon(self, "[default\n", *SIMULATED, folder=daemon.folder)
                found = again.call("Get", screen="Virtual-1")["saved"]
                # All settings that were reported as saved, and perhaps the setting whose save was cut off.
                self.assertIn(found, states[len(saved) : len(saved) + 2])
                if kept.exists():
                    again.until_lit("Virtual-1")
                self.assertNotIn("damaged", again.log())
                again.program.kill()
