"""Modes that a display has, no longer has, or that its driver refuses, on a connector whose display is any EDID."""

from guest import bochs, edids, ioctls, picture, screens, wait
from guest.kerneltest import KernelTest
from guest.program import Program

COLOUR = "#2a7fc4"


class Displays(KernelTest):
    machine = "cards"

    def setUp(self):
        self.socket = bochs.Socket(self)

    def plug(self, *timings: edids.Timing) -> None:
        """Plugs a display in; to the program it is the same display with other modes."""
        self.socket.plug(edids.display(timings))

    def show(self, *arguments: str, environment: dict[str, str] | None = None) -> Program:
        program = screens.show(self.socket.screen, "--color", COLOUR, *arguments, environment=environment)
        self.addCleanup(program.__exit__)
        return program

    def expect(self, program: Program, width: int, height: int) -> None:
        wait.until_shown(program, self.socket.minor, self.socket.name, f"{width}x{height}")
        wait.until_on_screen("bochs", picture.filled(width, height, COLOUR))

    def test_scenario_12_connected_with_zero_modes_then_fallbacks_then_the_real_ones(self):
        # The driver can do no interlaced mode, so the kernel leaves none.
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
        # The requested mode returns.
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
            # The picture is there before the main thread says so.
            program.until(lambda: "refuses 1280x1024" in program.errors(), "it says which mode is refused")
            self.assertIn("1024x768", program.errors())
            # After a new plug, the mode is tried first again: the cable may have been the cause.
            self.plug(edids.INTERLACED)
            self.socket.announce()
            wait.until_dark(program, self.socket.minor, self.socket.name)
            self.plug(edids.XGA, edids.SXGA, edids.VGA)
            self.socket.announce()
            self.expect(program, 1280, 1024)
