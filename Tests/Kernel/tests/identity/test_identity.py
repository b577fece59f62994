"""The identity of a display: real EDIDs on a real connector, compared with edid-decode's reading of the same bytes."""

import errno
import json
import shutil
from fractions import Fraction
from urllib.parse import unquote

from guest import agreement, bochs, corpora, deadline, debugfs, edid_decode, ioctls, modetest, picture, screens, wait
from guest.kerneltest import KernelTest

MONITORS = {
    "a monitor with a serial string": "edid-decode/data/hp-lp2480zx-dp",
    "EDID 1.2, digital": "linuxhw-sample/6A909202EF1E.edid",
    "EDID 1.2, analog": "linuxhw-sample/F04BD0178E0E.edid",
    "EDID 1.1, two names with quotes in them, no detailed timing": "linuxhw-sample/2752884153F5.edid",
    "a panel without a name and a serial number": "libdisplay-info/jdi-lpm135m467-edp.edid",
    "an unknown manufacturer": "linuxhw-sample/AF3439A93DC4.edid",
}

TELEVISIONS_AND_MORE_BLOCKS = {
    "a 4K television with CTA, whose serial number 0x01010101 does not count": "edid-decode/data/lg-oled-c9-hdmi",
    "a television with an asterisk in its name": "edid-decode/data/sony-kd55xd-hdmi",
    "a wrong checksum": "libdisplay-info/goldstar-37lg5000.edid",
    "seven blocks, a serial number without a string": "libdisplay-info/apple-xdr-dp.edid",
    "DisplayID": "linuxhw-sample/A56C4A82FB32.edid",
    "a block map": "linuxhw-sample/6CEA0742659A.edid",
    "DisplayID, no name, blocks beyond the declared ones": "linuxhw-sample/AED642133F93.edid",
    "a receiver that prefers an interlaced mode": "linuxhw-sample/BBBFEEBC1BF3.edid",
}

SERIAL_NUMBERS_THAT_ARE_NONE = (0, 1, 0x01010101, 0xFFFFFFFF)
SERIAL_TEXTS_THAT_ARE_NONE = ("000001",)


def expected_identity(decoded: edid_decode.Decoded) -> dict:
    """Returns the expected `identity` without the vendor, from the contract and edid-decode's reading."""
    number = None if decoded.number in SERIAL_NUMBERS_THAT_ARE_NONE else str(decoded.number)
    return {
        "make": decoded.make,
        "productCode": decoded.product,
        "model": decoded.name,
        "serial": number if decoded.serial in (None, *SERIAL_TEXTS_THAT_ARE_NONE) else decoded.serial,
        "year": decoded.year,
    }


def with_name(edid: bytes, name: bytes) -> bytes:
    """Returns the same display with another name, of up to 13 bytes."""
    place = next(place for place in (54, 72, 90, 108) if edid[place : place + 5] == b"\0\0\0\xfc\0")
    text = (name + b"\n").ljust(13)[:13]
    return signed(edid[: place + 5] + text + edid[place + 18 :])


def signed(edid: bytes) -> bytes:
    """Returns the EDID with a correct checksum of the first block."""
    return edid[:127] + bytes([-sum(edid[:127]) % 256]) + edid[128:]


