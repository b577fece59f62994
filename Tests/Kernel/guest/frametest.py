"""A daemon on a virtual card, in a mode so small that the kernel computes a checksum of each refresh in time."""

from fractions import Fraction

from .daemon import Daemon
from .kerneltest import KernelTest
from .vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 128, 96
MODE = f"{WIDTH}x{HEIGHT}@60,cvt-rb2"
# 1.385 MHz divided by 208 columns and 111 rows: the rate of that mode.
REFRESH = Fraction(1_385_000, 208 * 111)
CONFIGURATION = f"""
[default]
mode = "{MODE}"
content = {{ color = "#2a7fc4" }}
"""


class FrameTest(KernelTest):
    machine = "virtual"
    # The number of screens.
    screens = 1
    # Whether the pixels of a refresh can be read from the card.
    writeback = False

    @property
    def environment(self) -> dict[str, str]:
        """Returns the environment of the daemon."""
        return {}

    def setUp(self):
        self.card = VirtualCard("frames", [CONNECTED] * self.screens, writeback=self.writeback)
        self.addCleanup(self.card.remove)
        self.names = self.card.connectors[: self.screens]
        self.name = self.names[0]
        self.daemon = Daemon(self, CONFIGURATION, environment=self.environment)
        for name in self.names:
            self.daemon.until_lit(name)
