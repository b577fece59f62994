"""The rights of clients, by the socket that they connect to: what each may not do."""

import base64
import grp
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import picture
from guest.daemon import STILL, Daemon
from guest.surface import Surface
from guest.varlink import Client, Refused

NAME, OTHER = "Virtual-1", "Virtual-2"
TWO = ("--simulate", "64x48@60,64x48@60")
STAFF = 65534
DENIED = "org.varlink.service.PermissionDenied"
LAYER = {"name": "a", "rectangle": {"x": 0, "y": 0, "width": 8, "height": 8}}
# The second section holds for a display that is absent.
CONFIGURATION = STILL + '[[screen]]\nmatch = { connector = "DP-9" }\ncontent = { color = "#445566" }\n'
PROGRAM = STILL + f'[[screen]]\nmatch = {{ connector = "{NAME}" }}\ncontent = {{ command = ["cage"] }}\n'


def client(test: unittest.TestCase, path: Path) -> Client:
    return test.enterContext(Client(str(path)))


class Presence(unittest.TestCase):
    """A sensor of presence turns on the screens that are off because their picture stood still, and can do no more."""

    def setUp(self):
        self.daemon = Daemon(self, STILL + 'idle = "1 s"\n', *TWO)
        self.client = client(self, self.daemon.presence)

    def until_on_again(self, name: str, **parameters) -> None:
        """Waits until a report turns on a screen that is idle, which may be dark again soon."""
        self.daemon.until_dark(name, "off")
        lit = self.daemon.log().count(f"{name} is lit")
        self.assertEqual(self.client.call("ReportPresence", **parameters), {})
        self.daemon.program.until(lambda: self.daemon.log().count(f"{name} is lit") == lit + 1, "it is lit again")

    def test_a_report_turns_idle_screens_on_and_names_its_user(self):
        self.until_on_again(NAME, screen=NAME)
        self.assertIn(f"{NAME} is in use again: presence, reported by user 0", self.daemon.log())
        self.assertNotIn(f"{OTHER} is in use again", self.daemon.log())
        self.until_on_again(OTHER)

    def test_a_screen_that_is_turned_off_stays_off(self):
        self.daemon.until_dark(NAME, "off")
        self.daemon.call("Set", screen=NAME, settings={"power": "off"})
        lit = self.daemon.log().count(f"{NAME} is lit")
        self.until_on_again(OTHER)
        self.assertEqual(self.daemon.log().count(f"{NAME} is lit"), lit)

    def test_every_other_method_is_refused(self):
        for method, parameters in (
            ("List", {}), ("Status", {}), ("Set", {"screen": NAME, "settings": {"power": "on"}}),
            ("Notify", {"screen": NAME, "text": "Hi"}), ("Next", {"screen": NAME}), ("Lease", {"screen": NAME}),
            ("PowerOrders", {}),
        ):  # fmt: skip
            with self.subTest(method), self.assertRaises(Refused) as refused:
                self.client.call(method, **parameters)
            self.assertEqual(refused.exception.name, DENIED, refused.exception)
        with self.assertRaises(Refused) as refused:
            self.client.call("ReportPresence", screen="DP-9")
        self.assertEqual(refused.exception.name, "NoSuchScreen")


