"""The messages of the daemon and its commands if something is not as requested: the cause and the remedy."""

import json
import os
import shutil
import struct
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

from guest import deadline
from guest.daemon import SIMULATED, STILL, Daemon
from guest.varlink import Refused

TWO = ("--simulate", "64x64@60,64x64@60")


def png(width: int, height: int) -> bytes:
    """Makes a black picture of one bit per pixel."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    rows = (b"\0" + bytes((width + 7) // 8)) * height
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Remedies(unittest.TestCase):
    def screens(self, daemon: Daemon, *words: str) -> subprocess.CompletedProcess:
        environment = {**os.environ, "SCREENS_SOCKET": str(daemon.socket)}
        return subprocess.run(["screens", *words], capture_output=True, text=True, timeout=60, env=environment)

    def refused(self, daemon: Daemon, method: str, **parameters) -> tuple[str, str]:
        """Returns the message and the remedy of a refused call."""
        with self.assertRaises(Refused) as refused:
            daemon.call(method, **parameters)
        found = refused.exception.parameters
        return found["message"], found["remedy"] or ""

    def test_a_limited_overscan_is_reported_with_the_value_in_its_place(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for value, applied in (("49.9%", "24"), ("60,0,0,0", "48,0,0,0")):
            reply = daemon.call("Set", screen="Virtual-1", settings={"overscan": value})
            (found,) = reply["deviations"]
            self.assertEqual((reply["outcome"], found["key"], found["instead"]), ("setOtherwise", "overscan", applied))
            self.assertIn("a quarter", found["message"])
        self.assertEqual(daemon.call("Set", screen="Virtual-1", settings={"overscan": "37.5%"})["outcome"], "set")
        other = Daemon(self, STILL + 'overscan = "45%"\n', *SIMULATED)
        other.until_logged("a quarter")

    def test_a_dark_screen_has_its_cause_in_the_message(self):
        daemon = Daemon(self, STILL + 'power = "off"\n', *SIMULATED)
        daemon.until_dark("Virtual-1", "off")
        message, remedy = self.refused(daemon, "Snapshot", screen="Virtual-1")
        self.assertIn("turned off", message)
        self.assertIn("--power on", remedy)
        message, remedy = self.refused(daemon, "Identify", screen="Virtual-1")
        self.assertIn("turned off", message)
        self.assertIn("--power on", remedy)

    def test_the_log_has_the_cause_too(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        message, remedy = self.refused(daemon, "Set", screen="Virtual-1", settings={"brightness": 50})
        self.assertIn("no backlight", message)
        self.assertIn("dim", remedy)
        daemon.until_logged("no backlight")

    def test_a_brightness_that_cannot_be_set_is_a_notice(self):
        daemon = Daemon(self, STILL + "brightness = 50\n", *SIMULATED)
        (notice,) = daemon.call("Status")["notices"]
        self.assertEqual((notice["kind"], notice["place"]), ("brightnessNotSet", "simulated/Virtual-1"))
        self.assertIn("no backlight", notice["message"])
        # Reported once, not with each pass.
        for degrees in (90, 180):
            daemon.call("Set", screen="Virtual-1", settings={"rotate": degrees})
        self.assertEqual(daemon.log().count("no backlight"), 1)
        daemon.file.write_text(STILL)
        daemon.call("Reload")
        self.assertEqual(daemon.call("Status")["notices"], [])

    def test_pictures_that_are_passed_over_are_a_notice(self):
        folder = Path(tempfile.mkdtemp(prefix="screensd-test-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "1.png").write_bytes(png(8, 8))
        (folder / "2.png").write_bytes(b"no picture")
        daemon = Daemon(
            self, f'[default]\ncontent = {{ slides = "{folder}", interval = "0.1 s", fade = 0 }}\n', *SIMULATED)

        def notices() -> list:
            return daemon.call("Status")["notices"]

        deadline.until(notices, "a notice")
        (notice,) = notices()
        self.assertEqual((notice["kind"], notice["place"]), ("picturesSkipped", str(folder)))
        self.assertIn("1 of 2 pictures", notice["message"])
        self.assertIn("2.png", notice["message"])
        (folder / "2.png").write_bytes(png(8, 8))
        deadline.until(lambda: not notices(), "the notice is gone")

    def test_slides_of_which_none_can_be_shown_are_refused(self):
        folder = Path(tempfile.mkdtemp(prefix="screensd-test-"))
        self.addCleanup(shutil.rmtree, folder)
        for name in ("1.png", "2.png"):
            (folder / name).write_bytes(b"no picture")
        daemon = Daemon(self, STILL, *SIMULATED)
        done = self.screens(daemon, "set", "Virtual-1", "--slides", str(folder))
        self.assertEqual(done.returncode, 65, done.stderr)
        self.assertIn("1.png", done.stderr)
        (folder / "2.png").write_bytes(png(8, 8))
        self.assertEqual(self.screens(daemon, "set", "Virtual-1", "--slides", str(folder)).returncode, 0)

    def test_a_content_that_follows_a_failed_one_is_in_the_log(self):
        daemon = Daemon(self, '[default]\ncontent = { image = "/srv/no-such-picture.png" }\n', *SIMULATED)
        daemon.until_logged("no-such-picture")
        daemon.call("Set", screen="Virtual-1", settings={"content": {"color": "#102030"}})
        daemon.until_logged("another content is shown")

    def test_set_saves_its_own_settings(self):
        daemon = Daemon(self, STILL, *TWO)
        daemon.call("Set", screen="Virtual-1", settings={"dim": 9})
        daemon.call("Set", screen="Virtual-2", settings={"gamma": 1.5})
        done = self.screens(daemon, "set", "Virtual-2", "--rotate", "90", "--save")
        self.assertEqual(done.returncode, 0, done.stderr)
        saved = {name: daemon.call("Get", screen=name)["saved"] for name in ("Virtual-1", "Virtual-2")}
        self.assertEqual({name: [key for key in found if found[key] is not None] for name, found in saved.items()},
            {"Virtual-1": [], "Virtual-2": ["rotate"]})
        # Without a setting, the command saves all settings of that screen.
        self.assertEqual(self.screens(daemon, "set", "Virtual-2", "--save").returncode, 0)
        self.assertEqual(daemon.call("Get", screen="Virtual-2")["saved"]["gamma"], 1.5)
        self.assertIsNone(daemon.call("Get", screen="Virtual-1")["saved"].get("dim"))

    def test_each_unreadable_picture_has_its_own_remedy(self):
        daemon = Daemon(self, STILL + "[daemon]\nlargest-picture = 1\n", *SIMULATED)
        folder = daemon.folder / "pictures"
        folder.mkdir()
        os.mkfifo(folder / "pipe")
        (folder / "large.png").write_bytes(png(2048, 1024))
        hidden = Path("/tmp") / f"screens-{daemon.pid}"
        os.mkfifo(hidden)
        self.addCleanup(hidden.unlink)

        def answer(path: object) -> tuple[str, str]:
            return self.refused(daemon, "Set", screen="Virtual-1", settings={"content": {"image": str(path)}})

        self.assertIn("put a picture there", answer(folder / "none.png")[1])
        for path in (folder / "pipe", "/dev/zero", hidden):
            message, remedy = answer(path)
            self.assertIn("not a regular file", message)
            self.assertNotIn("standard input", message)
            self.assertIn("PNG and JPEG files", remedy)
            self.assertNotIn("/srv", remedy)
        self.assertIn("/srv", answer("/tmp/no-such-picture.png")[1])
        message, remedy = answer(folder / "large.png")
        self.assertIn("largest-picture", remedy)

    def test_a_state_folder_that_cannot_be_written_has_a_remedy(self):
        daemon = Daemon(self, STILL, *SIMULATED, is_bound_by_permissions=True)
        daemon.state.mkdir(exist_ok=True)
        daemon.state.chmod(0o555)
        self.addCleanup(daemon.state.chmod, 0o755)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        message, remedy = self.refused(daemon, "Save")
        self.assertIn("saved.json", message)
        self.assertIn(str(daemon.state), remedy)
        # The last texts cannot be kept either.
        daemon.file.write_text(STILL + "# another text\n")
        daemon.call("Reload")

        def noticed() -> bool:
            found = daemon.call("Status")["notices"]
            assert [notice["kind"] for notice in found] == ["stateNotWritten"], f"{found}"
            return True

        deadline.until(noticed, "the status says so")
        self.assertIn("last-good.json", self.screens(daemon, "status").stdout)
        # Even if it is tried again, no thread of libdispatch waits for that: its pool wakes once a second.
        threads = [path.read_text().strip() for path in Path(f"/proc/{daemon.pid}/task").glob("*/comm")]
        self.assertEqual([name for name in threads if "qos" in name], [], threads)

    def test_a_state_folder_that_may_not_be_entered_is_not_called_damaged(self):
        daemon = Daemon(self, STILL, *SIMULATED, is_bound_by_permissions=True)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        daemon.call("Save")
        daemon.state.chmod(0)
        self.addCleanup(daemon.state.chmod, 0o755)
        daemon.call("Set", screen="Virtual-1", settings={"dim": 5})
        message, _ = self.refused(daemon, "Save")
        self.assertIn("Permission denied", message)
        self.assertNotIn("damaged", message)

    def test_a_mirror_refers_to_its_source(self):
        mirror = '[[screen]]\nmatch = { connector = "Virtual-2" }\nmirror = "Virtual-1"\n'
        daemon = Daemon(self, STILL + mirror, *TWO)
        message, remedy = self.refused(daemon, "Set", screen="Virtual-2", settings={"content": {"pattern": "card"}})
        self.assertIn("mirror", message)
        self.assertIn("Virtual-1", remedy)

    def test_a_picture_that_is_replaced_turns_an_idle_screen_on(self):
        folder = Path(tempfile.mkdtemp(prefix="screensd-test-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "a.png").write_bytes(png(8, 8))
        daemon = Daemon(
            self, f'[default]\ncontent = {{ image = "{folder}/a.png" }}\nidle = "1 s"\n', *SIMULATED)
        daemon.until_dark("Virtual-1", "off")
        # In place, as by `cp`.
        with open(folder / "a.png", "wb") as file:
            file.write(png(16, 8))
        daemon.program.until(lambda: daemon.screen("Virtual-1")["dark"] is None, "it is lit", interval=0.02)

    def test_a_mirror_without_a_source_is_a_notice(self):
        def mirror(name: str, source: str) -> str:
            return f'[[screen]]\nmatch = {{ connector = "{name}" }}\nmirror = "{source}"\n'

        def notices(text: str) -> list[tuple[str, str]]:
            daemon = Daemon(self, STILL + text, *TWO)
            return [(notice["kind"], notice["message"]) for notice in daemon.call("Status")["notices"]]

        (_, section), (_, screen) = found = notices(mirror("Virtual-2", "Virtual-7"))
        self.assertEqual([kind for kind, _ in found], ["unmatchedSection", "mirrorNotMet"])
        self.assertIn("no card has a connector 'Virtual-7'", section)
        self.assertIn("does not mirror 'Virtual-7': no card has a connector of that name", screen)
        circle = notices(mirror("Virtual-2", "Virtual-1") + mirror("Virtual-1", "Virtual-2"))
        self.assertEqual([kind for kind, _ in circle], ["mirrorNotMet", "mirrorNotMet"])
        self.assertEqual(notices(mirror("Virtual-2", "Virtual-1")), [])

    def test_a_setting_that_the_display_does_not_follow_is_a_notice(self):
        settings = 'mode = "1920x1081"\nproperties = { "Broadcast RGB" = "Full" }\n'
        daemon = Daemon(self, STILL + settings, *SIMULATED)
        notices = daemon.call("Status")["notices"]
        self.assertEqual([notice["kind"] for notice in notices], ["settingNotMet"] * 2)
        self.assertTrue(notices[0]["message"].startswith("has no usable mode 1920x1081; it shows "), notices)
        self.assertIn("Broadcast RGB", notices[1]["message"])
        printed = self.screens(daemon, "status").stdout
        self.assertIn("Virtual-1: has no usable mode 1920x1081", printed)
        self.assertIn("`screens modes Virtual-1` lists", printed)
        self.assertIn("settingNotMet", self.screens(daemon, "doctor", "--json").stdout)
        daemon.file.write_text(STILL)
        daemon.call("Reload")
        self.assertEqual(daemon.call("Status")["notices"], [])

    def test_a_damaged_file_that_a_save_replaces_is_named(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 90})
        daemon.call("Save")
        file = daemon.state / "saved.json"
        daemon.stop()
        file.write_text("{")
        daemon = Daemon(self, STILL, *SIMULATED, folder=daemon.folder)
        (problem,) = daemon.call("Status")["problems"]
        self.assertIn("or saving a setting, begins a new file", problem)
        saved = self.screens(daemon, "set", "Virtual-1", "--dim", "10", "--save")
        self.assertEqual(saved.returncode, 0, saved.stderr)
        self.assertIn(f"it is {file}.damaged from now on, and its settings do not count", saved.stderr)
        self.assertEqual(Path(f"{file}.damaged").read_text(), "{")

    def test_a_mirror_shows_its_own_content_while_its_source_is_off(self):
        text = STILL + """[[screen]]
