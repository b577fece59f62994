"""Frames that only a plane can show, and that something hides for a time: each is shown once that is over."""

import os
from collections.abc import Callable

from guest import dmabuffers
from guest.checksums import Checksums
from guest.frametest import HEIGHT, WIDTH, FrameTest
from guest.surface import Surface, call
from guest.varlink import Refused


class HiddenFrames(FrameTest):
    screens = 2

    @property
    def environment(self) -> dict[str, str]:
        # The daemon can copy no dma-buf.
        return {"LD_PRELOAD": os.environ["SCREENS_UNMAPPED_BUFFERS"]}

    def setUp(self):
        super().setUp()
        self.other = self.names[1]
        self.checksums = self.enterContext(Checksums(self.card.minor))

    def until(self, condition: Callable[[], bool], what: str) -> None:
        self.daemon.program.until(condition, what, interval=0.1)

    def set(self, name: str, **settings) -> None:
        self.daemon.call("Set", screen=name, settings=settings)

    def test_a_frame_is_shown_once_its_obstacle_is_over(self):
        obstacles = {
            "layer": (
                lambda: self.daemon.call("Identify", seconds=3600), lambda: self.daemon.call("Identify", seconds=1),
            ),
            "rotation": (lambda: self.set(self.name, rotate=180), lambda: self.set(self.name, rotate=0)),
            "mirror": (lambda: self.set(self.other, mirror=self.name), lambda: self.set(self.other, mirror="none")),
        }  # fmt: skip
        with self.daemon.client() as client:
            surface = Surface(client, self.name, WIDTH, HEIGHT, 3, dmabuffers.mapped, True, fit="center")
            for _ in range(4):
                reply = surface.show("#445566")
            self.assertEqual((reply["shown"], reply["reason"], reply["copied"]), (True, None, False))
            read = len(self.checksums.so_far)
            self.until(lambda: len(self.checksums.so_far) > read + 10, "the frame has checksums")
            frame = self.checksums.so_far[-1]
            for reason, (begin, end) in obstacles.items():
                with self.subTest(reason):
                    begin()
                    self.until(lambda: self.checksums.so_far[-1] != frame, "the frame is hidden")
                    for _ in range(3):
                        reply = surface.show("#445566")
                        self.assertEqual((reply["shown"], reply["reason"], reply["copied"]), (False, reason, False))
                    end()
                    self.until(lambda: self.checksums.so_far[-1] == frame, "the frame is shown again")
                    reply = surface.show("#445566")
                    self.assertEqual((reply["shown"], reply["reason"], reply["copied"]), (True, None, False))
            self.assertEqual(reply["dropped"], 0)

    def test_a_frame_that_the_bare_screen_refuses_is_an_error_also_below_a_label(self):
        file, _ = dmabuffers.mapped(3 * WIDTH * HEIGHT * 4)
        self.addCleanup(os.close, file)
        places = [{"fd": 0, "offset": number * WIDTH * HEIGHT * 4, "modifier": 1 << 56 | 1} for number in range(3)]
        with self.daemon.client() as client:
            call(
                client, "Draw", [file], screen=self.name, size={"width": WIDTH, "height": HEIGHT}, format="xrgb8888",
                buffers=places,
            )
            for _ in range(2):
                with self.assertRaises(Refused) as refused:
                    client.call("Frame", buffer=0)
                self.assertIn("cannot be copied", str(refused.exception))
                self.daemon.call("Identify", seconds=3600)
