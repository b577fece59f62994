"""A player that is killed, or hangs and is revoked, and is back while its last frame lingers: each refresh shows one of
its frames, by the checksums."""

import itertools
import os
import signal
import sys

from guest import dmabuffers
from guest.checksums import Checksums
from guest.frametest import HEIGHT, WIDTH, FrameTest
from guest.program import Program
from guest.surface import Surface, mapped

PLAYER = """
import sys; sys.path.insert(0, sys.argv[1])
from guest import dmabuffers, surface
from guest.varlink import Client
make = {"memory": surface.mapped, "device": dmabuffers.mapped}[sys.argv[4]]
width, height, count, linger = map(int, sys.argv[5:])
frames = surface.Surface(Client(sys.argv[2]), sys.argv[3], width, height, count, make, True, linger=linger)
frames.show('#445566'); print('shown', flush=True)
while True: frames.show('#445566')
"""


class Linger(FrameTest):
    def setUp(self):
        super().setUp()
        self.checksums = self.enterContext(Checksums(self.card.minor))
        self.until(lambda: self.checksums.so_far, "the content has checksums")
        self.content = self.checksums.so_far[-1]

    def until(self, condition, what: str) -> None:
        self.daemon.program.until(condition, what, interval=0.1)

    def player(self, kind: str, count: int, linger: int) -> Program:
        """Starts a player in a process of its own, and waits until its frames are shown."""
        folder = os.path.dirname(os.path.dirname(sys.modules["guest.surface"].__file__))
        arguments = [folder, str(self.daemon.socket), self.name, kind, WIDTH, HEIGHT, count, linger]
        program = self.enterContext(Program(["python3", "-c", PLAYER, *map(str, arguments)]))
        program.until(program.lines, "it draws")
        self.until(lambda: self.checksums.so_far[-1] != self.content, "its frame is shown")
        return program

    def expect_no_other_picture(self, kind: str, count: int, end) -> None:
        player = self.player(kind, count, linger=60)
        frame = self.checksums.so_far[-1]
        end(player)
        self.daemon.until_logged("its last frame stays for 1 min")
        read = len(self.checksums.so_far)
        self.until(lambda: len(self.checksums.so_far) > read + 60, "it lingers")
        make = {"memory": mapped, "device": dmabuffers.mapped}[kind]
        with self.daemon.client() as client:
            back = Surface(client, self.name, WIDTH, HEIGHT, count, make, True, linger=60)
            for _ in range(30):
                copied = back.show("#556677")["copied"]
            self.assertEqual(copied, kind == "memory")
            self.until(lambda: self.checksums.so_far[-1] != frame, "it is back")
            runs = [checksum for checksum, _ in itertools.groupby(self.checksums.so_far)]
            self.assertEqual(runs[-3:-1], [self.content, frame])
            self.assertEqual(len(set(runs)), len(runs), "a picture was shown again")

    @staticmethod
    def kill(player: Program) -> None:
        player.signal(signal.SIGKILL)
        player.wait()

    def revoke(self, player: Program) -> None:
        player.signal(signal.SIGSTOP)
        self.daemon.call("Revoke", screen=self.name)

    def test_a_player_that_is_killed_and_back(self):
        self.expect_no_other_picture("memory", 2, self.kill)

    def test_a_player_that_is_killed_and_back_with_frames_on_a_plane(self):
        self.expect_no_other_picture("device", 3, self.kill)

    def test_a_player_that_hangs_and_is_revoked(self):
        self.expect_no_other_picture("memory", 2, self.revoke)

    def test_the_content_is_back_after_the_seconds(self):
        player = self.player("device", 3, linger=2)
        frame = self.checksums.so_far[-1]
        self.kill(player)
        self.daemon.until_logged("its last frame stays for 2 s")
        read = len(self.checksums.so_far)
        self.until(lambda: self.checksums.so_far[-1] == self.content, "the content is back")
        later = self.checksums.so_far[read:]
        self.assertEqual([checksum for checksum, _ in itertools.groupby(later)], [frame, self.content])
        # The mode has 120 refreshes in two seconds. Checksums are read in parts, and the timer begins a moment later.
        self.assertGreater(later.count(frame), 100)
        self.assertLess(later.count(frame), 140)