match = { connector = "Virtual-2" }
content = { color = "#aabbcc" }
mirror = "Virtual-1"
"""

        def notices(daemon: Daemon) -> list[str]:
            return [notice["kind"] for notice in daemon.call("Status")["notices"]]

        daemon = Daemon(self, text, *TWO)
        daemon.until_shown("Virtual-2", "#112233")
        daemon.call("Set", screen="Virtual-1", settings={"power": "off"})
        daemon.until_shown("Virtual-2", "#aabbcc")
        self.assertEqual(notices(daemon), ["mirrorNotMet"])
        daemon.call("Set", screen="Virtual-1", settings={"power": "on"})
        daemon.until_shown("Virtual-2", "#112233")
        self.assertEqual(notices(daemon), [])
        # This also holds if it is off from the start.
        daemon.call("Set", screen="Virtual-1", settings={"power": "off"})
        daemon.call("Save")
        daemon.stop()
        again = Daemon(self, text, *TWO, folder=daemon.folder)
        again.until_shown("Virtual-2", "#aabbcc")

    def test_a_mirror_shows_its_own_content_while_its_source_is_leased(self):
        match = '[[screen]]\nmatch = { connector = "Virtual-2" }\n'
        second = match + 'content = { color = "#aabbcc" }\nmirror = "Virtual-1"\n'
        daemon = Daemon(self, STILL + second, *TWO)
        daemon.until_shown("Virtual-2", "#112233")
        with daemon.client() as client:
            client.lease("Virtual-1")
            daemon.until_shown("Virtual-2", "#aabbcc")
        daemon.until_shown("Virtual-2", "#112233")

    def test_identify_names_the_screens_without_a_label(self):
        daemon = Daemon(self, STILL, *TWO)
        daemon.call("Set", screen="Virtual-2", settings={"power": "off"})
        done = self.screens(daemon, "identify", "--seconds", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Virtual-2", done.stderr)
        self.assertNotIn("Virtual-1", done.stderr)
        daemon.call("Set", screen="Virtual-1", settings={"power": "off"})
        done = self.screens(daemon, "identify", "--seconds", "1")
        self.assertEqual(done.returncode, 69, done.stderr)
        self.assertIn("Virtual-1", done.stderr)

    def test_a_watch_for_people_has_no_keys(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        environment = {**os.environ, "SCREENS_SOCKET": str(daemon.socket)}
        with subprocess.Popen(["screens", "watch"], stdout=subprocess.PIPE, text=True, env=environment) as watching:
            self.addCleanup(watching.kill)
            self.assertIn("snapshot", watching.stdout.readline())
            self.assertIn("Virtual-1", watching.stdout.readline())
            daemon.rewrite('[default]\ncontent = { image = "/srv/no-such-picture.png" }\n')
            lines = []
            while "not shown" not in (lines or [""])[-1]:
                lines.append(watching.stdout.readline())
            watching.terminate()
        text = "".join(lines)
        self.assertIn("other settings", text)
        self.assertRegex(text, "content: not shown: .*no-such-picture")

    def test_the_doctor_counts_the_pictures_on_simulated_cards(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        done = self.screens(daemon, "doctor")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("No picture can be shown", done.stdout)
        self.assertNotIn("ERROR", done.stdout)
        self.assertIn("simulated", done.stdout)

    def test_a_rate_that_counts_as_the_configured_one_is_reported(self):
        daemon = Daemon(self, STILL + 'mode = "64x64@59.94"\n', *SIMULATED)
        words = "64x64@60.000, which counts as 64x64@59.94"
        daemon.until_logged(words)
        self.assertIn(words, self.screens(daemon, "status").stdout)
        other = Daemon(self, STILL + 'mode = "64x64@60"\n', *SIMULATED)
        self.assertNotIn("counts as", self.screens(other, "status").stdout + other.log())

    def test_another_mode_of_a_lit_screen_is_in_the_journal(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        self.assertNotIn("shows", daemon.log())
        daemon.call("Set", screen="Virtual-1", settings={"mode": "320x200@60,cvt"})
        daemon.until_logged("simulated/Virtual-1 shows 320x200@")


if __name__ == "__main__":
    unittest.main()
