"""Pixels and console on Debian's own kernel."""

from guest import modetest, picture, screens, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest


class Picture(KernelTest):
    machine = "stock"

    def test_every_pixel_has_the_colour_and_the_console_is_back_after_it(self):
        minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        name = next(name for name in found if found[name].status == "connected")
        before = wait.books(minor)
        with screens.show(f"card{minor}/{name}", "--mode", "800x600", "--color", "#2a7fc4") as program:
            wait.until_shown(program, minor, name)
            wait.until_on_screen("gpu", picture.filled(800, 600, "#2a7fc4"))
            program.signal(15)
            self.assertEqual(program.wait(), 0, program.errors())
        wait.until_books(minor, before)

    def test_the_copy_applies_gamma_and_temperature_if_the_crtc_cannot(self):
        minor = minor_of("virtio_gpu")
        found = modetest.connectors("virtio_gpu")
        name = next(name for name in found if found[name].status == "connected")
        for arguments, expected in [
            (["--gamma", "2"], "#b5805a"),
            (["--gamma", "2", "--dim", "50"], "#5a402d"),
            # The half is not multiplied twice.
            (["--dim", "50"], "#402010"),
        ]:
            with screens.show(f"card{minor}/{name}", "--mode", "800x600", "--color", "#804020", *arguments) as program:
                wait.until_shown(program, minor, name)
                wait.until_on_screen("gpu", picture.filled(800, 600, expected))
                program.signal(15)
                self.assertEqual(program.wait(), 0, program.errors())
                self.assertEqual(program.errors(), "", "no warning")
