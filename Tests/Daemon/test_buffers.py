"""Buffers of clients that draw frames, over several calls of Draw."""

import os

from drawing import BYTES, NAME, SIZE, Drawing
from guest.surface import Surface, call, memory


class Buffers(Drawing):
    def test_another_draw_with_the_same_memory_knows_the_shown_buffers(self):
        self.start()
        client = self.client()
        file = memory(3 * BYTES)
        self.addCleanup(os.close, file)

        def draw(places: list[int]) -> None:
            buffers = [{"fd": 0, "offset": place * BYTES} for place in places]
            call(client, "Draw", [file], screen=NAME, size=SIZE, format="xrgb8888", buffers=buffers)

        draw([0, 1, 2])
        free = 0
        for _ in range(4):
            last, free = free, client.call("Frame", buffer=free)["free"]
        draw([0, 1, 2])
        shown, free = free, client.call("Frame", buffer=free)["free"]
        self.assertNotIn(free, (shown, last))
        # The buffers are known by their memory, and not by their numbers.
        draw([2, 1, 0])
        self.assertEqual(client.call("Frame", buffer=2 - free)["free"], 2 - last)

    def test_another_draw_has_the_size_of_the_picture_since_then(self):
        self.start()
        film = self.surface()
        film.show("#445566")
        self.daemon.call("Set", screen=NAME, settings={"rotate": 90})
        again = Surface(film.client, NAME, 64, 48)
        self.assertEqual(again.reply["size"], {"width": 48, "height": 64})
