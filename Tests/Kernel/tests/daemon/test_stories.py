"""Scenarios from the field with the daemon: the displays, masters, clocks and disks of a sign."""

import contextlib
import ctypes
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

from guest import adjustment, debugfs, drm, modetest, picture, wait
from guest.daemon import Daemon
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.processes import threads
from guest.varlink import Refused, message
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

COLOUR = "#80c020"
SIGN = f'[default]\nmode = "640x480"\ncontent = {{ color = "{COLOUR}" }}\n'


class Story(KernelTest):
    machine = "virtual"

    def build(self, statuses: list[str], **settings) -> list[str]:
        self.card = VirtualCard("sign", statuses, **settings)
        self.addCleanup(self.card.remove)
        return self.card.connectors

    def start(self, configuration: str = SIGN, **settings) -> Daemon:
        return Daemon(self, configuration, **settings)

    def until_shown(self, daemon: Daemon, name: str, mode: str = "640x480") -> None:
        wait.until_shown(daemon.program, self.card.minor, name, mode)

    def expect_colour(self, daemon: Daemon, name: str, colour: str = COLOUR, size=(640, 480)) -> None:
        expected = picture.filled(*size, colour)
        wait.until_scanned_out(
            daemon.program, self.card.minor, name, lambda found: picture.difference(found, expected)
        )


