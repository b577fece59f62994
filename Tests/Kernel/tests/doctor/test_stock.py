"""`screens doctor` on Debian's own kernel, whose drivers here have no vblank."""

from guest import screens
from guest.cards import minor_of
from guest.kerneltest import KernelTest


class Doctor(KernelTest):
    machine = "stock"

    def test_drivers_without_vblank_are_reported_and_are_not_an_obstacle(self):
        document = screens.document("doctor")
        self.assertEqual([found for found in document["findings"] if found["severity"] != "note"], [])
        for driver in ("virtio_gpu", "bochs-drm"):
            name = f"card{minor_of(driver)}"
            (card,) = [card for card in document["cards"] if card["path"] == f"/dev/dri/{name}"]
            self.assertEqual((card["driver"], card["capabilities"]["pacing"]), (driver, "timer"))
            codes = [found["code"] for found in document["findings"] if found["object"] == name]
            self.assertEqual(codes, ["timerPacing"])
