"""The daemon and files of pictures, readable or not."""

import base64
import os
import shutil
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

from guest import deadline, picture
from guest.daemon import SIMULATED, STILL, Daemon
from guest.processes import memory
from guest.varlink import Refused

MEBIBYTE = 1 << 20


class Pictures(unittest.TestCase):
    def unreadable(self, daemon: Daemon) -> Iterator[Path]:
        """Makes files that are not pictures, each in another way."""
        wrong = {"missing": None, "empty": b"", "text": b"no picture", "cut": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"}
        for what, data in wrong.items():
            path = daemon.folder / f"{what}.png"
            if data is not None:
                path.write_bytes(data)
            yield path
        # A header that states 60,000 x 60,000 pixels.
        large = daemon.folder / "large.png"
        large.write_bytes(picture.png_head(60_000, 60_000, 8, 2))
        yield large
        pipe = daemon.folder / "pipe.png"
        os.mkfifo(pipe)
        yield pipe
        yield Path("/dev/zero")

    def test_configured_pictures_that_cannot_be_read_leave_the_background(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for number, path in enumerate(self.unreadable(daemon)):
            with self.subTest(path.name):
                color = f"#00ff0{number}"
                daemon.configure(f'[default]\ncontent = {{ image = "{path}", background = "{color}" }}\n')
                daemon.until_logged(str(path))
                daemon.until_shown("Virtual-1", color)

    def test_pictures_that_cannot_be_read_are_refused_and_change_nothing(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        daemon.until_shown("Virtual-1", "#112233")
        for path in self.unreadable(daemon):
            with self.subTest(path.name), self.assertRaises(Refused) as refused:
                daemon.call("Set", screen="Virtual-1", settings={"content": {"image": str(path)}})
            self.assertEqual(refused.exception.name, "Unreadable")
            self.assertIn(str(path), refused.exception.parameters["message"])
            self.assertEqual(daemon.pixel("Virtual-1"), bytes.fromhex("112233"))

    def test_a_link_that_leads_to_another_picture_is_followed(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for name, color in (("one", "#ff0000"), ("two", "#00ff00"), ("three", "#0000ff")):
            (daemon.folder / name).mkdir()
            (daemon.folder / name / "a.png").write_bytes(picture.to_png(picture.filled(8, 8, color)))
        link = daemon.folder / "current"
        link.symlink_to("one")
        daemon.configure(f'[default]\ncontent = {{ image = "{link}/a.png" }}\n')
        daemon.until_shown("Virtual-1", "#ff0000")
        # The link is replaced as by `ln -sfn`, and by removing it first.
        (daemon.folder / "other").symlink_to("two")
        (daemon.folder / "other").rename(link)
        daemon.until_shown("Virtual-1", "#00ff00")
        link.unlink()
        link.symlink_to("three")
        daemon.until_shown("Virtual-1", "#0000ff")
        (daemon.folder / "three/a.png").write_bytes(picture.to_png(picture.filled(8, 8, "#ffffff")))
        daemon.until_shown("Virtual-1", "#ffffff")

    def test_the_only_picture_of_a_folder_is_shown_again_when_it_is_another(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        folder = daemon.folder / "slides"
        folder.mkdir()
        for color in ("#ff0000", "#00ff00"):
            (folder / "menu.png").write_bytes(picture.to_png(picture.filled(8, 8, color)))
            if color == "#ff0000":
                daemon.call(
                    "Set", screen="Virtual-1", settings={"content": {"slides": str(folder), "interval": "200 ms"}}
                )
            daemon.until_shown("Virtual-1", color)

    def test_a_slide_after_a_long_time_turns_the_screen_on_again(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        folder = daemon.folder / "slides"
        folder.mkdir()
        for name in "ab":
            (folder / f"{name}.png").write_bytes(picture.to_png(picture.filled(16, 16, "#ffffff")))
        daemon.configure(
            f'[default]\nidle = "1 s"\ncontent = {{ slides = "{folder}", interval = "3 s" }}\n'
        )
        for count in range(1, 3):
            daemon.program.until(lambda: daemon.log().count("is turned off") >= count, "it is turned off")
            daemon.program.until(lambda: daemon.log().count("is in use again") >= count, "it is lit again")

    def test_a_screen_that_was_turned_off_is_on_when_a_call_about_it_returns(self):
        daemon = Daemon(self, STILL + 'idle = "1 s"\n', *SIMULATED)
        for count, settings in enumerate(({"power": "on"}, {"content": {"color": "#ff0000"}}, {"gamma": 2}), 1):
            with self.subTest(settings):
                daemon.program.until(lambda: daemon.log().count("is turned off") >= count, "it is turned off")
                daemon.until_dark("Virtual-1", "off")
                reply = daemon.call("Set", screen="Virtual-1", settings=settings)
                self.assertEqual((reply["outcome"], reply["screen"]["dark"]), ("set", None))

    def test_slides_that_are_over_leave_nothing_behind(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        folder = daemon.folder / "slides"
        folder.mkdir()
        (folder / "a.png").write_bytes(picture.to_png(picture.filled(1024, 1024, "#ffffff")))
        for turn in range(30):
            daemon.call(
                "Set", screen="Virtual-1", settings={"content": {"slides": str(folder), "interval": f"{3600 + turn} s"}}
            )
            daemon.until_shown("Virtual-1", "#ffffff")
            daemon.call("Set", screen="Virtual-1", settings={"content": {"color": "#112233"}})
        # Each picture has 4 MiB.
        self.assertLess(memory(daemon.pid), 70 * MEBIBYTE)

    def test_many_broken_slides_are_reported_in_a_few_lines(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        folder = daemon.folder / "slides"
        folder.mkdir()
        for number in range(400):
            (folder / f"{number}.png").write_bytes(b"")
        with self.assertRaises(Refused) as refused:
            daemon.call("Set", screen="Virtual-1", settings={"content": {"slides": str(folder)}})
        self.assertIn("0.png is not a picture", refused.exception.parameters["message"])
        daemon.configure(f'[default]\ncontent = {{ slides = "{folder}", interval = "100 ms" }}\n')
        # Repeated lines are counted: this is the eighth time.
        daemon.until_logged("(8 times so far)")
        self.assertLess(daemon.log().count("\n"), 100)

    def test_a_redrawn_picture_is_read_again_when_it_is_requested_again(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        path = daemon.folder / "picture.png"
        for color in ("#ff0000", "#00ff00"):
            with self.subTest(color):
                path.write_bytes(picture.to_png(picture.filled(64, 64, color)))
                daemon.call("Set", screen="Virtual-1", settings={"content": {"image": str(path)}})
                daemon.until_shown("Virtual-1", color)

    def test_a_file_that_becomes_another_picture_is_shown_again(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        path = daemon.folder / "pictures/sign.png"
        path.parent.mkdir()
        path.write_bytes(picture.to_png(picture.filled(64, 64, "#ffffff")))
        daemon.configure(f'[default]\ncontent = {{ image = "{path}" }}\n')
        daemon.until_shown("Virtual-1", "#ffffff")

        def in_place(data: bytes) -> None:
            path.write_bytes(data)

        def by_name(data: bytes) -> None:
            (path.parent / "other").write_bytes(data)
            (path.parent / "other").rename(path)

        def with_its_folder(data: bytes) -> None:
            shutil.rmtree(path.parent)
            path.parent.mkdir()
            in_place(data)

        for color, write in (("#ff0000", in_place), ("#00ff00", by_name), ("#0000ff", with_its_folder)):
            with self.subTest(write.__name__):
                write(picture.to_png(picture.filled(64, 64, color)))
                daemon.until_shown("Virtual-1", color)
        by_name(b"no picture")
        daemon.until_logged("is not a picture")
        daemon.until_shown("Virtual-1", "#0000ff")

    def test_pictures_requested_faster_than_they_are_read_cost_no_more_than_a_few(self):
        daemon = Daemon(self, STILL, *SIMULATED)
        for name in "ab":
            (daemon.folder / f"{name}.png").write_bytes(picture.to_png(picture.filled(1024, 1024, "#ffffff")))
        with daemon.client() as client:
            for turn in range(300):
                client.call(
                    "Set", screen="Virtual-1", settings={"content": {"image": f"{daemon.folder}/{'ab'[turn % 2]}.png"}}
                )
        self.assertLess(memory(daemon.pid, "VmHWM"), 128 * MEBIBYTE)
        daemon.until_shown("Virtual-1", "#ffffff")


class Memory(unittest.TestCase):
    """Pictures that are far larger than the screens that show them."""

    def test_only_the_pixels_that_are_shown_are_kept(self):
        daemon = Daemon(self, STILL, "--simulate", "640x360@60")
        before = memory(daemon.pid)
        path = daemon.folder / "large.png"
        # The picture has 64 MB as pixels.
        path.write_bytes(picture.to_png(picture.filled(4096, 4096, "#00ff00")))
        daemon.call("Set", screen="Virtual-1", settings={"content": {"image": str(path)}})
        daemon.until_shown("Virtual-1", "#000000")
        shown = picture.from_png(base64.b64decode(daemon.call("Snapshot", screen="Virtual-1")["png"]))
        self.assertEqual(shown.pixels[(180 * 640 + 320) * 3 :][:3], bytes.fromhex("00ff00"))
        deadline.until(
            lambda: memory(daemon.pid) < before + 8 * MEBIBYTE, f"it keeps {memory(daemon.pid) - before} bytes more"
        )
        # Only the file and a row at a time were in memory.
        self.assertLess(memory(daemon.pid, "VmHWM"), before + 16 * MEBIBYTE)

    def test_pixels_for_a_larger_mode_than_the_current_one_are_not_kept(self):
        """The mode is unknown when the first picture is read."""
        with tempfile.TemporaryDirectory(dir="/run") as folder:
            path = Path(folder) / "large.png"
            path.write_bytes(picture.to_png(picture.filled(4096, 4096, "#00ff00")))
            for content in (f'image = "{path}"', f'slides = "{folder}", interval = "2 s"'):
                with self.subTest(content):
                    configuration = f'[default]\nmode = "640x360@60,cvt"\ncontent = {{ {content}, fit = "fill" }}\n'
                    daemon = Daemon(self, configuration, "--simulate", "4096x2160@60")
                    daemon.until_shown("Virtual-1", "#00ff00")
                    deadline.until(lambda: memory(daemon.pid) < 40 * MEBIBYTE, "it keeps the pixels that are shown", 30)
                    daemon.stop()

    def test_several_are_decoded_one_after_the_other(self):
        daemon = Daemon(self, STILL, "--simulate", ",".join(["64x64@60"] * 4))
        for number in range(1, 5):
            # An interlaced picture is decoded as a whole, and takes 27 MB or more.
            (daemon.folder / f"Virtual-{number}.png").write_bytes(picture.black_png(3000, 3000, 8, 2, interlaced=True))
        daemon.configure(
            "".join(
                f'[[screen]]\nmatch = {{ connector = "{path.stem}" }}\ncontent = {{ image = "{path}" }}\n'
                for path in daemon.folder.glob("Virtual-*.png")
            )
        )
        for number in range(1, 5):
            daemon.until_shown(f"Virtual-{number}", "#000000")
        self.assertLess(memory(daemon.pid, "VmHWM"), 80 * MEBIBYTE)

    def test_the_configuration_limits_pictures(self):
        daemon = Daemon(self, f"{STILL}[daemon]\nlargest-picture = 1\n", *SIMULATED)
        path = daemon.folder / "large.png"
        path.write_bytes(picture.to_png(picture.filled(1001, 1000, "#00ff00")))
        with self.assertRaises(Refused) as refused:
            daemon.call("Set", screen="Virtual-1", settings={"content": {"image": str(path)}})
        self.assertIn("the limit is 1 megapixels", refused.exception.parameters["message"])

    def test_a_picture_is_read_again_for_a_larger_mode(self):
        daemon = Daemon(self, STILL, "--simulate", "640x360@60")
        path = daemon.folder / "halves.png"
        size = 640
        row = bytes.fromhex("ffffff000000") * (size // 2)
        path.write_bytes(picture.to_png(picture.Picture(size, size, row * size)))
        daemon.call("Set", screen="Virtual-1", settings={"content": {"image": str(path), "fit": "fill"}, "rotate": 90})
        daemon.call("Set", screen="Virtual-1", settings={"rotate": 0})

        def columns() -> bool:
            shown = picture.from_png(base64.b64decode(daemon.call("Snapshot", screen="Virtual-1")["png"]))
            return shown.pixels[:6] == bytes.fromhex("ffffff000000")

        deadline.until(columns, "each column is there")
