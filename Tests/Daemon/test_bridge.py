"""The daemon reached from other machines: by standard streams, and by a socket that another program forwards."""

import json
import os
import socket
import subprocess
import threading
import unittest
from pathlib import Path

from guest import deadline, screens
from guest.daemon import STILL, Daemon
from guest.program import Program
from guest.varlink import message

NOBODY = 65534
TWO = ("--simulate", "640x480@60,320x240@60")


class Bridge(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(self, STILL, *TWO)
        self.environment = {**os.environ, "SCREENS_SOCKET": str(self.daemon.socket)}

    def bridge(self, *, user: int | None = None) -> subprocess.Popen:
        identity = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        process = subprocess.Popen(
            ["screens", "bridge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment, **identity)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stdin.close)
        return process

    def answers(self, calls: bytes, *, user: int | None = None) -> list[dict]:
        """Returns the replies to calls after which the input ends."""
        output, _ = self.bridge(user=user).communicate(calls, timeout=deadline.DEFAULT)
        return [json.loads(text) for text in output.split(b"\0")[:-1]]

    def test_calls_before_the_end_of_the_input_are_answered(self):
        first, second = self.answers(message("List") + message("Set", screen="Virtual-1", settings={"rotate": 90}))
        self.assertEqual([screen["name"] for screen in first["parameters"]["screens"]], ["Virtual-1", "Virtual-2"])
        self.assertEqual(second["parameters"]["screen"]["layout"]["rotation"], 90)

    def test_a_reply_of_many_bytes_is_whole(self):
        self.daemon.until_shown("Virtual-1", "#112233")
        for reply in self.answers(message("Snapshot", screen="Virtual-1") + message("List", all=True) * 200):
            self.assertIn("parameters", reply)

    def test_a_user_who_may_only_read_reads(self):
        self.daemon.folder.chmod(0o755)
        self.daemon.reader.chmod(0o666)
        listed, refused = self.answers(
            message("List") + message("Set", screen="Virtual-1", settings={"rotate": 90}), user=NOBODY)
        self.assertEqual(len(listed["parameters"]["screens"]), 2)
        self.assertIn("error", refused)

    def test_the_bridge_ends_with_the_daemon_and_with_its_reader(self):
        for ends_daemon in (False, True):
            with self.subTest(ends_daemon=ends_daemon):
                process = self.bridge()
                process.stdin.write(message("Watch", more=True))
                process.stdin.flush()
                self.assertTrue(process.stdout.read(1))
                if ends_daemon:
                    self.assertEqual(self.daemon.stop(), 0)
                else:
                    process.stdout.close()
                process.wait(deadline.DEFAULT)

    def test_the_bridge_fails_without_a_daemon(self):
        done = subprocess.run(["screens", "bridge", "--socket", "/run/none"], stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, screens.NO_CARD)

    def test_a_varlink_client_of_others_uses_the_bridge(self):
        import varlink

        command = ["screens", "bridge", "--socket", str(self.daemon.socket)]
        with varlink.Client.new_with_bridge(command) as client, client.open("screens.Manager") as manager:
            self.assertEqual(len(manager.List()["screens"]), 2)


class Forwarded(unittest.TestCase):
    """A socket as `ssh -L` makes it: it has no lock beside it, and no socket for readers."""

    def setUp(self):
        self.daemon = Daemon(self, STILL, *TWO)
        self.path = Path(self.daemon.folder, "forwarded")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self.path))
        listener.listen()
        self.addCleanup(listener.close)
        self.addCleanup(listener.shutdown, socket.SHUT_RDWR)
        threading.Thread(target=self.forward, args=(listener,), daemon=True).start()

    def forward(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            service = socket.socket(socket.AF_UNIX)
            service.connect(str(self.daemon.socket))
            for source, target in ((client, service), (service, client)):
                threading.Thread(target=self.copy, args=(source, target), daemon=True).start()

    @staticmethod
    def copy(source: socket.socket, target: socket.socket) -> None:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)

    def test_commands_reach_the_daemon(self):
        for words, text in (
            (["list"], "Virtual-1"),
            (["status"], "Virtual-1"),
            (["modes", "Virtual-2"], "320x240"),
            (["set", "Virtual-1", "--rotate", "90"], ""),
            (["info", "Virtual-1"], "Virtual-1"),
        ):
            with self.subTest(words=words), Program(["screens", *words], {"SCREENS_SOCKET": str(self.path)}) as program:
                self.assertEqual(program.wait(), 0, program.errors())
                self.assertIn(text, program.output())
        self.assertEqual(self.daemon.screen("Virtual-1")["layout"]["rotation"], 90)

    def test_a_screen_of_another_machine_is_not_lent(self):
        command = ["screens", "lease", "Virtual-1", "--", "echo", "runs"]
        with Program(command, {"SCREENS_SOCKET": str(self.path)}) as program:
            self.assertNotEqual(program.wait(), 0)
            self.assertEqual(program.output(), "")
