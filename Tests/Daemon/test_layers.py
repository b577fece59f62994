"""Layers of clients over the pictures of screens."""

import itertools
import os
import time
import unittest

from drawing import NAME
from guest.daemon import STILL
from guest.surface import Surface, call, memory
from guest.varlink import Client, Refused
from layering import BESIDE, CONTENT, FRAME, INSIDE, LAYER, PLACE, UPPER, Layering

NOBODY = 65534


class Layers(Layering):
    def test_a_layer_is_shown_from_its_first_frame_until_the_connection_ends(self):
        self.start()
        layer = self.layer()
        self.assertEqual(layer.reply["size"], {"width": 16, "height": 12})
        self.assertEqual(self.pixel(INSIDE), CONTENT)
        reply = layer.show(LAYER)
        self.assertEqual((reply["shown"], reply["copied"], reply["size"]), (True, True, layer.reply["size"]))
        self.until(INSIDE, LAYER)
        self.assertEqual((self.pixel(BESIDE), self.drawn_by()), (CONTENT, None))
        layer.client.socket.close()
        self.until(INSIDE, CONTENT)

    def test_frames_with_alpha_are_blended_and_invalid_ones_limited(self):
        self.start()
        client = self.client()
        file = memory(16 * 12 * 4)
        call(
            client, "Draw", [file], screen=NAME, size={"width": 16, "height": 12}, format="argb8888",
            buffers=[{"fd": 0}], layer={"name": "words", "rectangle": PLACE},
        )
        # Half of white, and a colour that is brighter than its alpha.
        for pixel, color in ((0x80808080, "#889199"), (0x00FFFFFF, CONTENT)):
            os.pwrite(file, pixel.to_bytes(4, "little") * (16 * 12), 0)
            client.call("Frame", buffer=0, layer="words")
            self.until(INSIDE, color)
        os.close(file)

    def test_layers_lie_over_frames_in_their_order(self):
        self.start()
        client = self.client()
        frames = Surface(client, NAME, 64, 48)
        lower = self.layer("lower", client, order=3)
        upper = self.layer("upper", client, order=-3)
        for surface, color in ((frames, FRAME), (upper, UPPER), (lower, LAYER)):
            surface.show(color)
        self.until(INSIDE, LAYER)
        self.assertEqual(self.pixel(BESIDE), FRAME)
        client.call("PlaceLayer", layer={"name": "upper", "rectangle": PLACE, "order": 4})
        self.until(INSIDE, UPPER)
        client.call("PlaceLayer", layer={"name": "upper", "rectangle": PLACE, "order": 4, "opacity": 0})
        self.until(INSIDE, LAYER)
        client.call("PlaceLayer", layer={"name": "lower", "rectangle": {**PLACE, "x": 40}})
        self.until((40, 4), LAYER)
        self.assertEqual(self.pixel(INSIDE), FRAME)
        client.call("RemoveLayer", layer="lower")
        self.until((40, 4), FRAME)
        with self.assertRaises(Refused):
            client.call("Frame", buffer=0, layer="lower")

    def test_a_connection_has_layers_on_several_screens(self):
        self.start()
        client = self.client()
        for name, screen in (("a", NAME), ("b", "Virtual-2")):
            self.layer(name, client, screen).show(LAYER)
            self.until(INSIDE, LAYER, screen)
        with self.assertRaises(Refused) as refused:
            self.layer("a", client, "Virtual-2")
        self.assertIn("on another screen", str(refused.exception))
        client.socket.close()
        for screen in (NAME, "Virtual-2"):
            self.until(INSIDE, CONTENT, screen)

    def test_another_size_begins_with_the_next_frame(self):
        self.start()
        client = self.client()
        self.layer(client=client).show(LAYER)
        layer = self.layer(client=client, rectangle={"width": 20})
        self.assertEqual(layer.reply["size"]["width"], 20)
        layer.show(UPPER)
        self.until((8 + 19, 4), UPPER)

    def test_the_last_frame_lingers_until_the_layer_is_back(self):
        self.start()
        first = self.layer(linger=60)
        first.show(LAYER)
        self.until(INSIDE, LAYER)
        first.client.socket.close()
        self.daemon.program.until(lambda: self.layers()[0]["lingers"], "it lingers", interval=0.02)
        second = self.layer(linger=1)
        self.assertEqual(self.pixel(INSIDE), LAYER)
        second.show(UPPER)
        self.until(INSIDE, UPPER)
        self.assertEqual([layer["lingers"] for layer in self.layers()], [False])
        second.client.socket.close()
        self.until(INSIDE, CONTENT)

    def test_a_layer_that_lingers_ends_although_its_successor_shows_nothing(self):
        self.start()
        first = self.layer(linger=1)
        first.show(LAYER)
        self.until(INSIDE, LAYER)
        first.client.socket.close()
        self.daemon.program.until(lambda: self.layers()[0]["lingers"], "it lingers", interval=0.02)
        second = self.layer()
        self.until(INSIDE, CONTENT)
        second.show(UPPER)
        self.until(INSIDE, UPPER)

    def test_the_end_of_a_layer_that_lingers_does_not_end_the_call_of_its_successor(self):
        self.start()
        first = self.layer(linger=1)
        first.show(LAYER)
        self.until(INSIDE, LAYER)
        first.client.socket.close()
        self.daemon.program.until(lambda: self.layers()[0]["lingers"], "it lingers", interval=0.02)
        second = self.layer()
        # The frame is due three times as late as the former layer ends.
        reply = second.show(UPPER, at=time.monotonic_ns() + 3_000_000_000)
        self.assertTrue(reply["shown"])
        self.until(INSIDE, UPPER)

    def test_impossible_layers_are_refused_and_others_stay(self):
        self.start()
        client = self.client()
        self.layer(client=client).show(LAYER)
        rectangles = [
            {"width": 0}, {"height": -1}, {"x": 64}, {"y": -12}, {"width": 16385}, {"width": 1 << 40},
            {"x": 1 << 62}, {"x": -(1 << 63)},
        ]  # fmt: skip
        good = {"name": "words", "rectangle": PLACE}
        wrong = [({**good, "rectangle": {**PLACE, **change}}, "rectangle|outside|larger") for change in rectangles]
        wrong += [({**good, "order": order}, f"has the order {order}") for order in (1_000_001, -(1 << 63))]
        wrong += [({**good, "opacity": opacity}, "opacity") for opacity in (-0.1, 1.1, 1e300)]
        wrong += [({**good, "name": name}, "has no name") for name in ("", "a\nb", "x" * 65, "\u1100" * 65)]
        for layer, words in wrong:
            with self.subTest(layer), self.assertRaisesRegex(Refused, words):
                client.call("PlaceLayer", layer=layer)
            with self.subTest(layer), self.client() as other, self.assertRaisesRegex(Refused, words):
                Surface(other, NAME, 16, 12, layer={**layer, "name": layer["name"] and layer["name"][:65]})
        strip = {**good, "name": "strip", "scroll": 60}
        wide = {"width": 2, "height": 1}
        for placing in ({"crop": PLACE}, {"turn": 90}, {"reflect": True}, {"place": PLACE}, {"pixelAspect": wide}):
            with self.subTest(placing), self.client() as other, self.assertRaisesRegex(Refused, "effect on a strip"):
                Surface(other, NAME, 40, 12, layer=strip, **placing)
        with self.client() as other:
            Surface(other, NAME, 40, 12, layer=strip, crop=None, pixelAspect=None).show(LAYER)
        with self.client() as other, self.assertRaisesRegex(Refused, "16384"):
            call(
                other, "Draw", [memory(4)], screen=NAME, size={"width": 1_000_000, "height": 1}, format="argb8888",
                buffers=[{"fd": 0}], layer=strip,
            )  # fmt: skip
        for name in ("RemoveLayer", "Frame"):
            with self.assertRaises(Refused):
                client.call(name, layer="other")
        with self.assertRaises(Refused) as refused:
            call(
                client, "Draw", [memory(64 * 48 * 4)], screen=NAME, size={"width": 64, "height": 48},
                format="argb8888", buffers=[{"fd": 0}],
            )
        self.assertIn("nothing is below the frames", str(refused.exception))
        self.assertEqual((self.pixel(INSIDE), self.pixel(BESIDE)), (LAYER, CONTENT))
        self.assertEqual(len(self.layers()), 1)

    def test_a_flood_of_layers_is_limited_by_number_and_memory(self):
        self.start(f"{STILL}[daemon]\nmemory = 64\n")
        client = self.client()
        layers = [self.layer(f"layer {number}", client) for number in range(16)]
        with self.assertRaises(Refused) as refused:
            self.layer("one more", client)
        self.assertIn("has 16 layers of this user", str(refused.exception))
        layers[7].show(LAYER)
        self.until(INSIDE, LAYER)
        before = self.frames_memory()
        client.call("RemoveLayer", layer="layer 3")
        # Its two buffers, and its picture when the screen no longer has it.
        used = before - 3 * 16 * 12 * 4
        self.daemon.program.until(lambda: self.frames_memory() == used, "its memory is free", interval=0.05)
        with self.assertRaises(Refused) as refused:
            # The copies of a strip of 25 MiB do not fit.
            Surface(client, NAME, 16384, 400, 1, layer={"name": "long", "rectangle": PLACE, "scroll": 1})
        self.assertIn("memory budget", str(refused.exception))
        self.assertEqual(self.frames_memory(), used)
        client.socket.close()
        self.until(INSIDE, CONTENT)
        self.daemon.program.until(lambda: self.frames_memory() == 0, "the memory is free", interval=0.05)

    @unittest.skipUnless(os.geteuid() == 0, "only root can be other users")
    def test_a_flood_of_layers_of_many_users_is_limited(self):
        self.start()
        self.daemon.folder.chmod(0o755)
        self.daemon.socket.chmod(0o666)

        def layer(user: int, number: int, on: str = NAME) -> None:
            os.seteuid(NOBODY - user)
            try:
                client = self.client()
            finally:
                os.seteuid(0)
            self.layer(f"layer {number}", client, on)

        for user, number in itertools.product(range(4), range(16)):
            layer(user, number)
        with self.assertRaisesRegex(Refused, "has 64 layers"):
            layer(4, 0)
        layer(4, 0, "Virtual-2")
        self.assertEqual(self.pixel(INSIDE), CONTENT)

    def test_a_strip_moves_while_its_client_does_nothing(self):
        self.start()
        client = self.client()
        file = memory(64 * 12 * 4)
        layer = {"name": "ticker", "rectangle": PLACE, "scroll": 60}

        def draw(layer: dict) -> dict:
            return call(
                client, "Draw", [file], screen=NAME, size={"width": 64, "height": 12}, format="xrgb8888",
                buffers=[{"fd": 0}], layer=layer,
            )  # fmt: skip

        # The blue channel is the column.
        os.pwrite(file, b"".join(column.to_bytes(4, "little") for column in range(64)) * 12, 0)
        self.assertEqual(draw(layer)["size"], {"width": 16, "height": 12})
        self.assertEqual(self.pixel(INSIDE), CONTENT)
        reply = client.call("Frame", buffer=0, layer="ticker")
        self.assertEqual((reply["shown"], reply["copied"]), (True, True))
        places = set()

        def has_moved() -> bool:
            pixels = self.daemon.picture(NAME).pixels
            row = [int.from_bytes(pixels[at : at + 3]) for at in range(3 * (4 * 64 + 8), 3 * (4 * 64 + 24), 3)]
            assert row == [(row[0] + number) % 64 for number in range(16)], row
            places.add(row[0])
            return len(places) > 5

        self.daemon.program.until(has_moved, "it moves", interval=0.05)
        for change in ({"rectangle": {**PLACE, "width": 65}}, {"scroll": 1e6}, {"scroll": 30}, {"axis": "vertical"}):
            with self.subTest(change), self.assertRaises(Refused):
                draw({**layer, **change})
                client.call("Frame", buffer=0, layer="ticker")
        os.close(file)

    def ticker(self, count: int = 2, width: int = 40, height: int = 12) -> Client:
        """Draws a strip of each colour, and shows the first."""
        client = self.client()
        size = width * height * 4
        file = memory(count * size)
        for number, color in enumerate((LAYER, UPPER)[:count]):
            os.pwrite(file, (bytes.fromhex(color[1:])[::-1] + b"\0") * (width * height), number * size)
        call(
            client, "Draw", [file], screen=NAME, size={"width": width, "height": height}, format="xrgb8888",
            buffers=[{"fd": 0, "offset": number * size} for number in range(count)],
            layer={"name": "ticker", "rectangle": PLACE, "scroll": 60},
        )  # fmt: skip
        os.close(file)
        client.call("Frame", buffer=0, layer="ticker")
        self.until(INSIDE, LAYER)
        return client

    def test_a_strip_that_is_dropped_is_not_shown(self):
        self.start()
        # The copy of the strip outlasts the refresh that the strip is for.
        client = self.ticker(width=16384, height=400)
        refresh = client.call("Frame", layer="ticker")["refresh"]
        reply = client.call("Frame", buffer=1, layer="ticker", refresh=refresh + 1, drop=True)
        color = UPPER if reply["shown"] else LAYER
        self.assertEqual(reply["dropped"], 0 if reply["shown"] else 1)
        for _ in range(3):
            client.call("Frame", layer="ticker")
            self.assertEqual(self.pixel(INSIDE), color)

    def test_a_strip_is_shown_at_its_time(self):
        self.start()
        client = self.ticker()
        due = time.monotonic_ns() + 2_000_000_000
        client.send("Frame", buffer=1, layer="ticker", at=due)
        while True:
            color = self.pixel(INSIDE)
            if time.monotonic_ns() > due - 100_000_000:
                break
            self.assertEqual(color, LAYER)
        self.assertTrue(client.answer()["shown"])
        self.until(INSIDE, UPPER)

    def test_a_placed_layer_keeps_its_order_and_its_opacity(self):
        self.start()
        client = self.client()
        self.layer(client=client, order=5, opacity=0.5)
        client.call("PlaceLayer", layer={"name": "words", "rectangle": {**PLACE, "x": 9}})
        state = self.layers()[0]
        self.assertEqual((state["order"], state["opacity"], state["rectangle"]["x"]), (5, 0.5, 9))
        client.call("PlaceLayer", layer={"name": "words", "rectangle": PLACE, "order": 0, "opacity": 1})
        state = self.layers()[0]
        self.assertEqual((state["order"], state["opacity"]), (0, 1))
        with self.assertRaises(Refused) as refused:
            client.call("PlaceLayer", layer={"name": "words", "rectangle": PLACE, "scroll": 60})
        self.assertIn("remove it first", str(refused.exception.parameters))
        ticker = self.ticker()
        for change in ({"scroll": 30}, {"scroll": 60, "axis": "vertical"}):
            with self.subTest(change), self.assertRaises(Refused):
                ticker.call("PlaceLayer", layer={"name": "ticker", "rectangle": PLACE, **change})
        ticker.call("PlaceLayer", layer={"name": "ticker", "rectangle": PLACE, "scroll": 60})

    def test_the_status_lists_layers_and_a_revoke_ends_them(self):
        self.start()
        layer = self.layer("words", linger=60, program="clock")
        layer.show(LAYER)
        self.until(INSIDE, LAYER)
        self.assertIn("words of 'clock' (process", self.command("status"))
        self.assertIn("16x12 at 8,4", self.command("status"))
        self.command("lease", NAME, "--revoke", "--layer", "words")
        self.assertTrue(layer.client.is_cut_off())
        self.until(INSIDE, CONTENT)
        with self.assertRaises(Refused):
            self.daemon.call("Revoke", screen=NAME, layer="words")

    def frames_memory(self) -> int:
        return self.daemon.call("Status")["memory"]["frames"]

    def test_memory_is_given_back_when_the_screen_no_longer_uses_it(self):
        self.start()
        client = self.client()
        large = {"width": 128, "height": 96}
        layer = self.layer(client=client, rectangle=large)
        layer.show(LAYER)
        self.until(INSIDE, LAYER)
        used = self.frames_memory()
        self.assertEqual(used, 128 * 96 * 4 * 3)
        # A place that is refused takes none.
        with self.assertRaises(Refused):
            client.call("PlaceLayer", layer={"name": "words", "rectangle": {**PLACE, "width": 129}})
        self.assertEqual(self.frames_memory(), used)
        layer = self.layer(client=client)
        # The former picture is on the screen until the next frame.
        self.assertGreaterEqual(self.frames_memory(), 128 * 96 * 4)
        layer.show(UPPER)
        self.until(INSIDE, UPPER)
        self.assertEqual(self.frames_memory(), 16 * 12 * 4 * 3)
        client.call("RemoveLayer", layer="words")
        self.daemon.program.until(lambda: self.frames_memory() == 0, "the memory is free", interval=0.05)

    def test_the_kind_of_a_layer_stays(self):
        self.start()
        client = self.client()
        self.layer(client=client).show(LAYER)
        file = memory(16 * 12 * 4)
        self.addCleanup(os.close, file)
        for change in ({"format": "xrgb8888"}, {"layer": {"name": "words", "rectangle": PLACE, "scroll": 5}}):
            with self.subTest(change), self.assertRaises(Refused) as refused:
                parameters = {"format": "argb8888", "layer": {"name": "words", "rectangle": PLACE}, **change}
                call(
                    client, "Draw", [file], screen=NAME, size={"width": 16, "height": 12}, buffers=[{"fd": 0}],
                    **parameters,
                )  # fmt: skip
            self.assertIn("remove it first", str(refused.exception.parameters))

    def test_a_ticker_gets_a_longer_strip_and_rectangle(self):
        self.start()
        client = self.client()
        for width, length in ((16, 40), (30, 60), (16, 20)):
            place = {**PLACE, "width": width}
            layer = {"name": "ticker", "rectangle": place, "scroll": 60}
            Surface(client, NAME, length, 12, layer=layer).show(LAYER)
            self.until((8 + width - 1, 4), LAYER)
            self.until((8 + width, 4), CONTENT)
        # A strip outside the picture is refused before its first frame.
        outside = {"name": "other", "rectangle": {**PLACE, "x": 64}, "scroll": 60}
        with self.assertRaises(Refused):
            Surface(client, NAME, 40, 12, layer=outside)

    def test_a_ticker_is_placed_at_once(self):
        self.start()
        client = self.client()
        layer = {"name": "ticker", "rectangle": PLACE, "scroll": 60}
        Surface(client, NAME, 40, 12, layer=layer).show(LAYER)
        self.until(INSIDE, LAYER)
        for width, y in ((30, 4), (40, 30), (20, 30)):
            client.call("PlaceLayer", layer={"name": "ticker", "rectangle": {**PLACE, "width": width, "y": y}})
            self.until((8 + width - 1, y), LAYER)
            self.until((8 + width, y), CONTENT)
            self.assertEqual(client.call("Frame", layer="ticker")["size"], {"width": width, "height": 12})

    def test_a_dark_screen_has_no_new_layers_and_old_ones_wait(self):
        self.start()
        client = self.client()
        layer = self.layer(client=client)
        layer.show(LAYER)
        self.daemon.call("Set", screen=NAME, settings={"power": "off"})
        self.daemon.until_dark(NAME, "off")
        with self.assertRaises(Refused) as refused:
            self.layer("other")
        self.assertIn("shows nothing", str(refused.exception))
        self.daemon.call("Set", screen=NAME, settings={"power": "on"})
        layer.show(UPPER)
        self.until(INSIDE, UPPER)
