"""Processor time of a frame of a film that comes through a pipe, beside players that show the same bytes."""

from guest import contenders, hostlink, processor
from guest.contenders import Display
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 1280, 720
# Seconds of each measurement, once the program has run for a while.
WARM = 2.0
LOOK = 5.0


class FilmCost(KernelTest):
    machine = "compare"

    def test_vkms(self):
        card = VirtualCard("film", [CONNECTED])
        self.addCleanup(card.remove)
        display = Display("vkms", card.card, card.connectors[0], WIDTH, HEIGHT)
        film = contenders.film(WIDTH, HEIGHT)
        self.addCleanup(film.unlink)
        for name in ("screens present", "mpv", "kmssink"):
            with contenders.player(display, name, film, WIDTH, HEIGHT) as processes:
                found = processor.frames(processes, LOOK, WARM)
            hostlink.link().report(
                kind="figure",
                table="film",
                card=display.driver,
                program=name,
                microseconds=found.microseconds,
                rate=found.rate,
            )
