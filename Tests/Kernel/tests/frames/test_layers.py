"""Layers over the frames of a client and over contents: each refresh is checked by its checksum."""

import itertools
import os
import signal
import threading

from guest import dmabuffers, processor, readback
from guest.checksums import Checksums
from guest.daemon import Daemon
from guest.frametest import CONFIGURATION, HEIGHT, REFRESH, WIDTH, FrameTest
from guest.kerneltest import long
from guest.surface import Surface, call, mapped, memory

# It moves by a pixel in each refresh.
STRIP_LENGTH, SPEED = WIDTH + 8, 60
STRIP = {"name": "ticker", "rectangle": {"x": 0, "y": HEIGHT - 20, "width": WIDTH, "height": 10}, "scroll": SPEED}
# A letter has six columns, and the end of the words is six letters before their beginning.
TICKER = {"ticker": "abcdefghij", "speed": f"{SPEED} px/s", "area": "0 80% 100% 10%"}
TICKER_LENGTH = (10 + 6) * 6
LABEL = {"name": "label", "rectangle": {"x": 20, "y": 10, "width": 30, "height": 20}, "opacity": 0.5}
FILM = ("#445566", "#667788")
# Two frames over each picture of a film are as many pictures.
LABELS = ("#ffffff", "#ffcc00")
OTHER_MODE = "200x150@60,cvt"


class LayerTest(FrameTest):
    def setUp(self):
        super().setUp()
        self.checksums = self.enterContext(Checksums(self.card.minor))

    def until(self, condition, what: str) -> None:
        self.daemon.program.until(condition, what, interval=0.1)

    def refreshes(self, count: int) -> list[str]:
        """Returns the checksums of the next refreshes."""
        read = len(self.checksums.so_far)
        self.until(lambda: len(self.checksums.so_far) >= read + count, f"{count} refreshes")
        return self.checksums.so_far[read:]


class LayersByWriteback(LayerTest):
    """The pixels of a refresh are read from the card."""

    writeback = True

    def expect_label(self, make) -> None:
        """A label of half opacity is over a frame, whose memory `make` returns."""
        film, label = (0x20, 0x41, 0x60), (0xFF, 0xCC, 0x01)
        box, opacity = LABEL["rectangle"], LABEL["opacity"]
        columns = range(box["x"], box["x"] + box["width"])
        rows = range(box["y"], box["y"] + box["height"])
        mixed = [lower * (1 - opacity) + upper * opacity for lower, upper in zip(film, label)]
        with self.daemon.client() as client, self.daemon.client() as player:
            Surface(player, self.name, WIDTH, HEIGHT, 3, make, True).show("#" + bytes(film).hex())
            bare = self.refreshes(10)[-1]
            Surface(client, self.name, 30, 20, layer=LABEL).show("#" + bytes(label).hex())
            self.until(lambda: self.checksums.so_far[-1] != bare, "the label is shown")
            found = readback.scanned_out(self.daemon.pid, self.card.minor, self.name)
        self.assertEqual((found.width, found.height), (WIDTH, HEIGHT))
        for y, x in itertools.product(range(HEIGHT), range(WIDTH)):
            expected = mixed if x in columns and y in rows else film
            error = max(abs(part - other) for part, other in zip(found.at(x, y), expected))
            self.assertLessEqual(error, 1 if expected is mixed else 0, f"{found.at(x, y)} at {x}, {y}")

    def test_a_label_is_blended_over_a_frame_in_memory(self):
        self.expect_label(mapped)

    def test_a_label_is_blended_over_a_frame_of_a_device(self):
        self.expect_label(dmabuffers.mapped)


