"""Frames that a client has in dma-bufs, also while their device draws in them."""

import errno
import fcntl
import mmap
import os
import select
import socket

from guest import dmabuffers
from guest.frametest import HEIGHT, WIDTH, FrameTest
from guest.processes import open_files
from guest.surface import Surface, call
from guest.varlink import Client, Refused, message


class DMABuffers(FrameTest):
    screens = 2

    def setUp(self):
        super().setUp()
        self.other = self.names[1]
        self.device = self.enterContext(dmabuffers.Device())

    def surface(self, client: Client, is_drawn: bool = False, screen: str | None = None) -> Surface:
        """Makes frames in a dma-buf, in which the device draws if it `is_drawn`."""

        def make(size: int) -> tuple[int, mmap.mmap]:
            shared, memory = dmabuffers.mapped(size)
            if is_drawn:
                self.device.draw(shared)
            return shared, memory

        return Surface(client, screen or self.name, WIDTH, HEIGHT, make=make)

    def test_each_frame_is_shown_and_none_is_missed(self):
        with self.daemon.client() as client:
            surface = self.surface(client)
            replies = [surface.show(f"#{number:02x}4040") for number in range(100)]
            self.daemon.until_shown(self.name, "#634040")
        self.assertEqual([reply["missed"] for reply in replies[5:]], [0] * 95)
        self.daemon.until_shown(self.name, "#2a7fc4")

    def test_a_frame_waits_until_its_device_has_drawn_it(self):
        with self.daemon.client() as client, self.daemon.client() as second:
            surface = self.surface(client, is_drawn=True)
            surface.fill(0, "#445566")
            client.send("Frame", buffer=0)
            # Another screen continues meanwhile, and the daemon answers.
            other = self.surface(second, screen=self.other)
            replies = [other.show("#223344") for _ in range(60)]
            self.assertEqual([reply["missed"] for reply in replies[5:]], [0] * 55)
            self.assertEqual(self.daemon.pixel(self.name), bytes.fromhex("2a7fc4"))
            self.assertEqual(select.select([client.socket], [], [], 0)[0], [])
            self.device.finish()
            client.answer()
            self.daemon.until_shown(self.name, "#445566")

    def test_a_frame_waits_for_its_fence(self):
        with self.daemon.client() as client:
            # The frame is in a file in memory, as a program in software makes it.
            surface = Surface(client, self.name, WIDTH, HEIGHT)
            surface.fill(0, "#445566")
            fence = self.device.fence()
            threads = self.threads()
            socket.send_fds(client.socket, [message("Frame", buffer=0, fence=0)], [fence])
            os.close(fence)
            self.daemon.call("List")
            self.assertEqual(self.threads(), threads)
            self.assertEqual(self.daemon.pixel(self.name), bytes.fromhex("2a7fc4"))
            self.assertEqual(select.select([client.socket], [], [], 0)[0], [])
            self.device.finish()
            client.answer()
            self.daemon.until_shown(self.name, "#445566")
            self.assertEqual(self.open_files("sync_file"), 0)

    def test_a_fence_that_does_not_signal_ends_with_an_error_and_the_frame_before_stays(self):
        with self.daemon.client() as client:
            surface = Surface(client, self.name, WIDTH, HEIGHT)
            surface.show("#445566")
            fence = self.device.fence()
            with self.assertRaises(Refused) as refused:
                call(client, "Frame", [fence], buffer=surface.free, fence=0)
            os.close(fence)
            self.assertEqual(refused.exception.parameters["errno"], errno.ETIME)
            self.daemon.until_shown(self.name, "#445566")
            self.assertEqual(self.open_files("sync_file"), 0)
            surface.show("#556677")
            self.daemon.until_shown(self.name, "#556677")

    def test_nothing_is_kept_of_clients_whose_devices_hang(self):
        threads = self.threads()
        for _ in range(8):
            with self.daemon.client() as client:
                surface = self.surface(client, is_drawn=True)
                client.send("Frame", buffer=surface.free)
                # The call has begun when the next one is answered.
                self.daemon.call("List")
                self.assertEqual(self.threads(), threads)
        self.daemon.program.until(lambda: self.open_files("dmabuf") == 0, "they are closed")
        self.daemon.until_shown(self.name, "#2a7fc4")
        with self.daemon.client() as client:
            self.surface(client).show("#445566")
            self.daemon.until_shown(self.name, "#445566")

    def threads(self) -> int:
        """Returns the number of threads of the daemon, without the threads that end soon."""
        found = []

        def settled() -> bool:
            found.append(len(os.listdir(f"/proc/{self.daemon.pid}/task")))
            return found[-3:] == [found[-1]] * 3

        self.daemon.program.until(settled, "the number of threads stays", interval=0.2)
        return found[-1]

    def open_files(self, name: str) -> int:
        return sum(name in path for _, path in open_files(self.daemon.pid))

    def test_a_buffer_may_have_any_name(self):
        def named(size: int) -> tuple[int, mmap.mmap]:
            shared, memory = dmabuffers.mapped(size)
            fcntl.ioctl(shared, dmabuffers.DMA_BUF_SET_NAME, b"\n:\n::\nsize:\t1\n\0")
            return shared, memory

        with self.daemon.client() as client:
            Surface(client, self.name, WIDTH, HEIGHT, make=named).show("#445566")
            self.daemon.until_shown(self.name, "#445566")

    def test_a_buffer_that_is_too_short_is_refused(self):
        def short(size: int) -> tuple[int, mmap.mmap]:
            return dmabuffers.mapped(size // 2)

        with self.daemon.client() as client, self.assertRaises(Refused) as refused:
            Surface(client, self.name, WIDTH, HEIGHT, make=short)
        self.assertIn("its buffers need", str(refused.exception))
        # A separate thread closes it.
        self.daemon.program.until(
            lambda: not any("dmabuf" in path for _, path in open_files(self.daemon.pid)), "it is closed"
        )
