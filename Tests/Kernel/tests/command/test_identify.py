"""`screens identify` on a card that no daemon and no other program uses."""

from guest import modetest, screens, snapshot, wait
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard

WHITE = bytes((255, 255, 255))
NO_DAEMON = {"SCREENS_SOCKET": "/nonexistent"}


class WithoutADaemon(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("label", [CONNECTED])
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.screen = f"{self.card.card}/{self.name}"

    def test_the_screen_shows_its_name_for_the_time(self):
        with Program([screens.binary(), "identify", self.screen, "--seconds", "5"], NO_DAEMON) as program:
            wait.until_shown(program, self.card.minor, self.name)
            found = snapshot.taken(self.screen)
            letters = sum(found.pixels[at : at + 3] == WHITE for at in range(0, len(found.pixels), 3))
            # The letters are large, and not the whole picture has their colour.
            self.assertGreater(letters * 40, found.width * found.height)
            self.assertLess(letters * 2, found.width * found.height)
            self.assertEqual(program.wait(), 0, program.errors())
            self.assertEqual(program.errors(), "")

    def test_all_screens_show_theirs(self):
        with Program([screens.binary(), "identify", "--seconds", "3"], NO_DAEMON) as program:
            wait.until_shown(program, self.card.minor, self.name)
            self.assertEqual(program.wait(), 0, program.errors())

    def test_a_card_in_use_is_named(self):
        connector = modetest.connectors("vkms")[self.name]
        with modetest.hold("vkms", self.card.minor, connector.number, "800x600"):
            done = screens.run("identify", self.screen, environment=NO_DAEMON)
            self.assertEqual(done.code, screens.BUSY, done.errors)
            self.assertIn("modetest", done.errors)
