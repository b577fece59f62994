"""The examples, which embed the library like any program of others, on real cards."""

import time

from guest import deadline, hostlink, modetest, picture, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest
from guest.keyboard import Keyboard
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard


class Hello(KernelTest):
    machine = "cards"

    def test_it_draws_a_line_on_every_screen_and_follows_a_plug(self):
        card = VirtualCard("hello", [CONNECTED, CONNECTED], writeback=True, console=False)
        self.addCleanup(card.remove)
        card.unplug(1)
        with Program(["hello"]) as program:
            wait.until_shown(program, card.minor, card.connectors[0])
            card.plug(1)
            for name in card.connectors:
                wait.until_shown(program, card.minor, name)
                wait.until_scanned_out(program, card.minor, name, self.wrong)

    @staticmethod
    def wrong(found: picture.Picture) -> str | None:
        """Checks one white column somewhere, and the background everywhere else."""
        row = [found.at(x, 0) for x in range(found.width)]
        if row.count((255, 255, 255)) != 1 or row.count((0x20, 0x30, 0x40)) != found.width - 1:
            return f"the first row is made of {set(row)}"
        return None if found.pixels == found.row(0) * found.height else "the rows differ"


class Colors(KernelTest):
    machine = "cards"

    def test_a_key_changes_the_colour_on_the_screen_and_q_ends_it(self):
        minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        name = next(name for name in found if found[name].status == "connected")
        before = wait.books(minor)
        with Program(["colors"]) as program:
            wait.until_shown(program, minor, name)
            shown = "#336699"
            self.until_one_colour_but(None, shown)
            for _ in range(3):
                program.process.stdin.write(b"x")
                program.process.stdin.flush()
                shown = self.until_one_colour_but(shown)
            program.process.stdin.write(b"q")
            program.process.stdin.flush()
            self.assertEqual(program.wait(), 0, program.errors())
        wait.until_books(minor, before)

    def until_one_colour_but(self, before: str | None, expected: str | None = None) -> str:
        """Waits until every pixel has the same colour, another one than before."""

        def colour() -> str | None:
            found = picture.from_ppm(hostlink.link().screendump("gpu"))
            first = "#" + found.row(0)[:3].hex()
            uniform = picture.difference(found, picture.filled(found.width, found.height, first)) is None
            right = first != before if expected is None else first == expected
            return first if uniform and right else None

        return deadline.until(colour, "another colour on every pixel", interval=0.05)


class Butterfly(KernelTest):
    machine = "cards"

    def test_a_key_held_before_it_starts_and_a_keyboard_plugged_in_later_steer_it(self):
        minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        name = next(name for name in found if found[name].status == "connected")
        keyboard = Keyboard()
        self.addCleanup(keyboard.close)
        # Files of events test the other keys.
        keyboard.set(Keyboard.LEFT, 1)
        with Program(["butterfly"]) as program:
            wait.until_shown(program, minor, name)
            self.until_wings(0, -1)
            # Unplugged, it no longer holds a key.
            keyboard.close()
            keyboard = Keyboard()
            self.addCleanup(keyboard.close)
            keyboard.set(Keyboard.DOWN, 1)
            self.until_wings(1, 1)

    def until_wings(self, axis: int, sign: int) -> None:
        """Waits until the butterfly is at the edge of the screen and stays there: by itself it would fly on."""
        deadline.until(
            lambda: self.wings(axis) * sign > 0.28, f"the butterfly at the edge {sign} of axis {axis}", interval=0.05
        )
        time.sleep(3)
        self.assertGreater(self.wings(axis) * sign, 0.28, f"axis {axis}")

    @staticmethod
    def wings(axis: int) -> float:
        """Returns the place of the wings along an axis: 0 is the middle, and 0.5 an edge of the screen."""
        found = picture.from_ppm(hostlink.link().screendump("gpu"))
        step, places = 16, []
        for y in range(0, found.height, step):
            row = found.row(y)
            for x in range(0, found.width, step):
                red, green, blue = row[3 * x : 3 * x + 3]
                if red > 150 and red - green > 60 and blue < 70:
                    places.append((x / found.width, y / found.height)[axis])
        assert places, "no butterfly"
        return (min(places) + max(places)) / 2 - 0.5
