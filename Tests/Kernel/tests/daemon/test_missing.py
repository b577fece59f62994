"""The displays that the daemon expects, as an alert sees them: the labels stay, whatever the reason is."""

from guest import debugfs
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

CONFIGURATION = '[default]\ncontent = { color = "#204060" }\n'


class Missing(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("missing", [CONNECTED, DISCONNECTED])
        self.daemon = Daemon(self, CONFIGURATION)
        self.first, self.second = self.card.connectors
        self.daemon.until_lit(self.first)

    def until_missing(self, expected: dict[str, bool]) -> None:
        def right() -> bool:
            found = {entry["screen"].rpartition("/")[2]: entry["missing"] for entry in self.statistics()}
            assert found == expected, found
            return True

        self.daemon.program.until(right, f"the missing displays are {expected}")

    def statistics(self) -> list[dict]:
        return self.daemon.call("Statistics")["displays"]

    def test_the_display_of_a_card_that_leaves_is_missing(self):
        self.until_missing({self.first: False})
        self.card.remove()
        self.until_missing({self.first: True})

    def test_a_display_that_leaves_is_missing_until_it_is_back_or_is_not_wanted(self):
        self.addCleanup(self.card.remove)
        # A connector that never had a display is not expected to have one.
        self.until_missing({self.first: False})
        self.card.unplug(0)
        self.until_missing({self.first: True})
        self.assertEqual(debugfs.lit(self.card.minor), [])
        self.card.plug(1)
        self.until_missing({self.first: True, self.second: False})
        self.daemon.configure(f'{CONFIGURATION}[[screen]]\nmatch = {{ connector = "{self.first}" }}\npower = "off"\n')
        self.until_missing({self.first: False, self.second: False})
        self.daemon.configure(CONFIGURATION)
        self.card.plug(0)
        self.until_missing({self.first: False, self.second: False})
