"""The proof of play: the pictures that were on the screens."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from datetime import datetime
from pathlib import Path

from guest import deadline
from guest.daemon import SIMULATED, Daemon
from guest.varlink import Client, Refused

COLORS = "#FF0000", "#00FF00"


class Played(unittest.TestCase):
    def daemon(self, folder: Path | None = None) -> Daemon:
        items = ", ".join(f'{{ color = "{color}" }}' for color in COLORS)
        played = f'[daemon]\nplayed = "{folder}"\nplayed-days = 3\n' if folder else ""
        content = f'[default]\ncontent = {{ playlist = [{items}], interval = "300 ms" }}\n'
        return Daemon(self, played + content, *SIMULATED)

    def folder(self) -> Path:
        return Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run", prefix="played-")))

    def until_played(self, daemon: Daemon, count: int) -> dict:
        """Returns the reply of `Played` once as many pictures have ended."""
        reply = {}

        def enough() -> bool:
            reply.update(daemon.call("Played"))
            return len([one for one in reply["played"] if one["end"] == "next"]) >= count

        deadline.until(enough, f"{count} pictures were shown")
        return reply

    def test_each_item_that_was_shown_counts(self):
        daemon = self.daemon()
        started = time.time()
        reply = self.until_played(daemon, 4)
        ended = [one for one in reply["played"] if one["end"] == "next"]
        self.assertEqual({one["item"] for one in ended}, set(COLORS))
        self.assertTrue(all(one["screen"].endswith("/Virtual-1") for one in ended))
        for one, following in zip(ended, ended[1:]):
            self.assertEqual(one["to"], following["from"], "nothing is between two items")
            self.assertNotEqual(one["item"], following["item"])
            self.assertEqual(COLORS[one["number"] - 1], one["item"])
        # A turn has as many refreshes of a sixtieth of a second as fit into its time.
        self.assertTrue(all(17 <= one["refreshes"] <= 20 for one in ended[1:]), ended)
        self.assertLess(abs(ended[0]["from"] / 1000 - started), 60)
        sums = {one["item"]: one for one in reply["sums"]}
        self.assertEqual(sum(one["count"] for one in sums.values()), len(reply["played"]))

    def test_a_screen_that_is_off_plays_nothing(self):
        daemon = Daemon(self, '[default]\ncontent = { color = "#112233" }\n', *SIMULATED)
        daemon.until_shown("Virtual-1", "#112233")
        daemon.call("Set", screen="Virtual-1", settings={"power": "off"})
        daemon.until_dark("Virtual-1", "off")
        (one,) = daemon.call("Played")["played"]
        self.assertEqual((one["item"], one["end"]), ("#112233", "off"))
        self.assertGreater(one["refreshes"], 0)
        daemon.call("Set", screen="Virtual-1", settings={"power": "on"})
        daemon.until_lit("Virtual-1")
        deadline.until(lambda: len(daemon.call("Played")["played"]) == 2, "it is shown again")
        self.assertEqual(daemon.call("Played")["played"][1]["end"], "now")
        self.assertEqual(daemon.call("Played", since=int(time.time()) + 3600), {"played": [], "sums": []})
        self.assertEqual(daemon.call("Played", until=int(time.time()) - 3600), {"played": [], "sums": []})
        self.assertEqual(len(daemon.call("Played", since=1, until=int(time.time()) + 3600)["played"]), 2)
        with self.assertRaises(Refused):
            daemon.call("Played", since=2, until=1)

    def test_days_are_files_and_survive_the_daemon(self):
        folder = self.folder()
        daemon = self.daemon(folder)
        self.until_played(daemon, 3)
        # The next one is really on the screen.
        deadline.until(lambda: daemon.call("Played")["played"][-1]["end"] == "now", "another one is shown")
        daemon.program.signal(signal.SIGTERM)
        self.assertEqual(daemon.program.wait(), 0)
        lines = [json.loads(line) for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]
        self.assertGreaterEqual(len(lines), 4)
        self.assertEqual(lines[-1]["end"], "daemon")
        self.assertEqual((folder / "now.json").read_text(), "")
        # The next daemon reads the files of the one before. Old files are removed.
        for day in "2020-01-01", "2020-01-02", "2020-01-03":
            (folder / f"{day}.jsonl").write_text("")
        daemon = self.daemon(folder)
        reply = self.until_played(daemon, len(lines))
        self.assertEqual(reply["played"][: len(lines)], lines)
        deadline.until(lambda: not (folder / "2020-01-01.jsonl").exists(), "the old file is removed")

    def test_a_picture_over_midnight_counts_in_each_day_with_its_part(self):
        folder = self.folder()
        midnight = int(datetime(2026, 11, 6).timestamp())
        day = 86_400
        # One second of the first day, a whole day, and two seconds of the third one.
        line = {
            "screen": "card1/Virtual-9", "identity": None, "item": "menu", "number": None,
            "from": midnight * 1000 - 1000, "to": (midnight + day + 2) * 1000, "refreshes": (day + 3) * 60,
            "end": "next", "clockKnown": True,
        }  # fmt: skip
        (folder / "2026-11-07.jsonl").write_text(json.dumps(line) + "\n")
        daemon = self.daemon(folder)
        found = []
        for since in (midnight - day, midnight, midnight + day, midnight + 2 * day):
            reply = daemon.call("Played", since=since, until=since + day)
            found.append([(one["milliseconds"], one["refreshes"]) for one in reply["sums"]])
            times = [(one["from"], one["to"], one["refreshes"]) for one in reply["played"]]
            self.assertEqual([(to - start, refreshes) for start, to, refreshes in times], found[-1])
            self.assertTrue(all(start >= since * 1000 and to <= (since + day) * 1000 for start, to, _ in times))
        self.assertEqual(found, [[(1000, 60)], [(day * 1000, day * 60)], [(2000, 120)], []])
        # Without a range it is whole.
        (whole,) = [one for one in daemon.call("Played")["played"] if one["item"] == "menu"]
        self.assertEqual(whole, line)

    def test_a_killed_daemon_loses_a_minute_at_most(self):
        folder = self.folder()
        daemon = Daemon(
            self, f'[daemon]\nplayed = "{folder}"\n[default]\ncontent = {{ color = "#112233" }}\n', *SIMULATED
        )
        daemon.until_shown("Virtual-1", "#112233")
        # The call writes what each minute writes.
        deadline.until(lambda: daemon.call("Played")["played"] != [], "the picture is known")
        daemon.call("Played")
        daemon.program.signal(signal.SIGKILL)
        daemon.program.wait()
        self.assertIn("#112233", (folder / "now.json").read_text())
        daemon = self.daemon(folder)
        found = self.until_played(daemon, 1)["played"][0]
        self.assertEqual((found["item"], found["end"]), ("#112233", "lost"))

    def test_a_folder_that_cannot_be_written_is_a_notice_and_loses_nothing(self):
        folder = self.folder()
        shutil.rmtree(folder)
        folder.write_text("a file in its place")
        daemon = self.daemon(folder)
        with self.assertRaises(Refused):
            daemon.call("Played")
        notice = next(one for one in daemon.call("Status")["notices"] if one["kind"] == "playedNotWritten")
        self.assertIn(str(folder), notice["place"])
        watcher = self.enterContext(Client(str(daemon.reader)))
        watcher.send("Watch", more=True)
        before: list[int] = []
        while len(before) < 3:
            if played := watcher.answer()["event"].get("played"):
                before.append(played["from"])
        folder.unlink()
        reply = self.until_played(daemon, 2)
        self.assertEqual([one for one in daemon.call("Status")["notices"] if one["kind"] == "playedNotWritten"], [])
        # The pictures from before are there, each once.
        times = [one["from"] for one in reply["played"]]
        self.assertLessEqual(set(before), set(times))
        self.assertEqual(len(times), len(set(times)))

    def test_a_full_disk_is_a_notice_and_tears_no_line(self):
        folder = self.folder()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)], check=True)
        self.addCleanup(subprocess.run, ["umount", str(folder)], check=True)
        ballast = folder / "ballast"
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))
        daemon = self.daemon(folder)

        def is_reported() -> bool:
            # The call writes what each minute writes.
            daemon.call("Played")
            return any(one["kind"] == "playedNotWritten" for one in daemon.call("Status")["notices"])

        deadline.until(is_reported, "a picture cannot be written")
        daemon.until_logged("No space left on device")
        self.assertEqual("".join(file.read_text() for file in folder.glob("*.jsonl")), "")
        ballast.unlink()
        played = [one for one in self.until_played(daemon, 3)["played"] if one["end"] == "next"]
        lines = [json.loads(line) for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]
        self.assertEqual(lines, played[: len(lines)])
        self.assertEqual(len({one["from"] for one in played}), len(played))

    def test_watchers_get_each_picture_and_only_administrators_the_list(self):
        daemon = self.daemon()
        watcher = self.enterContext(Client(str(daemon.reader)))
        watcher.send("Watch", more=True)
        played = None
        while played is None:
            played = watcher.answer()["event"].get("played")
        self.assertIn(played["item"], COLORS)
        operator = self.enterContext(Client(str(daemon.operator)))
        with self.assertRaises(Refused):
            operator.call("Played")

    def test_the_command_prints_sums(self):
        daemon = self.daemon()
        self.until_played(daemon, 2)
        environment = {**os.environ, "SCREENS_SOCKET": str(daemon.socket)}
        text = subprocess.run(["screens", "played"], env=environment, capture_output=True, text=True, check=True).stdout
        self.assertIn("DURATION", text)
        csv = subprocess.run(
            ["screens", "played", "Virtual-1", "--since", "2026-01-01", "--until", "9999-01-01", "--csv"],
            env=environment, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        self.assertEqual(csv.splitlines()[0], "screen,item,count,milliseconds,refreshes")
        self.assertEqual(len(csv.splitlines()), 3)


if __name__ == "__main__":
    unittest.main()
