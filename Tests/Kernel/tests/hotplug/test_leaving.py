"""A real card that is removed while it shows something, and is given back."""

import threading
from pathlib import Path

from guest import bochs, drm, screens, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest

COLOUR = "#2a7fc4"


class Leaving(KernelTest):
    machine = "cards"

    def leave_and_return(self, leave, come_back) -> None:
        socket = bochs.Socket(self)
        self.addCleanup(bochs.until_numbered, socket.minor, leave, come_back)
        with screens.show(socket.name, "--color", COLOUR, "--redraw") as program:
            wait.until_shown(program, socket.minor, socket.name)
            leave()
            program.until(lambda: not program.holds(socket.card), "its file of the card is closed")
            self.assertTrue(program.running)
            come_back()
            bochs.until_numbered(socket.minor, leave, come_back)
            wait.until_shown(program, socket.minor, socket.name)

    def device(self) -> Path:
        return Path(f"/sys/class/drm/card{minor_of(bochs.DRIVER)}/device").resolve()

    def test_scenario_18_the_driver_is_unbound_and_bound_again(self):
        device = self.device()
        driver = (device / "driver").resolve()
        self.leave_and_return(
            lambda: (driver / "unbind").write_text(device.name), lambda: (driver / "bind").write_text(device.name)
        )

    def test_scenario_18_another_program_holds_it_for_longer(self):
        device, card = self.device(), f"/dev/dri/card{minor_of(bochs.DRIVER)}"
        driver = (device / "driver").resolve()
        other = drm.Card.open(card)
        other.drop_master()
        end = threading.Timer(3, other.close)

        def leave() -> None:
            (driver / "unbind").write_text(device.name)
            if end.ident is None:
                end.start()

        self.leave_and_return(leave, lambda: (driver / "bind").write_text(device.name))
        end.join()

    def test_scenario_18_the_card_is_removed_from_the_bus_and_found_again(self):
        device = self.device()
        self.leave_and_return(
            lambda: (device / "remove").write_text("1"), lambda: Path("/sys/bus/pci/rescan").write_text("1")
        )
