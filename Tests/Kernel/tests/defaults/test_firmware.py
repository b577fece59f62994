"""The framebuffer that the firmware set up, a card of simpledrm, counts only without a card of the hardware."""

from pathlib import Path

from guest import debugfs, picture, screens, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest

HARDWARE = "virtio_gpu"
FIRMWARE = "simpledrm"


class FirmwareCard(KernelTest):
    machine = "firmware"

    def setUp(self):
        self.minor = minor_of(FIRMWARE)
        (self.name,) = screens.listed(f"/dev/dri/card{self.minor}")

    def counted(self) -> set[str]:
        """The drivers whose cards have a screen."""
        return {screen["driver"] for screen in screens.document("list")}

    def test_beside_the_hardware_it_is_listed_only_with_all(self):
        self.assertEqual(self.counted(), {HARDWARE})
        everything = {screen["driver"] for screen in screens.document("list", "--all")}
        self.assertEqual(everything, {HARDWARE, FIRMWARE})

    def test_beside_the_hardware_nothing_is_drawn_on_it(self):
        before = debugfs.shown(self.minor)
        with screens.show("--color", "#2a7fc4") as program:
            hardware = minor_of(HARDWARE)
            (connected,) = (
                name for name, screen in screens.listed(f"/dev/dri/card{hardware}").items() if screen["currentMode"]
            )
            wait.until_shown(program, hardware, connected)
            self.assertEqual(debugfs.shown(self.minor), before)

    def test_the_program_says_why_a_named_screen_stays_dark(self):
        with screens.show(f"card{self.minor}/{self.name}", "--color", "#2a7fc4") as program:
            program.until(lambda: "the firmware's framebuffer" in program.errors(), "the reason")

    def test_without_the_hardware_it_is_a_screen(self):
        device = Path(f"/sys/class/drm/card{minor_of(HARDWARE)}/device").resolve()
        driver = (device / "driver").resolve()
        (driver / "unbind").write_text(device.name)
        self.addCleanup((driver / "bind").write_text, device.name)
        self.assertEqual(self.counted(), {FIRMWARE})
        with screens.show("--color", "#2a7fc4") as program:
            wait.until_shown(program, self.minor, self.name)
            wait.until_on_screen("vga", picture.filled(1024, 768, "#2a7fc4"))
