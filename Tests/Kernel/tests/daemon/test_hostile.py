"""Hostile clients of many kinds aim at a screen beside two that fade: these miss no refresh, and nothing is left."""

import array
import os
import random
import re
import socket
import time
from pathlib import Path
from typing import Callable

from guest import picture, processes
from guest.controlgroup import ControlGroup
from guest.daemon import Daemon
from guest.hangingshare import HangingShare
from guest.hostiledrawers import HostileDrawers
from guest.kerneltest import KernelTest
from guest.varlink import Client, Refused, message
from guest.vkms import CONNECTED, VirtualCard

MINUTE = 60
MEBIBYTE = 1 << 20
NOBODY = 65534
# The limits of the service.
UNIT = (Path(__file__).parents[4] / "systemd/screensd.service").read_text()


def limit(setting: str) -> int:
    """Returns a limit of the service in bytes."""
    number, suffix = re.search(rf"^{setting}=(\d+)([MG])$", UNIT, re.MULTILINE).groups()
    return int(number) * MEBIBYTE * {"M": 1, "G": 1024}[suffix]


# The memory from which on the kernel slows the service down.
MOST_MEMORY = limit("MemoryHigh")
# Each of the six sockets has some 50 places then: floods of 150 and 300 connections are far more, and calls that a
# client has left behind, which are still carried out, take fewer. A user whose own calls take all places is refused.
DESCRIPTORS = 1200
# Few refreshes, since each is drawn by an emulated processor: the pictures of two screens fade from one slide to the
# next without a pause.
SIZE = (320, 200)
CONFIGURATION = """
[default]
mode = "320x200@15,cvt"
content = {{ slides = "{folder}", interval = "1 s", fade = "1 s" }}

[[screen]]
match = {{ connector = "{other}" }}
content = {{ color = "#112233" }}
"""


