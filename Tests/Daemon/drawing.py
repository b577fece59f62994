"""Clients that draw frames on screens of a daemon."""

import unittest

from guest.daemon import STILL, Daemon
from guest.program import Program
from guest.surface import Surface
from guest.varlink import Client

TWO = ("--simulate", "64x48@60,64x48@60")
NAME = "Virtual-1"
SIZE = {"width": 64, "height": 48}
BYTES = 64 * 48 * 4


class Drawing(unittest.TestCase):
    """A daemon, and clients that draw on its first screen."""

    def start(self, configuration: str = STILL, *arguments: str) -> None:
        self.daemon = Daemon(self, configuration, *(arguments or TWO))

    def client(self) -> Client:
        client = self.daemon.client()
        self.addCleanup(client.__exit__)
        return client

    def surface(self, **parameters) -> Surface:
        return Surface(self.client(), NAME, 64, 48, **parameters)

    def drawn_by(self, name: str = NAME) -> dict | None:
        return self.daemon.screen(name)["content"]["drawnBy"]

    def until_back(self, color: str = "#112233") -> None:
        self.daemon.until_shown(NAME, color)
        self.daemon.program.until(lambda: self.drawn_by() is None, "it is back", interval=0.02)

    def command(self, *arguments: str) -> str:
        with Program(["screens", *arguments], {"SCREENS_SOCKET": str(self.daemon.socket)}) as program:
            self.assertEqual(program.wait(), 0, program.errors())
            return program.output()
