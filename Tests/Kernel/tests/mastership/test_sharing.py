"""A card is held while something is requested there, and otherwise left to other programs, in whichever order they
start."""

import shutil
import time
import unittest
from pathlib import Path

from guest import contenders, deadline, debugfs, drm, modetest, processor, wait
from guest.daemon import Daemon
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.terminal import Terminal
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

COLOUR = "#80c020"
SIGN = f'[default]\nmode = "640x480"\ncontent = {{ color = "{COLOUR}" }}\n'
CONFIGURATIONS = {
    "without a configuration": "",
    "without a content": '[default]\ncontent = "none"\n',
    "with a content for another card": (
        f'[[screen]]\nmatch = {{ card = "bochs-drm" }}\ncontent = {{ color = "{COLOUR}" }}\n'
    ),
}


class Sharing(KernelTest):
    machine = "virtual"
    seconds = 9 * 3600

    def build(self, *statuses: str, **settings) -> list[str]:
        self.card = VirtualCard("shared", list(statuses), **settings)
        self.addCleanup(self.card.remove)
        return self.card.connectors

    def hold(self, name: str):
        """Starts a second program that shows its picture."""
        connector = modetest.connectors("vkms")[name]
        return modetest.hold("vkms", self.card.minor, connector.number, "800x600")

    def clients(self) -> list[str]:
        return [client.command for client in debugfs.clients(self.card.minor)]

    def expect_left(self, daemon: Daemon) -> None:
        daemon.program.until(lambda: self.clients() == [], "the card is left to other programs")


class WithoutARequest(Sharing):
    def test_another_program_that_starts_later_shows_its_picture(self):
        (name,) = self.build(CONNECTED)
        for what, configuration in CONFIGURATIONS.items():
            with self.subTest(what):
                daemon = Daemon(self, configuration)
                self.expect_left(daemon)
                with self.hold(name) as other:
                    self.assertEqual(debugfs.master(self.card.minor), "modetest")
                    time.sleep(120)
                    self.assertEqual(self.clients(), ["modetest"])
                    self.assertEqual(other.end(), 0)
                self.assertEqual(daemon.stop(), 0, daemon.log())

    def test_another_program_that_is_there_already_is_left_alone(self):
        (name,) = self.build(CONNECTED)
        for what, configuration in CONFIGURATIONS.items():
            with self.subTest(what), self.hold(name) as other:
                daemon = Daemon(self, configuration)
                shown = debugfs.shown(self.card.minor)
                time.sleep(120)
                self.assertEqual(self.clients(), ["modetest"])
                self.assertEqual(debugfs.shown(self.card.minor), shown)
                self.assertIsNone(daemon.screen(name)["dark"])
                self.assertEqual(other.end(), 0)
                time.sleep(60)
                self.assertEqual(self.clients(), [])
                self.assertEqual(daemon.stop(), 0, daemon.log())

    def test_a_display_that_comes_is_seen_and_left_alone(self):
        _, second = self.build(CONNECTED, DISCONNECTED)
        daemon = Daemon(self, "")
        self.card.plug(1)
        daemon.program.until(lambda: daemon.screen(second)["status"] == "connected", "it is seen")
        self.expect_left(daemon)
        self.assertEqual({by for _, by, _ in debugfs.shown(self.card.minor).values()} - {debugfs.CONSOLE}, set())

    def test_it_does_not_open_a_card_without_a_change(self):
        self.build(CONNECTED)
        daemon = Daemon(self, "")
        self.expect_left(daemon)
        time.sleep(60)
        with FlipTrace() as trace:
            before = processor.sleeps(daemon.pid)
            time.sleep(3600)
            woken = processor.sleeps(daemon.pid) - before
            self.assertEqual(trace.flips(), [])
        # Its check once a minute, and nothing else of the card's thread.
        self.assertLess(sum(woken.values()), 2 * 62, dict(woken))


