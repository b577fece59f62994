"""The daemon over months: still content, a display that is taken away every night, a schedule that turns it off."""

import os
import time

from guest.daemon import Daemon
from guest.footprint import Footprint
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

DAYS = int(os.environ.get("SCREENS_DAYS", 30))
DAY = 86400
# A Monday, 00:00 UTC, before a change of the clocks in Europe (25 October 2026).
START = 1_791_763_200
CONFIGURATION = """
[default]
content = { pattern = "card" }
power = "daily 06:00-23:00"
"""
# The memory that an allocator keeps differs by a picture or two; a leak with every event would be far more in a month.
KILOBYTES = 6 * 1024


class Months(KernelTest):
    machine = "virtual"
    is_long = True
    seconds = (DAYS + 3) * DAY

    def test_a_month_leaves_nothing_behind(self):
        card = VirtualCard("months", [CONNECTED, CONNECTED])
        self.addCleanup(card.remove)
        name = card.connectors[0]
        time.clock_settime(time.CLOCK_REALTIME, START)
        daemon = Daemon(self, CONFIGURATION, environment={"TZ": "Europe/Berlin"}, watchdog=3600)
        first = None
        for day in range(DAYS):
            # Night: 23:30 to 05:30 local time, the display is off and then gone.
            self.sleep_until_hour(23.5)
            daemon.until_dark(name, "off")
            card.unplug(0)
            self.sleep_until_hour(5.5)
            card.plug(0)
            daemon.program.until(lambda: self.dark(daemon, name) == "off", "it is off on purpose when it is back")
            self.sleep_until_hour(6.5)
            daemon.program.until(lambda: self.dark(daemon, name) is None, "it is lit in the morning")
            now = self.footprint(daemon, card)
            lines = daemon.log().count("\n")
            print(
                f"day {day + 1}: {now.kilobytes} kB, {sum(now.descriptors.values())} descriptors, {lines} lines",
                flush=True,
            )
            if first is None:
                first, first_lines = now, lines
        self.assertEqual(now.more_than(first), {})
        self.assertLess(now.kilobytes, first.kilobytes + KILOBYTES)
        # No day has more lines than the first.
        self.assertLessEqual(lines, first_lines * DAYS)
        self.assertEqual(daemon.notifications.values("WATCHDOG")[-1], "1")
        self.assertEqual(daemon.stop(), 0)

    def dark(self, daemon: Daemon, name: str) -> str | None:
        found = daemon.screen(name)
        self.assertEqual(found["status"], "connected")
        return found["dark"]["reason"] if found["dark"] else None

    def footprint(self, daemon: Daemon, card: VirtualCard) -> Footprint:
        return Footprint.of(daemon.program, card.minor)

    def sleep_until_hour(self, hour: float) -> None:
        """Sleeps until the next time that it is this hour in Berlin."""
        os.environ["TZ"] = "Europe/Berlin"
        time.tzset()
        now = time.time()
        year, month, day = time.localtime(now)[:3]
        # Hours and minutes of local time, because seconds since midnight differ on the day on which the clock is set
        # back.
        wanted = int(hour), round(hour % 1 * 60)
        targets = (time.mktime((year, month, day + later, *wanted, 0, 0, 0, -1)) for later in (0, 1))
        time.sleep(next(target for target in targets if target > now) - now)
