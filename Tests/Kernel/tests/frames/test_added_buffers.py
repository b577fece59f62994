"""Buffers that a decoder hands out one by one, and that a plane shows."""

import mmap
import os

from guest import dmabuffers
from guest.frametest import HEIGHT, WIDTH, FrameTest
from guest.processes import open_files
from guest.surface import call

SIZE = {"width": WIDTH, "height": HEIGHT}


class AddedBuffers(FrameTest):
    def test_the_plane_shows_them_from_the_third_on(self):
        name, daemon = self.name, self.daemon
        files: list[int] = []
        memories: list[mmap.mmap] = []
        copied = []
        with daemon.client() as client:
            for number in range(8):
                file, memory = dmabuffers.mapped(WIDTH * HEIGHT * 4)
                memory[: WIDTH * HEIGHT * 4] = bytes([number, 0x40, 0x20, 0]) * (WIDTH * HEIGHT)
                files.append(file)
                memories.append(memory)
                if number == 0:
                    call(client, "Draw", [file], screen=name, size=SIZE, format="xrgb8888", buffers=[{"fd": 0}])
                else:
                    self.assertEqual(call(client, "AddBuffers", [file], buffers=[{"fd": 0}])["buffers"], [number])
                reply = client.call("Frame", buffer=number)
                copied.append(reply["copied"])
                daemon.until_shown(name, f"#2040{number:02x}")
            self.assertEqual(copied, [True, True] + [False] * 6)
            # The same buffers by other descriptors, as from a decoder that exports each again.
            for number, file in enumerate(files):
                again = os.dup(file)
                self.assertEqual(call(client, "AddBuffers", [again], buffers=[{"fd": 0}])["buffers"], [number])
                os.close(again)
                self.assertFalse(client.call("Frame", buffer=number)["copied"])
                daemon.until_shown(name, f"#2040{number:02x}")
            self.assertEqual(sum("dmabuf" in path for _, path in open_files(daemon.pid)), 8)
        for file in files:
            os.close(file)
        daemon.until_shown(name, "#2a7fc4")
