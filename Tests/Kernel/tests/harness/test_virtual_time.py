"""The clock of this machine, proven on a program of others."""

import time

from guest import deadline, hostlink, modetest
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard


class VirtualTime(KernelTest):
    machine = "virtual"
    # The guest's seconds, which pass at once while nothing happens.
    seconds = 1_000_000

    def test_modetest_flips_at_exactly_the_rate_of_the_mode(self):
        card = VirtualCard("clock", [CONNECTED])
        self.addCleanup(card.remove)
        connector = modetest.connectors("vkms")[card.connectors[0]]
        with FlipTrace() as trace, modetest.hold("vkms", card.minor, connector.number, "1024x768", "-v") as program:
            # Each check of the trace takes the only processor away: after the last one, flips run undisturbed.
            deadline.until(lambda: len(trace.flips()) > 180, "180 flips", interval=4)
            program.kill()
            flips = trace.flips()[-120:]
        numbers = [number for _, _, _, number in flips]
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))), "a vblank without a flip")
        seconds = flips[-1][0] - flips[0][0]
        self.assertAlmostEqual((len(flips) - 1) / seconds, 65000 * 1000 / 1344 / 806, delta=0.01)

    def test_a_deadline_is_not_over_while_only_the_guests_time_has_passed(self):
        self.addCleanup(setattr, deadline, "host_seconds", deadline.host_seconds)
        deadline.host_seconds = 2
        end = deadline.Deadline(30)
        begun = hostlink.link().time()
        time.sleep(3600)
        self.assertFalse(end.is_over)
        while not end.is_over:
            time.sleep(60)
        self.assertGreaterEqual(hostlink.link().time() - begun, 2)
