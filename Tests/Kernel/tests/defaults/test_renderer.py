"""A card that renders and has no displays (vgem): it is opened once, to learn that."""

import time
from pathlib import Path

from guest import deadline, modules, screens
from guest.cards import minor_of
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.openings import Openings
from guest.vkms import CONNECTED, VirtualCard


class Renderer(KernelTest):
    machine = "virtual"

    def setUp(self):
        modules.load("vgem")
        self.addCleanup(modules.unload, "vgem")
        self.path = f"/dev/dri/card{minor_of('vgem')}"
        deadline.until(Path(self.path).exists, f"{self.path}")

    def test_alone_it_is_an_empty_list(self):
        done = screens.run("list", "--json")
        self.assertEqual((done.output, done.code), ("[]\n", screens.NO_CARD), done)
        self.assertEqual(screens.run("list").code, screens.NO_CARD)

    def test_beside_a_card_of_displays_it_is_left_out(self):
        card = VirtualCard("beside", [CONNECTED])
        self.addCleanup(card.remove)
        self.assertEqual([screen["card"] for screen in screens.document("list")], [card.path])
        self.assertEqual({screen["card"] for screen in screens.document("list", "--all")}, {card.path})

    def test_the_daemon_opens_it_once_and_not_again(self):
        with Openings(self.path) as opened:
            daemon = Daemon(self, "")
            time.sleep(600)
            self.assertEqual(opened.counts, {self.path: 1})
            self.assertEqual(daemon.call("List", all=True)["screens"], [])
            self.assertEqual(daemon.stop(), 0, daemon.log())