class Requests(Sharing):
    """Other programs that begin and end while the daemon runs."""

    def setUp(self):
        (self.name,) = self.build(CONNECTED, writeback=True)
        self.daemon = Daemon(self, "")
        self.expect_left(self.daemon)
        self.before = debugfs.shown(self.card.minor)

    def until_shown(self) -> None:
        wait.until_shown(self.daemon.program, self.card.minor, self.name)

    def test_a_content_takes_the_card_and_its_end_gives_it_back_with_the_former_picture(self):
        for _ in range(3):
            self.daemon.call("Set", screen=self.name, settings={"content": {"color": COLOUR}})
            self.until_shown()
            self.assertEqual(debugfs.master(self.card.minor), "screensd")
            self.daemon.call("Set", screen=self.name, settings={"content": {"none": True}})
            self.expect_left(self.daemon)
            deadline.until(lambda: debugfs.shown(self.card.minor) == self.before, "the console is back")
            with self.hold(self.name) as other:
                self.assertEqual(other.end(), 0)

    def test_a_content_waits_for_the_program_that_has_the_card(self):
        with self.hold(self.name) as other:
            self.daemon.call("Set", screen=self.name, settings={"content": {"color": COLOUR}})
            self.daemon.until_dark(self.name, "notMaster")
            self.daemon.call("Set", screen=self.name, settings={"content": {"none": True}})
            self.daemon.program.until(lambda: self.daemon.screen(self.name)["dark"] is None, "it does not wait")
            self.daemon.call("Set", screen=self.name, settings={"content": {"color": COLOUR}})
            self.assertEqual(other.end(), 0)
        self.until_shown()

    def test_a_display_that_left_keeps_the_card_until_its_content_ends(self):
        self.daemon.configure(SIGN)
        self.until_shown()
        self.card.unplug(0)
        self.daemon.until_dark(self.name, "disconnected")
        time.sleep(5)
        self.assertEqual(self.clients(), ["screensd"])
        time.sleep(10)
        self.expect_left(self.daemon)
        self.card.plug(0)
        self.until_shown()

    def test_a_connector_that_is_named_keeps_the_card_for_good(self):
        self.daemon.configure(
            f'[[screen]]\nmatch = {{ connector = "{self.name}" }}\ncontent = {{ color = "{COLOUR}" }}\n'
        )
        self.until_shown()
        self.card.unplug(0)
        self.daemon.until_dark(self.name, "disconnected")
        time.sleep(3600)
        self.assertEqual(debugfs.master(self.card.minor), "screensd")
        self.daemon.configure("# No screen has a content.\n")
        self.expect_left(self.daemon)


class Waiting(Sharing):
    def test_the_end_of_the_other_program_is_seen_at_once_and_without_many_wake_ups(self):
        (name,) = self.build(CONNECTED, writeback=True)
        with self.hold(name) as other:
            daemon = Daemon(self, SIGN)
            daemon.until_dark(name, "notMaster")
            time.sleep(60)
            before = processor.sleeps(daemon.pid)
            time.sleep(600)
            woken = processor.sleeps(daemon.pid) - before
            # One try every ten seconds instead of every second.
            self.assertLess(sum(woken.values()), 150, dict(woken))
            with FlipTrace() as trace:
                trace.mark("ends")
                self.assertEqual(other.end(), 0)
                wait.until_shown(daemon.program, self.card.minor, name)
                trace.mark("shown")
                self.assertLess(trace.marks("shown")[0] - trace.marks("ends")[0], 2)

    def test_a_program_that_drops_its_mastership_without_a_close_is_noticed(self):
        (name,) = self.build(CONNECTED, writeback=True)
        with self.hold(name) as other:
            daemon = Daemon(self, SIGN)
            daemon.until_dark(name, "notMaster")
            with drm.Card.shared_with(other.pid, self.card.path) as shared:
                shared.drop_master()
            time.sleep(11)
            wait.until_shown(daemon.program, self.card.minor, name)
            self.assertEqual(debugfs.master(self.card.minor), "screensd")


class SwitchedOff(Sharing):
    """Screens that are off on purpose: the console is never on them."""

    def test_over_replugs_short_and_long(self):
        (name,) = self.build(CONNECTED)
        daemon = Daemon(self, SIGN)
        wait.until_shown(daemon.program, self.card.minor, name)
        daemon.call("Set", screen=name, settings={"power": "off"})
        wait.until_dark(daemon.program, self.card.minor, name)
        for away in (0, 30, 3600):
            with self.subTest(away=away):
                replug(self, daemon, self.card, away)
        self.assertEqual(debugfs.master(self.card.minor), "screensd")
        daemon.call("Reset", screen=name, keys=["power"])
        wait.until_shown(daemon.program, self.card.minor, name)

    def test_from_the_start(self):
        (name,) = self.build(CONNECTED)
        daemon = Daemon(self, SIGN + 'power = "off"\n')
        wait.until_dark(daemon.program, self.card.minor, name)
        expect_dark(self, daemon, self.card)
        replug(self, daemon, self.card, 30)
        self.assertEqual(daemon.stop(), 0, daemon.log())
        deadline.until(lambda: debugfs.lit(self.card.minor), "the console is back")


def expect_dark(test: KernelTest, daemon: Daemon, card: VirtualCard, seconds: float = 3) -> None:
    """Looks again and again that nothing is shown on a card's first connector."""
    (name, *_) = card.connectors
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        test.assertIsNone(debugfs.crtc_of(card.minor, name), "something is shown")
        time.sleep(0.005)
    test.assertTrue(daemon.program.running)


