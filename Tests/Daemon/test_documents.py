"""Machines that documents of their cards, as printed by `drm_info -j`, describe in place of this one."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import deadline
from guest.daemon import Daemon

DOCUMENTS = sorted((Path(__file__).resolve().parent.parent / "Hardware").glob("*.json"))
# The screens that a person expects in the list, and the screens that the daemon enables.
LISTED = {
    "amdgpu-assembled": ["eDP-1", "HDMI-A-1", "DP-2"],
    "bgr888-encoder": ["HDMI-A-1"],
    "firmware-beside-nouveau": ["HDMI-A-1"],
    "i915-laptop": ["eDP-1", "DP-1"],
    "nvidia-desktop": ["DP-1"],
    "radeon-legacy": ["DVI-I-1"],
    # The composite output cannot detect a television.
    "vc4-board": ["HDMI-A-1", "Composite-1"],
}
# The findings about each document; none of them prevents a picture. Only one of these documents has EDIDs.
FOUND = {
    "amdgpu-assembled": {"edidMissing"},
    "bgr888-encoder": {"edidMissing"},
    "firmware-beside-nouveau": {"edidMissing", "firmwareFramebuffer"},
    "i915-laptop": {"edidMissing", "edidUnreadable"},
    "nvidia-desktop": {"edidMissing", "darkWithoutMaster"},
    "radeon-legacy": {"edidMissing", "legacyModesets"},
    "vc4-board": {"edidMissing", "drivenOnlyByName"},
}
ENABLED = LISTED | {"vc4-board": ["HDMI-A-1"]}


def screens(*arguments: str):
    """Returns the JSON document that a command prints without a message."""
    done = subprocess.run(["screens", *arguments, "--json"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), f"{arguments}: {done.returncode} {done.stderr}"
    return json.loads(done.stdout)


class Documents(unittest.TestCase):
    def test_each_is_listed_described_and_watched(self):
        self.assertEqual([path.stem for path in DOCUMENTS], sorted(LISTED))
        for path in DOCUMENTS:
            with self.subTest(path.stem):
                listed = screens("list", "--simulate", str(path))
                self.assertEqual([screen["name"] for screen in listed], LISTED[path.stem])
                for screen in listed:
                    modes = screens("modes", screen["name"], "--simulate", str(path))
                    self.assertIn(screen["preferredMode"]["name"], [mode["name"] for mode in modes])
                    self.assertEqual(screens("info", screen["name"], "--simulate", str(path))["name"], screen["name"])
                self.assertEqual(self.first_event(path)["screens"], listed)

    def test_a_picture_is_shown_on_each(self):
        for path in DOCUMENTS:
            with self.subTest(path.stem):
                arguments = ("show", "--color", "#112233", "--frames", "3", "--stats", "--simulate", str(path))
                done = subprocess.run(["screens", *arguments], capture_output=True, text=True, timeout=120)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                shown = json.loads(done.stdout)["screens"]
                # Built-in screens are driven only if they are named.
                expected = [name for name in ENABLED[path.stem] if not name.startswith("eDP")]
                self.assertCountEqual([screen["name"] for screen in shown], expected)
                for screen in shown:
                    self.assertGreaterEqual(screen["presented"], 3)
                    self.assertEqual(screen["modesets"], 1)

    def test_the_doctor_examines_each(self):
        for path in DOCUMENTS:
            with self.subTest(path.stem):
                found = screens("doctor", "--simulate", str(path))
                self.assertEqual(found["exitCode"], 0)
                self.assertEqual({finding["code"] for finding in found["findings"]}, FOUND[path.stem])

    def test_a_list_of_nothing_is_an_empty_array(self):
        (card,) = json.loads(DOCUMENTS[-1].read_text()).values()
        for connector in card["connectors"]:
            connector["status"] = 2
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"/dev/dri/card0": card}, file)
            file.flush()
            self.assertEqual(screens("list", "--simulate", file.name), [])

    def first_event(self, path: Path) -> dict:
        command = ["screens", "watch", "--json", "--simulate", str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            event = json.loads(program.stdout.readline())
            # Tests that a shell starts in the background ignore interrupts.
            program.terminate()
            self.assertEqual(program.wait(60), 0)
        return event

    def test_the_daemon_shows_its_picture_on_each(self):
        for path in DOCUMENTS:
            with self.subTest(path.stem):
                daemon = Daemon(self, '[default]\ncontent = { color = "#112233" }\n', "--simulate", str(path))

                def enabled() -> list[str]:
                    return [screen["name"] for screen in daemon.call("List")["screens"] if screen["layout"]]

                deadline.until(lambda: enabled() == ENABLED[path.stem], f"{ENABLED[path.stem]}")
                self.doCleanups()