class Operator(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, CONFIGURATION, *TWO)
        self.client = client(self, self.daemon.operator)

    def refused(self, method: str, **parameters) -> Refused:
        with self.assertRaises(Refused) as refused:
            self.client.call(method, **parameters)
        self.assertEqual(refused.exception.name, DENIED, refused.exception)
        return refused.exception

    def test_the_operators_socket_is_for_its_group(self):
        self.assertEqual(self.daemon.operator.stat().st_mode & 0o777, 0o660)

    def test_an_operator_reads_and_operates(self):
        self.assertEqual(len(self.client.call("List")["screens"]), 2)
        self.client.call("Set", screen=NAME, settings={"power": "off"})
        self.daemon.until_dark(NAME, "off")
        self.client.call("Set", screen=NAME, settings={"power": "on", "content": {"color": "#445566"}})
        self.daemon.until_shown(NAME, "#445566")
        self.client.call("Reset", screen=NAME, keys=["content"])
        self.daemon.until_shown(NAME, "#112233")

    def test_every_other_method_is_refused_to_an_operator(self):
        for method, parameters in (
            ("Identify", {}), ("Confirm", {"screen": NAME}), ("Revert", {"screen": NAME}),
            ("ResetAll", {}), ("ResetAbsent", {"identity": "a"}), ("Adopt", {"screen": NAME, "identity": "a"}),
            ("Save", {}), ("Reload", {}), ("Lease", {"screen": NAME}), ("Revoke", {"screen": NAME}), ("Frame", {}),
            ("Played", {}), ("AddBuffers", {"buffers": []}), ("RemoveLayer", {"layer": "a"}),
            ("PlaceLayer", {"layer": LAYER}), ("PowerOrders", {}), ("PowerFact", {"adapter": "a"}),
        ):  # fmt: skip
            with self.subTest(method):
                refusal = self.refused(method, **parameters)
                self.assertIn(f"{method} needs all rights", refusal.parameters["message"])
                self.assertIn("the group screens-admin", refusal.parameters["remedy"])
        # A file with the call is refused by the kernel, or ends the connection.
        size = {"width": 64, "height": 48}
        self.refused("Draw", screen=OTHER, size=size, format="xrgb8888", buffers=[{"fd": 0}])

    def test_a_call_with_one_part_too_many_does_nothing(self):
        own = self.daemon.folder / "own.png"
        show = ["screens", "show", "--simulate", "64x48", "--frames", "1", "--snapshot", str(own)]
        subprocess.run(show, check=True, capture_output=True)
        for settings in (
            {"power": "off", "rotate": 90}, {"power": "off", "content": {"image": str(own)}},
            {"content": {"color": "#ffffff"}}, {"mode": "64x48@60"}, {"power": "daily 03:00-04:00"},
        ):  # fmt: skip
            with self.subTest(settings):
                self.refused("Set", screen=NAME, settings=settings)
                self.assertEqual(self.daemon.call("Get", screen=NAME)["set"], {})
        self.refused("Set", screen=NAME, settings={"power": "off"}, save=True)
        self.assertIsNone(self.daemon.screen(NAME)["dark"])
        self.assertEqual(self.daemon.pixel(NAME), bytes.fromhex("112233"))

    def test_a_snapshot_is_of_a_released_screen_that_is_not_leased(self):
        self.daemon.configure(CONFIGURATION + f'[[screen]]\nmatch = {{ connector = "{NAME}" }}\nsnapshots = true\n')
        self.daemon.until_shown(NAME, "#112233")
        reply = self.client.call("Snapshot", screen=NAME, width=16)
        self.assertEqual(reply["type"], "image/png")
        found = picture.from_png(base64.b64decode(reply["png"]))
        self.assertEqual((found.width, found.height, found.pixels[:3]), (16, 12, bytes.fromhex("112233")))
        reply = self.client.call("Snapshot", screen=NAME, format="jpeg")
        self.assertTrue(base64.b64decode(reply["jpeg"]).startswith(b"\xff\xd8\xff"))
        refusal = self.refused("Snapshot", screen=OTHER)
        self.assertIn("its setting snapshots is not true", refusal.parameters["message"])
        with self.daemon.client() as admin:
            admin.lease(NAME)
            refusal = self.refused("Snapshot", screen=NAME)
            self.assertIn("while another program has the screen", refusal.parameters["message"])

        def is_back() -> bool:
            try:
                return "png" in self.client.call("Snapshot", screen=NAME)
            except Refused:
                # The lease ends after the connection.
                return False

        self.daemon.program.until(is_back, "the screen is given back", interval=0.05)

    def test_a_refusal_is_in_the_journal_with_its_user(self):
        self.refused("Set", screen=NAME, settings={"rotate": 90})
        self.daemon.until_logged(f"Set {NAME} failed")


