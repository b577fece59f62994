"""Stories from the field that need displays with EDIDs, real cards that leave, or two processors."""

import os
from pathlib import Path

from guest import bochs, deadline, drm, edids, ioctls, modetest, picture, screens, wait
from guest.cards import minor_of
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

COLOUR = "#2a7fc4"


class Displays(KernelTest):
    """On a connector whose display is any EDID."""

    machine = "cards"

    def setUp(self):
        self.socket = bochs.Socket(self)

    def plug(self, *timings: edids.Timing) -> None:
        """Puts a display there; to the program it is the same one with other modes."""
        self.socket.plug(edids.display(timings))

    def show(self, *arguments: str, environment: dict[str, str] | None = None) -> Program:
        program = screens.show(self.socket.screen, "--color", COLOUR, *arguments, environment=environment)
        self.addCleanup(program.__exit__)
        return program

    def expect(self, program: Program, width: int, height: int) -> None:
        wait.until_shown(program, self.socket.minor, self.socket.name, f"{width}x{height}")
        wait.until_on_glass("bochs", picture.filled(width, height, COLOUR))

    def test_scenario_12_connected_with_zero_modes_then_fallbacks_then_the_real_ones(self):
        # The driver can do no interlaced mode, so that the kernel leaves none.
        self.plug(edids.INTERLACED)
        self.socket.probe()
        with ioctls.Calls() as calls:
            program = self.show(environment=calls.environment())
            program.until(lambda: "no mode" in program.errors(), "it says why it is dark")
            self.assertEqual(screens.listed(self.socket.card)[self.socket.name]["status"], "connected")
            self.assertEqual(screens.document("modes", self.socket.screen), [])
            self.plug(edids.VGA)
            self.socket.announce()
            self.expect(program, 640, 480)
            before = calls.by_kind[ioctls.TEST]
            self.plug(edids.XGA, edids.VGA)
            self.socket.announce()
            self.expect(program, 1024, 768)
            # Each mode that is set is tested before.
            self.assertEqual(calls.by_kind[ioctls.TEST], before + 1)

    def test_scenario_13_the_configured_mode_is_gone(self):
        self.plug(edids.SXGA, edids.XGA, edids.VGA)
        self.socket.probe()
        program = self.show("--mode", "1280x1024")
        self.expect(program, 1280, 1024)
        self.plug(edids.XGA, edids.VGA)
        self.socket.announce()
        self.expect(program, 1024, 768)
        program.until(
            lambda: "1280x1024" in program.errors() and "1024x768" in program.errors(), "a warning names both modes"
        )
        # And back: what was asked for is there again.
        self.plug(edids.SXGA, edids.XGA, edids.VGA)
        self.socket.announce()
        self.expect(program, 1280, 1024)

    def test_scenario_14_the_driver_refuses_the_largest_mode(self):
        self.plug(edids.XGA, edids.SXGA, edids.VGA)
        self.socket.probe()
        with ioctls.Calls() as calls:
            refusal = calls.environment(ioctls.TEST, 22)
            program = self.show("--mode", "largest", environment=refusal)
            self.expect(program, 1024, 768)
            self.assertTrue(calls.has_failed)
            self.assertIn("refuses 1280x1024", program.errors())
            self.assertIn("1024x768", program.errors())
            # Plugged in again, it is not tried first again, though it would be taken now.
            self.plug(edids.INTERLACED)
            self.socket.announce()
            wait.until_dark(program, self.socket.minor, self.socket.name)
            before = calls.by_kind[ioctls.TEST]
            self.plug(edids.XGA, edids.SXGA, edids.VGA)
            self.socket.announce()
            self.expect(program, 1024, 768)
            self.assertEqual(calls.by_kind[ioctls.TEST], before + 1)


