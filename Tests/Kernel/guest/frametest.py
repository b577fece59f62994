"""A daemon on a virtual card, in a mode so small that the kernel computes a checksum of each refresh in time."""

from fractions import Fraction

from .daemon import Daemon
from .kerneltest import KernelTest
from .vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 160, 120
# 1.25 MHz divided by 192 columns and 134 rows: the rate of that mode.
REFRESH = Fraction(1_250_000, 192 * 134)
CONFIGURATION = f"""
[default]
mode = "{WIDTH}x{HEIGHT}@60,cvt"
content = {{ color = "#2a7fc4" }}
"""


class FrameTest(KernelTest):
    machine = "virtual"
    # The number of screens.
    screens = 1

    @property
    def environment(self) -> dict[str, str]:
        """Returns the environment of the daemon."""
        return {}

    def setUp(self):
        self.card = VirtualCard("frames", [CONNECTED] * self.screens)
        self.addCleanup(self.card.remove)
        self.names = self.card.connectors[: self.screens]
        self.name = self.names[0]
        self.daemon = Daemon(self, CONFIGURATION, environment=self.environment)
        for name in self.names:
            self.daemon.until_lit(name)