class Hostile(HostileDrawers, KernelTest):
    machine = "virtual"
    # Each kind of client comes once in these minutes, and sends `factor` times as much as passes its limit.
    minutes = 3
    rounds = 1
    factor = 1
    # The width and the height of the picture that takes much memory while it is decoded.
    deep_side = 500
    seconds = (minutes + 5) * MINUTE

    def setUp(self):
        *self.shown, self.other = self.connectors()
        folder = Path("/run/hostile")
        folder.mkdir(exist_ok=True)
        for name, color in (("a", "#ff0000"), ("b", "#0000ff")):
            (folder / f"{name}.png").write_bytes(picture.to_png(picture.filled(*SIZE, color)))
        self.daemon = self.started(CONFIGURATION.format(folder=folder, other=self.other))
        self.daemon.folder.chmod(0o755)
        self.daemon.socket.chmod(0o666)
        for name in (*self.shown, self.other):
            self.daemon.until_lit(name)
        self.make_files()
        self.random = random.Random(1)

    def connectors(self) -> list[str]:
        """Returns the names of three connectors with displays."""
        card = VirtualCard("hostile", [CONNECTED] * 3, console=False)
        self.addCleanup(card.remove)
        return card.connectors

    def started(self, configuration: str) -> Daemon:
        return Daemon(self, configuration, limit=DESCRIPTORS)

    def make_files(self) -> None:
        """Files that are not what a client says that they are."""
        self.files = self.daemon.folder / "files"
        self.files.mkdir()
        self.files.chmod(0o755)
        good = picture.to_png(picture.filled(64, 64, "#ffffff"))
        (self.files / "half.png").write_bytes(good[: len(good) // 2])
        # A header that states 60,000 x 60,000 pixels.
        (self.files / "bomb.png").write_bytes(good[:16] + (60_000).to_bytes(4, "big") * 2 + good[24:])
        (self.files / "large").write_bytes(b"")
        os.truncate(self.files / "large", 1 << 40)
        # The first bytes of a picture, and nothing else in 48 MiB that take no room on the disk.
        (self.files / "sparse.png").write_bytes(good[:33])
        os.truncate(self.files / "sparse.png", 48 * MEBIBYTE)
        # A few bytes, and much memory while they are decoded.
        (self.files / "deep.png").write_bytes(picture.black_png(self.deep_side, self.deep_side, 16, 2, interlaced=True))
        (self.files / "share").mkdir()
        os.mkfifo(self.files / "pipe")
        (self.files / "circle").symlink_to("circle")
        (self.files / "folder").mkdir()
        for number in range(100 * self.factor):
            (self.files / f"folder/{number}.png").write_bytes(b"")

    def test_no_refresh_is_missed_and_nothing_is_left(self):
        # Each kind has been there once before anything is measured: what is allocated once and for good is not a leak.
        for kind in self.kinds:
            kind()
        before = self.at_rest()
        attacks = [kind for _ in range(self.rounds) for kind in self.random.sample(self.kinds, len(self.kinds))]
        begun, pause = time.monotonic(), self.minutes * MINUTE / len(attacks)
        for number, attack in enumerate(attacks):
            time.sleep(max(0, begun + number * pause - time.monotonic()))
            with self.subTest(kind=attack.__name__):
                attack()
                # Another client gets its answer meanwhile.
                self.expect_lit()
        after = self.at_rest()
        print(f"{len(self.kinds)} kinds, {len(attacks)} attacks; before: {before}; after: {after}", flush=True)
        for name in self.shown:
            self.assertEqual(after["missed"][name], before["missed"][name], name)
            least = before["presented"][name] + self.minutes * MINUTE * 15 // 2
            self.assertGreater(after["presented"][name], least, name)
        self.assertEqual(after["descriptors"], before["descriptors"])
        # The figure at rest differs by up to 0.75 MB from round to round, and does not grow.
        for now, then in zip(after["memory"], before["memory"]):
            self.assertLess(now, then + MEBIBYTE)
        self.assertLess(processes.memory(self.daemon.pid, "VmHWM"), MOST_MEMORY)

    def expect_lit(self) -> None:
        for name in self.shown:
            self.assertIsNone(self.daemon.screen(name)["dark"], name)

    def at_rest(self) -> dict:
        """Its figures as soon as the clients have gone and the other screen is as configured."""
        self.daemon.call("ResetAll")
        self.daemon.until_shown(self.other, "#112233")

        # The slides are read again and again, which takes memory for a moment: the least of ten seconds counts.
        samples = []
        for _ in range(40):
            samples.append((len(list(processes.open_files(self.daemon.pid))), *self.memories()))
            time.sleep(0.25)
        statistics = {name: self.daemon.statistics(name) for name in self.shown}
        return {
            **{key: {name: found[key] for name, found in statistics.items()} for key in ("missed", "presented")},
            "descriptors": min(sample[0] for sample in samples),
            "memory": [min(memory) for memory in list(zip(*samples))[1:]],
        }

    def memories(self) -> list[int]:
        """Returns the memory of the daemon in bytes, by each way to count it."""
        return [processes.memory(self.daemon.pid)]

    # Their kinds

    @property
    def kinds(self) -> list[Callable[[], None]]:
        return [
            self.idle_connections,
            self.connections_of_a_user_without_rights,
            self.connections_that_end_at_once,
            self.halves_of_messages,
            self.a_byte_at_a_time,
            self.bytes_of_another_protocol,
            self.deep_documents,
            self.messages_without_end,
            self.calls_of_which_no_reply_is_read,
            self.watches_that_are_not_read,
            self.watches_that_end,
            self.snapshots_that_are_not_waited_for,
            self.ends_amid_a_pipeline,
            self.unknown_methods_and_names,
            self.refused_values,
            self.files_that_are_not_pictures,
            self.folders_of_broken_slides,
            self.pictures_of_much_memory,
            self.slides_on_a_share_that_hangs,
            self.settings_without_a_pause,
            self.mode_changes_of_the_other_screen,
            self.trials_that_are_not_confirmed,
            self.saves_and_resets,
            self.reloads,
            self.identifications,
            self.descriptors_in_messages,
            *self.drawers,
        ]

    def clients(self, count: int, data: bytes = b"") -> None:
        """Connects so often, sends some bytes on each connection, and closes all together."""
        found = []
        for _ in range(count):
            client = self.daemon.client()
            found.append(client)
            self.send(client, data)
        for client in found:
            client.socket.close()

    def send(self, client: Client, data: bytes) -> None:
        """Sends as much as is taken at once."""
        client.socket.setblocking(False)
        try:
            while data:
                data = data[client.socket.send(data) :]
        except (BlockingIOError, ConnectionError):
            pass  # It is not read any further, or the connection was closed: this client deserves it.
        client.socket.setblocking(True)

    def calls(self, method: str, *, is_refused: bool = False, **parameters) -> None:
        """Calls it. If `is_refused`, a reply without an error is a defect."""
        try:
            self.daemon.call(method, **parameters)
        except Refused:
            return
        self.assertFalse(is_refused, f"{method} {parameters} is accepted")

    def set(self, is_refused: bool = False, **settings) -> None:
        self.calls("Set", is_refused=is_refused, screen=self.other, settings=settings)

    def idle_connections(self) -> None:
        self.clients(300)

    def connections_of_a_user_without_rights(self) -> None:
        child = os.fork()
        if child == 0:
            try:
                os.setuid(NOBODY)
                self.clients(300, message("List"))
            finally:
                os._exit(0)
        os.waitpid(child, 0)

    def connections_that_end_at_once(self) -> None:
        for _ in range(100 * self.factor):
            self.daemon.client().socket.close()

    def halves_of_messages(self) -> None:
        call = message("Set", screen=self.other, settings={"content": {"image": "/" + "a" * 60_000}})
        self.clients(150, call[: len(call) // 2])

    def a_byte_at_a_time(self) -> None:
        with self.daemon.client() as client:
            for byte in message("List"):
                client.socket.sendall(bytes([byte]))
            client.answer()

    def bytes_of_another_protocol(self) -> None:
        for data in (
            b"GET / HTTP/1.1\r\n\r\n\0", b"\0" * 1000, b"[]\0", b'{"method": 1}\0', self.random.randbytes(5000),
        ):
            self.clients(5, data)

    def deep_documents(self) -> None:
        self.clients(5, b'{"method":"a.b","parameters":' + b"[" * 100_000 + b"\0")

    def messages_without_end(self) -> None:
        self.clients(5, b'{"method": "' + b"a" * 2 * MEBIBYTE)

    def calls_of_which_no_reply_is_read(self) -> None:
        self.clients(5, message("List", all=True) * 300 * self.factor)

    def watches_that_are_not_read(self) -> None:
        watching = [self.daemon.client() for _ in range(5)]
        for client in watching:
            client.send("Watch", more=True)
        for turn in range(30 * self.factor):
            self.set(power="off" if turn % 2 == 0 else "on")
        for client in watching:
            client.socket.close()

    def watches_that_end(self) -> None:
        self.clients(50, message("Watch", more=True))

    def snapshots_that_are_not_waited_for(self) -> None:
        self.clients(10, message("Snapshot", screen=self.shown[0]) * 3 * self.factor)

    def ends_amid_a_pipeline(self) -> None:
        call = message("Statistics")
        for length in (1, len(call) // 2, len(call) - 1):
            self.clients(10, call * 20 + call[:length])

    def unknown_methods_and_names(self) -> None:
        for name in ("", "a" * 60_000, "\u202e", "../../etc/passwd", "%n%n%n", self.shown[0] + "\n"):
            self.calls("Status", is_refused=True, screen=name)
            with self.daemon.client() as client:
                client.send(f"screens.Manager.{name}")
                self.assertIn("error", client.reply())

    def refused_values(self) -> None:
        for key, value in (
            ("mode", "9" * 5000),
            ("rotate", -(2**63)),
            ("gamma", 1e308),
            ("overscan", "5%," * 1000),
            ("idle", "9" * 400 + " s"),
            ("power", "daily 99:99-99:99"),
            ("properties", {"a" * 1000: "b" * 1000}),
            ("content", {"pattern": "x" * 10_000}),
        ):
            self.set(is_refused=True, **{key: value})

    def files_that_are_not_pictures(self) -> None:
        for name in ("half.png", "bomb.png", "sparse.png", "large", "pipe", "circle", "folder", "absent"):
            self.set(is_refused=True, content={"image": str(self.files / name)})
        for path in ("/dev/zero", "/proc/kcore", "/dev/dri/card0", "/"):
            self.set(is_refused=True, content={"image": path})

    def folders_of_broken_slides(self) -> None:
        for name in ("folder", "absent", "half.png"):
            self.set(content={"slides": str(self.files / name), "interval": "100 ms"})
        self.set(content={"color": "#112233"})

    def pictures_of_much_memory(self) -> None:
        for fit in ("center", "fit"):
            self.set(content={"image": str(self.files / "deep.png"), "fit": fit})

    def slides_on_a_share_that_hangs(self) -> None:
        share = HangingShare(self, self.files / "share")
        with self.daemon.client() as client:
            slides = {"slides": str(self.files / "share/slides"), "interval": "1 s"}
            client.send("Set", screen=self.other, settings={"content": slides})
            # Longer than a call may take before its share counts as hanging.
            time.sleep(12)
            self.expect_lit()
            share.end()

    def settings_without_a_pause(self) -> None:
        calls = [
            message(
                "Set", oneway=True, screen=self.other, settings={"gamma": 1 + turn % 10 / 10, "rotate": turn % 4 * 90}
            )
            for turn in range(30 * self.factor)
        ]
        with self.daemon.client() as client:
            client.socket.sendall(b"".join(calls))
            client.call("List")

    def mode_changes_of_the_other_screen(self) -> None:
        for mode in ("640x480", "320x200@15,cvt"):
            self.set(mode=mode)

    def trials_that_are_not_confirmed(self) -> None:
        for _ in range(5):
            with self.daemon.client() as client:
                client.send("Set", screen=self.other, settings={"rotate": 180}, confirmSeconds=1)

    def saves_and_resets(self) -> None:
        self.set(gamma=1.5)
        self.clients(20, message("Save") + message("Reset", screen=self.other))

    def reloads(self) -> None:
        self.clients(5, message("Reload") * 3)

    def identifications(self) -> None:
        self.clients(5, message("Identify", screen=self.other, seconds=1) * 10)

    def descriptors_in_messages(self) -> None:
        with open("/dev/null") as file:
            descriptors = array.array("i", [file.fileno()] * 200)
            for count in (1, 64, 200, 1, 200):
                files = (socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors[:count])
                with self.daemon.client() as client:
                    client.socket.sendmsg([message("List")], [files])
                    if count <= 64:
                        client.answer()
                        continue
                    with self.assertRaises(ConnectionError):
                        client.answer()


class HostileForLong(Hostile):
    is_long = True
    minutes = 60
    rounds = 6
    factor = 3
    deep_side = 1500
    seconds = (minutes + 5) * MINUTE


class HostileWithinLimits(Hostile):
    """The same, with the limits of memory that the service has: only Debian's own kernel has such limits.

    The screens are simulated, because that kernel has no vkms, and no other card with three of them.
    """

    machine = "stock"
    is_long = True
    factor = 3
    deep_side = 4000

    def connectors(self) -> list[str]:
        return ["Virtual-1", "Virtual-2", "Virtual-3"]

    def started(self, configuration: str) -> Daemon:
        self.group = ControlGroup(self, "hostile", max=limit("MemoryMax"), high=limit("MemoryHigh"))
        simulated = ",".join(["320x200@15"] * 3)
        daemon = Daemon(self, configuration, "--simulate", simulated, limit=DESCRIPTORS, group=self.group.folder)
        # It has found the limit of its group.
        self.assertEqual(daemon.call("Status")["memory"]["limit"], min(limit("MemoryMax") // 2, 512 * MEBIBYTE))
        return daemon

    def memories(self) -> list[int]:
        """Includes everything that the kernel charges to it, such as the files in memory of clients."""
        return [*super().memories(), self.group.memory()]

    def test_no_refresh_is_missed_and_nothing_is_left(self):
        super().test_no_refresh_is_missed_and_nothing_is_left()
        events = self.group.memory_events()
        print(f"at most {self.group.memory_peak() >> 20} MiB; {events}", flush=True)
        self.assertEqual([events[name] for name in ("high", "max", "oom_kill")], [0, 0, 0])


class HostileWithinLimitsForLong(HostileWithinLimits):
    minutes = 60
    rounds = 6
    seconds = (minutes + 5) * MINUTE
