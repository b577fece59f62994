"""The mode that the kernel's command line states for a connector (`video=`)."""

from pathlib import Path

from guest import screens, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest

SIZE = (1280, 720)


class StatedMode(KernelTest):
    machine = "firmware"

    def setUp(self):
        self.minor = minor_of("virtio_gpu")
        self.assertIn("video=Virtual-1:1280x720@60", Path("/proc/cmdline").read_text())
        self.screen = f"card{self.minor}/Virtual-1"

    def test_it_goes_before_the_preferred_mode(self):
        (preferred,) = (mode for mode in screens.document("modes", self.screen) if mode["preferred"])
        self.assertNotEqual((preferred["width"], preferred["height"]), SIZE)
        with screens.show(self.screen, "--color", "#2a7fc4") as program:
            wait.until_shown(program, self.minor, "Virtual-1", "1280x720")

    def test_it_does_not_go_before_a_requested_mode(self):
        with screens.show(self.screen, "--color", "#2a7fc4", "--mode", "1024x768") as program:
            wait.until_shown(program, self.minor, "Virtual-1", "1024x768")