class Comparison(KernelTest):
    machine = "cards"

    def setUp(self):
        if shutil.which("edid-decode") is None:
            self.skipTest("there is no edid-decode: it is Debian's package of that name")
        self.socket = bochs.Socket(self)

    def compare_all(self, displays: dict[str, str]) -> None:
        for what, path in displays.items():
            with self.subTest(what, display=path):
                self.compare(corpora.edid(path))

    def compare(self, edid: bytes | None) -> None:
        self.socket.plug(edid)
        # modetest is master, and probes; the program only reads the kernel's result.
        agreement.compare_card(self, bochs.DRIVER, self.socket.minor)
        if edid is not None:
            self.assertEqual(self.socket.edid, edid, "the kernel has the display's bytes")
        decoded = edid_decode.decode(self.socket.edid)
        listed = screens.listed(self.socket.card)[self.socket.name]["identity"]
        information = screens.document("info", self.socket.screen)
        display = information["edid"]
        expected = expected_identity(decoded)
        for identity in (listed, information["identity"], display["identity"]):
            self.assertEqual({key: identity[key] for key in expected}, expected)
            self.assertEqual(set(identity) - set(expected), {"vendor"})
        # A form of four fields, with any texts of a display.
        fields = [None if field == "-" else unquote(field) for field in display["stableIdentity"].split(":")]
        self.assertEqual(
            fields, [expected["make"], f"{expected['productCode']:04x}", expected["model"], expected["serial"]]
        )
        self.compare_timings(display["detailedTimings"], decoded.timings)

    def compare_timings(self, found: list[dict], expected: list[edid_decode.Timing]) -> None:
        self.assertEqual(
            [(timing["width"], timing["height"], timing["interlaced"]) for timing in found],
            [(timing.width, timing.height, timing.interlaced) for timing in expected],
        )
        for ours, theirs in zip(found, expected):
            # Both are rounded.
            off = abs(Fraction(ours["refreshMillihertz"]) - Fraction(str(theirs.hertz)) * 1000)
            self.assertLessEqual(off, Fraction(501, 1000), f"{ours} is not {theirs}")


class Agreement(Comparison):
    def test_a_monitor_and_qemu_without_an_override_have_the_identity_of_edid_decode(self):
        self.compare(corpora.edid("edid-decode/data/hp-lp2480zx-dp"))
        self.socket.plug(None)
        self.compare(None)
        self.assertEqual(screens.listed(self.socket.card)[self.socket.name]["identity"]["make"], "RHT")


class AgreementOfMany(Comparison):
    is_long = True

    def test_monitors_have_the_identity_of_edid_decode(self):
        self.compare_all(MONITORS)

    def test_televisions_and_displays_of_many_blocks_have_the_identity_of_edid_decode(self):
        self.compare_all(TELEVISIONS_AND_MORE_BLOCKS)


class Strings(KernelTest):
    machine = "cards"

    def test_texts_of_a_display_cannot_reach_the_terminal(self):
        socket = bochs.Socket(self)
        socket.plug(with_name(corpora.edid("edid-decode/data/hp-lp2480zx-dp"), b'\x1b[31m"\\\x07\x9b\xff'))
        socket.probe()
        self.assertIn(b"\x1b[31m", socket.edid)
        for command in (["list"], ["list", "--all"], ["info", socket.screen]):
            for form in ([], ["--json"]):
                with self.subTest(command=command + form):
                    done = screens.run(*command, *form)
                    self.assertEqual((done.code, done.errors), (0, ""))
                    self.assertIn("[31m", done.output)
                    odd = [character for character in done.output if not character.isprintable() and character != "\n"]
                    self.assertEqual(odd, [])
        with screens.watch() as program:
            program.until(lambda: program.lines(), "the snapshot")
            self.assertTrue(all(line.isprintable() for line in program.lines()))
            json.loads(program.lines()[0])


