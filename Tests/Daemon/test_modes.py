"""Modes that no display lists: computed by a formula, or given as a mode line, in the configuration or a command."""

import json
import subprocess
import unittest
from pathlib import Path

from guest.daemon import Daemon

LINE = "173.00 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync"
# The mode of LINE, which CVT computes for 1920x1080@60, and of CVT with reduced blanking for 1600x900@60.
BY_LINE = {"name": "1920x1080", "clockKilohertz": 173_000, "htotal": 2576, "vtotal": 1120, "refreshMillihertz": 59_963}
BY_FORMULA = {"name": "1600x900", "clockKilohertz": 97_750, "htotal": 1760, "vtotal": 926, "refreshMillihertz": 59_978}
# The HDMI output takes only modes with even horizontal timings.
BOARD = Path(__file__).resolve().parent.parent / "Hardware/vc4-board.json"


def screens(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run(["screens", *arguments], capture_output=True, text=True, timeout=60)


def part(mode: dict, of: dict) -> dict:
    """Returns the values of a mode for the keys of another one."""
    return {key: mode[key] for key in of}


class Configured(unittest.TestCase):
    """Modes set through the daemon."""

    def setUp(self):
        self.daemon = Daemon(
            self,
            f"""
[default]
content = {{ color = "#112233" }}
[[screen]]
match = {{ connector = "Virtual-1" }}
mode = "1600x900@60,cvt-rb"
[[screen]]
match = {{ connector = "Virtual-2" }}
mode = "{LINE}"
""",
            "--simulate",
            "1280x720@60,640x480@60",
        )
        for name in ("Virtual-1", "Virtual-2"):
            self.daemon.until_lit(name)

    def said(self, *arguments: str) -> str:
        done = screens(*arguments, "--socket", str(self.daemon.socket))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def expect(self, name: str, mode: dict) -> None:
        """Checks that the screen is listed in this mode, and shows its picture in that size."""
        (screen,) = (screen for screen in json.loads(self.said("list", "--json")) if screen["name"] == name)
        current = screen["currentMode"]
        self.assertEqual(part(current, of=mode), mode)
        self.assertEqual((current["current"], current["preferred"]), (True, False))
        size = {"width": current["width"], "height": current["height"]}
        self.assertEqual(screen["layout"]["bounds"], size)
        self.assertEqual(self.daemon.statistics(name)["mode"], current)

    def expect_not_listed(self, name: str, text: str) -> None:
        """Checks that its list of modes is the display's, with one mode, and names the mode that is set."""
        (listed,) = json.loads(self.said("modes", name, "--json"))
        self.assertEqual((listed["preferred"], listed["current"]), (True, False))
        *_, last = self.said("modes", name).splitlines()
        self.assertEqual(last, f"Current: {text}, which the display does not list")

    def test_each_is_set_and_reported_as_not_listed(self):
        self.expect("Virtual-1", BY_FORMULA)
        self.expect_not_listed("Virtual-1", "1600x900@59.978 (97.750 MHz)")
        self.expect("Virtual-2", BY_LINE)
        self.expect_not_listed("Virtual-2", "1920x1080@59.963 (173.000 MHz)")
        lines = self.said("list").splitlines()[1:]
        self.assertEqual([line.split()[-1] for line in lines], ["1600x900@59.978", "1920x1080@59.963"])

    def test_a_mode_line_that_is_set_replaces_it_and_a_listed_mode_ends_it(self):
        self.daemon.call("Set", screen="Virtual-1", settings={"mode": LINE})
        self.expect("Virtual-1", BY_LINE)
        self.daemon.call("Set", screen="Virtual-1", settings={"mode": "1280x720"})
        (listed,) = json.loads(self.said("modes", "Virtual-1", "--json"))
        self.assertIs(listed["current"], True)
        self.assertNotIn("Current:", self.said("modes", "Virtual-1"))

    def test_a_mode_line_that_breaks_a_rule_is_refused_with_the_rule(self):
        self.daemon.rewrite('[default]\nmode = "173.00 1920 1900 2248 2576 1080 1083 1088 1120"\n')
        done = screens("reload", "--socket", str(self.daemon.socket))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("the horizontal sync starts within the picture", done.stderr)
        self.expect("Virtual-1", BY_FORMULA)


class Shown(unittest.TestCase):
    """Modes set by `screens show` on simulated cards."""

    def show(self, simulated: str, mode: str) -> tuple[dict, str]:
        """Returns the mode that it shows, and its messages."""
        done = screens("show", "--simulate", simulated, "--mode", mode, "--frames", "3", "--stats")
        self.assertEqual(done.returncode, 0, done.stderr)
        (screen,) = json.loads(done.stdout)["screens"]
        return screen["mode"], done.stderr

    def test_each_is_shown(self):
        for simulated in ("1280x720@60", str(BOARD)):
            for mode, expected in ((LINE, BY_LINE), ("1600x900@60,cvt-rb", BY_FORMULA)):
                with self.subTest(simulated=simulated, mode=mode):
                    shown, messages = self.show(simulated, mode)
                    self.assertEqual((part(shown, of=expected), messages), (expected, ""))
                    self.assertIs(shown["preferred"], False)

    def test_a_mode_line_that_the_driver_refuses_gives_way_with_a_message(self):
        shown, messages = self.show(str(BOARD), LINE.replace("1920 2048", "1921 2048"))
        self.assertEqual(shown["clockKilohertz"], 148_500)
        self.assertIn("HDMI-A-1: the driver refuses 1921x1080@59.963", messages)

    def test_a_mode_line_that_breaks_a_rule_is_a_usage_error(self):
        done = screens("show", "--simulate", "1280x720@60", "--mode", LINE.replace("1120", "1000"), "--frames", "3")
        self.assertEqual((done.returncode, done.stdout), (64, ""))
        self.assertIn("--mode", done.stderr)