def replug(test: KernelTest, daemon: Daemon, card: VirtualCard, away: float) -> None:
    """Unplugs the display of a screen that is off, and plugs it again: nothing is shown meanwhile."""
    (name, *_) = card.connectors
    card.unplug(0)
    daemon.until_dark(name, "disconnected")
    expect_dark(test, daemon, card, 1)
    time.sleep(away)
    card.plug(0)
    expect_dark(test, daemon, card)
    daemon.until_dark(name, "off")


class BesideAnother(Sharing):
    """Programs of Debian that draw on every card that they find, on a virtual terminal of their own."""

    is_long = True
    machine = "cards"

    def build_for(self, program: str, width: int, height: int) -> None:
        if not (shutil.which(program) or Path(program).exists()):
            raise unittest.SkipTest(f"{program} is not installed")
        (self.name,) = self.build(CONNECTED)
        self.display = contenders.Display("vkms", self.card.card, self.name, width, height)
        self.terminal, self.other = Terminal(contenders.TERMINAL), Terminal(1)
        self.addCleanup(self.other.show)

    def expect_shown(self, name: str) -> None:
        """Waits until that program is alone on the card and shows its picture."""

        def alone() -> bool:
            self.assertEqual({client.command for client in debugfs.clients(self.card.minor)}, {name})
            self.assertEqual(debugfs.master(self.card.minor), name)
            return any(by == name for _, by, _ in debugfs.shown(self.card.minor).values())

        deadline.until(alone, f"{name} shows its picture")

    def switch(self, name: str, seconds: float) -> None:
        """Shows another terminal for longer than a program that waits for the card sleeps, and then the former one
        again."""
        self.other.show()
        deadline.until(lambda: debugfs.master(self.card.minor) is None, f"{name} has dropped its mastership")
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.assertIsNone(debugfs.master(self.card.minor))
            time.sleep(0.05)
        self.terminal.show()
        self.expect_shown(name)

    def play(self, configuration: str, compositor, name: str) -> None:
        """Runs the daemon and another program in either order, and over switches of the terminal."""
        with self.subTest(configuration, first="daemon"):
            daemon = Daemon(self, configuration)
            self.expect_left(daemon)
            with compositor(self.display):
                self.expect_shown(name)
                for seconds in (0, 11):
                    self.switch(name, seconds)
                self.assertTrue(daemon.program.running)
            self.assertEqual(daemon.stop(), 0, daemon.log())
        with self.subTest(configuration, first=name), compositor(self.display):
            self.expect_shown(name)
            daemon = Daemon(self, configuration)
            self.expect_shown(name)
            for seconds in (0, 11):
                self.switch(name, seconds)
            self.assertEqual(daemon.stop(), 0, daemon.log())
            self.expect_shown(name)


class BesideWeston(BesideAnother):
    def setUp(self):
        self.build_for("weston", 800, 600)

    def test_a_daemon_without_a_configuration(self):
        self.play(CONFIGURATIONS["without a configuration"], contenders.weston, "weston")

    def test_a_daemon_without_a_content(self):
        self.play(CONFIGURATIONS["without a content"], contenders.weston, "weston")

    def test_a_daemon_with_a_content_for_another_card(self):
        self.play(CONFIGURATIONS["with a content for another card"], contenders.weston, "weston")

    def test_a_screen_of_another_card_that_is_off_never_shows_the_console(self):
        card = VirtualCard("off", [CONNECTED])
        self.addCleanup(card.remove)
        (name,) = card.connectors
        match = f'[[screen]]\nmatch = {{ connector = "{name}" }}\n'
        daemon = Daemon(self, f'{match}mode = "640x480"\ncontent = {{ color = "{COLOUR}" }}\n')
        wait.until_shown(daemon.program, card.minor, name)
        with contenders.weston(self.display):
            self.expect_shown("weston")
            daemon.call("Set", screen=name, settings={"power": "off"})
            wait.until_dark(daemon.program, card.minor, name)
            for away in (0, 12):
                replug(self, daemon, card, away)
            self.other.show()
            replug(self, daemon, card, 0)
            self.terminal.show()
            self.expect_shown("weston")
            expect_dark(self, daemon, card)
        self.assertEqual(debugfs.master(card.minor), "screensd")
        self.assertEqual(daemon.stop(), 0, daemon.log())


class BesideKmscon(BesideAnother):
    """The program takes every card, so no content is requested of the daemon."""

    def setUp(self):
        self.build_for(contenders.KMSCON, 1024, 768)

    def test_a_daemon_without_a_configuration(self):
        self.play(CONFIGURATIONS["without a configuration"], contenders.kmscon, "kmscon")

    def test_a_daemon_without_a_content(self):
        self.play(CONFIGURATIONS["without a content"], contenders.kmscon, "kmscon")
