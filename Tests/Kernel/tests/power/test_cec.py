"""The daemon turns a television off and on by CEC, through its service of power."""

import os
import signal
import time

from guest import debugfs, screens
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.television import (
    ACTIVE_SOURCE,
    GIVE_POWER,
    IMAGE_VIEW_ON,
    PLAYER,
    REPORT_ADDRESS,
    STANDBY,
    Habits,
    Rival,
    Television,
)
from guest.vkms import CONNECTED, VirtualCard

CONFIGURATION = f"""
[default]
mode = "640x480"
content = {{ color = "#804020" }}
power-by = "auto"
cec-adapter = "{PLAYER}"
"""
# Nothing is due from a minute after a change to the next one: a longer night only costs the host time.
NIGHT = 600


class Nights(KernelTest):
    """One screen of the daemon, and a television at a CEC bus that no connector has: the file names its adapter."""

    machine = "virtual"
    seconds = 2 * NIGHT

    @classmethod
    def setUpClass(cls):
        cls.card = VirtualCard("nights", [CONNECTED])
        cls.addClassCleanup(cls.card.remove)
        cls.name = cls.card.connectors[0]

    def setUp(self):
        self.television = Television()
        self.addCleanup(self.television.close)
        # A daemon of its own: the knowledge about a display outlasts the test.
        self.daemon = Daemon(self, CONFIGURATION)
        self.service = self.begin_service()
        self.daemon.until_lit(self.name)
        self.until_power("confirmed")

    def details(self) -> str:
        heard = "\n".join(f"{moment:.2f} {frame.hex(' ')}" for moment, frame in self.television.received)
        return f"{heard}\n{self.service.errors()}\n{self.daemon.log()}"

    def begin_service(self) -> Program:
        service = Program(["screens-power", "--socket", str(self.daemon.folder / "screens.Power")])
        self.addCleanup(service.__exit__)
        return service

    @property
    def power(self) -> dict:
        return self.daemon.screen(self.name).get("displayPower") or {"message": ""}

    def until_power(self, words: str) -> None:
        self.daemon.program.until(
            lambda: words in self.power["message"], f"its power is {words!r}", seconds=200, interval=0.5
        )

    @property
    def is_active(self) -> bool:
        return debugfs.crtc_of(self.card.minor, self.name) is not None

    def turn(self, power: str) -> float:
        now = time.monotonic()
        self.daemon.call("Set", screen=self.name, settings={"power": power})
        return now

    def test_a_night(self):
        now = self.turn("off")
        self.assertTrue(self.is_active, "the signal stays until the television is off")
        self.until_power("off on purpose, by CEC, confirmed")
        self.daemon.until_dark(self.name, "off")
        self.assertFalse(self.television.is_on)
        self.assertFalse(self.is_active)
        self.assertEqual(self.television.opcodes(now), [STANDBY])
        self.assertEqual([frame[0] for frame in self.television.orders(now) if frame[1] == STANDBY], [0x40])
        time.sleep(NIGHT)
        self.assertEqual(self.television.opcodes(now), [STANDBY], "nothing is sent at night")
        morning = self.turn("on")
        self.daemon.until_lit(self.name)
        self.until_power("turned on by CEC, confirmed")
        self.assertTrue(self.television.is_on)
        self.assertEqual(self.television.orders(morning), [b"\x40\x04", *[b"\x4f\x82\x10\x00"] * 2])

    def test_an_idle_screen_whose_television_drops_hotplug_stays_off(self):
        self.addCleanup(self.card.plug, 0)
        now = time.monotonic()
        self.daemon.configure(f'{CONFIGURATION}idle = "20 s"\n')
        self.daemon.program.until(
            lambda: STANDBY in self.television.opcodes(now), "standby is sent", seconds=200, interval=0.5
        )
        self.television.part()
        self.card.unplug(0)
        self.until_power("off on purpose, by CEC, confirmed: its signal fell")
        time.sleep(NIGHT)
        self.assertEqual(self.television.opcodes(now), [STANDBY])
        morning = time.monotonic()
        self.television.join()
        self.card.plug(0)
        self.daemon.until_lit(self.name)
        self.until_power("turned on by CEC, confirmed")
        self.assertEqual(self.television.opcodes(morning), [IMAGE_VIEW_ON])

    def test_its_own_timer_and_its_remote_control(self):
        self.television.is_on = False
        self.television.send(0x0F, STANDBY)
        self.until_power("the television is off, by its remote control or its own timer")
        self.assertIsNone(self.daemon.screen(self.name)["dark"])
        now = self.turn("off")
        self.daemon.until_dark(self.name, "off")
        self.assertEqual(self.television.orders(now), [])
        morning = self.turn("on")
        self.until_power("turned on by CEC, confirmed")
        self.assertEqual(self.television.opcodes(morning), [IMAGE_VIEW_ON])

    def test_a_television_that_wakes_itself_is_turned_off_once_more(self):
        self.television.habits = Habits(wakes_after=10)
        now = self.turn("off")
        self.until_power("off on purpose, by CEC, confirmed")
        self.daemon.until_logged("the display woke by itself")
        self.daemon.program.until(lambda: not self.television.is_on, "it is off again", seconds=200, interval=0.5)
        self.until_power("off on purpose, by CEC, confirmed")
        self.assertEqual(self.television.opcodes(now), [STANDBY, STANDBY])
        self.assertTrue(any("woke by itself" in words for words in self.power["learned"]), self.power)
        self.assertFalse(self.is_active)
        time.sleep(NIGHT)
        self.assertEqual(self.television.opcodes(now), [STANDBY, STANDBY])

    def test_a_television_that_ignores_standby_is_not_sent_it_again(self):
        self.television.habits = Habits(obeys=False)
        now = self.turn("off")
        self.until_power('not confirmed: the television answered "on" for 60 s')
        self.daemon.until_dark(self.name, "off")
        self.assertEqual(self.television.opcodes(now), [STANDBY, STANDBY])
        self.turn("on")
        self.daemon.until_lit(self.name)
        now = self.turn("off")
        self.until_power("no CEC: the television ignores standby")
        self.daemon.until_dark(self.name, "off")
        self.assertEqual(self.television.opcodes(now), [])

    def test_a_television_that_defers_standby_is_sent_it_again(self):
        self.television.habits = Habits(defers=1)
        now = self.turn("off")
        self.until_power("off on purpose, by CEC, confirmed")
        self.daemon.until_dark(self.name, "off")
        self.assertEqual(self.television.opcodes(now), [STANDBY, STANDBY])
        self.assertNotIn("refused", " ".join(self.power["learned"]))

    def test_bounces_of_the_signal_while_off_put_nothing_on_the_bus(self):
        self.turn("off")
        self.until_power("off on purpose, by CEC, confirmed")
        self.daemon.until_dark(self.name, "off")
        now = time.monotonic()
        for _ in range(3):
            self.television.part()
            time.sleep(10)
            self.television.join()
            time.sleep(20)
        self.assertEqual(self.television.orders(now), [])
        self.assertFalse(self.is_active)

    def test_the_command_of_people(self):
        """`screens cec` beside the service: it uses the logical address that the service has claimed."""
        cec = lambda *words: screens.run("cec", *words, "--adapter", PLAYER)
        scanned = cec("scan")
        self.assertEqual(scanned.code, 0, scanned.errors)
        self.assertRegex(scanned.output, r"0 +TV +TV +on")
        with Program(["screens", "cec", "log", "--adapter", PLAYER]) as log:
            now = time.monotonic()
            sent = cec("standby")
            self.assertEqual((sent.output, sent.errors), ("sent: standby\n", ""))
            log.until(lambda: "40 36  player 4 to TV: standby" in log.output(), "the log has it")
        self.daemon.program.until(lambda: not self.television.is_on, "it is off")
        self.assertEqual(cec("on").code, 0)
        self.daemon.program.until(lambda: self.television.is_on, "it is on")
        self.assertEqual(self.television.opcodes(now), [STANDBY, IMAGE_VIEW_ON])
        self.television.habits = Habits(refuses=True)
        refused = cec("standby")
        self.assertEqual((refused.code, refused.errors), (69, "screens: the television refuses 'standby'\n"))
        missing = screens.run("cec", "scan", "--adapter", "/dev/cec9")
        self.assertEqual(missing.code, 66)

    def test_a_service_that_hangs_or_ends_is_the_next_step(self):
        os.kill(self.service.pid, signal.SIGSTOP)
        self.turn("off")
        self.daemon.until_dark(self.name, "off")
        self.until_power("the adapter or its service does not answer")
        os.kill(self.service.pid, signal.SIGCONT)
        self.service.signal(signal.SIGKILL)
        self.service.wait()
        self.turn("on")
        self.daemon.until_lit(self.name)
        self.until_power("screens-power is not connected")
        self.turn("off")
        self.daemon.until_dark(self.name, "off")
        self.turn("on")
        self.service = self.begin_service()
        self.until_power("confirmed")

    def begin_silent_off(self) -> None:
        """Turns off a television that neither follows nor answers."""
        self.television.habits = Habits(obeys=False, answers=False)
        now = self.turn("off")
        self.daemon.program.until(
            lambda: STANDBY in self.television.opcodes(now), "standby is sent", seconds=200, interval=0.5
        )

    def test_a_signal_that_falls_in_the_middle_is_the_proof(self):
        self.begin_silent_off()
        self.television.part()
        self.until_power("confirmed: its signal fell")
        self.daemon.until_dark(self.name, "off")
        self.television.join()
        self.turn("on")
        self.daemon.until_lit(self.name)

    def test_an_adapter_that_vanishes_in_the_middle_is_the_next_step(self):
        self.begin_silent_off()
        self.television.pull_out()
        self.until_power(f"{PLAYER} does not exist")
        self.daemon.until_dark(self.name, "off")
        self.turn("on")
        self.daemon.until_lit(self.name)
        self.assertIsNone(self.service.process.poll(), "the service goes on")

    def test_a_program_that_takes_the_adapter_keeps_it(self):
        kodi = Rival(b"Kodi")
        self.addCleanup(kodi.close)
        now = self.turn("off")
        self.until_power("off on purpose, by the signal; no CEC: CEC is used by 'Kodi'")
        self.daemon.until_dark(self.name, "off")
        self.assertEqual(self.television.opcodes(now), [])
        self.turn("on")
        self.daemon.until_lit(self.name)
        self.until_power("no CEC: CEC is used by 'Kodi'")
        kodi.close()
        self.until_power("on, confirmed without an order")
        self.assertEqual(self.television.opcodes(now), [])

    def test_a_claim_that_failed_is_repeated(self):
        self.service.signal(signal.SIGTERM)
        self.service.wait()
        other = Rival(None)
        self.addCleanup(other.close)
        self.service = self.begin_service()
        self.until_power("CEC is used by another program")
        time.sleep(NIGHT)
        now = time.monotonic()
        other.close()
        self.daemon.program.until(
            lambda: bytes([REPORT_ADDRESS]) in [frame[1:2] for frame in self.television.orders(now)],
            "an address is claimed", seconds=400, interval=0.5,
        )  # fmt: skip
        self.television.is_on = False
        self.television.send(0x0F, STANDBY)
        self.until_power("the television is off, by its remote control or its own timer")

    def test_an_adapter_that_no_screen_uses_is_not_open(self):
        def opened() -> list[str]:
            folder = f"/proc/{self.service.pid}/fd"
            return [name for name in os.listdir(folder) if os.readlink(f"{folder}/{name}") == PLAYER]

        self.assertEqual(len(opened()), 1)
        self.daemon.configure(CONFIGURATION.replace('"auto"', '"signal"'))
        self.daemon.program.until(lambda: not opened(), "it is closed")
        # It has no logical address: another program may claim one.
        kodi = Rival(b"Kodi")
        self.addCleanup(kodi.close)

    def test_a_screen_follows_the_remote_control(self):
        self.daemon.configure(f'{CONFIGURATION}remote-off = "follow"\n')
        now = time.monotonic()
        self.television.is_on = False
        self.television.send(0x0F, STANDBY)
        self.until_power("the television is off, by its remote control or its own timer, and so is the screen")
        self.daemon.program.until(lambda: not self.is_active, "its signal ends", seconds=200, interval=0.5)
        time.sleep(NIGHT)
        self.television.is_on = True
        self.television.send(0x0F, ACTIVE_SOURCE, 0, 0)
        self.daemon.until_lit(self.name)
        self.daemon.program.until(lambda: self.is_active, "its signal is back", seconds=200, interval=0.5)
        self.assertEqual(self.television.orders(now), [])

    @property
    def question_count(self) -> int:
        return [frame[1:2] for _, frame in list(self.television.received)].count(bytes([GIVE_POWER]))

    def test_a_television_that_is_turned_on_while_the_service_restarts_is_followed(self):
        self.daemon.configure(f'{CONFIGURATION}remote-off = "follow"\n')
        now = time.monotonic()
        for is_on in (False, True):
            self.television.is_on = False
            self.television.send(0x0F, STANDBY)
            self.daemon.program.until(lambda: not self.is_active, "its signal ends", seconds=200, interval=0.5)
            self.service.signal(signal.SIGTERM)
            self.service.wait()
            self.until_power("and so is the screen")
            self.television.is_on = is_on
            before = self.question_count
            self.service = self.begin_service()
            self.daemon.program.until(
                lambda before=before: self.question_count > before, "it is asked", seconds=200, interval=0.5
            )
            if is_on:
                self.until_power("on, confirmed without an order")
                self.daemon.program.until(lambda: self.is_active, "its signal is back", seconds=200, interval=0.5)
            else:
                time.sleep(NIGHT)
                self.assertFalse(self.is_active)
        self.assertEqual(self.television.opcodes(now), [], "it is never turned on")

    def test_a_start_in_off_hours_turns_off_a_television_that_is_on(self):
        for is_on in (True, False):
            self.service.signal(signal.SIGTERM)
            self.daemon.stop()
            self.television.is_on = is_on
            now = time.monotonic()
            self.daemon = Daemon(self, f'{CONFIGURATION}power = "off"\n')
            self.service = self.begin_service()
            self.until_power("confirmed")
            self.daemon.until_dark(self.name, "off")
            self.assertEqual(self.television.opcodes(now), [STANDBY] if is_on else [])
            self.assertFalse(self.television.is_on)
