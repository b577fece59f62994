"""A driver without atomic modesetting: the same programs do the same by the legacy calls.

All drivers of the test kernel have atomic. A library loaded before libdrm hides it, and the kernel itself refuses
atomic requests on a file that never asked for them: a picture that shows was put up by the legacy calls.
"""

import os

from guest import debugfs, picture, readback, screens, wait
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard


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
        # The framebuffer that is scanned out, since writeback would make the file one with atomic.
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

    def test_unplug_switches_it_off_and_plug_brings_it_back(self):
        program = self.show("--color", "#a03060")
        wait.until_shown(program, self.card.minor, self.name)
        self.card.unplug(0)
        wait.until_dark(program, self.card.minor, self.name)
        self.assertEqual(debugfs.lit(self.card.minor), [])
        self.card.plug(0)
        wait.until_shown(program, self.card.minor, self.name)
