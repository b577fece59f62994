"""Frames that a client has in memory: the processor time of each, and the time from its call to its refresh."""

import random
import threading
import time

from guest import dmabuffers, hostlink, processor, surface
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 1280, 720
CONFIGURATION = f'[default]\nmode = "{WIDTH}x{HEIGHT}@60,cvt"\ncontent = {{ color = "#2a7fc4" }}\n'
FRAMES = 200
LOOK = 5.0


class ClientFrames(KernelTest):
    machine = "compare"

    def test_vkms(self):
        card = VirtualCard("frames", [CONNECTED])
        self.addCleanup(card.remove)
        daemon = Daemon(self, CONFIGURATION)
        daemon.until_lit(card.connectors[0])
        # The plane itself shows three buffers of a device.
        for memory, make, count in (
            ("memfd", surface.mapped, 2), ("dma-buf, copied", dmabuffers.mapped, 2), ("dma-buf", dmabuffers.mapped, 3),
        ):  # fmt: skip
            with daemon.client() as client:
                frames = surface.Surface(client, card.connectors[0], WIDTH, HEIGHT, count=count, make=make)
                frames.show("#102030")
                self.assertEqual(frames.show("#102030")["copied"], count == 2)
                latencies = sorted(self.latencies(frames))
                cost = self.cost(daemon, frames)
            hostlink.link().report(
                kind="figure",
                table="client",
                memory=memory,
                p50=latencies[len(latencies) // 2],
                p99=latencies[len(latencies) * 99 // 100],
                microseconds=cost.microseconds,
                rate=cost.rate,
            )

    @staticmethod
    def latencies(frames: surface.Surface) -> list[int]:
        """Measures from the call to the frame's refresh, at random moments between refreshes."""
        moments = random.Random(1)
        found = []
        for number in range(FRAMES):
            time.sleep(moments.uniform(0.020, 0.040))
            begun = time.monotonic_ns()
            found.append(frames.client.call("Frame", buffer=number % frames.count)["time"] - begun)
        return found

    @staticmethod
    def cost(daemon: Daemon, frames: surface.Surface):
        """Measures the processor time of the daemon while the client shows a frame at each refresh."""
        is_over = threading.Event()

        def show() -> None:
            number = 0
            while not is_over.is_set():
                number = frames.client.call("Frame", buffer=number)["free"]

        thread = threading.Thread(target=show)
        thread.start()
        try:
            return processor.frames([daemon.pid], LOOK)
        finally:
            is_over.set()
            thread.join()
