"""The daemon on a connector whose display is any EDID."""

from guest import bochs, edids, picture, wait
from guest.daemon import Daemon
from guest.kerneltest import KernelTest

COLOUR = "#2a7fc4"


class Displays(KernelTest):
    machine = "cards"

    def setUp(self):
        self.socket = bochs.Socket(self)

    def expect(self, daemon: Daemon, width: int, height: int) -> None:
        wait.until_shown(daemon.program, self.socket.minor, self.socket.name, f"{width}x{height}")
        wait.until_on_screen("bochs", picture.filled(width, height, COLOUR))

    def test_scenario_13_the_configured_mode_is_gone_and_comes_back(self):
        self.socket.plug(edids.display([edids.SXGA, edids.XGA, edids.VGA]))
        self.socket.probe()
        daemon = Daemon(
            self,
            f'[[screen]]\nmatch = {{ connector = "{self.socket.screen}" }}\n'
            f'mode = "1280x1024"\ncontent = {{ color = "{COLOUR}" }}\n',
        )
        self.expect(daemon, 1280, 1024)
        self.socket.plug(edids.display([edids.XGA, edids.VGA]))
        self.socket.announce()
        self.expect(daemon, 1024, 768)
        daemon.program.until(
            lambda: any("1280x1024" in line and "1024x768" in line for line in daemon.log().splitlines()),
            "a warning names both modes",
        )
        self.socket.plug(edids.display([edids.SXGA, edids.XGA, edids.VGA]))
        self.socket.announce()
        self.expect(daemon, 1280, 1024)

    def test_another_display_on_the_connector_has_its_own_settings(self):
        self.socket.plug(edids.display([edids.XGA, edids.VGA], serial=11))
        self.socket.probe()
        daemon = Daemon(
            self,
            f'[[screen]]\nmatch = {{ identity = "TST:*:11" }}\nmode = "640x480"\n'
            f'[[screen]]\nmatch = {{ connector = "{self.socket.screen}" }}\ncontent = {{ color = "{COLOUR}" }}\n',
        )
        self.expect(daemon, 640, 480)
        self.socket.plug(edids.display([edids.XGA, edids.VGA], serial=12))
        self.socket.announce()
        self.expect(daemon, 1024, 768)
        self.socket.plug(edids.display([edids.XGA, edids.VGA], serial=11))
        self.socket.announce()
        self.expect(daemon, 640, 480)
