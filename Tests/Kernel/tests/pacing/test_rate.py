"""`screens show` at the rate of the mode, in virtual time: no frame missed, no vblank without a flip."""

from fractions import Fraction

from guest import deadline, debugfs, modetest, processes, screens, wait
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard


class Rate(KernelTest):
    machine = "virtual"

    def build(self, statuses: list[str]) -> list[str]:
        self.card = VirtualCard("rate", statuses)
        self.addCleanup(self.card.remove)
        return self.card.connectors

    def show(self, *arguments: str) -> tuple[list[dict], list[tuple]]:
        """Runs `show` to its end and returns its statistics and the kernel's record of its flips."""
        names = [f"{self.card.card}/{name}" for name in self.card.connectors]
        with FlipTrace() as trace, screens.show(*names, "--stats", *arguments) as program:
            code = program.wait(60)
            self.assertEqual(code, 0, program.errors())
            return screens.statistics(program), trace.flips()

    def expect(self, statistics: dict, frames: int):
        self.assertEqual((statistics["presented"], statistics["missed"]), (frames, 0))
        self.assertEqual(statistics["pacing"], "vblank")
        for kind in ("latenessNanoseconds", "renderNanoseconds"):
            figures = statistics[kind]
            self.assertLessEqual(figures["p50"], figures["p99"])
            self.assertLessEqual(figures["p99"], figures["max"])

    def expect_every_vblank(self, flips: list[tuple], frames: int, interval: int = 1):
        """Checks that there is no gap: the first frame comes with the modeset, and the second one starts the clock."""
        numbers = [number for _, _, _, number in flips]
        self.assertGreaterEqual(len(numbers), frames - 2)
        steps = [later - earlier for earlier, later in zip(numbers, numbers[1:])]
        odd = {place: step for place, step in enumerate(steps) if step != interval and place > 0}
        self.assertEqual(odd, {}, f"of {len(steps)} steps from flip to flip")

    def expect_rate(self, flips: list[tuple], rate: Fraction):
        """Leaves out the first flips, which come while the program still starts."""
        times = [time for time, *_ in flips[10:]]
        self.assertAlmostEqual((len(times) - 1) / (times[-1] - times[0]), float(rate), delta=0.01)

    def test_one_pixel_a_frame_at_60_hertz(self):
        self.build([CONNECTED])
        (statistics,), flips = self.show("--pattern", "pixel", "--frames", "600", "--mode", "1024x768")
        self.expect(statistics, 600)
        self.expect_every_vblank(flips, 600)
        self.expect_rate(flips, Fraction(65_000_000, 1344 * 806))

    def test_a_mode_of_59_94_hertz_is_not_paced_at_60(self):
        name = self.build([CONNECTED])[0]
        mode = next(
            mode
            for mode in modetest.connectors("vkms")[name].modes
            if abs(mode.clock * 1000 / mode.htotal / mode.vtotal - 60) > 0.05 and mode.hdisplay <= 1440
        )
        rate = Fraction(mode.clock * 1000, mode.htotal * mode.vtotal)
        policy = f"{mode.hdisplay}x{mode.vdisplay}@{float(rate):.3f}"
        (statistics,), flips = self.show("--pattern", "pixel", "--frames", "300", "--mode", policy)
        self.expect(statistics, 300)
        self.expect_rate(flips, rate)

    def test_a_frame_interval_of_two_flips_at_every_second_vblank(self):
        self.build([CONNECTED])
        (statistics,), flips = self.show(
            "--pattern", "pixel", "--frames", "150", "--frame-interval", "2", "--mode", "1024x768"
        )
        self.expect(statistics, 150)
        self.expect_every_vblank(flips, 150, interval=2)

    def expect_latest(self, buffers: int):
        self.build([CONNECTED])
        how = ("--pattern", "pixel", "--mode", "1024x768", "--schedule", "latest", "--buffers", str(buffers))
        # The first run is not measured, because reads from the host's disk let virtual time jump by more than the
        # margin.
        self.show("--frames", "60", *how)
        (statistics,), flips = self.show("--frames", "300", *how)
        self.assertEqual((statistics["presented"], statistics["pacing"]), (300, "vblank"))
        # Work that takes longer than ever before, even the kernel's own on the only processor, costs a frame by design:
        # the clock's unit tests have the exact cases. Each missed frame is counted, and there are few.
        numbers = [number for _, _, _, number in flips]
        skipped = sum(later - earlier - 1 for earlier, later in zip(numbers[1:], numbers[2:]))
        self.assertLessEqual(abs(statistics["missed"] - skipped), 1, statistics)
        self.assertLessEqual(skipped, 3, statistics)
        self.assertEqual(statistics["schedule"], "latest")
        # A millisecond for the driver, and the time of waking up, of 16.7.
        self.assertGreaterEqual(statistics["marginNanoseconds"], 1_000_000)
        self.assertLess(statistics["marginNanoseconds"], 4_000_000)

    def test_a_frame_that_is_drawn_as_late_as_can_be_makes_its_refresh(self):
        self.expect_latest(buffers=2)

    def test_a_frame_of_three_buffers_that_is_drawn_late_makes_its_refresh(self):
        self.expect_latest(buffers=3)

    def test_two_screens_miss_nothing_beside_each_other(self):
        self.build([CONNECTED, CONNECTED])
        statistics, flips = self.show("--pattern", "pixel", "--frames", "200", "--mode", "1024x768")
        self.assertEqual([screen["name"] for screen in statistics], self.card.connectors)
        for index, screen in enumerate(statistics):
            self.expect(screen, 200)
            self.expect_every_vblank([flip for flip in flips if flip[2] == index], 200)

    def test_the_test_card_and_a_redraw_of_everything_keep_up(self):
        self.build([CONNECTED])
        (statistics,), _ = self.show("--redraw", "--frames", "120", "--mode", "640x480")
        self.expect(statistics, 120)

    def test_a_duration_ends_it_on_time(self):
        self.build([CONNECTED])
        (statistics,), _ = self.show("--pattern", "pixel", "--duration", "3", "--mode", "1024x768")
        self.assertAlmostEqual(statistics["presented"], 180, delta=3)
        self.assertEqual(statistics["missed"], 0)

    def test_scenario_26_sixteen_screens_on_one_processor(self):
        names = self.build([CONNECTED] * 16)
        # udevd ends its idle workers three seconds after the last event, dozens at once. The kernel's own workers,
        # which finish the commits, are not urgent and lose the only processor to them.
        deadline.until(lambda: not processes.named("(udev-worker)"), "udevd has ended its workers", interval=0.5)
        with FlipTrace() as trace, Program(["wall", "300", *names]) as program:
            self.assertEqual(program.wait(120), 0, program.errors())
            reported = dict(line.split(": ") for line in program.lines())
            flips = trace.flips()
        expected = {name: "300 presented, 0 missed" for name in names}
        self.assertEqual(reported, expected, f"vblanks without a flip, by CRTC: {gaps(flips)}")