class Displays(Story):
    seconds = 9 * 3600

    def test_scenario_01_no_display_and_the_first_one_has_its_picture_within_a_second(self):
        (name,) = self.build([DISCONNECTED], writeback=True)
        daemon = self.start()
        self.assertIn("no display is connected", daemon.notifications.values("STATUS"))
        time.sleep(60)
        self.assertEqual(daemon.log().count("\n"), 2, daemon.log())
        with FlipTrace() as trace:
            trace.mark("plug")
            self.card.plug(0)
            self.until_shown(daemon, name)
            trace.mark("shown")
            self.assertLess(trace.marks("shown")[0] - trace.marks("plug")[0], 1)
        # The picture came with the modeset, so nothing is flipped for it.
        self.expect_colour(daemon, name)
        daemon.program.until(lambda: "1 of 1 screen lit" in daemon.notifications.values("STATUS"), "it says so")

    def test_a_screen_that_shows_the_console_is_not_counted_as_lit(self):
        (name,) = self.build([CONNECTED])
        daemon = self.start('[default]\nidle = "1 h"\n')
        self.assertEqual(daemon.screen(name)["content"]["state"], "notOurs")
        self.assertIsNone(daemon.screen(name)["dark"])
        self.assertIn("0 of 1 screen lit", daemon.notifications.values("STATUS"))

    def test_a_display_that_returns_is_logged_as_lit(self):
        (name,) = self.build([CONNECTED])
        daemon = self.start()
        self.assertEqual(daemon.log().count(f"{name} is lit: "), 1, daemon.log())
        self.card.unplug(0)
        daemon.until_logged(f"{name} disconnected")
        self.card.plug(0)
        daemon.program.until(lambda: daemon.log().count(f"{name} is lit: ") == 2, "it is logged again")

    def test_a_picture_that_is_replaced_turns_an_idle_screen_on(self):
        (name,) = self.build([CONNECTED], writeback=True)
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, folder)

        def put(colour: str) -> None:
            # In place, as by `cp`.
            (folder / "sign.png").write_bytes(picture.to_png(picture.filled(640, 480, colour)))

        put("#204060")
        daemon = self.start(
            f'[default]\nmode = "640x480"\ncontent = {{ image = "{folder}/sign.png" }}\nidle = "2 s"\n')
        self.expect_colour(daemon, name, "#204060")
        for colour in ("#602040", "#406020"):
            wait.until_dark(daemon.program, self.card.minor, name)
            put(colour)
            self.expect_colour(daemon, name, colour)

    def test_scenario_03_a_television_that_is_off_over_night(self):
        (name,) = self.build([CONNECTED], writeback=True)
        daemon = self.start(
            f'[default]\nmode = "800x600"\nrotate = 180\noverscan = "10,20,30,40"\ncompensation = "inset"\n'
            f'content = {{ color = "{COLOUR}" }}\n'
        )
        # The insets are relative to the screen: a rotated picture is cut off at the same places.
        inner = picture.filled(800 - 60, 600 - 40, COLOUR)
        expected = picture.framed(inner, 800, 600, 40, 10)

        def right() -> None:
            self.until_shown(daemon, name, "800x600")
            wait.until_scanned_out(
                daemon.program, self.card.minor, name, lambda found: picture.difference(found, expected)
            )

        right()
        layout = daemon.screen(name)["layout"]
        self.card.unplug(0)
        wait.until_dark(daemon.program, self.card.minor, name)
        time.sleep(8 * 3600)
        self.card.plug(0)
        right()
        self.assertEqual(daemon.screen(name)["layout"], layout)

    def expect_waiting(self, daemon: Daemon, name: str) -> None:
        """Waits until it reports the program that it waits for, whose picture is shown."""
        daemon.until_dark(name, "notMaster")
        self.assertIn("modetest", daemon.screen(name)["dark"]["message"])
        self.assertRegex(daemon.notifications.values("STATUS")[-1], f"^0 of 1 screen lit; {name}: .*modetest")
        self.assertIn("800x600", wait.until_shown(daemon.program, self.card.minor, name))

    def test_scenario_16_another_is_master_at_the_start_and_releases_it(self):
        (name,) = self.build([CONNECTED], writeback=True)
        connector = modetest.connectors("vkms")[name]
        with modetest.hold("vkms", self.card.minor, connector.number, "800x600") as other:
            daemon = self.start()
            self.expect_waiting(daemon, name)
            self.assertEqual(other.end(), 0)
        self.until_shown(daemon, name)
        self.expect_colour(daemon, name)

    def test_scenario_16_another_becomes_master_later_and_releases_it(self):
        (name,) = self.build([CONNECTED], writeback=True)
        connector = modetest.connectors("vkms")[name]
        daemon = self.start()
        self.until_shown(daemon, name)
        # Another daemon switches terminals like this: the next opener is master.
        with drm.Card.shared_with(daemon.pid, self.card.path) as card:
            card.drop_master()
        with modetest.hold("vkms", self.card.minor, connector.number, "800x600") as other:
            # No event is sent, and a still picture does not use the card: the daemon reads it once an hour.
            time.sleep(3600)
            self.expect_waiting(daemon, name)
            self.assertEqual(other.end(), 0)
        self.until_shown(daemon, name)
        self.expect_colour(daemon, name)

    def test_the_last_good_texts_are_written_once_the_state_folder_may_be_written(self):
        (name,) = self.build([CONNECTED])
        daemon = self.start(is_bound_by_permissions=True)
        self.until_shown(daemon, name)
        kept = daemon.state / "last-good.json"
        daemon.program.until(kept.exists, "the first text is kept")
        first = kept.read_text()
        daemon.state.chmod(0o555)
        self.addCleanup(daemon.state.chmod, 0o755)
        daemon.file.write_text(SIGN + "# another text\n")
        daemon.program.until(lambda: daemon.call("Status")["notices"], "the status has a notice")
        # Each minute is another attempt, with one warning for all.
        time.sleep(600)
        self.assertEqual([notice["kind"] for notice in daemon.call("Status")["notices"]], ["stateNotWritten"])
        self.assertEqual(daemon.log().count("it has no former text"), 1, daemon.log())
        self.assertEqual(kept.read_text(), first)
        # The disk has these texts: nothing is left to write, not even the texts that failed.
        daemon.file.write_text(SIGN)
        daemon.program.until(lambda: not daemon.call("Status")["notices"], "the notice has gone")
        daemon.state.chmod(0o755)
        time.sleep(120)
        self.assertEqual(kept.read_text(), first)
        daemon.state.chmod(0o555)
        daemon.file.write_text(SIGN + "# a third text\n")
        daemon.program.until(lambda: daemon.call("Status")["notices"], "the status has a notice")
        daemon.state.chmod(0o755)
        time.sleep(60)
        daemon.program.until(lambda: kept.read_text() != first, "the text is kept")
        daemon.program.until(lambda: not daemon.call("Status")["notices"], "the notice has gone")

    def test_a_folder_that_is_filled_after_the_start_is_shown_within_half_a_minute(self):
        (name,) = self.build([CONNECTED], writeback=True)
        folder = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, folder)
        daemon = self.start(
            f'[default]\nmode = "640x480"\n'
            f'content = {{ slides = "{folder}", interval = "1 h", fit = "stretch" }}\n'
            f'fallback = {{ color = "#000080" }}\n'
        )
        self.until_shown(daemon, name)
        self.expect_colour(daemon, name, "#000080")
        time.sleep(60)
        (folder / "a.png").write_bytes(picture.to_png(picture.filled(8, 8, COLOUR)))
        time.sleep(31)
        self.expect_colour(daemon, name)
        # They would not be visible while it is off.
        daemon.call("Set", screen=name, settings={"power": "off"})
        (folder / "b.png").write_text("no picture")
        time.sleep(2 * 3600)
        self.assertNotIn("b.png", daemon.log())
        daemon.call("Set", screen=name, settings={"power": "on"})
        self.until_shown(daemon, name)
        time.sleep(3600)
        self.assertIn("b.png", daemon.log())

    def test_scenario_17_the_former_picture_is_back_after_every_end(self):
        (name,) = self.build([CONNECTED])
        # The console takes the card over when its first file closes.
        modetest.connectors("vkms")
        before = wait.books(self.card.minor)
        for number, code in ((signal.SIGTERM, 0), (signal.SIGINT, 0), (signal.SIGKILL, -9), (signal.SIGSEGV, -11)):
            with self.subTest(number.name):
                daemon = self.start()
                self.until_shown(daemon, name)
                daemon.program.signal(number)
                self.assertEqual(daemon.program.wait(), code, daemon.log())
                wait.until_books(self.card.minor, before)

    def test_scenario_23_a_screen_that_is_off_on_purpose_stays_off_over_a_replug_and_is_reported_as_off(self):
        first, second = self.build([CONNECTED, CONNECTED])
        daemon = self.start()
        for name in (first, second):
            self.until_shown(daemon, name)
        daemon.call("Set", screen=first, settings={"power": "off"})
        wait.until_dark(daemon.program, self.card.minor, first)
        other = daemon.statistics(second)["modesets"]
        with FlipTrace() as trace:
            for _ in range(3):
                self.card.unplug(0)
                daemon.until_dark(first, "disconnected")
                self.card.plug(0)
                daemon.until_dark(first, "off")
                time.sleep(5)
                self.assertIsNone(debugfs.crtc_of(self.card.minor, first))
            self.assertEqual(trace.flips(), [])
        self.assertEqual(daemon.statistics(second)["modesets"], other)
        daemon.call("Reset", screen=first, keys=["power"])
        self.until_shown(daemon, first)


