"""Playlists of many photos: the daemon opens the shown one and the next one, and stays small."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from guest import picture
from guest.daemon import Daemon
from guest.processes import memory

MEBIBYTE = 1 << 20
SCREEN = "Virtual-1"
COUNT = 1000
# Each would take 15 MB in its own size, and takes 4 MB in the size of the screen.
PHOTO, MODE = (2400, 1600), "1280x720@60"
LIMIT = 32


class Photos(unittest.TestCase):
    def write(self, width: int, height: int) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory(dir="/run")))
        # Each reading of a file changes its time of access there.
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=96m,mode=755,strictatime", "tmpfs", str(folder)], check=True
        )
        self.addCleanup(subprocess.run, ["umount", str(folder)], check=True)
        photo = picture.black_png(width, height, 1, 0)
        self.files = [folder / f"{number:04}.png" for number in range(1, COUNT + 1)]
        for file in self.files:
            file.write_bytes(photo)

    def opened(self) -> set[int]:
        """Returns the numbers of the photos that were read since they were written."""
        times = [(file.stat().st_atime_ns, file.stat().st_mtime_ns) for file in self.files]
        return {number for number, (read, written) in enumerate(times, 1) if read > written}

    def start(self, interval: str) -> Daemon:
        items = ", ".join(f'{{ image = "{file}" }}' for file in self.files)
        content = f'[default]\ncontent = {{ playlist = [{items}], interval = "{interval}" }}\n'
        return Daemon(self, f"{content}[daemon]\nmemory = {LIMIT}\n", "--simulate", MODE)

    def shown(self, daemon: Daemon) -> int:
        """Returns the number of the shown photo; 0 before the first one."""
        shown = daemon.screen(SCREEN)["content"]["playing"][0]["shown"]
        return shown["number"] if shown else 0

    def test_a_list_of_a_thousand_photos_opens_the_shown_ones_alone_within_its_memory(self):
        self.write(*PHOTO)
        daemon = self.start("1 h")
        before = memory(daemon.pid)
        for number in (1, 2, 500, 1000, 1):
            daemon.call("Go", screen=SCREEN, item=number)
            daemon.program.until(lambda: self.shown(daemon) == number, f"photo {number} is shown", interval=0.05)
            self.assertLessEqual(daemon.call("Status")["memory"]["pictures"], LIMIT * MEBIBYTE)
        self.assertEqual(self.opened(), {1, 2, 500, 1000})
        self.assertLess(memory(daemon.pid, "VmHWM"), before + LIMIT * MEBIBYTE)

    def test_a_list_reads_the_next_photo_alone_before_its_turn(self):
        self.write(16, 16)
        daemon = self.start("1 s")
        daemon.program.until(lambda: self.shown(daemon) >= 3, "the third photo is shown", interval=0.05)
        opened = self.opened()
        self.assertEqual(opened, set(range(1, max(opened) + 1)))
        self.assertLessEqual(max(opened), self.shown(daemon) + 1)
