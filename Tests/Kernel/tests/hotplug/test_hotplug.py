"""`screens show` follows displays that come and go while it runs."""

from guest import debugfs, drm, ioctls, picture, screens, wait
from guest.flips import FlipTrace
from guest.footprint import Footprint
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard


class Hotplug(KernelTest):
    machine = "cards"

    def build(self, statuses: list[str], **settings) -> list[str]:
        self.card = VirtualCard("plug", statuses, writeback=True, **settings)
        self.addCleanup(self.card.remove)
        return self.card.connectors

    def show(self, *arguments: str, **settings):
        screens_named = [f"{self.card.card}/{name}" for name in self.card.connectors]
        program = screens.show(*screens_named, "--mode", "640x480", *arguments, **settings)
        self.addCleanup(program.__exit__)
        return program

    def expect_colour(self, program, name: str, colour: str):
        expected = picture.filled(640, 480, colour)
        wait.until_scanned_out(program, self.card.minor, name, lambda found: picture.difference(found, expected))

    def test_scenario_01_a_screen_plugged_later_gets_its_picture(self):
        (name,) = self.build([DISCONNECTED])
        program = self.show("--color", "#80c020")
        program.until(lambda: program.errors(), "it says what it waits for")
        self.assertIsNone(debugfs.crtc_of(self.card.minor, name))
        self.card.plug(0)
        wait.until_shown(program, self.card.minor, name)
        self.expect_colour(program, name, "#80c020")

    def test_an_unplugged_screen_is_off_in_the_kernel_and_comes_back(self):
        (name,) = self.build([CONNECTED])
        program = self.show("--color", "#80c020")
        wait.until_shown(program, self.card.minor, name)
        for _ in range(3):
            self.card.unplug(0)
            wait.until_dark(program, self.card.minor, name)
            self.assertEqual(debugfs.lit(self.card.minor), [])
            self.card.plug(0)
            wait.until_shown(program, self.card.minor, name)
        self.expect_colour(program, name, "#80c020")

    def test_scenario_07_unplug_while_a_flip_is_pending(self):
        (name,) = self.build([CONNECTED])
        with FlipTrace() as trace:
            program = self.show("--redraw")
            for _ in range(5):
                wait.until_shown(program, self.card.minor, name)
                before = len(trace.flips())
                program.until(lambda: len(trace.flips()) > before + 5, "it flips")
                self.card.unplug(0)
                wait.until_dark(program, self.card.minor, name)
                self.card.plug(0)
        wait.until_shown(program, self.card.minor, name)

    def test_the_other_screen_goes_on_when_one_leaves(self):
        leaving, staying = self.build([CONNECTED, CONNECTED])
        program = self.show("--redraw")
        wait.until_shown(program, self.card.minor, leaving)
        wait.until_shown(program, self.card.minor, staying)
        index = self.crtc_index(staying)
        with FlipTrace() as trace:

            def flips() -> int:
                return len([number for _, _, crtc, number in trace.flips() if crtc == index])

            program.until(lambda: flips() > 5, "both flip")
            self.card.unplug(0)
            wait.until_dark(program, self.card.minor, leaving)
            after = flips()
            program.until(lambda: flips() > after + 20, "the other screen flips on")
        self.assertEqual(len(debugfs.lit(self.card.minor)), 1)
        self.card.plug(0)
        wait.until_shown(program, self.card.minor, leaving)

    def test_the_same_event_again_changes_nothing(self):
        (name,) = self.build([CONNECTED])
        with FlipTrace() as trace:
            program = self.show("--redraw")
            wait.until_shown(program, self.card.minor, name)
            program.until(lambda: len(trace.flips()) > 10, "it flips")
            for _ in range(5):
                self.card.plug(0)
            before = len(trace.flips())
            program.until(lambda: len(trace.flips()) > before + 10, "it flips on")
        self.assertTrue(program.running)

    def test_scenario_05_a_screen_disabled_from_outside_is_lit_again_at_the_next_event(self):
        (name,) = self.build([CONNECTED])
        program = self.show("--color", "#80c020")
        wait.until_shown(program, self.card.minor, name)
        self.expect_colour(program, name, "#80c020")
        # A fast unplug and plug arrives like this, as one event without a change.
        with drm.Card.shared_with(program.pid, self.card.path) as card:
            card.disable_crtc(debugfs.crtc_of(self.card.minor, name).number)
        self.assertEqual(debugfs.lit(self.card.minor), [])
        self.card.plug(0)
        wait.until_shown(program, self.card.minor, name)
        self.expect_colour(program, name, "#80c020")

    def test_scenario_18_a_card_that_leaves_is_let_go_and_the_next_one_is_taken(self):
        card = VirtualCard("leaves", [CONNECTED])
        with screens.show("--color", "#204060", "--redraw") as program:
            wait.until_shown(program, card.minor, card.connectors[0])
            path = card.path
            card.remove()
            program.until(lambda: not program.holds(path), "its file of the card is closed")
            again = VirtualCard("again", [CONNECTED])
            self.addCleanup(again.remove)
            wait.until_shown(program, again.minor, again.connectors[0])

    def test_scenario_02_a_card_that_appears_later_gets_its_picture(self):
        program = screens.show("Virtual-4", "--color", "#204060")
        self.addCleanup(program.__exit__)
        program.until(lambda: program.errors(), "it says what it waits for")
        card = VirtualCard("late", [CONNECTED])
        self.addCleanup(card.remove)
        self.assertEqual(card.connectors, ["Virtual-4"])
        wait.until_shown(program, card.minor, "Virtual-4")
        program.kill()

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
            # The screen that leaves makes room.
            self.card.unplug(0)
            wait.until_shown(program, self.card.minor, second)

    def crtc_index(self, name: str) -> int:
        crtcs = [block.name for block in debugfs.state(self.card.minor) if block.kind == "crtc"]
        return crtcs.index(debugfs.crtc_of(self.card.minor, name).name)


class Objects(KernelTest):
    """Returns the kernel's objects that a program holds, including a modeset's."""

    machine = "virtual"

    def test_they_are_as_many_whether_screens_came_together_or_one_after_another(self):
        card = VirtualCard("objects", [CONNECTED] * 4)
        self.addCleanup(card.remove)
        names = [f"{card.card}/{name}" for name in card.connectors]
        with screens.show(*names, "--mode", "640x480", "--pattern", "pixel") as program:
            for name in card.connectors:
                wait.until_shown(program, card.minor, name)
            together = Footprint.of(program, card.minor).objects
            for index, name in enumerate(card.connectors):
                card.unplug(index)
                wait.until_dark(program, card.minor, name)
                card.plug(index)
                wait.until_shown(program, card.minor, name)
            self.assertEqual(Footprint.of(program, card.minor).objects, together)