class Trials(Story):
    """A mode that is not confirmed."""

    def setUp(self):
        (self.name,) = self.build([CONNECTED])
        self.daemon = self.start()
        self.until_shown(self.daemon, self.name)

    def try_mode(self, mode: str, seconds: int) -> None:
        self.daemon.call("Set", screen=self.name, settings={"mode": mode}, confirmSeconds=seconds)
        self.until_shown(self.daemon, self.name, mode)

    def test_it_is_reset(self):
        self.try_mode("800x600", 10)
        time.sleep(5)
        self.until_shown(self.daemon, self.name, "800x600")
        time.sleep(6)
        self.until_shown(self.daemon, self.name, "640x480")
        with self.assertRaises(Refused) as refused:
            self.daemon.call("Confirm", screen=self.name)
        self.assertEqual(refused.exception.name, "NothingToConfirm")

    def test_it_stays_if_it_is_confirmed(self):
        self.try_mode("800x600", 10)
        self.daemon.call("Confirm", screen=self.name)
        time.sleep(20)
        self.until_shown(self.daemon, self.name, "800x600")

    def test_the_last_confirmed_settings_come_back(self):
        self.daemon.call("Set", screen=self.name, settings={"mode": "800x600"})
        self.try_mode("1024x768", 10)
        self.try_mode("1280x1024", 10)
        time.sleep(11)
        self.until_shown(self.daemon, self.name, "800x600")

    def test_a_trial_that_a_reload_has_ended_does_not_end_the_next(self):
        self.try_mode("800x600", 10)
        self.daemon.call("Reload")
        self.until_shown(self.daemon, self.name, "640x480")
        self.try_mode("1024x768", 60)
        time.sleep(20)
        self.until_shown(self.daemon, self.name, "1024x768")
        time.sleep(41)
        self.until_shown(self.daemon, self.name, "640x480")


