"""Sleep of the whole machine: the cards lose their state, and nothing reports it to programs."""

import ctypes
import linecache
import sys
from pathlib import Path

from guest import debugfs, hostlink, modetest, picture, screens, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest

COLOUR = "#2a7fc4"
MODE = "640x480"
# How far a test of sleep goes; only kernels with `CONFIG_PM_SLEEP_DEBUG` have it.
LEVEL = Path("/sys/power/pm_test")
# The kernel's drivers of the cards, by QEMU's names of these.
CARDS = {"bochs": "bochs-drm", "qxl": "qxl"}
# `LINUX_REBOOT_CMD_RESTART`, with which QEMU ends.
RESTART = 0x01234567


class Sleep(KernelTest):
    """The last test of its machine: the guest's root does not survive sleep, because its driver cannot."""

    machine = "sleep"
    seconds = 1200

    @classmethod
    def tearDownClass(cls):
        ctypes.CDLL(None).reboot(RESTART)

    def test_the_picture_is_on_all_cards_again_because_it_was_set_again(self):
        if not LEVEL.exists():
            self.skipTest("the kernel has no test of sleep")
        minors = {device: minor_of(driver) for device, driver in CARDS.items()}
        # It is not ended: the kernel would close its files on the guest's root, and wait for ever.
        program = screens.show("--color", COLOUR, "--mode", MODE)
        for device, driver in CARDS.items():
            (name,) = (name for name, found in modetest.connectors(driver).items() if found.status == "connected")
            wait.until_shown(program, minors[device], name, MODE)
            wait.until_on_screen(device, picture.filled(640, 480, COLOUR))
        before = {device: debugfs.framebuffers(minor) for device, minor in minors.items()}
        self._keep_in_memory(program.pid)
        self._sleep()
        for device, minor in minors.items():
            program.until(
                lambda: debugfs.framebuffers(minor) != before[device], f"{device} is set again", interval=0.5
            )
            wait.until_on_screen(device, picture.filled(640, 480, COLOUR), by_line=True)

    @staticmethod
    def _keep_in_memory(*programs: int) -> None:
        """Reads all files that the programs have mapped, so that the kernel keeps them, and the lines that a failure
        of this test would show."""
        for module in list(sys.modules.values()):
            if source := getattr(module, "__file__", None):
                linecache.getlines(source)
        for process in (*programs, "self"):
            for line in Path(f"/proc/{process}/maps").read_text().splitlines():
                path = Path(line.split(maxsplit=5)[-1])
                if path.is_file():
                    path.read_bytes()

    @staticmethod
    def _sleep() -> None:
        """Lets the kernel go to sleep up to the last step, in which the clocks stand, and wake after 5 s."""
        LEVEL.write_text("core")
        Path("/sys/power/state").write_text("mem")
        hostlink.link().renew()
