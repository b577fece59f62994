"""Users with more calls or connections than others: no other user waits for them, or is refused."""

import unittest
from pathlib import Path

from guest.daemon import STILL, Daemon
from guest.program import Program
from guest.varlink import Client, Refused

NOBODY = 65534


class Floods(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, STILL, "--simulate", "64x64@60")
        self.daemon.folder.chmod(0o755)
        self.daemon.reader.chmod(0o666)

    def test_failures_that_name_another_screen_each_time_are_thinned(self):
        for number in range(200):
            with self.assertRaises(Refused):
                self.daemon.call("Lease", screen=f"Nowhere-{number}" + "x" * 60_000)
        self.daemon.until_logged("(128 such failures of this user so far)")
        lines = [line for line in self.daemon.log().splitlines() if "Lease Nowhere-" in line]
        self.assertLess(len(lines), 40)
        self.assertLess(max(map(len, lines)), 1000)

    def other(self, script: str, socket: Path | None = None) -> Program:
        """Starts a program of another user, which gets the socket, or the socket for reading."""
        return Program(["python3", "-c", script, str(socket or self.daemon.reader)], user=NOBODY)

    def assert_serves(self) -> None:
        """Checks that a second client gets its answer."""
        (screen,) = self.daemon.call("List")["screens"]
        self.assertEqual(screen["name"], "Virtual-1")

    def test_a_user_who_connects_again_and_again_keeps_no_other_waiting(self):
        script = (
            "import socket, sys, time\n"
            "end = time.monotonic() + 30\n"
            "print('begun', flush=True)\n"
            "while time.monotonic() < end:\n"
            "    with socket.socket(socket.AF_UNIX) as client:\n"
            "        client.setblocking(False)\n"
            "        try: client.connect(sys.argv[1])\n"
            "        except OSError: pass\n"
        )
        with self.other(script) as flood:
            flood.until(flood.lines, "it connects")
            for _ in range(50):
                self.assert_serves()
            # All had their answers before the flood ended.
            self.assertTrue(flood.running)

    def test_calls_without_end_of_many_connections_keep_no_other_waiting(self):
        script = (
            "import select, socket, sys\n"
            'call = b\'{"method":"screens.Manager.List","parameters":{"all":true}}\\0\'\n'
            "count, calls = 50, call * 900\n"
            "clients = [socket.socket(socket.AF_UNIX) for _ in range(count)]\n"
            "for client in clients: client.connect(sys.argv[1]); client.setblocking(False)\n"
            "left, written = 900 * count, [0] * count\n"
            "while left:\n"
            "    unfinished = [c for c, w in zip(clients, written) if w < len(calls)]\n"
            "    readable, writable, _ = select.select(clients, unfinished, [])\n"
            "    for client in writable:\n"
            "        index = clients.index(client)\n"
            "        written[index] += client.send(calls[written[index]:])\n"
            "    for client in readable: left -= client.recv(1 << 20).count(0)\n"
            "    if left < 900 * count: print(left, flush=True)\n"
        )
        with self.other(script) as flood:
            flood.until(flood.lines, "it has an answer")
            for _ in range(20):
                self.assert_serves()
            # All had their answers before its last one.
            self.assertGreater(int(flood.lines()[-1]), 0)

    def test_changes_without_end_of_many_connections_keep_no_other_out(self):
        self.daemon.operator.chmod(0o666)
        # Fewer connections than the part of a user, who loses none.
        script = (
            "import select, socket, sys\n"
            'power = b\'{"screen":"Virtual-1","settings":{"power":"on"}}\'\n'
            'call = b\'{"method":"screens.Manager.Set","parameters":\' + power + b"}\\0"\n'
            "clients = [socket.socket(socket.AF_UNIX) for _ in range(150)]\n"
            "for client in clients: client.connect(sys.argv[1]); client.send(call)\n"
            "while True:\n"
            "    for client in select.select(clients, [], [])[0]:\n"
            "        client.recv(1 << 16); client.send(call)\n"
            "    print('answered', flush=True)\n"
        )
        with self.other(script, self.daemon.operator) as flood:
            flood.until(flood.lines, "it has an answer")
            for dim in range(5):
                self.daemon.call("Set", screen="Virtual-1", settings={"dim": dim})
            self.assertTrue(flood.running, flood.errors())
        # The user may have 64 changes that wait; the limit of all users is larger than this flood.
        self.daemon.until_logged("64 other changes of this user are pending")

    def test_faults_at_other_bytes_do_not_fill_the_journal(self):
        before = self.daemon.log().count("was disconnected")
        for number in range(40):
            with Client(str(self.daemon.reader)) as client:
                client.socket.sendall(b'{"method":"' + b"x" * number + b'\x01"}\0')
                self.assertTrue(client.is_cut_off())
        self.assert_serves()
        self.assertLess(self.daemon.log().count("was disconnected") - before, 8)

    def test_watchers_of_one_socket_take_no_place_of_another(self):
        limited = Daemon(self, STILL, "--simulate", "64x64@60", limit=192)
        with self.assertRaises(ConnectionError):  # no place is left on this socket
            for _ in range(150):
                watcher = Client(str(limited.reader))
                self.addCleanup(watcher.socket.close)
                watcher.send("Watch", more=True)
                watcher.answer()
        self.assertEqual(len(limited.call("List")["screens"]), 1)
