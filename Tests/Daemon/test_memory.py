"""The memory budget of the daemon: what is too large is refused in words, and the daemon stays small."""

import contextlib
import os
import random
import struct
import unittest
from pathlib import Path

from guest import deadline, picture
from guest.daemon import SIMULATED, STILL, Daemon
from guest.processes import memory
from guest.program import Program
from guest.surface import Surface
from guest.surface import memory as memory_file
from guest.surface import call as call_with_files
from guest.varlink import Refused, message

MEBIBYTE = 1 << 20
NOBODY = 65534
SCREEN = "Virtual-1"


class Budget(unittest.TestCase):
    def start(self, mebibytes: int, *arguments: str) -> Daemon:
        self.daemon = Daemon(self, f"{STILL}[daemon]\nmemory = {mebibytes}\n", *(arguments or SIMULATED))
        return self.daemon

    def file(self, name: str, data: bytes, size: int | None = None) -> Path:
        path = self.daemon.folder / name
        path.write_bytes(data)
        if size is not None:
            os.truncate(path, size)
        return path

    def show(self, path: Path, **content) -> None:
        self.daemon.call("Set", screen=SCREEN, settings={"content": {"image": str(path), **content}})

    def refused(self, path: Path, *texts: str) -> None:
        with self.assertRaises(Refused) as refused:
            self.show(path)
        for text in texts:
            self.assertIn(text, str(refused.exception.parameters))

    def granted(self) -> dict:
        return self.daemon.call("Status")["memory"]

    def test_a_picture_in_its_own_size_keeps_the_part_that_is_visible(self):
        daemon = self.start(256, "--simulate", "640x360@60")
        path = self.file("large.png", picture.black_png(8192, 8192, 1, 0))
        before = memory(daemon.pid)
        for fit in ("center", "topLeft", "fill"):
            with self.subTest(fit):
                self.show(path, fit=fit)
                # Each of its pixels would take 4 bytes, or 268 MB.
                deadline.until(lambda: memory(daemon.pid) < before + 12 * MEBIBYTE, "it keeps the visible part")
        self.assertLess(memory(daemon.pid, "VmHWM"), before + 24 * MEBIBYTE)
        self.assertLess(self.granted()["pictures"], 2 * MEBIBYTE)

    def test_a_deep_interlaced_picture_is_refused_before_it_takes_its_memory(self):
        daemon = self.start(128)
        before = memory(daemon.pid, "VmHWM")
        path = self.file("deep.png", picture.black_png(4096, 4096, 16, 2, interlaced=True))
        self.refused(path, "needs 194 MiB of memory, and the memory budget is 128 MiB", "the section [daemon]")
        self.assertLess(memory(daemon.pid, "VmHWM"), before + 16 * MEBIBYTE)
        status = daemon.call("Status")
        self.assertEqual(status["memory"]["refusals"], 1)
        self.assertEqual([notice["kind"] for notice in status["notices"]], ["memoryRefused"])
        self.assertEqual(daemon.pixel(SCREEN), bytes.fromhex("112233"))
        # A larger budget is in effect at once, and ends the notice.
        daemon.configure(f"{STILL}[daemon]\nmemory = 256\n")
        deadline.until(lambda: daemon.call("Status")["memory"]["limit"] == 256 * MEBIBYTE, "the budget is larger")
        self.show(path)
        daemon.until_shown(SCREEN, "#000000")
        self.assertEqual(daemon.call("Status")["notices"], [])

    def test_a_file_with_a_hole_does_not_cost_its_size(self):
        daemon = self.start(64)
        before = memory(daemon.pid, "VmHWM")
        start = picture.png_head(64, 64, 8, 2)
        for name, data in (("begun", start), ("long", start + struct.pack(">I", 100 * MEBIBYTE) + b"IDAT")):
            with self.subTest(name):
                self.refused(self.file(f"{name}.png", data, 120 * MEBIBYTE), "damaged")
        self.assertLess(memory(daemon.pid, "VmHWM"), before + 16 * MEBIBYTE)

    def test_buffers_of_clients_are_granted_and_given_back(self):
        daemon = self.start(32)
        with daemon.client() as client, self.assertRaises(Refused) as refused:
            file = memory_file(48 * MEBIBYTE)
            try:
                call_with_files(
                    client, "Draw", [file], screen=SCREEN, size={"width": 4096, "height": 3072}, format="xrgb8888",
                    buffers=[{"fd": 0}],
                )
            finally:
                os.close(file)
        # Clients that draw have half of it.
        words = "drawing needs 48 MiB of memory, and the memory budget is 32 MiB, with 16 MiB for this use"
        self.assertIn(words, refused.exception.parameters["message"])
        with daemon.client() as client:
            surface = Surface(client, SCREEN, 1024, 1024)
            surface.show("#ff0000")
            self.assertEqual(self.granted()["frames"], 8 * MEBIBYTE)
        deadline.until(lambda: self.granted()["frames"] == 0, "the memory is given back")

    def test_many_clients_that_read_slowly_cost_the_memory_of_few_snapshots(self):
        daemon = self.start(256, "--simulate", "1920x1080@60")
        noise = random.Random(1).randbytes(1920 * 1080 * 3)
        path = self.file("noise.png", picture.to_png(picture.Picture(1920, 1080, noise)))
        self.show(path)
        # Noise is long in every format.
        deadline.until(
            lambda: len(daemon.call("Snapshot", screen=SCREEN)["png"]) > 4 * MEBIBYTE, "the picture is shown"
        )
        before = memory(daemon.pid)
        clients = []
        for _ in range(23):
            client = daemon.client()
            self.addCleanup(client.__exit__)
            client.send("Snapshot", screen=SCREEN)
            clients.append(client)
        # Each reply has 8 MB. Some clients read a little of it again and again, so that the daemon can send more.
        slow = clients[:4]

        def is_late() -> bool:
            for client in slow:
                client.socket.setblocking(False)
                with contextlib.suppress(BlockingIOError, ConnectionError):
                    client.socket.recv(65536)
            return daemon.log().count("it has not read a long reply within 10 s") >= len(slow)

        deadline.until(is_late, "the slow readers are cut off", interval=0.5)
        # One copy each would be 190 MB.
        self.assertLess(memory(daemon.pid, "VmHWM"), before + 96 * MEBIBYTE)
        deadline.until(lambda: self.granted()["snapshots"] == 0, "the memory is given back")
        with daemon.client() as client:
            self.assertTrue(client.call("Snapshot", screen=SCREEN)["png"])

    def test_a_user_with_the_most_unread_replies_loses_connections(self):
        # An eighth of it is for replies.
        daemon = self.start(16)
        daemon.folder.chmod(0o755)
        daemon.reader.chmod(0o666)
        script = (
            "import socket, sys\n"
            'call = b\'{"method":"screens.Manager.Get","parameters":{"screen":"\' + b"a" * 60_000 + b\'"}}\\0\'\n'
            "clients = [socket.socket(socket.AF_UNIX) for _ in range(44)]\n"
            "for client in clients:\n"
            "    client.connect(sys.argv[1])\n"
            "    try: client.sendall(call * 6)\n"
            "    except OSError: pass\n"
            "print('sent', flush=True); sys.stdin.readline()\n"
        )
        with Program(["python3", "-c", script, str(daemon.reader)], user=NOBODY) as other:
            other.until(other.lines, "all have sent their calls")
            daemon.until_logged(f"a client of user {NOBODY} was disconnected: unread replies take too much memory")
            self.assertLessEqual(self.granted()["replies"], 2 * MEBIBYTE)
            # A client of another user with few unread replies, which it reads within the 30 s that each client has.
            kept = self.daemon.client()
            self.addCleanup(kept.__exit__)
            # The error repeats the name. Six of them are longer than the buffers of the socket.
            kept.socket.sendall(message("Get", screen="a" * 60_000) * 6)
            for _ in range(6):
                with self.assertRaises(Refused) as refused:
                    kept.answer()
                self.assertEqual(refused.exception.name, "NoSuchScreen")
        self.assertNotIn("a client of user 0 was disconnected", daemon.log())

    def test_the_metrics_and_the_statistics_have_the_budget(self):
        self.start(48)
        self.assertEqual(self.daemon.call("Statistics")["memory"]["limit"], 48 * MEBIBYTE)
