"""The picture of an earlier program: this process shows it, and then only keeps the card open.

So the kernel's console does not come back by itself when the tested program ends, and the picture that is shown then
was put back by that program.
"""

import contextlib
import struct

from . import deadline, drm, picture, readback

# The values of a table for 0 to 255: the negative.
NEGATIVE = b"".join(struct.pack("=HHHH", *[(255 - level) * 257] * 3, 0) for level in range(256))


class EarlierPicture:
    """One colour on the first connector of a vkms card, and what else is set on its CRTC and its plane."""

    def __init__(
        self,
        path: str,
        pixel: int = 0x203040,
        gamma: bytes | None = None,
        background: int | None = None,
        curve: str | None = None,
    ):
        """Becomes master, shows the picture, and gives mastership up but not the card.

        The gamma table is the card's alone from then on: the program that set it need not keep it. The background is
        16 bits for each of alpha, red, green and blue. The curve is the first operation of the plane's only pipeline.
        """
        self.card = drm.Card.open(path)
        try:
            self._put_up(pixel, gamma, background, curve)
        except BaseException:
            self.card.close()
            raise

    def close(self) -> None:
        self.card.close()

    @property
    def gamma(self) -> bytes | None:
        """Returns the present gamma table of the CRTC."""
        number = self._values(self.crtc, drm.OBJECT_CRTC)["GAMMA_LUT"]
        return self.card.blob(number) if number else None

    @property
    def background(self) -> int:
        """Returns the present colour of the CRTC outside of its planes."""
        return self._values(self.crtc, drm.OBJECT_CRTC)["BACKGROUND_COLOR"]

    def difference(self) -> str | None:
        """Returns None if the picture is back, with its gamma table; it is read as a master for a moment."""
        values = self._values(self.plane, drm.OBJECT_PLANE)
        if values["FB_ID"] != self.framebuffer:
            return f"framebuffer {values['FB_ID']} is on the plane and not {self.framebuffer}"
        with self._mastering():
            return picture.difference(readback.scanned_out_of(self.card, self.crtc), self.shown)

    def until_back(self) -> None:
        """Waits until the picture is back."""

        def back() -> bool:
            wrong = self.difference()
            assert wrong is None, wrong
            return True

        deadline.until(back, "the earlier picture is back")

    def forget_picture(self) -> None:
        """Releases the framebuffer, as a program does that ends."""
        self.card.destroy_buffer(self._buffer, self.framebuffer)

    @contextlib.contextmanager
    def _mastering(self):
        self.card.set_master()
        try:
            yield
        finally:
            self.card.drop_master()

    def _put_up(self, pixel: int, gamma: bytes | None, background: int | None, curve: str | None) -> None:
        for capability in (drm.CAP_UNIVERSAL_PLANES, drm.CAP_ATOMIC, drm.CAP_WRITEBACK_CONNECTORS):
            self.card.set_cap(capability)
        self.connector = next(
            number
            for number in self.card.connectors()
            if self.card.connector(number).connector_type != drm.CONNECTOR_WRITEBACK
        )
        self.crtc = self.card.crtcs()[0]
        self.plane = self.card.planes()[0]
        # The smallest mode, because vkms applies the table to each pixel, and the machine is emulated.
        mode = min(self.card.modes(self.connector), key=lambda mode: mode.hdisplay * mode.vdisplay)
        self._buffer, self.framebuffer = self.card.create_buffer(mode.hdisplay, mode.vdisplay)
        self.card.fill(self._buffer, pixel)
        self._show(mode, gamma, background)
        if curve is not None:
            self._select_pipeline(curve)
        self.shown = readback.scanned_out_of(self.card, self.crtc)
        self.card.drop_master()

    def _show(self, mode: drm.ModeInfo, gamma: bytes | None, background: int | None) -> None:
        timings = self.card.create_blob(bytes(mode))
        table = 0 if gamma is None else self.card.create_blob(gamma)
        width, height = mode.hdisplay, mode.vdisplay
        changes = {
            (self.connector, drm.OBJECT_CONNECTOR): {"CRTC_ID": self.crtc},
            (self.crtc, drm.OBJECT_CRTC): {"MODE_ID": timings, "ACTIVE": 1, "GAMMA_LUT": table},
            (self.plane, drm.OBJECT_PLANE): {
                "FB_ID": self.framebuffer, "CRTC_ID": self.crtc,
                "SRC_X": 0, "SRC_Y": 0, "SRC_W": width << 16, "SRC_H": height << 16,
                "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": width, "CRTC_H": height,
            },
        }  # fmt: skip
        if background is not None:
            changes[self.crtc, drm.OBJECT_CRTC]["BACKGROUND_COLOR"] = background
        numbered = {}
        for (number, kind), values in changes.items():
            known = self.card.properties(number, kind)
            numbered[number] = {known[name][0]: value for name, value in values.items()}
        self.card.commit(drm.ATOMIC_ALLOW_MODESET, numbered)
        for blob in (timings, table):
            if blob:
                self.card.destroy_blob(blob)

    def _select_pipeline(self, curve: str) -> None:
        """Leaves the file without the capability, as the capability hides other properties."""
        self.card.set_cap(drm.CAP_PLANE_COLOR_PIPELINE)
        number, _ = self.card.properties(self.plane, drm.OBJECT_PLANE)["COLOR_PIPELINE"]
        self.card.set_cap(drm.CAP_PLANE_COLOR_PIPELINE, 0)
        first = max(self.card.choices(number).values())
        operation = self.card.properties(first, drm.OBJECT_COLOROP)
        kind, _ = operation["CURVE_1D_TYPE"]
        bypass, _ = operation["BYPASS"]
        changes = {self.plane: {number: first}, first: {kind: self.card.choices(kind)[curve], bypass: 0}}
        self.card.commit(0, changes)

    def _values(self, number: int, kind: int) -> dict[str, int]:
        return {name: value for name, (_, value) in self.card.properties(number, kind).items()}
