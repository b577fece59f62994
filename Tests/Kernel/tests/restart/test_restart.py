"""The picture stays while the daemon is started again: the service manager keeps the cards meanwhile."""

import signal
from pathlib import Path

from guest import debugfs, drm, picture, wait
from guest.checksums import Checksums
from guest.daemon import Daemon
from guest.kerneltest import KernelTest, long
from guest.vkms import CONNECTED, VirtualCard

MODE, OTHER = "640x480", "800x600"
COLOR = "#2a7fc4"


class Restart(KernelTest):
    machine = "virtual"

    def start(self, configuration: str, after: Daemon | None = None, **environment: str) -> Daemon:
        return Daemon(
            self,
            configuration,
            environment={"FDSTORE": "16", **environment},
            folder=after.folder if after else None,
            after=after,
        )

    def make_card(self, count: int = 1) -> None:
        self.card = VirtualCard("restart", [CONNECTED] * count, console=False)
        self.addCleanup(self.card.remove)

    def configuration(self, content: str = f'{{ color = "{COLOR}" }}', mode: str = MODE) -> str:
        return f'[default]\nmode = "{mode}"\ncontent = {content}\n'

    def end(self, daemon: Daemon, number: int) -> None:
        daemon.program.signal(number)
        daemon.program.wait()

    def until_steady(self, checksums: Checksums, daemon: Daemon, alike: int) -> str:
        def stays() -> bool:
            return len(checksums.so_far) > count + alike + 10 and len(set(checksums.so_far[-alike:])) == 1

        count = len(checksums.so_far)
        daemon.program.until(stays, f"{alike} refreshes alike", interval=0.1)
        return checksums.so_far[-1]

    def test_no_refresh_is_without_the_picture(self):
        self.expect_the_picture(signal.SIGTERM, signal.SIGKILL, signal.SIGABRT)

    @long
    def test_no_refresh_is_without_the_picture_over_six_restarts(self):
        ends = (signal.SIGTERM, signal.SIGKILL, signal.SIGABRT, signal.SIGTERM, signal.SIGKILL, signal.SIGKILL)
        self.expect_the_picture(*ends, alike=30)

    def expect_the_picture(self, *ends: int, alike: int = 15) -> None:
        """Ends the daemon by one signal after the other, and checks each refresh."""
        self.make_card()
        (name,) = self.card.connectors
        # Large enough to take some time.
        content = '{ image = "/run/restart.png" }'
        file = Path("/run/restart.png")
        file.write_bytes(picture.to_png(picture.quarters(1600, 1200, ["#ff0000", "#00ff00", "#0000ff", "#ffffff"])))
        self.addCleanup(file.unlink)
        daemon = self.start(self.configuration(content))
        daemon.program.until(lambda: daemon.screen(name)["content"]["state"] == "shown", "the picture is shown")
        with Checksums(self.card.minor) as checksums:
            shown = self.until_steady(checksums, daemon, alike)
            begun = len(checksums.so_far)
            before = sorted(debugfs.framebuffers(self.card.minor).values())
            for number in ends:
                with self.subTest(number=number):
                    self.end(daemon, number)
                    self.assertEqual(len(debugfs.lit(self.card.minor)), 1)
                    daemon = self.start(self.configuration(content), after=daemon)
                    self.assertIsNone(daemon.screen(name)["dark"])
                    self.until_steady(checksums, daemon, alike)
                    seen, begun = checksums.so_far[begun:], len(checksums.so_far)
                    others = sum(found != shown for found in seen)
                    self.assertEqual(others, 0, f"refreshes without the picture, of {len(seen)}")
            # Nothing of the processes before is left.
            self.assertEqual(sorted(debugfs.framebuffers(self.card.minor).values()), before)

    def test_another_configuration_is_shown_after_it(self):
        self.make_card(2)
        first, second = self.card.connectors
        daemon = self.start(self.configuration())
        for name in self.card.connectors:
            daemon.until_lit(name)
        self.end(daemon, signal.SIGTERM)
        self.assertEqual(len(debugfs.lit(self.card.minor)), 2)
        power = f'[[screen]]\nmatch = {{ connector = "{second}" }}\npower = "off"\n'
        daemon = self.start(self.configuration('{ color = "#123456" }', OTHER) + power, after=daemon)
        wait.until_shown(daemon.program, self.card.minor, first, OTHER)
        daemon.until_shown(first, "#123456")
        self.assertEqual(len(debugfs.lit(self.card.minor)), 1)

    def test_a_stop_for_good_leaves_the_card_free(self):
        self.make_card()
        daemon = self.start(self.configuration())
        daemon.until_lit(self.card.connectors[0])
        self.end(daemon, signal.SIGTERM)
        with drm.Card.open(self.card.path) as other:
            self.assertFalse(other.is_master)
        daemon.notifications.release()
        with drm.Card.open(self.card.path) as other:
            self.assertTrue(other.is_master)
        self.assertEqual(debugfs.shown(self.card.minor), {})

    def test_a_card_on_which_nothing_is_requested_is_kept_no_longer(self):
        self.make_card()
        daemon = self.start(self.configuration())
        daemon.until_lit(self.card.connectors[0])
        self.assertEqual(len(daemon.notifications.kept), 1)
        self.end(daemon, signal.SIGKILL)
        daemon = self.start('[default]\npower = "off"\n', after=daemon)
        daemon.program.until(lambda: not daemon.notifications.kept, "the card is released")
        self.assertEqual(debugfs.lit(self.card.minor), [])

    def test_a_card_that_was_removed_meanwhile_is_kept_no_longer(self):
        self.make_card()
        daemon = self.start(self.configuration())
        daemon.until_lit(self.card.connectors[0])
        self.end(daemon, signal.SIGKILL)
        self.card.disable()
        daemon = self.start(self.configuration(), after=daemon)
        daemon.program.until(lambda: not daemon.notifications.kept, "the card is released")

    def test_without_a_manager_that_keeps_cards_the_end_is_as_ever(self):
        self.make_card()
        daemon = self.start(self.configuration(), FDSTORE="0")
        daemon.until_lit(self.card.connectors[0])
        self.assertEqual(daemon.stop(), 0)
        self.assertEqual(daemon.notifications.kept, {})
        self.assertEqual(debugfs.lit(self.card.minor), [])