class Cards(KernelTest):
    machine = "cards"

    def build(self, statuses: list[str], **settings) -> list[str]:
        self.card = VirtualCard("story", statuses, **settings)
        self.addCleanup(self.card.remove)
        return self.card.connectors

    def show(self, *arguments: str, environment: dict[str, str] | None = None) -> Program:
        names = [f"{self.card.card}/{name}" for name in self.card.connectors]
        program = screens.show(*names, "--mode", "640x480", *arguments, environment=environment)
        self.addCleanup(program.__exit__)
        return program

    def test_scenario_15_more_screens_than_crtcs(self):
        first, second = self.build([CONNECTED, DISCONNECTED], crtcs=1)
        with ioctls.Calls() as calls, FlipTrace() as trace:
            program = self.show("--redraw", environment=calls.environment())
            wait.until_shown(program, self.card.minor, first)
            modesets = calls.by_kind[ioctls.MODESET]
            self.card.plug(1)
            program.until(lambda: "only 1" in program.errors(), "it says why the other is dark")
            self.assertIn(second, program.errors())
            before = len(trace.flips())
            program.until(lambda: len(trace.flips()) > before + 20, "the first flips on")
            self.assertEqual(calls.by_kind[ioctls.MODESET], modesets, "the first was not touched")
            # The one that leaves makes room.
            self.card.unplug(0)
            wait.until_shown(program, self.card.minor, second)

    def test_scenario_16_another_becomes_master_and_lets_go(self):
        (name,) = self.build([CONNECTED])
        connector = modetest.connectors("vkms")[name]
        program = self.show("--redraw")
        wait.until_shown(program, self.card.minor, name, "640x480")
        # What a switch of terminals by somebody else's daemon does: the next to open it is master.
        with drm.Card.shared_with(program.pid, self.card.path) as card:
            card.drop_master()
        with modetest.hold("vkms", self.card.minor, connector.number, "800x600") as other:
            program.until(lambda: "modetest" in program.errors(), "it says whom it waits for")
            self.assertIn("800x600", wait.until_shown(program, self.card.minor, name))
            self.assertEqual(other.end(), 0)
        wait.until_shown(program, self.card.minor, name, "640x480")

    def test_scenario_20_a_flip_event_never_comes(self):
        (name,) = self.build([CONNECTED])
        lost = Path("/run/lost-flips")
        lost.write_text("0\n")
        self.addCleanup(lost.unlink)
        with ioctls.Calls() as calls, FlipTrace() as trace:
            preloads = calls.environment()
            preloads["LD_PRELOAD"] += f":{os.environ['SCREENS_LOSE_FLIP']}"
            program = self.show("--redraw", "--stats", environment={**preloads, "LOST_FLIPS_FILE": str(lost)})
            wait.until_shown(program, self.card.minor, name)
            program.until(lambda: len(trace.flips()) > 10, "it flips")
            modesets = calls.by_kind[ioctls.MODESET]
            lost.write_text("1\n")
            program.until(lambda: calls.by_kind[ioctls.MODESET] > modesets, "a modeset")
            program.until(lambda: "never completed" in program.errors(), "it says what happened")
            before = len(trace.flips())
            program.until(lambda: len(trace.flips()) > before + 20, "it flips again")


class Leaving(KernelTest):
    """A real card that is taken away while it shows something, and is given back."""

    machine = "cards"

    def leave_and_return(self, leave, come_back) -> None:
        socket = bochs.Socket(self)
        with screens.show(socket.name, "--color", COLOUR, "--redraw") as program:
            wait.until_shown(program, socket.minor, socket.name)
            leave()
            program.until(lambda: not program.holds(socket.card), "its file of the card is closed")
            self.assertTrue(program.running)
            come_back()
            minor = deadline.until(lambda: self.minor(), "the card is back")
            wait.until_shown(program, minor, socket.name)

    @staticmethod
    def minor() -> int:
        try:
            return minor_of(bochs.DRIVER)
        except FileNotFoundError as error:  # a folder that came or went meanwhile
            raise AssertionError(str(error)) from None

    def device(self) -> Path:
        return Path(f"/sys/class/drm/card{minor_of(bochs.DRIVER)}/device").resolve()

    def test_scenario_18_the_driver_is_unbound_and_bound_again(self):
        device = self.device()
        driver = (device / "driver").resolve()
        self.leave_and_return(
            lambda: (driver / "unbind").write_text(device.name), lambda: (driver / "bind").write_text(device.name)
        )

    def test_scenario_18_the_card_is_removed_from_the_bus_and_found_again(self):
        device = self.device()
        self.leave_and_return(
            lambda: (device / "remove").write_text("1"), lambda: Path("/sys/bus/pci/rescan").write_text("1")
        )
