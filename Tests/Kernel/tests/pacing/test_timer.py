"""Cards without vblank, which a timer paces: the cards of Debian's own kernel."""

from fractions import Fraction

from guest import modetest, screens
from guest.cards import minor_of
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest


class Timer(KernelTest):
    machine = "stock"

    def screen(self, driver: str) -> tuple[int, str]:
        found = modetest.connectors(driver)
        return minor_of(driver), next(name for name in found if found[name].status == "connected")

    def paced(self, driver: str):
        minor, name = self.screen(driver)
        modes = screens.document("modes", f"card{minor}/{name}")
        mode = next(mode for mode in modes if (mode["width"], mode["height"]) == (800, 600))
        frames = 300
        with (
            FlipTrace() as trace,
            screens.show(
                f"card{minor}/{name}", "--mode", "800x600", "--pattern", "pixel", "--frames", str(frames), "--stats",
                # This bochs moves a buffer to its memory when it is first drawn on, which takes longer than a refresh.
                "--drawing-memory", "shadow",
            ) as program,
        ):
            self.assertEqual(program.wait(60), 0, program.errors())
            (statistics,) = screens.statistics(program)
            times = [time for time, *_ in trace.flips()]
        self.assertEqual(statistics["pacing"], "timer")
        self.assertEqual((statistics["presented"], statistics["missed"]), (frames, 0))
        self.assertEqual(statistics["mode"]["refreshMillihertz"], mode["refreshMillihertz"])
        self.assertGreaterEqual(len(times), frames - 2)
        period = 1000 / Fraction(mode["refreshMillihertz"])
        expected = float((len(times) - 1) * period)
        self.assertAlmostEqual(times[-1] - times[0], expected, delta=expected / 100)

    def test_scenario_21_virtio_gpu_is_paced_at_the_rate_of_the_mode(self):
        self.paced("virtio_gpu")

    def test_scenario_21_bochs_is_paced_at_the_rate_of_the_mode(self):
        self.paced("bochs-drm")
