"""Clients that lie about their frames, leave at any moment, or stall: each harms only its own screen."""

import ctypes
import fcntl
import os
import signal
import socket
import sys
import time

from drawing import BYTES, NAME, SIZE, Drawing
from guest.processes import open_files
from guest.program import Program
from guest.surface import Surface, call, memory
from guest.varlink import Refused, message


class HostileFrames(Drawing):
    def refused(self, files: list[int], buffers: list[dict], text: str, **parameters) -> None:
        """Makes a call that is refused, on a connection that stays in use."""
        with self.assertRaises(Refused) as refused:
            call(self.hostile, "Draw", files, **{
                "screen": NAME, "size": SIZE, "format": "xrgb8888", "buffers": buffers, **parameters,
            })
        self.assertIn(text, str(refused.exception))
        for file in files:
            os.close(file)

    def test_a_name_of_one_endless_character_is_short_in_the_status(self):
        self.start()
        # Any number of either is one character for people. The daemon writes the second one as eight bytes.
        for character in ("\u1100", "\u200d"):
            with self.subTest(character):
                surface = self.surface(program="a" + 9000 * character)
                surface.show("#445566")
                self.assertLess(len(self.drawn_by()["name"]), 1024)
                self.daemon.until_logged(f"(process {os.getpid()})")
                surface.client.socket.close()
                self.until_back()

    def test_the_name_of_a_process_does_not_end_its_brackets(self):
        self.start()
        child = os.fork()
        if child == 0:
            try:
                # PR_SET_NAME
                ctypes.CDLL(None).prctl(15, b"x): Reload", 0, 0, 0)
                self.daemon.call("Identify", seconds=1)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        self.daemon.until_logged(f"user root, process {child} (x|: Reload): Identify")

    def test_false_sizes_and_files_are_refused(self):
        self.start()
        self.hostile = self.client()
        one, huge = [{"fd": 0}], 1 << 62
        self.refused([], one, "0 came with the call")
        self.refused([memory(BYTES)], [{"fd": 1}], "1 came with the call")
        self.refused([memory(BYTES)], [{"fd": -huge}], "came with the call")
        self.refused([memory(BYTES)], [], "0 buffers")
        self.refused([memory(BYTES)], one * 33, "33 buffers")
        self.refused([memory(BYTES, seals=0)], one, "F_SEAL_SHRINK")
        self.refused([memory(BYTES, seals=fcntl.F_SEAL_GROW)], one, "F_SEAL_SHRINK")
        self.refused([memory(2 << 20, flags=os.MFD_HUGETLB)], one, "has huge pages")
        self.refused([memory(BYTES - 1)], one, f"need {BYTES}")
        self.refused([memory(BYTES)], [{"fd": 0, "offset": 1}], f"need {BYTES + 1}")
        self.refused([memory(BYTES)], [{"fd": 0, "stride": 257}], "need")
        for offset in (-1, huge, -huge):
            self.refused([memory(BYTES)], [{"fd": 0, "offset": offset}], "offset")
        for stride in (0, -256, 255, huge):
            self.refused([memory(BYTES)], [{"fd": 0, "stride": stride}], "stride")
        self.refused([memory(BYTES)], [{"fd": 0, "stride": 256}], "several planes", format="nv12")
        for width, height in ((0, 48), (64, -48), (huge, huge), (16384, 16384), (1 << 31, 1 << 31)):
            self.refused([memory(BYTES)], one, "InvalidValue", size={"width": width, "height": height})
        self.refused([memory(BYTES)], [{"fd": 0, "offset": 1 << 29}] * 8, "MiB")
        self.refused([memory(BYTES)], one, "InvalidParameter", format="rgb999")
        self.refused([os.open("/dev/zero", os.O_RDWR)], one, "neither a file in memory nor a dma-buf")
        self.refused([os.open("/dev/null", os.O_PATH)], one, "neither a file in memory nor a dma-buf")
        self.refused([self.daemon.client().socket.detach()], one, "neither a file in memory nor a dma-buf")
        self.refused(list(os.pipe()), one, "neither a file in memory nor a dma-buf")
        with self.assertRaises(Refused):
            self.hostile.call("Frame", buffer=0)
        # None is left open.
        self.assertEqual(self.open_files("memfd:frames"), 0)
        surface = Surface(self.hostile, NAME, 64, 48)
        for number in (2, -1, huge):
            with self.assertRaises(Refused):
                self.hostile.call("Frame", buffer=number)
        surface.show("#445566", refresh=-huge)
        self.daemon.until_shown(NAME, "#445566")

    def open_files(self, name: str) -> int:
        return sum(name in path for _, path in open_files(self.daemon.pid))

    def test_files_without_a_use_are_closed(self):
        self.start()
        client = self.client()
        file = memory(4096)
        for _ in range(100):
            socket.send_fds(client.socket, [message("List")], [file] * 8)
            client.answer()
        # A call that is answered at once keeps none.
        socket.send_fds(client.socket, [message("org.varlink.service.GetInfo")], [file] * 8)
        client.answer()
        # No call has more than 64.
        socket.send_fds(client.socket, [message("List")], [file] * 65)
        self.assertTrue(client.is_cut_off())
        self.daemon.program.until(lambda: self.open_files("memfd:frames") == 0, "they are closed")
        # Parts of calls: their files do not stay forever.
        others = [self.client() for _ in range(20)]
        for other in others:
            socket.send_fds(other.socket, [b"{"], [file] * 8)
        self.daemon.until_logged("without the rest of its call")
        self.assertLessEqual(self.open_files("memfd:frames"), 140)
        self.surface().show("#445566")
        for other in others:
            other.socket.close()
        self.daemon.program.until(lambda: self.open_files("memfd:frames") == 0, "they are closed")
        os.close(file)

    def test_files_find_their_calls_among_many(self):
        self.start()
        client = self.client()
        file = memory(BYTES)
        for _ in range(3):
            client.send("List")
        parameters = {"screen": NAME, "size": SIZE, "format": "xrgb8888", "buffers": [{"fd": 0}]}
        socket.send_fds(client.socket, [message("Draw", **parameters)], [file])
        client.send("List")
        text = message("Draw", **parameters)
        # The call comes in two parts, with the files in the first one.
        socket.send_fds(client.socket, [text[:20]], [file])
        client.socket.sendall(text[20:])
        os.close(file)
        replies = [client.answer() for _ in range(6)]
        self.assertEqual(["screens" in reply for reply in replies], [True, True, True, False, True, False])

    def test_a_client_that_is_killed(self):
        self.start()
        script = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "from guest.surface import Surface; from guest.varlink import Client\n"
            "surface = Surface(Client(sys.argv[2]), 'Virtual-1', 64, 48)\n"
            "surface.show('#445566'); print('shown', flush=True)\n"
            "for _ in range(1000): surface.client.send('Frame', buffer=0)\n"
            "while True: surface.client.answer()\n"
        )
        folder = os.path.dirname(os.path.dirname(sys.modules["guest.surface"].__file__))
        for end in (signal.SIGKILL, signal.SIGSTOP):
            with self.subTest(end), Program(["python3", "-c", script, folder, str(self.daemon.socket)]) as program:
                program.until(program.lines, "it draws")
                self.daemon.until_shown(NAME, "#445566")
                program.signal(end)
                if end == signal.SIGSTOP:
                    # The last frame stays, because a still picture is also one. The other screen is unchanged.
                    self.daemon.until_shown("Virtual-2", "#112233")
                    self.daemon.until_shown(NAME, "#445566")
                    program.kill()
                start = time.monotonic()
                self.until_back()
                self.assertLess(time.monotonic() - start, 10)

    def test_a_client_that_leaves_at_any_moment(self):
        self.start()
        for place in range(30):
            client = self.daemon.client()
            file = memory(BYTES)
            socket.send_fds(client.socket, [
                message("Draw", screen=NAME, size=SIZE, format="xrgb8888", buffers=[{"fd": 0}])
                + message("Frame", buffer=0) * (place % 3)
            ], [file])
            os.close(file)
            client.socket.close()
        self.until_back()
        self.daemon.program.until(lambda: self.surface_or_none(), "it is free")
        self.assertEqual(self.daemon.stop(), 0)

    def surface_or_none(self) -> Surface | None:
        try:
            return self.surface()
        except Refused:
            return None

    def test_files_that_are_not_fences_are_refused(self):
        self.start()
        surface = self.surface()
        surface.show("#445566")
        for file in (memory(BYTES), os.open("/dev/null", os.O_RDWR), os.eventfd(0), *os.pipe()):
            with self.assertRaises(Refused) as refused:
                call(surface.client, "Frame", [file], buffer=1, fence=0)
            self.assertEqual(refused.exception.parameters["parameter"], "fence")
            self.assertIn("is not a fence", str(refused.exception))
            os.close(file)
        for number in (0, -1, 1 << 62):
            with self.assertRaises(Refused) as refused:
                surface.client.call("Frame", buffer=1, fence=number)
            self.assertIn("0 came with the call", str(refused.exception))
        self.daemon.until_shown(NAME, "#445566")
        surface.show("#556677")
        self.daemon.until_shown(NAME, "#556677")

    def test_clients_with_the_right_to_read_may_not_draw(self):
        self.start()
        self.hostile = self.client()
        self.hostile.send("Frame", oneway=True, buffer=0)
        self.hostile.send("Draw", oneway=True, screen=NAME, size=SIZE, format="rgb24", buffers=[])
        self.assertEqual(len(self.hostile.call("List")["screens"]), 2)
