"""`screens list` and `screens modes` on Debian's own kernel."""

from guest import agreement
from guest.cards import minor_of
from guest.kerneltest import KernelTest


class Agreement(KernelTest):
    machine = "stock"

    def test_virtio_gpu_agrees_with_modetest(self):
        agreement.compare_card(self, "virtio_gpu", minor_of("virtio_gpu"))

    def test_bochs_agrees_with_modetest(self):
        agreement.compare_card(self, "bochs-drm", minor_of("bochs-drm"))