class Watch(KernelTest):
    """A display that is exchanged between two reads, such as behind a switch or while a machine sleeps."""

    machine = "cards"

    def setUp(self):
        self.socket = bochs.Socket(self)
        self.edid = corpora.edid("edid-decode/data/hp-lp2480zx-dp")
        self.replace(self.edid)
        # The console shows itself there once a program has closed the card: its mode is not a change of the display.
        self.assertTrue(screens.listed(self.socket.card))
        deadline.until(
            lambda: screens.listed(self.socket.card)[self.socket.name]["currentMode"], "the console is there"
        )
        self.program = screens.watch()
        self.addCleanup(self.program.__exit__)
        self.program.until(lambda: self.program.lines(), "the snapshot")

    def replace(self, edid: bytes | None) -> None:
        self.socket.plug(edid)
        # watch reads without probing: the kernel must have probed before the event comes.
        self.socket.probe()
        self.socket.announce()

    def events(self, count: int) -> list[dict]:
        """Waits for so many events after the snapshot."""
        reported = self.program.until(
            lambda: self.program.lines()[1:] if len(self.program.lines()) > count else None, f"{count} events"
        )
        events = [json.loads(line) for line in reported]
        for event in events:
            self.assertEqual((event["screen"]["card"], event["screen"]["name"]), (self.socket.card, self.socket.name))
        return events

    def test_scenario_04_another_display_is_a_disconnected_and_a_connected(self):
        self.replace(corpora.edid("edid-decode/data/lg-oled-c9-hdmi"))
        events = self.events(2)
        self.assertEqual([event["event"] for event in events], ["disconnected", "connected"])
        self.assertEqual([event["screen"]["identity"]["make"] for event in events], ["HWP", "GSM"])
        self.assertEqual(events[1]["screen"]["status"], "connected")

    def test_another_serial_is_another_display(self):
        place = self.edid.index(b"3CM820000N")
        self.replace(signed(self.edid[:place] + b"3CM820001N" + self.edid[place + 10 :]))
        events = self.events(2)
        self.assertEqual([event["event"] for event in events], ["disconnected", "connected"])
        self.assertEqual([event["screen"]["identity"]["serial"] for event in events], ["3CM820000N", "3CM820001N"])

    def test_scenario_04_the_same_display_with_other_bytes_is_one_changed(self):
        # The gamma, which no other known value of a screen contains.
        gamma = 23
        self.replace(signed(self.edid[:gamma] + bytes([self.edid[gamma] + 1]) + self.edid[gamma + 1 :]))
        (event,) = self.events(1)
        self.assertEqual((event["event"], event["changes"]), ("changed", ["edid"]))
        # The width.
        width = 21
        self.replace(signed(self.edid[:width] + bytes([self.edid[width] + 1]) + self.edid[width + 1 :]))
        _, event = self.events(2)
        self.assertEqual(event["event"], "changed")
        self.assertIn("edid", event["changes"])
        # No other event came in between.
        self.replace(None)
        events = self.events(4)
        self.assertEqual(
            [event["event"] for event in events], ["changed", "changed", "disconnected", "connected"]
        )
        self.assertEqual([event["sequence"] for event in events], [1, 2, 3, 4])

    def test_the_same_display_again_causes_no_event(self):
        for _ in range(3):
            self.replace(self.edid)
        self.replace(None)
        self.assertEqual([event["event"] for event in self.events(2)], ["disconnected", "connected"])

    def test_an_edid_that_is_replaced_while_it_is_read_is_read_again(self):
        # A probe that replaces it between the two calls that read it; here the second call says so, and nothing else
        # does.
        with ioctls.Calls() as calls:
            replaced = calls.environment(ioctls.kind_of("GETPROPBLOB"), errno.ENOENT)
            found = screens.document("list", environment=replaced)
            self.assertTrue(calls.has_failed)
        self.assertEqual(found, screens.document("list"))
        self.assertTrue(all(screen["identity"] for screen in found), found)

    def test_after_the_override_it_is_qemus_own_display_again(self):
        self.replace(None)
        events = self.events(2)
        identities = [event["screen"]["identity"] for event in events]
        self.assertEqual([(identity["make"], identity["model"]) for identity in identities],
                         [("HWP", "HP LP2480zx"), ("RHT", "QEMU Monitor")])  # fmt: skip


class Show(KernelTest):
    """Every display gets its own preferred mode, also if it replaces another."""

    machine = "cards"

    def test_scenario_04_another_display_is_lit_in_its_own_preferred_mode(self):
        socket = bochs.Socket(self)
        displays = {
            (1920, 1200): corpora.edid("edid-decode/data/hp-lp2480zx-dp"),
            (1680, 1050): corpora.edid("edid-decode/data/hp-lp2275w-dp"),
            (2560, 1440): corpora.edid("linuxhw-sample/A56C4A82FB32.edid"),
            (800, 480): None,
        }
        first, *others = displays
        socket.plug(displays[first])
        socket.probe()
        with screens.show(socket.screen, "--color", "#2a7fc4") as program:
            self.expect(program, socket, *first)
            for size in others:
                socket.plug(displays[size])
                # show is master, and probes at the event.
                socket.announce()
                self.expect(program, socket, *size)

    def expect(self, program, socket: bochs.Socket, width: int, height: int) -> None:
        wait.until_shown(program, socket.minor, socket.name, f"{width}x{height}")
        wait.until_on_screen("bochs", picture.filled(width, height, "#2a7fc4"))
        self.assertEqual(len(debugfs.lit(socket.minor)), 1)
