"""Televisions behind a receiver: one bus for two of them, and an EDID that changes with the receiver's power."""

import time

from guest import bochs, debugfs, edids
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.television import GIVE_POWER, IMAGE_VIEW_ON, PLAYER, STANDBY, Habits, Television
from guest.vkms import CONNECTED, VirtualCard

# Nothing is due from a minute after a change to the next one.
NIGHT = 600
SETTINGS = f"""
mode = "640x480"
content = {{ color = "#804020" }}
power-by = "auto"
cec-adapter = "{PLAYER}"
"""


class Shared(KernelTest):
    """Two televisions behind one receiver: one bus, on which one of them has address 0."""

    machine = "virtual"
    seconds = NIGHT

    @classmethod
    def setUpClass(cls):
        cls.card = VirtualCard("receiver", [CONNECTED, CONNECTED])
        cls.addClassCleanup(cls.card.remove)

    def setUp(self):
        self.television = Television()
        self.addCleanup(self.television.close)
        self.daemon = Daemon(self, f"[default]\n{SETTINGS}")
        service = Program(["screens-power", "--socket", str(self.daemon.folder / "screens.Power")])
        self.addCleanup(service.__exit__)
        for name in self.card.connectors:
            self.daemon.until_lit(name)

    def power(self, name: str) -> str:
        return (self.daemon.screen(name).get("displayPower") or {"message": ""})["message"]

    def until_power(self, name: str, words: str) -> None:
        self.daemon.program.until(
            lambda: words in self.power(name), f"the power of {name} is {words!r}", seconds=200, interval=0.5
        )

    def turn(self, name: str, power: str) -> None:
        self.daemon.call("Set", screen=name, settings={"power": power})

    def test_one_has_orders_and_the_other_one_says_why_not(self):
        reason = "has the adapter"
        self.daemon.program.until(
            lambda: [reason in self.power(name) for name in self.card.connectors].count(True) == 1,
            "one has no adapter", seconds=200, interval=0.5,
        )  # fmt: skip
        [other] = [name for name in self.card.connectors if reason in self.power(name)]
        [first] = [name for name in self.card.connectors if name != other]
        self.until_power(first, "confirmed")
        now = time.monotonic()
        self.turn(other, "off")
        self.daemon.until_dark(other, "off")
        self.until_power(other, f"{first} has the adapter {PLAYER}: one bus has one television")
        self.assertIsNone(debugfs.crtc_of(self.card.minor, other))
        self.assertIsNotNone(debugfs.crtc_of(self.card.minor, first))
        self.assertEqual(self.television.orders(now), [], "its signal alone ends")
        self.turn(first, "off")
        self.until_power(first, "off on purpose, by CEC, confirmed")
        self.daemon.until_dark(first, "off")
        self.assertEqual(self.television.opcodes(now), [STANDBY])
        self.turn(other, "on")
        self.daemon.until_lit(other)
        time.sleep(NIGHT)
        self.assertEqual(self.television.opcodes(now), [STANDBY], "its picture turns on no television")
        self.turn(first, "on")
        self.daemon.until_lit(first)
        self.until_power(first, "turned on by CEC, confirmed")
        self.assertEqual(self.television.opcodes(now), [STANDBY, IMAGE_VIEW_ON])
        # The other one has the bus once the first one uses it no more.
        self.daemon.call("Set", screen=first, settings={"powerBy": "signal"})
        self.until_power(other, "confirmed")
        later = time.monotonic()
        self.turn(other, "off")
        self.until_power(other, "off on purpose, by CEC, confirmed")
        self.assertEqual(self.television.opcodes(later), [STANDBY])


class Changing(KernelTest):
    """A television behind a receiver whose EDID changes with the power of the receiver."""

    machine = "cards"

    def setUp(self):
        self.socket = bochs.Socket(self)
        self.socket.plug(edids.display([edids.XGA, edids.VGA], serial=11))
        self.socket.probe()
        self.television = Television()
        self.addCleanup(self.television.close)
        match = f'match = {{ connector = "{self.socket.screen}" }}'
        self.daemon = Daemon(self, f"[[screen]]\n{match}\n{SETTINGS}")
        service = Program(["screens-power", "--socket", str(self.daemon.folder / "screens.Power")])
        self.addCleanup(service.__exit__)
        self.daemon.until_lit(self.socket.name)
        self.until_power("confirmed")

    def until_power(self, words: str) -> None:
        def has_it() -> bool:
            power = self.daemon.screen(self.socket.name).get("displayPower") or {"message": ""}
            return words in power["message"]

        self.daemon.program.until(has_it, f"its power is {words!r}", seconds=100, interval=0.5)

    @property
    def question_count(self) -> int:
        return [frame[1:2] for _, frame in list(self.television.received)].count(bytes([GIVE_POWER]))

    def test_its_screen_stays_dark_in_off_hours(self):
        self.daemon.call("Set", screen=self.socket.name, settings={"power": "off"})
        self.until_power("off on purpose, by CEC, confirmed")
        self.daemon.until_dark(self.socket.name, "off")
        # The settings of a display end with it.
        self.daemon.configure(self.daemon.file.read_text() + 'power = "off"\n')
        self.television.habits = Habits(answers=False)
        for serial in (12, 11):
            before = self.question_count
            self.socket.plug(edids.display([edids.XGA, edids.VGA], serial=serial))
            self.socket.announce()
            # The question follows the picture, and its answer is missing.
            self.daemon.program.until(
                lambda before=before: self.question_count > before, "it is asked", seconds=100, interval=0.1
            )
            self.assertIsNone(debugfs.crtc_of(self.socket.minor, self.socket.name))
        self.television.habits = Habits()
        self.until_power("off on purpose, confirmed without an order")
        self.assertIsNone(debugfs.crtc_of(self.socket.minor, self.socket.name))
