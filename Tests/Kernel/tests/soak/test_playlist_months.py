"""A playlist with fades over months: the memory stays, and the daemon wakes up for the changes alone."""

import os
import time

from guest import picture
from guest.daemon import Daemon
from guest.footprint import Footprint
from guest.frametest import HEIGHT, MODE, WIDTH
from guest.kerneltest import KernelTest
from guest.processor import sleeps
from guest.vkms import CONNECTED, VirtualCard

DAYS = int(os.environ.get("SCREENS_DAYS", 30))
DAY = 86400
# The time of an item, in seconds: more than 10,000 items follow each other in a month.
ITEM = 240
# The memory that an allocator keeps differs by a picture or two.
KILOBYTES = 4 * 1024


class PlaylistMonths(KernelTest):
    machine = "virtual"
    is_long = True
    seconds = (DAYS + 3) * DAY

    def test_a_month_of_a_list_with_fades_costs_as_many_wake_ups_as_changes(self):
        card = VirtualCard("playlist", [CONNECTED])
        self.addCleanup(card.remove)
        daemon = Daemon(self, "")
        folder = daemon.folder / "pictures"
        folder.mkdir()
        for number, color in enumerate(("#ff0000", "#00ff00", "#0000ff")):
            (folder / f"{number}.png").write_bytes(picture.to_png(picture.filled(WIDTH, HEIGHT, color)))
        images = ", ".join(f'{{ image = "{folder}/{number}.png" }}' for number in range(2))
        more = f'{{ image = "{folder}/2.png", during = "06:00-23:00" }}, {{ color = "#102030", fade = "0 s" }}'
        daemon.configure(
            f'[default]\nmode = "{MODE}"\n'
            f'content = {{ playlist = [{images}, {more}], interval = "{ITEM} s", fade = "1 s", align = "clock" }}\n'
        )
        daemon.until_lit(card.connectors[0])
        time.sleep(DAY)
        first, before = Footprint.of(daemon.program, card.minor), sleeps(daemon.pid)
        for day in range(1, DAYS):
            time.sleep(DAY)
            now, after = Footprint.of(daemon.program, card.minor), sleeps(daemon.pid)
            # The main thread has the name of the program.
            wake_ups = (after - before)["screensd"] / (DAY / ITEM)
            print(f"day {day + 1}: {now.kilobytes} kB, {wake_ups:.1f} wake-ups an item", flush=True)
            # An item wakes it when it is made ready, when its picture is read, and when its turn comes.
            self.assertLess(wake_ups, 12)
            before = after
        self.assertEqual(now.more_than(first), {})
        self.assertLess(now.kilobytes, first.kilobytes + KILOBYTES)
        self.assertEqual(daemon.stop(), 0)
