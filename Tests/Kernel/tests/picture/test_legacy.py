"""A driver without atomic modesetting: the same programs do the same by the legacy calls.

All drivers of the test kernel have atomic. A library loaded before libdrm hides it, and the kernel itself refuses
atomic requests on a file that never requested them: a picture that shows was put up by the legacy calls.
"""

import os

from guest import debugfs, drm, picture, readback, screens, wait
from guest.earlier import EarlierPicture
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard


class Legacy(KernelTest):
    machine = "cards"

    def setUp(self):
        self.card = VirtualCard("legacy", [CONNECTED], writeback=True)
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]

    def show(self, *arguments: str):
        preload = {"LD_PRELOAD": os.environ["SCREENS_NO_ATOMIC"]}
        program = screens.show(f"{self.card.card}/{self.name}", "--mode", "640x480", *arguments, environment=preload)
        self.addCleanup(program.__exit__)
        return program

    def test_the_picture_is_right(self):
        program = self.show("--color", "#a03060")
        wait.until_shown(program, self.card.minor, self.name)
        expected = picture.filled(640, 480, "#a03060")
        # The framebuffer that is scanned out is read, because writeback would enable atomic commits on the file.
        wait.until_scanned_out(
            program,
            self.card.minor,
            self.name,
            lambda found: picture.difference(found, expected),
            read=readback.framebuffer_of,
        )

    def test_frames_flip_and_are_counted(self):
        with FlipTrace() as trace:
            program = self.show("--pattern", "pixel", "--frames", "30", "--stats")
            self.assertEqual(program.wait(), 0, program.errors())
        (statistics,) = screens.statistics(program)
        self.assertEqual((statistics["presented"], statistics["pacing"]), (30, "vblank"))
        self.assertGreaterEqual(len(trace.flips()), 28)

    def test_unplug_disables_it_and_plug_enables_it_again(self):
        program = self.show("--color", "#a03060")
        wait.until_shown(program, self.card.minor, self.name)
        self.card.unplug(0)
        wait.until_dark(program, self.card.minor, self.name)
        self.assertEqual(debugfs.lit(self.card.minor), [])
        self.card.plug(0)
        wait.until_shown(program, self.card.minor, self.name)


class LeftBehind(KernelTest):
    """A table and a cursor that another program has left on the CRTC by the legacy calls."""

    machine = "cards"

    def setUp(self):
        # The kernel's console would set a table of its own.
        self.card = VirtualCard(
            "left", [CONNECTED], writeback=True, planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False
        )
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.earlier = EarlierPicture(self.card.path)
        self.addCleanup(self.earlier.close)

    def as_master(self, change) -> None:
        host = self.earlier.card
        host.set_master()
        try:
            change(host)
        finally:
            host.drop_master()

    def show(self):
        preload = {"LD_PRELOAD": os.environ["SCREENS_NO_ATOMIC"]}
        program = screens.show(
            f"{self.card.card}/{self.name}", "--mode", "800x600", "--color", "#a03060", environment=preload
        )
        self.addCleanup(program.__exit__)
        wait.until_shown(program, self.card.minor, self.name, "800x600")
        return program

    def test_a_table_of_colours_is_neutral_meanwhile_and_back_at_the_end(self):
        crtc = self.earlier.crtc
        negative = self.earlier.card.ramp(crtc)[::-1]
        self.assertGreater(negative[0], negative[1])
        self.as_master(lambda host: host.set_ramp(crtc, negative))
        with self.show() as program:
            size = len(negative) // 3
            line = [level * 0xFFFF // (size - 1) for level in range(size)]
            self.assertEqual(self.earlier.card.ramp(crtc), line * 3)
            program.signal(15)
            self.assertEqual(program.wait(), 0, program.errors())
        self.assertEqual(self.earlier.card.ramp(crtc), negative)

    def test_a_cursor_is_hidden(self):
        def show_cursor(host: drm.Card) -> None:
            buffer, _ = host.create_buffer(64, 64)
            host.set_cursor(self.earlier.crtc, buffer)

        def planes() -> int:
            return sum(
                block.kind == "plane" and block.values.get("fb", "0") != "0" for block in debugfs.state(self.card.minor)
            )

        self.as_master(show_cursor)
        self.assertEqual(planes(), 2)
        self.show()
        self.assertEqual(planes(), 1)
