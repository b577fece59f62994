"""`screens snapshot` on Debian's own kernel, whose bochs shares no buffers: they are mapped as dumb ones."""

from guest import modetest, screens, snapshot, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest


class OnGlass(KernelTest):
    machine = "stock"

    def of_another_program(self, driver: str, device: str):
        found = modetest.connectors(driver)
        name = next(name for name in found if found[name].status == "connected")
        screen = f"card{minor_of(driver)}/{name}"
        with screens.show(screen, "--pattern", "bars", "--mode", "800x600") as program:
            wait.until_shown(program, minor_of(driver), name)
            snapshot.until_on_screen(screen, device)
            self.assertEqual(snapshot.taken(screen).at(0, 0), (255, 255, 255))

    def test_of_another_program_on_virtio_gpu(self):
        self.of_another_program("virtio_gpu", "gpu")

    def test_of_another_program_on_bochs(self):
        self.of_another_program("bochs-drm", "bochs")
