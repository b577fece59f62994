"""Requests that drivers refuse, by test commits: `DriverRules` has the same rules for replays of cards."""

import errno

from guest import agreement, corpora, drm, modetest, screens
from guest.adapter import Adapter
from guest.cards import minor_of
from guest.kerneltest import KernelTest
from guest.usbdisplay import Display
from guest.vkms import CONNECTED, VirtualCard

DISPLAY = "edid-decode/data/hp-lp2275w-dp"
# Insets that the connector's properties do not make.
INSETS = ("--overscan", "10,20,30,40", "--compensation", "inset")
# The names of the rules in `DriverRules`, each with a request that breaks it.
SCALED, PLACED, WITHOUT_PLANE = "noScaling", "primaryPlaneCoversCRTC", "primaryPlaneIsOn"
ONE_PLANE = {SCALED, PLACED, WITHOUT_PLANE}


class Request:
    """A commit that shows a picture in the first mode of the connected display."""

    def __init__(self, card: drm.Card):
        self._card = card
        for capability in (drm.CAP_UNIVERSAL_PLANES, drm.CAP_ATOMIC):
            card.set_cap(capability)
        connector = next(number for number in card.connectors() if card.modes(number))
        crtc = card.crtcs()[0]
        plane = next(number for number in card.planes() if self._is_primary(number))
        mode = card.modes(connector)[0]
        self._width, self._height = mode.hdisplay, mode.vdisplay
        _, framebuffer = card.create_buffer(self._width, self._height)
        self._plane = plane
        self._values = {
            connector: self._numbered(connector, drm.OBJECT_CONNECTOR, CRTC_ID=crtc),
            crtc: self._numbered(crtc, drm.OBJECT_CRTC, MODE_ID=card.create_blob(bytes(mode)), ACTIVE=1),
            plane: self._numbered(plane, drm.OBJECT_PLANE, FB_ID=framebuffer, CRTC_ID=crtc)
            | self._placed((self._width, self._height), (self._width, self._height)),
        }

    def _is_primary(self, plane: int) -> bool:
        return self._card.properties(plane, drm.OBJECT_PLANE)["type"][1] == drm.PLANE_PRIMARY

    def _numbered(self, number: int, kind: int, **values: int) -> dict[int, int]:
        """Returns values by the numbers of their properties."""
        numbers = self._card.properties(number, kind)
        return {numbers[name][0]: value for name, value in values.items()}

    def _placed(self, source: tuple[int, int], target: tuple[int, int]) -> dict[int, int]:
        return self._numbered(
            self._plane, drm.OBJECT_PLANE, SRC_X=0, SRC_Y=0, SRC_W=source[0] << 16, SRC_H=source[1] << 16,
            CRTC_X=0, CRTC_Y=0, CRTC_W=target[0], CRTC_H=target[1],
        )  # fmt: skip

    def is_refused(self, **changes: dict[int, int]) -> bool:
        """Returns whether the driver refuses the commit with these values of the plane."""
        values = {**self._values, self._plane: self._values[self._plane] | changes.get("plane", {})}
        try:
            self._card.commit(drm.ATOMIC_TEST_ONLY | drm.ATOMIC_ALLOW_MODESET, values)
        except OSError as error:
            # `ERANGE`: the helpers of the kernel refuse a scale.
            assert error.errno in (errno.EINVAL, errno.ERANGE), error
            return True
        return False

    def refused(self) -> set[str]:
        """Returns the rules whose breach is refused."""
        size, half = (self._width, self._height), (self._width // 2, self._height // 2)
        breaches = {
            SCALED: self._placed(half, size),
            PLACED: self._placed(half, half),
            WITHOUT_PLANE: self._numbered(self._plane, drm.OBJECT_PLANE, FB_ID=0, CRTC_ID=0),
        }
        return {rule for rule, plane in breaches.items() if self.is_refused(plane=plane)}


class Refused(KernelTest):
    """A card that accepts a picture in the size of the mode, and refuses requests by its rules."""

    machine = "cards"
    driver = "virtio_gpu"
    rules = {SCALED, PLACED}

    def test_the_driver_refuses_the_requests_that_its_rules_exclude(self):
        with drm.Card.open(f"/dev/dri/card{minor_of(self.driver)}") as card:
            request = Request(card)
            self.assertFalse(request.is_refused(), "the picture in the size of the mode")
            self.assertEqual(request.refused(), self.rules)


class VKMS(Refused):
    driver = "vkms"
    rules = {SCALED}

    def setUp(self):
        card = VirtualCard("refusals", [CONNECTED])
        self.addCleanup(card.remove)


class Bochs(Refused):
    driver = "bochs-drm"
    rules = ONE_PLANE


class Simple(Refused):
    machine = "firmware"
    driver = "simpledrm"
    rules = ONE_PLANE


class QXL(Refused):
    """The driver accepts requests that it does not carry out."""

    machine = "qxl"
    driver = "qxl"
    rules = set()


class USB(Refused):
    machine = "qxl"
    driver = "gud"
    rules = ONE_PLANE

    def setUp(self):
        Display(self, "--modes", "320x240", "--no-poll")


class UDL(Refused):
    machine = "qxl"
    driver = "udl"
    rules = ONE_PLANE

    def setUp(self):
        Adapter(self, corpora.edid(DISPLAY))

    def test_a_replay_of_its_document_lays_pictures_out_as_the_card_does(self):
        (name,) = modetest.connectors(self.driver)
        minor = minor_of(self.driver)
        self.assertEqual(list(screens.listed(f"/dev/dri/card{minor}")), [name])
        layout = agreement.compare_layouts(self, minor, name, "--mode", "smallest", *INSETS)
        self.assertEqual(layout["compensation"], "software")


class Cirrus(Refused):
    machine = "cirrus"
    driver = "cirrus-qemu"
    rules = ONE_PLANE
    is_long = True
