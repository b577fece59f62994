"""Scenarios from the field that take hours, or in which nothing must happen: in virtual time."""

import os
import time
from pathlib import Path

from guest import ioctls, picture, screens, wait
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

COLOUR = "#80c020"


class Story(KernelTest):
    machine = "virtual"

    def build(self, statuses: list[str], **settings) -> list[str]:
        self.card = VirtualCard("story", statuses, **settings)
        self.addCleanup(self.card.remove)
        return self.card.connectors

    def start(self, *arguments: str, environment: dict[str, str] | None = None) -> Program:
        program = screens.show(*arguments, environment=environment)
        self.addCleanup(program.__exit__)
        return program


class Dark(Story):
    def test_scenario_01_no_display_is_quiet_and_the_first_one_shows_a_picture_within_a_second(self):
        (name,) = self.build([DISCONNECTED])
        with ioctls.Calls() as calls, FlipTrace() as trace:
            program = self.start("--redraw", environment=calls.environment())
            program.until(lambda: "waiting for a display" in program.errors(), "it says what it waits for")
            # The first read of the card, and the actions after its report.
            time.sleep(5)
            look, used = calls.total, processor_time(program)
            time.sleep(300)
            kinds = calls.by_kind
            self.assertNotIn(ioctls.FLIP, kinds)
            self.assertNotIn(ioctls.MODESET, kinds)
            # It may read again once a minute.
            self.assertLessEqual(calls.total - look, 6 * look)
            self.assertLess(processor_time(program) - used, 3, "in five minutes")
            self.assertEqual(len(program.errors().splitlines()), 1, program.errors())
            self.assertEqual(trace.flips(), [])
            trace.mark("plug")
            self.card.plug(0)
            wait.until_shown(program, self.card.minor, name)
            program.until(trace.flips, "a flip")
            self.assertLess(trace.flips()[0][0] - trace.marks("plug")[0], 1)

    def test_scenario_02_a_card_that_comes_late_shows_a_picture(self):
        program = self.start("--color", COLOUR)
        program.until(lambda: "waiting for a graphics card" in program.errors(), "it says what it waits for")
        time.sleep(60)
        self.assertEqual(len(program.errors().splitlines()), 1, program.errors())
        (name,) = self.build([CONNECTED], writeback=True)
        wait.until_shown(program, self.card.minor, name, "1024x768")
        expect_colour(program, self.card.minor, name, 1024, 768)
        # The card stays as long as the program does, and is removed after it.
        program.kill()


class Night(Story):
    # The daemon has the same night in its own scenarios.
    is_long = True
    seconds = 9 * 3600

    def test_scenario_03_a_television_that_is_off_over_night(self):
        (name,) = self.build([CONNECTED], writeback=True)
        program = self.start(f"{self.card.card}/{name}", "--mode", "800x600", "--color", COLOUR)
        wait.until_shown(program, self.card.minor, name, "800x600")
        expect_colour(program, self.card.minor, name, 800, 600)
        self.card.unplug(0)
        wait.until_dark(program, self.card.minor, name)
        used = processor_time(program)
        time.sleep(8 * 3600)
        self.assertLess(processor_time(program) - used, 60, "in eight hours")
        self.card.plug(0)
        wait.until_shown(program, self.card.minor, name, "800x600")
        expect_colour(program, self.card.minor, name, 800, 600)


class Running(Story):
    def test_scenario_06_the_same_event_again_sets_no_mode(self):
        (name,) = self.build([CONNECTED])
        with ioctls.Calls() as calls:
            program = self.start(
                f"{self.card.card}/{name}", "--mode", "640x480", "--redraw", environment=calls.environment()
            )
            wait.until_shown(program, self.card.minor, name)
            program.until(lambda: calls.by_kind.get(ioctls.FLIP, 0) > 30, "it flips")
            before = calls.by_kind
            for _ in range(20):
                self.card.plug(0)
                time.sleep(0.1)
            after = calls.by_kind
            self.assertGreater(after[ioctls.FLIP], before[ioctls.FLIP] + 60, "it goes on")
            for kind in (ioctls.MODESET, ioctls.TEST):
                self.assertEqual(after[kind], before[kind])

    def test_scenario_11_a_status_forced_in_sysfs_is_found_without_an_event(self):
        (name,) = self.build([CONNECTED])
        program = self.start(f"{self.card.card}/{name}", "--mode", "640x480")
        wait.until_shown(program, self.card.minor, name)
        status = Path(f"/sys/class/drm/{self.card.card}-{name}/status")
        status.write_text("off")
        self.addCleanup(status.write_text, "detect")
        # The cards are compared once a minute.
        wait.until_dark(program, self.card.minor, name, seconds=90, interval=1)
        status.write_text("detect")
        wait.until_shown(program, self.card.minor, name, "640x480", seconds=90, interval=1)


def processor_time(program: Program) -> float:
    """Returns the processor seconds that all threads of a running program have used so far."""
    fields = Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def expect_colour(program: Program, minor: int, name: str, width: int, height: int) -> None:
    expected = picture.filled(width, height, COLOUR)
    wait.until_scanned_out(program, minor, name, lambda found: picture.difference(found, expected))
