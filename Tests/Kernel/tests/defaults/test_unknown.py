"""A connector that cannot detect a display counts only while nothing else is connected."""

from guest import debugfs, screens, wait
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, UNKNOWN, VirtualCard


class UnknownStatus(KernelTest):
    machine = "virtual"

    def build(self, *statuses: str) -> list[str]:
        self.card = VirtualCard("unknown", list(statuses))
        self.addCleanup(self.card.remove)
        return self.card.connectors

    def test_it_is_driven_if_nothing_is_connected(self):
        unknown, _ = self.build(UNKNOWN, DISCONNECTED)
        with screens.show("--color", "#2a7fc4") as program:
            wait.until_shown(program, self.card.minor, unknown)

    def test_beside_a_connected_display_it_is_left_alone_until_that_leaves(self):
        unknown, connected = self.build(UNKNOWN, CONNECTED)
        with screens.show("--color", "#2a7fc4", "--redraw") as program:
            wait.until_shown(program, self.card.minor, connected)
            self.assertIsNone(self.driven(unknown))
            self.card.unplug(1)
            wait.until_shown(program, self.card.minor, unknown)

    def test_it_is_driven_if_it_is_named(self):
        unknown, connected = self.build(UNKNOWN, CONNECTED)
        with screens.show(f"{self.card.card}/{unknown}", "--color", "#2a7fc4") as program:
            wait.until_shown(program, self.card.minor, unknown)
            self.assertIsNone(self.driven(connected))

    def driven(self, connector: str) -> str | None:
        """Returns the allocator of the picture on a connector's CRTC, unless it is the console's."""
        crtc = debugfs.crtc_of(self.card.minor, connector)
        if crtc is None:
            return None
        _, allocator, _ = debugfs.shown(self.card.minor).get(crtc.name, ("", debugfs.CONSOLE, ""))
        return None if allocator == debugfs.CONSOLE else allocator
