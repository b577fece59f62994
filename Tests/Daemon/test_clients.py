"""Clients of every kind: the daemon keeps serving the others, and the cost of each client is bounded."""

import os
import socket
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from guest import deadline, picture
from guest.daemon import STILL, Daemon
from guest.processes import memory
from guest.program import Program
from guest.varlink import Client, Refused, message

MEBIBYTE = 1 << 20
NOBODY = 65534
PRELOADS = Path(__file__).with_name("preload")


def descriptors(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


class Clients(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, STILL, "--simulate", "64x64@60")

    def client(self) -> Client:
        client = self.daemon.client()
        self.addCleanup(client.socket.close)
        return client

    def assert_serves(self) -> None:
        """Checks that a second client gets its answer."""
        (screen,) = self.daemon.call("List")["screens"]
        self.assertEqual(screen["name"], "Virtual-1")

    def test_bytes_that_are_not_a_message_end_the_connection_and_nothing_else(self):
        deep = b'{"method":"a.b","parameters":' + b"[" * 100_000
        call = message("List")
        wrong = {
            "empty": b"\0",
            "no JSON": b"GET / HTTP/1.1\r\n\r\n\0",
            "no object": b"[]\0",
            "no method": b"{}\0",
            "a method of another type": b'{"method": 1}\0',
            "parameters of another type": b'{"method": "screens.Manager.List", "parameters": []}\0',
            "no text": b'{"method": "\xff\xfe"}\0',
            "a key twice": b'{"method": "screens.Manager.List", "method": "a.b"}\0',
            "a zero within a text": message("Set", screen="Virtual-1", settings={"content": {"image": "/a\0b"}}),
            "deep": deep + b"\0",
            "half of a number": b'{"method": "screens.Manager.Identify", "parameters": {"seconds": 1e}}\0',
            "longer than any": b'{"method": "' + b"a" * (2 * MEBIBYTE),
            "a call, and no message behind it": call + b"\x01\0",
        }
        for what, data in wrong.items():
            with self.subTest(what), self.daemon.client() as client:
                try:
                    client.socket.sendall(data)
                except ConnectionError:
                    pass  # it was cut off already
                self.assertTrue(client.is_cut_off())
                self.assert_serves()

    def test_a_client_that_breaks_the_protocol_gets_the_replies_to_its_earlier_calls(self):
        client = self.client()
        client.socket.sendall(message("org.varlink.service.GetInfo") + b"\x01\0")
        self.assertEqual(client.answer()["product"], "screensd")
        self.assertTrue(client.is_cut_off())

    def test_calls_that_cannot_be_carried_out_get_an_error(self):
        everything = {"color": "#000000", "pattern": "card"}
        for method, parameters, error in (
            ("Nothing", {}, "org.varlink.service.MethodNotFound"),
            ("a.b.C", {}, "org.varlink.service.InterfaceNotFound"),
            ("Modes", {}, "org.varlink.service.InvalidParameter"),
            ("Modes", {"screen": 1}, "org.varlink.service.InvalidParameter"),
            ("Modes", {"screen": "Virtual-9"}, "NoSuchScreen"),
            ("Set", {"screen": "Virtual-1", "settings": {"mode": "64x64"}, "confirmSeconds": 0}, "InvalidValue"),
            ("Confirm", {"screen": "Virtual-1"}, "NothingToConfirm"),
            ("Reset", {"screen": "Virtual-1", "keys": ["color-temperature"]}, "InvalidValue"),
            *(
                ("Set", {"screen": "Virtual-1", "settings": settings}, "InvalidValue")
                for settings in (
                    {},
                    {"mode": "tall"},
                    {"mode": "640x480"},
                    {"power": "half"},
                    {"rotate": 45},
                    {"rotate": 2**63 - 1},
                    {"overscan": "much"},
                    {"rotate": 90, "overscan": "5%", "compensation": "glue"},
                    {"content": {}},
                    {"content": everything},
                    {"content": {"image": "picture.png"}},
                    {"content": {"slides": "/", "interval": "1e300 s"}},
                    {"brightness": 101},
                    {"properties": {"max bpc": "8"}},
                )
            ),
            ("Identify", {"seconds": 0}, "InvalidValue"),
            ("Identify", {"seconds": 2**63 - 1}, "InvalidValue"),
            ("Watch", {}, "org.varlink.service.ExpectedMore"),
        ):
            with self.subTest(method=method, parameters=parameters), self.assertRaises(Refused) as refused:
                self.daemon.call(method, **parameters)
            self.assertEqual(refused.exception.name, error, refused.exception)
        self.assert_serves()

    def test_the_daemon_stops_reading_a_client_that_never_reads(self):
        client = self.client()
        before = memory(self.daemon.pid)
        client.socket.settimeout(1)
        calls = message("List") * 100
        with self.assertRaises(OSError):  # no more is taken: it is not read either
            while True:
                client.socket.sendall(calls)
        self.assertLess(memory(self.daemon.pid) - before, 8 * MEBIBYTE)
        self.assert_serves()

    def test_a_watcher_that_never_reads_costs_little_memory(self):
        client = self.client()
        client.send("Watch", more=True)
        client.reply()
        before = memory(self.daemon.pid)
        with self.daemon.client() as other:
            for turn in range(3000):
                other.call("Set", screen="Virtual-1", settings={"power": "off" if turn % 2 == 0 else "on"})
        self.assertLess(memory(self.daemon.pid) - before, 8 * MEBIBYTE)

    def test_a_client_that_reads_late_gets_a_fresh_snapshot(self):
        client = self.client()
        client.send("Watch", more=True)
        self.assertEqual(client.answer()["event"]["event"], "snapshot")
        # Few enough to end before the cut-off, even on a busy machine.
        with self.daemon.client() as other:
            for turn in range(301):
                other.call("Set", screen="Virtual-1", settings={"power": "off" if turn % 2 == 0 else "on"})
        events = []
        while not events or events[-1]["event"] != "snapshot":
            events.append(client.answer()["event"])
        self.assertLess(len(events), 600)
        (screen,) = events[-1]["screens"]
        self.assertEqual(screen["dark"]["reason"], "off")

    def test_a_client_that_floods_gets_its_replies_and_holds_up_no_other(self):
        client = self.client()
        client.socket.setblocking(False)
        calls, unsent, received, deadline_at = message("List") * 1000, b"", b"", time.monotonic() + 3
        while time.monotonic() < deadline_at:
            # The daemon may take only a part of a message, and the rest must follow.
            unsent = unsent or calls
            try:
                unsent = unsent[client.socket.send(unsent) :]
            except BlockingIOError:
                pass
            try:
                received = client.socket.recv(1 << 20)
            except BlockingIOError:
                pass
        self.assertTrue(received)
        begun = time.monotonic()
        self.assert_serves()
        self.assertLess(time.monotonic() - begun, 5)

    def test_a_thousand_connections_of_which_each_is_answered(self):
        before = descriptors(self.daemon.pid)
        clients = [self.client() for _ in range(1000)]
        for client in clients:
            client.send("List")
        for client in clients:
            self.assertEqual(len(client.answer()["screens"]), 1)
        for client in clients:
            client.socket.close()
        deadline.until(lambda: descriptors(self.daemon.pid) <= before, "it has no more descriptors than before")

    def test_many_that_want_pictures_get_them_one_after_the_other(self):
        large = Daemon(self, '[default]\ncontent = { pattern = "card" }\n', "--simulate", "1920x1080@60")
        clients = []
        for _ in range(20):
            client = large.client()
            self.addCleanup(client.socket.close)
            client.socket.settimeout(60)
            client.send("Snapshot", screen="Virtual-1")
            clients.append(client)
        begun = time.monotonic()
        large.call("List")
        self.assertLess(time.monotonic() - begun, 5)
        for client in clients:
            self.assertTrue(client.answer()["png"])
        # One picture takes 8 MB as pixels, and about 40 MB while it is made.
        self.assertLess(memory(large.pid, "VmHWM"), 200 * MEBIBYTE)

    def test_several_that_change_everything_at_once_leave_no_memory_behind(self):
        large = Daemon(self, STILL, "--simulate", "1280x720@60,320x240@50")
        path = large.folder / "picture.png"
        path.write_bytes(picture.to_png(picture.filled(1280, 720, "#ff00ff")))
        contents = ({"image": str(path)}, {"pattern": "card"}, {"color": "#123456"})

        def change(number: int) -> None:
            with large.client() as client:
                client.socket.settimeout(60)
                for turn in range(60):
                    screen = f"Virtual-{(number + turn) % 2 + 1}"
                    client.call("Set", screen=screen, settings={"content": contents[turn % 3]})
                    client.call("Set", screen=screen, settings={"rotate": (number + turn) % 4 * 90})
                    client.call("Set", screen=screen, settings={"power": "off" if turn % 4 == 0 else "on"})

        with ThreadPoolExecutor() as pool:
            list(pool.map(change, range(6)))
        self.assertLess(memory(large.pid), 64 * MEBIBYTE)

    def test_a_client_that_hangs_up_within_a_message_is_forgotten(self):
        before = descriptors(self.daemon.pid)
        call = message("Snapshot", screen="Virtual-1")
        for length in (0, 1, len(call) // 2, len(call) - 1, len(call)):
            for _ in range(20):
                with self.daemon.client() as client:
                    client.socket.sendall(call[:length])
        self.assert_serves()
        deadline.until(lambda: descriptors(self.daemon.pid) <= before, "it has no more descriptors than before")

    def test_clients_that_leave_during_a_call_are_forgotten_without_an_event(self):
        before = descriptors(self.daemon.pid)
        calls = {
            "a watch": message("Watch", more=True),
            "a watch with a call behind it": message("Watch", more=True) + message("List"),
            "a picture": message("Snapshot", screen="Virtual-1"),
            "many pictures": message("Snapshot", screen="Virtual-1") * 20,
        }
        for what, call in calls.items():
            with self.subTest(what):
                for is_read in (False, True) * 20:
                    with self.daemon.client() as client:
                        client.socket.sendall(call)
                        if is_read:
                            client.answer()
                deadline.until(lambda: descriptors(self.daemon.pid) <= before, "it has no more descriptors than before")
        self.assert_serves()
        self.assertTrue(self.daemon.pixel("Virtual-1"))

    def test_a_client_that_has_closed_its_sending_side_is_answered(self):
        client = self.client()
        client.socket.sendall(message("List") + message("Statistics") + message("List"))
        client.socket.shutdown(socket.SHUT_WR)
        for key in ("screens", "uptimeSeconds", "screens"):
            self.assertIn(key, client.answer())
        self.assertTrue(client.is_cut_off())

    def test_calls_without_an_answer_are_done_though_the_client_has_gone(self):
        with self.daemon.client() as client:
            changes = [{"rotate": turn % 4 * 90} for turn in range(30)] + [{"power": "off"}]
            calls = [message("Set", oneway=True, screen="Virtual-1", settings=change) for change in changes]
            client.socket.sendall(b"".join(calls))
        self.daemon.until_dark("Virtual-1", "off")
        self.daemon.call("Set", screen="Virtual-1", settings={"power": "on"})
        self.assertEqual(self.daemon.screen("Virtual-1")["layout"]["rotation"], 90)

    def test_a_user_with_many_connections_closes_none_of_other_users(self):
        limited = Daemon(self, STILL, "--simulate", "64x64@60", limit=192)
        limited.folder.chmod(0o755)
        limited.socket.chmod(0o666)
        other = os.fork()
        if other == 0:
            # A user without any rights, who leaves as soon as the test ends.
            try:
                os.setuid(NOBODY)
                idle = [limited.client() for _ in range(200)]
                os._exit(0 if len(idle[-1].call("List")["screens"]) == 1 else 1)
            except BaseException:
                os._exit(2)
        kept = [limited.client() for _ in range(4)]
        for client in kept:
            self.addCleanup(client.socket.close)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(other, 0)[1]), 0)
        self.assertIn(f"a connection of user {NOBODY} was closed: one of user {NOBODY} takes its place", limited.log())
        for client in kept:
            self.assertEqual(len(client.call("List")["screens"]), 1)

    def test_a_client_that_draws_keeps_its_connection_among_many_watchers(self):
        script = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "from guest.surface import Surface\nfrom guest.varlink import Client\n"
            "path, count, draws = sys.argv[2], int(sys.argv[3]), sys.argv[4] == 'draws'\n"
            "surface = Surface(Client(path), 'Virtual-1', 64, 64) if draws else None\n"
            "surface and surface.show('#445566')\n"
            "clients = [Client(path) for _ in range(count)]\n"
            "for client in clients:\n"
            "    try: client.send('Watch', more=True); client.answer()\n"
            "    except OSError: pass\n"
            "print('watching', flush=True); sys.stdin.readline()\n"
            "surface and surface.show('#556677')\n"
            "print('done', flush=True); sys.stdin.readline()\n"
        )
        limited = Daemon(self, STILL, "--simulate", "64x64@60", limit=192)
        limited.folder.chmod(0o755)
        limited.socket.chmod(0o666)
        folder = str(Path(__file__).parents[1] / "Kernel")
        users = []
        watchers = [(NOBODY - number, 40, "watches") for number in range(1, 6)]
        for user, count, draws in [(NOBODY, 28, "draws"), *watchers]:
            program = self.enterContext(
                Program(["python3", "-c", script, folder, str(limited.socket), str(count), draws], user=user)
            )
            program.until(program.lines, "it watches")
            users.append(program)
        limited.until_logged(f"a connection of user {NOBODY} was closed")
        users[0].say("")
        users[0].until(lambda: users[0].lines()[-1] == "done", "it draws on")
        limited.until_shown("Virtual-1", "#556677")

    def test_half_messages_of_many_leave_no_memory_behind(self):
        self.assert_serves()
        before = memory(self.daemon.pid)
        call = message("Set", screen="Virtual-1", settings={"content": {"image": "/" + "a" * 60_000}})
        for _ in range(2):
            clients = [self.daemon.client() for _ in range(1000)]
            for client in clients:
                client.socket.sendall(call[: len(call) // 2])
            self.assert_serves()
            for client in clients:
                client.socket.close()
        deadline.until(
            lambda: memory(self.daemon.pid) < before + MEBIBYTE, "its memory is within a mebibyte of what it was"
        )

    def test_changes_are_logged_and_reported_to_watchers_with_user_and_process(self):
        with self.daemon.client() as watcher:
            watcher.send("Watch", more=True)
            watcher.answer()
            self.daemon.call("Set", screen="Virtual-1", settings={"gamma": 2})
            event = watcher.answer()["event"]
            while event["event"] != "request":
                event = watcher.answer()["event"]
        who = f"user root, process {os.getpid()}"
        self.assertTrue(event["message"].startswith(who), event)
        self.assertIn(': Set Virtual-1 {"gamma":2', event["message"])
        self.assertIn(event["message"], self.daemon.log())

    def test_a_directory_of_users_that_hangs_holds_up_no_client(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        library = folder / "no_users.so"
        command = ["gcc", "-shared", "-fPIC", "-Wall", "-Werror", "-o", library, PRELOADS / "no_users.c"]
        subprocess.run(command, check=True)
        daemon = Daemon(self, STILL, "--simulate", "64x64@60", environment={"LD_PRELOAD": str(library)})
        with daemon.client() as changes:
            for gamma in (2, 3):
                changes.send("Set", screen="Virtual-1", settings={"gamma": gamma})
            # A client that changes nothing gets its answer first.
            self.assertEqual(len(daemon.call("List")["screens"]), 1)
            changes.answer()
            changes.answer()
        daemon.until_logged(": Set Virtual-1 {\"gamma\":3}")
        self.assertIn(f"user 0, process {os.getpid()}", daemon.log())

    def test_changes_that_fail_are_logged_with_the_reason(self):
        with self.assertRaises(Refused):
            self.daemon.call("Set", screen="Virtual-1", settings={"mode": "801x600"})
        with self.assertRaises(Refused):
            self.daemon.call("Set", screen="Virtual-9", settings={"gamma": 2})
        self.daemon.until_logged("failed: not a valid value: mode: Virtual-1 has no mode 801x600")
        self.daemon.until_logged("failed: no such screen: Virtual-9")
        for name in ("Virtual-1", "Virtual-9"):
            self.assertRegex(self.daemon.log(), rf"user root, process {os.getpid()}[^:]*: Set {name} failed: ")

    def test_the_same_failure_of_a_user_is_thinned(self):
        for _ in range(9):
            with self.assertRaises(Refused):
                self.daemon.call("Set", screen="Virtual-9", settings={"gamma": 2})
        self.daemon.until_logged("Virtual-9 (8 times so far)")
        self.assertEqual(self.daemon.log().count("no such screen: Virtual-9"), 4)

    def test_a_long_text_does_not_hide_the_user(self):
        with self.assertRaises(Refused):
            self.daemon.call("Set", screen="Virtual-1", settings={"mirror": "x" * 60_000})
        self.daemon.until_logged("mirror: is longer than 4095 bytes")
        self.daemon.call("Set", screen="Virtual-1", settings={"fallback": {"image": "/" + "x" * 4000}})
        (line,) = [line for line in self.daemon.log().splitlines() if '{"fallback":{' in line]
        self.assertRegex(line, rf"user root, process {os.getpid()}[^:]*: Set Virtual-1 {{\"fallback\".*…}}$")
        self.assertLess(len(line), 500)

    def test_the_log_has_the_parameters_of_a_call(self):
        for method, parameters, words in (
            ("Reset", {"screen": "Virtual-1", "keys": ["gamma", "dim"]}, ": Reset Virtual-1 gamma, dim"),
            ("Reset", {"screen": "Virtual-1"}, ": Reset Virtual-1\n"),
            ("Adopt", {"screen": "Virtual-1", "identity": "A B C"}, ": Adopt Virtual-1 A B C failed"),
            ("ResetAbsent", {"identity": "A B C", "keys": ["gamma"]}, ": ResetAbsent A B C gamma"),
            ("Set", {"screen": "Virtual-1", "settings": {"gamma": 2}, "confirmSeconds": 9}, '{"gamma":2} for 9 s\n'),
            ("Set", {"screen": "Virtual-1", "settings": {"content": {"image": "/no.png"}}},
             ": Set Virtual-1 failed"),
        ):  # fmt: skip
            with self.subTest(words):
                try:
                    self.daemon.call(method, **parameters)
                except Refused:
                    pass
                self.daemon.until_logged(words)

    def test_no_descriptor_is_left_for_clients_and_the_daemon_has_its_own(self):
        limited = Daemon(self, STILL, "--simulate", "64x64@60", limit=64)
        clients = []
        for _ in range(100):
            client = limited.client()
            self.addCleanup(client.socket.close)
            clients.append(client)
        limited.until_logged("takes its place")
        limited.rewrite('[default]\ncontent = { pattern = "card" }\n')
        limited.until_logged("the configuration is read again")
        for client in clients:
            client.socket.close()
        deadline.until(lambda: limited.call("List"), "a client is served again")


class NotOurs(unittest.TestCase):
    """A client of others: Python's `varlink`."""

    def setUp(self):
        import varlink

        self.varlink = varlink
        self.daemon = Daemon(self, STILL, "--simulate", "64x64@60,32x32@60")
        self.client = varlink.Client(f"unix:{self.daemon.socket}")
        self.addCleanup(self.client.cleanup)

    def test_it_reads_the_interface_and_calls_its_methods(self):
        self.assertIn("screens.Manager", self.client.get_interfaces())
        with self.client.open("screens.Manager") as manager:
            self.assertEqual([screen["name"] for screen in manager.List()["screens"]], ["Virtual-1", "Virtual-2"])
            self.assertEqual(manager.Modes("Virtual-1")["modes"][0]["width"], 64)
            self.assertEqual(manager.Set("Virtual-1", {"rotate": 90})["screen"]["layout"]["rotation"], 90)
            reply = manager.Set("Virtual-1", {"gamma": 2.0, "mirror": "Virtual-9"})
            self.assertEqual(reply["outcome"], "setOtherwise")
            deviations = [(found["key"], found.get("instead")) for found in reply["deviations"]]
            self.assertEqual(deviations, [("mirror", None)])
            self.assertEqual(len(manager.Statistics()["screens"]), 2)
            with self.assertRaises(self.varlink.VarlinkError) as refused:
                manager.Modes("HDMI-A-1")
            self.assertEqual(refused.exception.error(), "screens.Manager.NoSuchScreen")

    def test_it_watches(self):
        with self.client.open("screens.Manager") as watcher, self.client.open("screens.Manager") as manager:
            events = watcher.Watch(_more=True)
            self.assertEqual(next(events)["event"]["event"], "snapshot")
            manager.Set("Virtual-2", {"power": "off"})
            event = next(events)["event"]
            self.assertEqual((event["event"], event["screen"]["name"]), ("changed", "Virtual-2"))
            self.assertIn("dark", event["changes"])