class Command(unittest.TestCase):
    """The command of a member of the group chooses its socket."""

    def setUp(self):
        self.daemon = Daemon(self, CONFIGURATION, *TWO)
        self.daemon.folder.chmod(0o755)
        os.chown(self.daemon.operator, 0, STAFF)

    def run_as_staff(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["screens", *words], env={**os.environ, "SCREENS_SOCKET": str(self.daemon.socket)}, user=STAFF, group=STAFF,
            extra_groups=[], capture_output=True, text=True, timeout=60,
        )  # fmt: skip

    def test_the_command_of_an_operator_needs_no_option(self):
        done = self.run_as_staff("set", NAME, "--power", "off")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.daemon.until_dark(NAME, "off")
        for words in (("reset", NAME, "power"), ("status",), ("list", "--json"), ("set", NAME, "--color", "#445566")):
            done = self.run_as_staff(*words)
            self.assertEqual(done.returncode, 0, (words, done.stderr))
        self.daemon.until_shown(NAME, "#445566")

    def test_an_operator_takes_snapshots_of_released_screens(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        os.chown(folder, STAFF, STAFF)
        self.daemon.call("Set", screen=NAME, settings={"snapshots": True})
        for name, options, signature in (
            ("a.png", (), b"\x89PNG"), ("a.jpg", ("--width", "32"), b"\xff\xd8\xff"),
            ("a", ("--format", "jpeg"), b"\xff\xd8\xff"),
        ):  # fmt: skip
            done = self.run_as_staff("snapshot", NAME, str(folder / name), *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue((folder / name).read_bytes().startswith(signature), name)
        done = self.run_as_staff("snapshot", OTHER, str(folder / "b.png"))
        # It tries the kernel then, which gives pictures to root alone, and has no card here.
        self.assertNotEqual(done.returncode, 0, done.stderr)
        self.assertFalse((folder / "b.png").exists())

    def test_a_refusal_says_who_may(self):
        for words, subject in (
            (("set", NAME, "--rotate", "90"), "rotate needs all rights"),
            (("set", NAME, "--power", "off", "--save"), "save needs all rights"),
            (("reload",), "Reload needs all rights"), (("save",), "Save needs all rights"),
        ):  # fmt: skip
            with self.subTest(words):
                done = self.run_as_staff(*words)
                self.assertEqual(done.returncode, 77, done.stderr)
                self.assertIn(subject, done.stderr)
                self.assertIn("the group screens-admin", done.stderr)

    def test_a_user_without_a_group_learns_of_both_groups(self):
        os.chown(self.daemon.operator, 0, 0)
        os.chown(self.daemon.socket, 0, grp.getgrnam("daemon").gr_gid)
        done = self.run_as_staff("set", NAME, "--power", "off")
        self.assertEqual(done.returncode, 77, done.stderr)
        self.assertIn("the group daemon may", done.stderr)
        self.assertIn("the group screens-operator may set power", done.stderr)


class Content(unittest.TestCase):
    """Programs as contents draw on their own screens alone."""

    def setUp(self):
        self.daemon = Daemon(self, PROGRAM, *TWO)
        self.daemon.program.until(lambda: self.daemon.screen(NAME)["content"]["program"], "its content is a program")

    def draw(self, name: str) -> Surface:
        return Surface(client(self, self.daemon.contents), name, 64, 48)

    def test_a_program_as_content_draws_on_its_own_screen(self):
        surface = self.draw(NAME)
        self.assertEqual(surface.client.call("FrameFormats", screen=NAME)["size"], {"width": 64, "height": 48})
        surface.show("#ff8000")
        self.daemon.until_shown(NAME, "#ff8000")
        self.assertEqual(self.daemon.screen(NAME)["content"]["state"], "shown")
        surface.client.socket.close()
        self.daemon.program.until(lambda: not self.daemon.screen(NAME)["content"]["drawnBy"], "it has left")

    def test_a_program_as_content_does_not_draw_on_another_screen(self):
        with self.assertRaises(Refused) as refused:
            self.draw(OTHER)
        self.assertEqual(refused.exception.name, "NotPermitted", refused.exception)
        surface = self.draw(NAME)
        with self.assertRaises(Refused) as refused:
            surface.client.call("Frame", buffer=0, screen=OTHER)
        self.assertEqual(refused.exception.name, "org.varlink.service.InvalidParameter", refused.exception)
        self.assertEqual(self.daemon.pixel(OTHER), bytes.fromhex("112233"))

    def refused(self, name: str, error: str, words: str = "", by: Client | None = None) -> None:
        with self.assertRaises(Refused) as refused:
            Surface(by or client(self, self.daemon.contents), name, 64, 48)
        self.assertEqual(refused.exception.name, error, refused.exception)
        self.assertIn(words, refused.exception.parameters.get("message", ""))

    def test_a_program_as_content_does_not_draw_over_another_one(self):
        self.daemon.configure(PROGRAM.replace(NAME, "Virtual-*"))
        other = self.draw(OTHER)
        other.show("#0080ff")
        self.daemon.until_shown(OTHER, "#0080ff")
        surface = self.draw(NAME)
        self.refused(OTHER, "Failed", "is drawn by")
        self.refused(OTHER, "Failed", "is drawn by", by=surface.client)
        surface.show("#ff8000")
        self.daemon.until_shown(NAME, "#ff8000")
        self.assertEqual(self.daemon.pixel(OTHER), bytes.fromhex("0080ff"))
        # One connection draws on one screen, also if the other one is free.
        other.client.socket.close()
        self.daemon.program.until(lambda: not self.daemon.screen(OTHER)["content"]["drawnBy"], "it has left")
        self.refused(OTHER, "Failed", "is drawn by", by=surface.client)

    def test_a_program_as_content_does_not_draw_over_the_frames_of_an_administrator(self):
        admin = Surface(self.enterContext(self.daemon.client()), OTHER, 64, 48)
        admin.show("#0080ff")
        self.daemon.until_shown(OTHER, "#0080ff")
        self.refused(OTHER, "NotPermitted", f"the content of {OTHER} is not a program")
        self.assertEqual(self.daemon.pixel(OTHER), bytes.fromhex("0080ff"))

    def test_a_program_as_content_draws_on_no_leased_screen(self):
        self.daemon.configure(PROGRAM.replace(NAME, "Virtual-*"))
        self.enterContext(self.daemon.client()).lease(OTHER)
        self.refused(OTHER, "Failed", "is leased to")
        self.refused(OTHER, "Failed", "is leased to", by=self.draw(NAME).client)

    def test_a_program_as_content_draws_on_no_screen_that_does_not_exist(self):
        for name in ("Virtual-3", "card7/Virtual-1", ""):
            with self.subTest(name):
                self.refused(name, "NoSuchScreen")

    def test_a_program_that_draws_loses_a_screen_that_gets_another_content(self):
        for change in (
            lambda: self.daemon.rewrite(STILL), lambda: self.daemon.rewrite(PROGRAM.replace("cage", "mpv")),
            lambda: self.daemon.call("Set", screen=NAME, settings={"power": "off"}),
        ):  # fmt: skip
            self.daemon.configure(PROGRAM)
            surface = self.draw(NAME)
            surface.show("#ff8000")
            change()
            self.assertTrue(surface.client.is_cut_off())
            self.daemon.program.until(lambda: not self.daemon.screen(NAME)["content"]["drawnBy"], "it is taken away")

    def test_a_program_does_not_draw_on_a_screen_that_it_leases(self):
        other = client(self, self.daemon.contents)
        other.lease(NAME)
        with self.assertRaises(Refused) as refused:
            self.draw(NAME)
        self.assertEqual(refused.exception.name, "Failed", refused.exception)