class Layers(LayerTest):
    def begin_ticker(self, client) -> None:
        file = memory(STRIP_LENGTH * 10 * 4)
        colors = (number * 1234567 % (1 << 24) for number in range(STRIP_LENGTH))
        os.pwrite(file, b"".join(color.to_bytes(4, "little") for color in colors) * 10, 0)
        call(
            client, "Draw", [file], screen=self.name, size={"width": STRIP_LENGTH, "height": 10}, format="xrgb8888",
            buffers=[{"fd": 0}], layer=STRIP,
        )  # fmt: skip
        os.close(file)
        client.call("Frame", buffer=0, layer="ticker")

    def begin_own_ticker(self, client) -> None:
        client.call("Set", screen=self.name, settings={"overlay": [TICKER]})

    def expect_even_steps(self, count: int, begin=None, length: int = STRIP_LENGTH) -> None:
        """A film has a frame in each of so many refreshes, and a strip moves over it.

        `begin` begins the strip, which is a client's by default; `length` is the number of its places.

        The checksum of a refresh depends on the place of the strip and on the colour of the film. The number of places
        is a multiple of the film's frames. So if each step is as wide as the one before, and the film has its next
        frame in each refresh, the refreshes of one place have one checksum, which no other place has.
        """
        ends = threading.Event()
        with self.daemon.client() as client, self.daemon.client() as player:
            film = Surface(player, self.name, WIDTH, HEIGHT, len(FILM))
            for number, color in enumerate(FILM):
                film.fill(number, color)
            missed = []

            def play() -> None:
                # The calls are sent ahead, so that the film is not late if this process is.
                ahead = 8
                for number in range(ahead):
                    player.send("Frame", buffer=number % len(FILM))
                while not ends.is_set():
                    missed.append(player.answer()["missed"])
                    player.send("Frame", buffer=(len(missed) + ahead - 1) % len(FILM))
                for _ in range(ahead):
                    player.answer()

            thread = threading.Thread(target=play)
            thread.start()
            try:
                (begin or self.begin_ticker)(client)
                self.refreshes(10)
                before = self.daemon.statistics(self.name)["missed"]
                # The call for the statistics may hold up the film.
                self.refreshes(10)
                first = len(missed)
                # The kernel reports a checksum for each refresh, so the number of refreshes is the time.
                found = self.refreshes(count)
                last = len(missed)
                self.assertEqual(self.daemon.statistics(self.name)["missed"], before)
            finally:
                ends.set()
                thread.join()
        places = [set(found[place::length]) for place in range(length)]
        self.assertEqual(length % len(FILM), 0)
        self.assertEqual(max(map(len, places)), 1)
        self.assertEqual(len(set().union(*places)), sum(map(len, places)), "two places have one checksum")
        # The film had its own frames meanwhile, one for each refresh.
        self.assertGreater(last - first, count // 2)
        self.assertEqual([number for number in range(first, last) if missed[number]], [], "frames after missed ones")

    def test_a_strip_over_a_film_moves_evenly(self):
        self.expect_even_steps(500)

    def test_a_ticker_of_an_overlay_over_a_film_moves_evenly(self):
        self.expect_even_steps(500, self.begin_own_ticker, TICKER_LENGTH)

    @long
    def test_a_strip_over_a_film_moves_evenly_for_a_minute(self):
        self.expect_even_steps(60 * round(REFRESH))

    def test_a_strip_wakes_only_the_thread_of_its_screen(self):
        with self.daemon.client() as client:
            self.begin_ticker(client)
            self.refreshes(20)
            before = processor.sleeps(self.daemon.pid)
            count = len(self.refreshes(300))
            woken = processor.sleeps(self.daemon.pid) - before
        self.assertGreaterEqual(woken.total(), count)
        # The main thread has the name of the program. It feeds a watchdog, and may write its statistics.
        self.assertLess(woken["screensd"], 20, woken)

    def test_a_label_over_frames_of_a_device_comes_and_goes_between_refreshes(self):
        with self.daemon.client() as client, self.daemon.client() as player:
            film = Surface(player, self.name, WIDTH, HEIGHT, 3, dmabuffers.mapped, True)

            def played(count: int) -> list[bool]:
                return [film.show(FILM[number % 2])["copied"] for number in range(count)]

            def shown(read: int) -> set[str]:
                # Checksums are read in parts: the checksums of all frames have come when two more parts have.
                self.refreshes(20)
                return set(self.checksums.so_far[read:])

            played(10)
            read = len(self.checksums.so_far)
            self.assertFalse(any(played(20)))
            bare = shown(read)
            self.assertEqual(len(bare), len(FILM))
            read = len(self.checksums.so_far)
            for turn in range(3):
                Surface(client, self.name, 30, 20, layer=LABEL).show(LABELS[turn % 2])
                self.assertTrue(all(played(20)[2:]))
                client.call("RemoveLayer", layer="label")
                self.assertFalse(any(played(20)[2:]))
            shown(read)
            # The film is bare, or below a label, from the refresh in which the label comes to the one in which it goes.
            runs = itertools.groupby(self.checksums.so_far[read:], lambda checksum: checksum in bare)
            covered = [set(run) for is_bare, run in runs if not is_bare]
            self.assertEqual([len(frames) for frames in covered], [len(FILM)] * 3)
            self.assertEqual(covered[0], covered[2])
            self.assertFalse(covered[0] & covered[1], "two labels have one checksum")

    def test_a_layer_that_lingers_and_its_successor_are_in_no_refresh_together(self):
        self.until(lambda: self.checksums.so_far, "the content has checksums")
        pictures = [self.checksums.so_far[-1]]
        for color in ("#ff0000", "#00ff00", "#0000ff"):
            with self.daemon.client() as client:
                Surface(client, self.name, 30, 20, layer=LABEL, linger=60).show(color)
                self.until(lambda: self.checksums.so_far[-1] not in pictures, "the frame is shown")
                pictures.append(self.refreshes(10)[-1])
            self.until(lambda: self.daemon.screen(self.name)["layers"][0]["lingers"], "the layer lingers")
        self.assertEqual([checksum for checksum, _ in itertools.groupby(self.checksums.so_far)], pictures)

    def until_only(self, checksum: str) -> None:
        self.until(lambda: self.checksums.so_far[-1] == checksum, "it has that picture")

    def test_a_layer_stays_over_a_hotplug_and_another_mode_and_returns_after_a_restart(self):
        self.until(lambda: self.checksums.so_far, "the content has checksums")
        content = self.checksums.so_far[-1]
        self.daemon.call("Set", screen=self.name, settings={"mode": OTHER_MODE})
        self.until(lambda: self.checksums.so_far[-1] != content, "it has another mode")
        bare = content, self.refreshes(3)[-1]
        self.daemon.call("Reset", screen=self.name)
        self.until_only(content)
        with self.daemon.client() as client:
            label = Surface(client, self.name, 30, 20, layer=LABEL)
            label.show("#ffffff")
            self.until(lambda: self.checksums.so_far[-1] != content, "the label is shown")
            shown = self.refreshes(3)[-1]
            read = len(self.checksums.so_far)
            self.card.unplug(0)
            self.daemon.until_dark(self.name, "disconnected")
            self.card.plug(0)
            self.daemon.until_lit(self.name)
            self.until_only(shown)
            self.daemon.call("Set", screen=self.name, settings={"mode": OTHER_MODE})
            self.until(lambda: self.checksums.so_far[-1] != shown, "it has another mode")
            self.refreshes(10)
            self.assertEqual(self.daemon.screen(self.name)["layers"][0]["name"], "label")
            self.daemon.call("Reset", screen=self.name)
            self.until_only(shown)
            self.assertFalse({*bare} & {*self.checksums.so_far[read:]}, "a refresh without the layer")
            # The content below is there again.
            client.call("RemoveLayer", layer="label")
            self.until_only(content)
        self.daemon.program.signal(signal.SIGTERM)
        self.assertEqual(self.daemon.program.wait(), 0)
        self.daemon = Daemon(self, CONFIGURATION)
        with self.daemon.client() as client:
            Surface(client, self.name, 30, 20, layer=LABEL).show("#ffffff")
            self.until_only(shown)
        self.until_only(content)
