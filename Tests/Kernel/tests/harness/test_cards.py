"""The tools of these tests, proven on programs of others: without that a pass would mean nothing."""

from guest import debugfs, hostlink, modetest, picture, readback
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard


class Harness(KernelTest):
    machine = "cards"

    def test_vkms_card_has_the_connectors_it_was_built_with(self):
        card = VirtualCard("built", [CONNECTED, DISCONNECTED], writeback=True)
        self.addCleanup(card.remove)
        found = modetest.connectors("vkms")
        self.assertEqual([found[name].status for name in card.connectors], ["connected", "disconnected"])
        self.assertGreater(len(found[card.connectors[0]].modes), 20)
        self.assertEqual(found[card.connectors[0]].modes[0].types, ["preferred", "driver"])

    def test_modetest_is_seen_as_the_master_with_its_picture(self):
        card = VirtualCard("held", [CONNECTED])
        self.addCleanup(card.remove)
        connector = modetest.connectors("vkms")[card.connectors[0]]
        with modetest.hold("vkms", card.minor, connector.number, "1024x768") as program:
            ((_, allocator, mode),) = debugfs.shown(card.minor).values()
            self.assertEqual(allocator, "modetest")
            self.assertIn("1024x768", mode)
            self.assertEqual(program.end(), 0)
        self.assertEqual(debugfs.clients(card.minor), [])

    def test_screendump_shows_the_picture_of_modetest(self):
        link = hostlink.link()
        console = picture.from_ppm(link.screendump("gpu"))
        connector = modetest.connectors("virtio_gpu")["Virtual-1"]
        with modetest.hold("virtio_gpu", 0, connector.number, "800x480") as program:
            shown = picture.from_ppm(link.screendump("gpu"))
            program.end()
        self.assertIsNotNone(picture.difference(console, shown))
        # The first bar of its SMPTE pattern.
        self.assertEqual(shown.at(10, 10), (192, 192, 192))

    def test_writeback_and_framebuffer_show_the_picture_of_modetest(self):
        card = VirtualCard("read", [CONNECTED], writeback=True)
        self.addCleanup(card.remove)
        name = card.connectors[0]
        connector = modetest.connectors("vkms")[name]
        with modetest.hold("vkms", card.minor, connector.number, "800x600") as program:
            written = readback.scanned_out(program.pid, card.minor, name)
            read = readback.framebuffer_of(program.pid, card.minor, name)
            self.assertEqual(program.end(), 0)
        self.assertEqual((written.width, written.height), (800, 600))
        self.assertEqual(written.at(10, 10), (192, 192, 192))
        self.assertIsNone(picture.difference(written, read))
        self.assertEqual(debugfs.clients(card.minor), [])