class Times(Story):
    def setUp(self):
        (self.name,) = self.build([CONNECTED])
        real, monotonic = time.time(), time.monotonic()
        self.addCleanup(lambda: time.clock_settime(time.CLOCK_REALTIME, real + time.monotonic() - monotonic))

    def set_clock(self, text: str) -> None:
        time.clock_settime(time.CLOCK_REALTIME, time.mktime(time.strptime(f"2026-11-23 {text}", "%Y-%m-%d %H:%M:%S")))

    def test_a_schedule_is_kept_also_when_the_clock_jumps(self):
        # Long before, because virtual time jumps by as much as a minute while a start waits for the disk of a busy
        # host.
        self.set_clock("06:00:00")
        daemon = self.start(f'[default]\npower = "Mo-Su 07:00-19:00"\ncontent = {{ color = "{COLOUR}" }}\n')
        daemon.until_dark(self.name, "off")
        self.set_clock("06:59:00")
        time.sleep(50)
        daemon.until_dark(self.name, "off")
        time.sleep(11)
        wait.until_shown(daemon.program, self.card.minor, self.name)
        for jump, is_on in (("20:00:00", False), ("12:00:00", True), ("03:00:00", False), ("18:59:30", True)):
            with self.subTest(jump):
                self.set_clock(jump)
                if is_on:
                    wait.until_shown(daemon.program, self.card.minor, self.name)
                else:
                    daemon.until_dark(self.name, "off")
        time.sleep(31)
        daemon.until_dark(self.name, "off")

    def test_a_schedule_waits_until_a_board_without_a_clock_knows_the_time(self):
        self.assertTrue(Path("/sys/class/rtc").is_dir(), "the kernel has drivers of such clocks")
        clocks = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(clocks.rmdir)
        self.set_clock("03:00:00")
        daemon = self.start(
            f'[default]\npower = "Mo-Su 07:00-19:00"\ncontent = {{ color = "{COLOUR}" }}\n',
            mounted={"/sys/class/rtc": clocks},
        )
        daemon.until_logged("the clock is not set yet")
        self.assertTrue(daemon.call("Status")["waitsForTime"])
        wait.until_shown(daemon.program, self.card.minor, self.name)
        # A daemon that synchronises the clock does this once.
        self.set_clock("20:00:00")
        daemon.until_dark(self.name, "off")
        self.assertFalse(daemon.call("Status")["waitsForTime"])
        self.set_clock("12:00:00")
        wait.until_shown(daemon.program, self.card.minor, self.name)

    def test_a_clock_that_was_synchronized_before_the_start_is_known(self):
        clocks = Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(clocks.rmdir)
        self.set_clock("03:00:00")
        self.addCleanup(adjustment.set_synchronized, False)
        for is_synchronized in (False, True):
            with self.subTest(is_synchronized):
                adjustment.set_synchronized(is_synchronized)
                daemon = self.start(SIGN, mounted={"/sys/class/rtc": clocks})
                self.assertNotEqual(daemon.call("Status")["waitsForTime"], is_synchronized)
                daemon.stop()

    def test_no_change_is_missed_at_the_very_second(self):
        daemon = self.start(f'[default]\npower = "Mo-Su 07:00-19:00"\ncontent = {{ color = "{COLOUR}" }}\n')
        for _ in range(12):
            for before, is_on in (("06:59:59", True), ("18:59:59", False)):
                self.set_clock(before)
                daemon.until_dark(self.name, "off") if is_on else daemon.until_lit(self.name)
                time.sleep(2)
                daemon.until_lit(self.name) if is_on else daemon.until_dark(self.name, "off")


