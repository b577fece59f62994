"""Frames that a plane shows from the buffers of a client, or in luma and chroma, without a copy to red, green and blue.

Frames in dma-bufs are read from their memory instead of by writeback: vkms adds the offset of a framebuffer in its
memory twice, and the kernel dies if the sum is beyond the end.
"""

import mmap
import os
import subprocess

from guest import debugfs, dmabuffers, readback, screens, wait
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.picture import Picture, from_png
from guest.processes import open_files
from guest.program import Program
from guest.surface import Surface, call
from guest.varlink import Client, Refused
from guest.vkms import CONNECTED, VirtualCard

WIDTH, HEIGHT = 160, 120
CONFIGURATION = f"""
[default]
mode = "{WIDTH}x{HEIGHT}@60,cvt"
content = {{ color = "#2a7fc4" }}
"""
# More than the bytes of a row, as a device's driver may need.
STRIDE = 256


def plane_of(card: VirtualCard, name: str) -> debugfs.Block:
    """Returns the plane that shows a picture on a connector."""
    return debugfs.primary_of(card.minor, debugfs.crtc_of(card.minor, name).name)


def format_of(card: VirtualCard, name: str) -> str:
    """Returns the format of the shown framebuffer, such as `XR24`."""
    return plane_of(card, name).values["format"].split()[0]


def snapshot(screen: str) -> Picture:
    """Returns the picture as another program reads it from the kernel."""
    command = [screens.binary(), "snapshot", screen, "-", "--no-daemon"]
    return from_png(subprocess.run(command, capture_output=True, check=True).stdout)


