"""The colours and the shape of the pixels of frames that clients draw."""

import os

from drawing import NAME, SIZE, Drawing
from guest.surface import Surface, call, memory
from guest.varlink import Refused


class FrameColors(Drawing):
    def test_the_matrix_and_the_range_of_luma_and_chroma(self):
        self.start()

        def shown(y: int, u: int, v: int, **parameters) -> bytes:
            with self.daemon.client() as client:
                file = memory(64 * 48 * 3 // 2)
                os.pwrite(file, bytes([y]) * (64 * 48) + bytes([u, v]) * (32 * 24), 0)
                call(client, "Draw", [file], screen=NAME, size=SIZE, format="nv12", buffers=[{"fd": 0}], **parameters)
                client.call("Frame", buffer=0)
                os.close(file)
                self.daemon.program.until(lambda: self.daemon.pixel(NAME) != b"\x11\x22\x33", "it is shown")
                return self.daemon.pixel(NAME)

        self.assertEqual(shown(235, 128, 128), b"\xff\xff\xff")
        self.until_back()
        self.assertEqual(shown(235, 128, 128, range="full"), b"\xeb\xeb\xeb")
        self.until_back()
        # Red, green and blue of Y, U and V with limited range, by the coefficients of each recommendation.
        y, u, v = (100 - 16) * 255 / 219, (110 - 128) * 255 / 224, (140 - 128) * 255 / 224
        weights = {"bt601": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020": (0.2627, 0.0593)}
        for matrix, (red, blue) in weights.items():
            r, b = y + 2 * (1 - red) * v, y + 2 * (1 - blue) * u
            g = (y - red * r - blue * b) / (1 - red - blue)
            for value, channel in zip((r, g, b), shown(100, 110, 140, matrix=matrix)):
                self.assertLessEqual(abs(value - channel), 1, matrix)
            self.until_back()
        with self.assertRaises(Refused):
            shown(235, 128, 128, matrix="bt470")

    def test_the_position_of_chroma(self):
        self.start()
        # V grows from the left to the right, and then from above to below. The samples of a row and of a column are at
        # the first of two pixels, or between them.
        file = memory(4 * 4 * 3 // 2)
        self.addCleanup(os.close, file)
        os.pwrite(file, bytes([128] * 20 + [128, 192, 128, 192]), 0)
        rows = {"left": [128, 173, 218, 218], "center": [128, 150, 195, 218], "topLeft": [128, 173, 218, 218]}
        self.assertEqual(self.reds(file, rows, lambda x: (x, 0)), rows)
        os.pwrite(file, bytes([128] * 20 + [128, 128, 192, 192]), 0)
        columns = {"left": [128, 150, 195, 218], "center": [128, 150, 195, 218], "topLeft": [128, 173, 218, 218]}
        self.assertEqual(self.reds(file, columns, lambda y: (0, y)), columns)

    def reds(self, file: int, sitings, place) -> dict[str, list[int]]:
        """Returns the red of four places of a frame in the upper left corner, by the position of its chroma."""
        found = {}
        for siting in sitings:
            with self.daemon.client() as client:
                call(
                    client, "Draw", [file], screen=NAME, size={"width": 4, "height": 4}, format="yuv420p",
                    buffers=[{"fd": 0}], matrix="bt601", range="full", siting=siting,
                    place={"x": 0, "y": 0, "width": 4, "height": 4},
                )  # fmt: skip
                client.call("Frame", buffer=0)
                self.daemon.program.until(lambda: self.daemon.pixel(NAME) != b"\x11\x22\x33", "it is shown")
                picture = self.daemon.picture(NAME)
                found[siting] = [picture.at(*place(number))[0] for number in range(4)]
            self.until_back()
        return found

    def test_pixels_that_are_not_square(self):
        self.start()
        with self.daemon.client() as client:
            # In square pixels the frame would have bars on its sides.
            Surface(client, NAME, 32, 48, pixelAspect={"width": 2, "height": 1}).show("#445566")
            self.daemon.until_shown(NAME, "#445566")
            for aspect in ({"width": 0, "height": 1}, {"width": 1, "height": 65536}):
                with self.assertRaises(Refused) as refused:
                    Surface(client, NAME, 32, 48, pixelAspect=aspect)
                self.assertIn("both numbers are 1 to 65535", str(refused.exception))

    def test_a_part_of_a_frame_turned_and_in_a_part_of_the_picture(self):
        self.start()
        file = memory(4 * 2 * 4)
        self.addCleanup(os.close, file)
        # Four columns of two colours, one above the other; only the last two columns are shown.
        colors = [0x101010, 0x202020, 0xAA0000, 0x00BB00] + [0x303030, 0x404040, 0x0000CC, 0xDDDDDD]
        os.pwrite(file, b"".join(color.to_bytes(4, "little") for color in colors), 0)
        shown = {"crop": {"x": 2, "y": 0, "width": 2, "height": 2}, "turn": 90, "fit": "stretch"}
        place = {"x": 32, "y": 24, "width": 32, "height": 24}

        def draw(**parameters) -> None:
            call(
                client, "Draw", [file], screen=NAME, size={"width": 4, "height": 2}, format="xrgb8888",
                buffers=[{"fd": 0}], **{**shown, "place": place, **parameters},
            )  # fmt: skip

        with self.daemon.client() as client:
            draw()
            client.call("Frame", buffer=0)
            corners = []

            def is_drawn() -> bool:
                pixels = self.daemon.picture(NAME).pixels
                starts = (3 * (y * 64 + x) for x, y in ((31, 23), (32, 24), (63, 24), (32, 47), (63, 47)))
                corners[:] = [pixels[start : start + 3].hex() for start in starts]
                return corners[1] != "112233"

            self.daemon.program.until(is_drawn, "it is drawn")
            self.assertEqual(corners, ["000000", "0000cc", "aa0000", "dddddd", "00bb00"])
            # The columns change their places after the rotation.
            for change, expected in (
                ({"reflect": True, "turn": 0}, ["000000", "00bb00", "aa0000", "dddddd", "0000cc"]),
                ({"reflect": True}, ["000000", "dddddd", "00bb00", "0000cc", "aa0000"]),
            ):
                draw(**change)
                client.call("Frame", buffer=0)
                self.daemon.program.until(lambda: is_drawn() and corners == expected, f"{change}: {corners}")
            for wrong in (
                {"turn": 45}, {"crop": {"x": 3, "y": 0, "width": 2, "height": 2}}, {"place": {**place, "width": 0}},
                {"place": {**place, "x": 64}},
                {"crop": {"x": 1 << 40, "y": 0, "width": 1, "height": 1}}, {"siting": "below"},
            ):  # fmt: skip
                with self.subTest(wrong), self.assertRaises(Refused):
                    draw(**wrong)