class Watchdog(Story):
    def test_it_is_fed_unless_a_screen_hangs(self):
        (name,) = self.build([CONNECTED])
        folder = Path("/run/watched")
        folder.mkdir()
        self.addCleanup(shutil.rmtree, folder)
        for number, colour in enumerate(("#ff0000", "#0000ff")):
            (folder / f"{number}.png").write_bytes(picture.to_png(picture.filled(16, 16, colour)))
        daemon = self.start(
            f'[default]\nmode = "640x480"\ncontent = {{ slides = "{folder}", interval = "1 s", fade = "1 s" }}\n',
            watchdog=4,
        )
        time.sleep(20)
        fed = daemon.notifications.times("WATCHDOG")
        self.assertGreaterEqual(len(fed), 9)
        for earlier, later in zip(fed, fed[1:]):
            self.assertLess(later - earlier, 4)
        with standing_still(daemon, name):
            time.sleep(15)
            count = len(daemon.notifications.times("WATCHDOG"))
            time.sleep(15)
            self.assertEqual(len(daemon.notifications.times("WATCHDOG")), count, "a frame is overdue")
            self.assertIn("has not finished a frame", daemon.log())
            self.assertTrue(daemon.call("List")["screens"], "the daemon itself does not hang")
        daemon.program.until(lambda: len(daemon.notifications.times("WATCHDOG")) > count, "all is well again")

    def test_it_is_fed_unless_a_screen_is_set_up_without_end(self):
        (name,) = self.build([CONNECTED])
        daemon = self.start(watchdog=4)
        with standing_still(daemon, self.card.card), daemon.client() as client:
            client.send("Set", screen=name, settings={"rotate": 180})
            time.sleep(50)
            count = len(daemon.notifications.times("WATCHDOG"))
            self.assertGreaterEqual(count, 20, "some drivers take long")
            time.sleep(20)
            count = len(daemon.notifications.times("WATCHDOG"))
            time.sleep(10)
            self.assertEqual(len(daemon.notifications.times("WATCHDOG")), count, "none takes a minute")
            self.assertIn(f"{name} has not been set up", daemon.log())
        daemon.program.until(lambda: len(daemon.notifications.times("WATCHDOG")) > count, "all is well again")


PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_DETACH = 0x4206, 0x4207, 17
WAIT_ALL = 0x40000000


@contextlib.contextmanager
def standing_still(daemon: Daemon, thread: str):
    """Stops one thread, like a driver that does not return."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
    (number,) = (number for number, name in threads(daemon.pid, "comm") if name.strip() == thread)
    assert libc.ptrace(PTRACE_SEIZE, number, None, None) == 0, os.strerror(ctypes.get_errno())
    assert libc.ptrace(PTRACE_INTERRUPT, number, None, None) == 0, os.strerror(ctypes.get_errno())
    os.waitpid(number, WAIT_ALL)
    try:
        yield
    finally:
        libc.ptrace(PTRACE_DETACH, number, None, None)