def gaps(flips: list[tuple]) -> dict[int, list[tuple]]:
    """Returns the flips of each CRTC that came several vblanks after the previous one: the place, the vblanks and the
    seconds so far."""
    numbers: dict[int, list[tuple[float, int]]] = {}
    for moment, _, crtc, number in flips:
        numbers.setdefault(crtc, []).append((moment, number))
    return {
        crtc: late
        for crtc, found in numbers.items()
        if (
            late := [
                (place, found[place][1] - found[place - 1][1], round(found[place][0] - flips[0][0], 4))
                for place in range(1, len(found))
                if found[place][1] != found[place - 1][1] + 1
            ]
        )
    }


class Disturbed(KernelTest):
    """Work on the card beside a running screen costs that screen no frame."""

    machine = "virtual"

    def build(self, statuses: list[str]) -> list[str]:
        self.card = VirtualCard("beside", statuses)
        self.addCleanup(self.card.remove)
        return self.card.connectors

    def show(self, *names: str):
        screens_named = [f"{self.card.card}/{name}" for name in names]
        program = screens.show(*screens_named, "--pattern", "pixel", "--mode", "1024x768", "--stats")
        self.addCleanup(program.__exit__)
        for name in names:
            wait.until_shown(program, self.card.minor, name)
        return program

    def expect_no_gap(self, program, crtc: int, disturb) -> None:
        """Records sixty flips before and after."""
        with FlipTrace() as trace:

            def numbers() -> list[int]:
                return [number for _, _, index, number in trace.flips() if index == crtc]

            program.until(lambda: len(numbers()) >= 60, "it flips", interval=0.5)
            before = len(numbers())
            disturb()
            program.until(lambda: len(numbers()) >= before + 60, "it still flips", interval=0.5)
            steps = numbers()
        self.assertTrue(program.running, program.errors())
        gaps = [(earlier, later) for earlier, later in zip(steps, steps[1:]) if later != earlier + 1]
        self.assertEqual(gaps, [])

    def test_scenario_06_the_same_hotplug_event_again_drops_no_frame(self):
        (name,) = self.build([CONNECTED])
        program = self.show(name)

        def disturb():
            for _ in range(5):
                self.card.plug(0)

        self.expect_no_gap(program, 0, disturb)

    def test_scenario_08_another_screen_that_leaves_costs_no_frame(self):
        staying, leaving = self.build([CONNECTED, CONNECTED])
        program = self.show(staying, leaving)
        crtcs = [block.name for block in debugfs.state(self.card.minor) if block.kind == "crtc"]
        index = crtcs.index(debugfs.crtc_of(self.card.minor, staying).name)
        self.expect_no_gap(program, index, lambda: self.card.unplug(1))
        wait.until_dark(program, self.card.minor, leaving)
