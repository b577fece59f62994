"""A ticker for an hour: each refresh has its next step, by the checksums."""

import time

from guest.checksums import Checksums
from guest.frametest import FrameTest

HOUR = 3600
# The smallest picture at the lowest pixel clock, for the sake of the emulated processor: 64x64 at 60.4 Hz.
MODE = "1.00 64 90 110 240 64 66 68 69"
# It moves by a pixel in each refresh.
SPEED = 60
LETTERS = "abcdefghij"
# A letter has six columns, and the end of the words is six letters before their beginning.
LENGTH = (len(LETTERS) + 6) * 6
CONFIGURATION = f"""
[default]
mode = "{MODE}"
content = {{ ticker = "{LETTERS}", speed = "{SPEED} px/s", size = "12%" }}
"""


class TickerHours(FrameTest):
    is_long = True
    seconds = 3 * HOUR

    def test_an_hour_of_a_ticker_has_equal_steps_and_misses_no_refresh(self):
        self.daemon.configure(CONFIGURATION)
        with Checksums(self.card.minor) as checksums:

            def is_moving() -> bool:
                last = checksums.so_far[-LENGTH:]
                return len(set(last)) == LENGTH

            self.daemon.program.until(is_moving, "the ticker moves", interval=1)
            before, first = self.daemon.statistics(self.name), len(checksums.so_far)
            time.sleep(HOUR)
            found, after = checksums.so_far[first:], self.daemon.statistics(self.name)
        self.assertEqual(after["missed"], before["missed"])
        # The kernel reports a checksum for each refresh, so the number of refreshes is the time.
        self.assertGreater(len(found), HOUR * 59)
        places = [set(found[place::LENGTH]) for place in range(LENGTH)]
        self.assertEqual(max(map(len, places)), 1, "a step was wider or narrower than the others")
        self.assertEqual(len(set().union(*places)), LENGTH, "two places have one checksum")