def shaded(number: int) -> tuple[bytes, bytes]:
    """Returns a frame of NV12 without gaps: luma that rises to the right, and chroma that rises downwards."""
    luma = bytes(16 + (x + number) % 220 for x in range(WIDTH)) * HEIGHT
    chroma = b"".join(bytes([60 + y, 180 - y]) * (WIDTH // 2) for y in range(HEIGHT // 2))
    return luma, chroma


def largest_difference(one: Picture, other: Picture) -> int:
    assert (one.width, one.height) == (other.width, other.height)
    return max(
        max(abs(a - b) for a, b in zip(one.at(x, y), other.at(x, y)))
        for x in range(0, one.width, 7) for y in range(0, one.height, 5)
    )  # fmt: skip


class Scanout(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.card = VirtualCard("scanout", [CONNECTED] * 2, writeback=True)
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.screen = f"{self.card.card}/{self.name}"
        self.daemon = Daemon(self, CONFIGURATION)
        for name in self.card.connectors[:2]:
            self.daemon.until_lit(name)

    def surface(self, client: Client, count: int = 3, **parameters) -> Surface:
        return Surface(client, self.name, WIDTH, HEIGHT, count=count, make=dmabuffers.mapped, **parameters)

    def draw(
        self, client: Client, file: int, places: list[dict], name: str | None = None, form: str = "xrgb8888"
    ) -> None:
        """Begins to draw with buffers at places in a file."""
        size = {"width": WIDTH, "height": HEIGHT}
        call(client, "Draw", [file], screen=name or self.name, size=size, format=form, buffers=places)

    def scanned_out(self) -> Picture:
        return readback.scanned_out(self.daemon.pid, self.card.minor, self.name)

    def framebuffer(self) -> str:
        return plane_of(self.card, self.name).values["fb"]

    def test_the_formats_of_the_plane_are_named(self):
        reply = self.daemon.call("FrameFormats", screen=self.name)
        self.assertEqual(reply["size"], {"width": WIDTH, "height": HEIGHT})
        formats = {one["format"]: one["modifiers"] for one in reply["formats"]}
        self.assertLessEqual({"xrgb8888", "nv12", "yuv420p", "p010", "rgb565"}, set(formats))
        self.assertEqual(formats["nv12"], [0])
        self.daemon.call("Set", screen=self.name, settings={"rotate": 90})
        self.assertEqual(self.daemon.call("FrameFormats", screen=self.name)["formats"], [])

    def test_three_buffers_of_a_device_are_shown_as_they_are(self):
        before = self.framebuffer()
        with self.daemon.client() as client:
            surface = self.surface(client)
            replies = [surface.show(f"#{number:02x}4050") for number in range(100)]
            self.assertEqual([reply["missed"] for reply in replies[5:]], [0] * 95)
            # All but the first frame, which is in the picture of the modeset if the screen is lit for it.
            self.assertEqual([reply["copied"] for reply in replies[1:]], [False] * 99)
            # Three buffers, each of which is free again two refreshes later.
            self.assertEqual([reply["free"] for reply in replies[:4]], [1, 2, 0, 1])
            self.assertNotEqual(self.framebuffer(), before)
            # Any program can read them like another picture.
            self.daemon.until_shown(self.name, "#634050")
            self.assertEqual(snapshot(self.screen).at(80, 60), (99, 0x40, 0x50))
        self.daemon.until_shown(self.name, "#2a7fc4")
        self.assertEqual(self.scanned_out().at(80, 60), (0x2A, 0x7F, 0xC4))

    def test_32_buffers_of_a_device_are_shown_and_33_are_refused(self):
        made = [dmabuffers.mapped(WIDTH * HEIGHT * 4) for _ in range(33)]
        files = [file for file, _ in made]
        places = [{"fd": number} for number in range(33)]
        frames = {"screen": self.name, "size": {"width": WIDTH, "height": HEIGHT}, "format": "xrgb8888"}
        with self.daemon.client() as client:
            with self.assertRaises(Refused) as refused:
                call(client, "Draw", files, buffers=places, **frames)
            self.assertIn("33 buffers: 1 to 32 are possible", str(refused.exception))
            call(client, "Draw", files[:32], buffers=places[:32], **frames)
            for file in files:
                os.close(file)
            # The first frame is in the picture of the modeset if the screen is lit for it.
            client.call("Frame", buffer=31)
            shown = set()
            for number, (_, memory) in enumerate(made[:32]):
                memory[:] = bytes([number, 0x40, 0x50, 0]) * (len(memory) // 4)
                self.assertFalse(client.call("Frame", buffer=number)["copied"])
                self.daemon.until_shown(self.name, f"#5040{number:02x}")
                shown.add(self.framebuffer())
            self.assertEqual(len(shown), 32)
        self.daemon.until_shown(self.name, "#2a7fc4")

    def test_two_buffers_are_copied(self):
        with self.daemon.client() as client:
            surface = self.surface(client, count=2)
            self.assertEqual([surface.show(f"#{number:02x}4050")["copied"] for number in range(5)], [True] * 5)
            self.assertEqual(self.scanned_out().at(80, 60), (4, 0x40, 0x50))

    def test_a_client_that_is_killed_harms_nothing(self):
        with self.daemon.client() as client:
            self.surface(client).show("#112233")
            self.daemon.until_shown(self.name, "#112233")
        # Its buffers have gone with it; the daemon keeps the picture on the screen.
        self.daemon.until_shown(self.name, "#2a7fc4")
        for number in range(20):
            with self.daemon.client() as client:
                surface = self.surface(client)
                for step in range(3):
                    surface.show(f"#{number:02x}{step:02x}33")
        self.daemon.until_shown(self.name, "#2a7fc4")
        self.daemon.program.until(
            lambda: not any("dmabuf" in path for _, path in open_files(self.daemon.pid)), "the buffers are given back"
        )

    def test_a_label_over_the_frames_is_seen(self):
        with self.daemon.client() as client:
            surface = self.surface(client)
            for _ in range(3):
                reply = surface.show("#404040")
            self.assertFalse(reply["copied"])
            self.daemon.call("Identify", seconds=3600)
            self.daemon.program.until(
                lambda: len(set(snapshot(self.screen).pixels)) > 1, "the label is over the picture"
            )
            self.assertTrue(surface.show("#404040")["copied"])

    def test_a_frame_of_luma_and_chroma_with_gaps(self):
        chroma = STRIDE * HEIGHT
        size = chroma + STRIDE * HEIGHT // 2

        def shown(count: int) -> tuple[bool, str, Picture]:
            """Shows frames in some buffers, and returns whether the last was copied, the framebuffer's format, and the
            picture."""
            file, memory = dmabuffers.mapped(4 * size)
            places = [
                {"fd": 0, "planes": [
                    {"offset": number * size, "stride": STRIDE}, {"offset": number * size + chroma, "stride": STRIDE},
                ]}
                for number in range(count)
            ]  # fmt: skip
            with self.daemon.client() as client:
                self.draw(client, file, places, form="nv12")
                os.close(file)
                free = 0
                for number in range(6):
                    self.write(memory, free * size, number)
                    reply = client.call("Frame", buffer=free)
                    free = reply["free"]
                return reply["copied"], format_of(self.card, self.name), snapshot(self.screen)

        # Two buffers are copied, into memory whose luma and chroma the plane converts.
        is_copied, name, expected = shown(2)
        self.assertEqual((is_copied, name), (True, "NV12"))
        is_copied, name, found = shown(3)
        self.assertEqual((is_copied, name), (False, "NV12"))
        self.assertEqual(largest_difference(found, expected), 0)
        # Red, green and blue of the first pixel, by BT.601 with limited range: Y is 21, U 60, V 180.
        luma, u, v = (21 - 16) * 255 / 219, (60 - 128) * 255 / 224, (180 - 128) * 255 / 224
        exact = (luma + 1.402 * v, luma - 0.344136 * u - 0.714136 * v, luma + 1.772 * u)
        for value, channel in zip(exact, found.at(0, 0)):
            self.assertLessEqual(abs(min(max(value, 0), 255) - channel), 2)

    @staticmethod
    def write(memory: mmap.mmap, offset: int, number: int) -> None:
        luma, chroma = shaded(number)
        for y in range(HEIGHT):
            start = offset + y * STRIDE
            memory[start : start + WIDTH] = luma[y * WIDTH : (y + 1) * WIDTH]
        for y in range(HEIGHT // 2):
            start = offset + (HEIGHT + y) * STRIDE
            memory[start : start + WIDTH] = chroma[y * WIDTH : (y + 1) * WIDTH]

    def test_a_modifier_that_the_plane_does_not_show_is_refused_and_the_content_stays(self):
        file, _ = dmabuffers.mapped(3 * WIDTH * HEIGHT * 4)
        tiled = 1 << 56 | 1
        places = [{"fd": 0, "offset": number * WIDTH * HEIGHT * 4, "modifier": tiled} for number in range(3)]
        with self.daemon.client() as client:
            self.draw(client, file, places)
            with self.assertRaises(Refused) as refused:
                client.call("Frame", buffer=0)
            self.assertIn("cannot be copied", str(refused.exception))
            self.daemon.until_shown(self.name, "#2a7fc4")
            # The client may continue with other buffers.
            self.surface(client).show("#102030")
            self.daemon.until_shown(self.name, "#102030")
        os.close(file)
        self.daemon.until_shown(self.name, "#2a7fc4")

    def test_two_screens_of_one_card_show_one_memory(self):
        file, memory = dmabuffers.mapped(3 * WIDTH * HEIGHT * 4)
        memory[:] = bytes.fromhex("30201000") * (len(memory) // 4)
        places = [{"fd": 0, "offset": number * WIDTH * HEIGHT * 4} for number in range(3)]
        with self.daemon.client() as one, self.daemon.client() as other:
            for client, name in zip((one, other), self.card.connectors):
                self.draw(client, file, places, name)
            copied = []
            for number in [0, 1, 2] * 10:
                for client in (one, other):
                    client.send("Frame", buffer=number)
                copied.append([client.answer()["copied"] for client in (one, other)])
            self.assertEqual(copied[1:], [[False, False]] * 29)
            for name in self.card.connectors[:2]:
                self.daemon.until_shown(name, "#102030")
        os.close(file)

    def test_a_fence_that_comes_after_the_wait_stops_nothing(self):
        kept = []

        def make(size: int) -> tuple[int, mmap.mmap]:
            shared, memory = dmabuffers.mapped(size)
            kept.append(os.dup(shared))
            return shared, memory

        until = self.daemon.program.until
        own = set(debugfs.framebuffers(self.card.minor))
        with dmabuffers.Device() as device:
            with self.daemon.client() as client:
                surface = Surface(client, self.name, WIDTH, HEIGHT, count=3, make=make)
                for _ in range(3):
                    reply = surface.show("#404040")
                self.assertFalse(reply["copied"])
                # All buffers are in this memory. The device has not finished, and never will.
                device.draw(kept[0])
                self.daemon.call("Identify", seconds=1)
                until(lambda: int(self.framebuffer()) in own, "the label is over the frame")
                until(lambda: int(self.framebuffer()) not in own, "the frame is shown as it is again")
                with self.assertRaises(subprocess.CalledProcessError):
                    snapshot(self.screen)
                self.daemon.call("Set", screen=self.card.connectors[1], settings={"rotate": 180})
            self.daemon.until_shown(self.name, "#2a7fc4")
            self.daemon.call("Set", screen=self.name, settings={"rotate": 180})
            self.daemon.until_shown(self.name, "#2a7fc4")
        for file in kept:
            os.close(file)

    def test_another_mode_scales_by_the_copy_until_the_first_is_back(self):
        with self.daemon.client() as client:
            surface = self.surface(client)
            for _ in range(3):
                surface.show("#445566")
            self.daemon.call("Set", screen=self.name, settings={"mode": "640x480"})
            self.daemon.until_shown(self.name, "#445566")
            # It is scaled now.
            self.assertTrue(surface.show("#556677")["copied"])
            self.daemon.call("Set", screen=self.name, settings={"mode": f"{WIDTH}x{HEIGHT}@60,cvt"})
            self.daemon.until_shown(self.name, "#556677")
            surface.show("#667788")
            self.assertFalse(surface.show("#667788")["copied"])
            self.daemon.until_shown(self.name, "#667788")


class OfFilms(KernelTest):
    machine = "virtual"

    def test_a_film_is_converted_by_the_plane_and_looks_as_converted_by_the_copy(self):
        card = VirtualCard("film", [CONNECTED], writeback=True)
        self.addCleanup(card.remove)
        luma, chroma = shaded(0)
        pictures, read = [], None
        for orientation, form in (("0", "NV12"), ("180", "XR24")):
            command = [
                screens.binary(), "present", f"{card.card}/{card.connectors[0]}", "--mode", f"{WIDTH}x{HEIGHT}@60,cvt",
                "--size", f"{WIDTH}x{HEIGHT}", "--format", "nv12", "--rate", "60", "--hold", "--rotate", orientation,
            ]  # fmt: skip
            with Program(command) as program:
                for _ in range(10):
                    program.process.stdin.write(luma + chroma)
                program.process.stdin.close()
                wait.until_shown(program, card.minor, card.connectors[0])
                name = card.connectors[0]
                program.until(lambda: format_of(card, name) == form, f"a framebuffer of {form} is shown")
                pictures.append(readback.scanned_out(program.process.pid, card.minor, card.connectors[0]))
                # The program that draws it does not provide its picture.
                read = snapshot(f"{card.card}/{name}") if form == "NV12" else read
        straight, rotated = pictures
        back = Picture(
            WIDTH, HEIGHT,
            b"".join(bytes(rotated.at(WIDTH - 1 - x, HEIGHT - 1 - y)) for y in range(HEIGHT) for x in range(WIDTH)),
        )  # fmt: skip
        self.assertLessEqual(largest_difference(straight, back), 2)
        self.assertLessEqual(largest_difference(straight, read), 2)
