"""A lessor that disables a leased CRTC, as "off" could for a leased screen: the program's flips end for good."""

import time

from guest import debugfs, drm, lessee
from guest.lending import Lending
from guest.program import Program


class Lessor(Lending):
    """The daemon does not do this: off is the order and the light of a leased screen, and its signal stays."""

    count = 1

    def setUp(self):
        super().setUp()
        self.start()

    def set_active(self, value: int) -> None:
        """Sets `ACTIVE` of the CRTC with the daemon's own file, which is the lessor's."""
        with drm.Card.shared_with(self.daemon.pid, self.card.path) as card:
            (crtc,) = card.crtcs()
            active = card.properties(crtc, drm.OBJECT_CRTC)["ACTIVE"][0]
            card.commit(drm.ATOMIC_ALLOW_MODESET, {crtc: {active: value}})

    @property
    def is_active(self) -> bool:
        crtc = debugfs.crtc_of(self.card.minor, self.first)
        return crtc is not None and crtc.values.get("active") == "1"

    def pictures(self) -> int:
        """Returns the number of framebuffers that are shown in a second."""
        seen: set[tuple[str, str] | None] = set()
        end = time.monotonic() + 1
        while time.monotonic() < end:
            seen.add(self.framebuffer())
            time.sleep(0.01)
        return len(seen)

    def disable_for_a_while(self, program: Program) -> None:
        self.set_active(0)
        time.sleep(5)
        self.assertFalse(self.is_active, "no commit of the program enables it")
        self.assertTrue(program.running)
        self.set_active(1)
        time.sleep(2)
        self.assertTrue(program.running)

    def test_a_program_that_flips_shows_one_picture_from_then_on(self):
        program = self.lease(*self.modetest())
        self.until_shown(program, "modetest")
        self.assertGreater(self.pictures(), 1)
        self.disable_for_a_while(program)
        self.assertEqual(self.pictures(), 1)

    def test_a_program_that_stands_still_has_its_picture_back(self):
        program = self.lease(*lessee.command("{fd}", "#ff0000"))
        self.until_shown(program, "python3")
        self.disable_for_a_while(program)
        self.assertEqual(self.shown(), "python3")
