"""Cards that the host opens: by a seat manager, which takes and returns mastership, and by a lease."""

import os

from guest import debugfs, drm, wait
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard


class Opened(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("opened", [CONNECTED, CONNECTED], console=False)
        self.addCleanup(self.card.remove)
        self.host = drm.Card.open(self.card.path)
        self.addCleanup(self.host.close)

    def start(self, descriptor: int) -> Program:
        program = Program(["opened", str(descriptor)], descriptors=[descriptor])
        self.addCleanup(program.__exit__)
        return program

    def answer(self, program: Program, number: int) -> str:
        """Returns the line of that number that it prints."""
        return program.until(lambda: program.lines()[number : number + 1], f"its line {number}")[0]

    def test_a_host_that_takes_mastership_away_and_gives_it_back(self):
        first, second = self.card.connectors
        program = self.start(self.host.descriptor)
        self.assertEqual(self.answer(program, 0), f"{first} lit, {second} lit")
        for name in self.card.connectors:
            wait.until_shown(program, self.card.minor, name)

        program.say("pause")
        self.assertEqual(self.answer(program, 1), f"{first} sessionInactive, {second} sessionInactive")
        self.assertTrue(self.host.is_master, "mastership is the host's to drop")
        self.host.drop_master()
        with drm.Card.open(self.card.path) as other:
            self.assertTrue(other.is_master)
            for crtc in other.crtcs():
                other.disable_crtc(crtc)

        self.host.set_master()
        program.say("resume")
        self.assertEqual(self.answer(program, 2), f"{first} lit, {second} lit")
        for name in self.card.connectors:
            wait.until_shown(program, self.card.minor, name)
        self.assertEqual(program.end(), 0, program.errors())
        self.assertTrue(self.host.is_master)

    def test_resumed_too_early_it_waits_for_mastership(self):
        first, second = self.card.connectors
        program = self.start(self.host.descriptor)
        self.answer(program, 0)
        program.say("pause")
        self.answer(program, 1)
        self.host.drop_master()
        other = drm.Card.open(self.card.path)
        program.say("resume")
        self.assertEqual(self.answer(program, 2), f"{first} notMaster, {second} notMaster")
        other.close()
        self.host.set_master()
        for name in self.card.connectors:
            wait.until_shown(program, self.card.minor, name)

    def test_a_lease_drives_its_own_screen_and_no_other(self):
        self.host.set_cap(drm.CAP_UNIVERSAL_PLANES)
        self.host.set_cap(drm.CAP_ATOMIC)
        first, second = self.card.connectors
        connector = next(number for number in self.host.connectors() if self.host.encoders_of(number))
        encoder = self.host.encoders_of(connector)[0]
        index = encoder.possible_crtcs.bit_length() - 1
        lease = self.host.lease([connector, self.host.crtcs()[index], self.host.planes()[index]])
        self.addCleanup(os.close, lease)
        program = self.start(lease)
        self.assertEqual(self.answer(program, 0), f"{first} lit")
        wait.until_shown(program, self.card.minor, first)
        ours = [name for name, (_, by, _) in debugfs.shown(self.card.minor).items() if by != debugfs.CONSOLE]
        self.assertEqual(ours, [debugfs.crtc_of(self.card.minor, first).name])
        self.assertEqual(program.end(), 0, program.errors())

    def test_scenario_23_off_on_purpose_stays_off_over_a_replug(self):
        first, second = self.card.connectors
        program = self.start(self.host.descriptor)
        self.answer(program, 0)
        program.say(f"off {first}")
        self.assertEqual(self.answer(program, 1), f"{first} off, {second} lit")
        wait.until_dark(program, self.card.minor, first)
        self.card.unplug(0)
        self.until_it_answers(program, f"{second} lit")
        self.card.plug(0)
        self.until_it_answers(program, f"{first} off, {second} lit")
        self.assertIsNone(debugfs.crtc_of(self.card.minor, first))
        program.say(f"on {first}")
        self.until_it_answers(program, f"{first} lit, {second} lit")
        wait.until_shown(program, self.card.minor, first)

    def until_it_answers(self, program: Program, expected: str) -> None:
        """Reads the screens until they equal these."""

        def asked() -> bool:
            count = len(program.lines())
            program.say("look")
            return self.answer(program, count) == expected

        program.until(asked, f"it says {expected!r}", interval=0.1)

    def test_a_file_that_is_not_a_card_is_an_error(self):
        with open("/dev/null") as nothing:
            program = self.start(nothing.fileno())
            self.assertNotEqual(program.wait(), 0)
            self.assertIn("is not an open card", program.errors())
