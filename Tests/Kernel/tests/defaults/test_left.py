"""CRTCs that a former master left lit for displays that are gone: they use bandwidth, and some drivers refuse modes
beside them."""

from guest import debugfs, modetest, screens, wait
from guest.earlier import EarlierPicture
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard


class LeftLit(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("left", [CONNECTED, CONNECTED], writeback=True, console=False)
        self.addCleanup(self.card.remove)
        self.first, self.second = self.card.connectors
        # It keeps the card open, so that the kernel disables nothing.
        earlier = EarlierPicture(self.card.path)
        self.addCleanup(earlier.close)
        self.left = debugfs.crtc_of(self.card.minor, self.first).name
        self.assertEqual(debugfs.lit(self.card.minor), [self.left])

    def test_the_crtc_of_a_display_that_is_gone_is_off_with_the_first_modeset(self):
        self.card.unplug(0)
        self.assertEqual(modetest.connectors("vkms")[self.first].status, "disconnected")
        self.assertEqual(debugfs.lit(self.card.minor), [self.left], "no other program disables it")
        with screens.show(f"{self.card.card}/{self.second}", "--color", "#2a7fc4") as program:
            wait.until_shown(program, self.card.minor, self.second)
            self.assertEqual(debugfs.lit(self.card.minor), [debugfs.crtc_of(self.card.minor, self.second).name])
            self.assertIsNone(debugfs.crtc_of(self.card.minor, self.first))

    def test_the_crtc_of_a_connected_display_stays_lit(self):
        with screens.show(f"{self.card.card}/{self.second}", "--color", "#2a7fc4") as program:
            wait.until_shown(program, self.card.minor, self.second)
            self.assertIn(self.left, debugfs.lit(self.card.minor))
