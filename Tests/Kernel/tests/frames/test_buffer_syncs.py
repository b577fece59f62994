"""The reading of dma-bufs, which is announced to their driver if, and only if, the processor copies the frame."""

import os
import struct
from pathlib import Path

from guest import dmabuffers
from guest.checksums import Checksums
from guest.frametest import HEIGHT, WIDTH, FrameTest
from guest.surface import Surface

COUNTS = Path("/run/buffer-syncs")


class BufferSyncs(FrameTest):
    @property
    def environment(self) -> dict[str, str]:
        COUNTS.touch()
        COUNTS.chmod(0o666)
        return {"LD_PRELOAD": os.environ["SCREENS_BUFFER_SYNCS"], "BUFFER_SYNCS_FILE": str(COUNTS)}

    def setUp(self):
        super().setUp()
        self.addCleanup(COUNTS.unlink)
        self.checksums = self.enterContext(Checksums(self.card.minor))

    def syncs(self) -> int:
        """Returns how often the daemon has begun to read since the last call. Each reading has ended."""
        begun, ended = struct.unpack("QQ", COUNTS.read_bytes())
        self.assertEqual(begun, ended)
        before, self.begun = self.begun, begun
        return begun - before

    begun = 0

    def until_checksum(self, is_changed: bool, frame: int, what: str) -> None:
        self.daemon.program.until(lambda: (self.checksums.so_far[-1] != frame) == is_changed, what, interval=0.1)

    def test_frames_that_the_plane_shows_are_not_read(self):
        with self.daemon.client() as client:
            for _ in range(2):
                # Another `Draw` has other memory, which the plane shows at once too.
                surface = Surface(client, self.name, WIDTH, HEIGHT, 3, dmabuffers.mapped, True, fit="center")
                self.assertEqual([surface.show("#445566")["copied"] for _ in range(4)], [False] * 4)
                self.assertEqual(self.syncs(), 0)

    def test_frames_below_a_layer_are_read_from_the_first_to_the_last(self):
        with self.daemon.client() as client:
            surface = Surface(client, self.name, WIDTH, HEIGHT, 3, dmabuffers.mapped, True, fit="center")
            for _ in range(4):
                surface.show("#445566")
            read = len(self.checksums.so_far)
            self.daemon.program.until(lambda: len(self.checksums.so_far) > read + 10, "the frame has checksums")
            frame = self.checksums.so_far[-1]
            self.syncs()
            self.daemon.call("Identify", seconds=3600)
            self.until_checksum(True, frame, "the label is shown")
            for _ in range(3):
                self.assertTrue(surface.show("#445566")["copied"])
                self.assertEqual(self.syncs(), 1)
            self.daemon.call("Identify", seconds=1)
            self.until_checksum(False, frame, "the label is gone")
            for _ in range(3):
                self.assertFalse(surface.show("#445566")["copied"])
                self.assertEqual(self.syncs(), 0)

    def test_dropped_frames_are_not_read(self):
        with self.daemon.client() as client:
            # Two buffers are always copied.
            surface = Surface(client, self.name, WIDTH, HEIGHT, 2, dmabuffers.mapped, True)
            first = surface.show("#445566")
            self.assertTrue(first["copied"])
            self.assertEqual(self.syncs(), 1)
            self.assertEqual(surface.show("#112233", refresh=first["refresh"], drop=True)["reason"], "late")
            self.assertEqual(self.syncs(), 0)
