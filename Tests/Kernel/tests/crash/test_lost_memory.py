"""The memory of a picture that its card takes away during drawing, which the kernel reports by SIGBUS."""

import os
from pathlib import Path

from guest import picture, readback, screens, wait
from guest.daemon import Daemon
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard

COLOUR = "#a03060"
MESSAGE = "the card has taken the memory of the picture away"


def read(process: int, minor: int, name: str) -> picture.Picture:
    """Returns the pixels that leave a CRTC, which is off between a stall and the modeset after it."""
    try:
        return readback.scanned_out(process, minor, name)
    except OSError as error:
        raise AssertionError(str(error)) from None


class LostMemory(KernelTest):
    machine = "cards"

    def build(self, *statuses: str) -> list[str]:
        self.card = VirtualCard("memory", list(statuses), writeback=True, console=len(statuses) < 2)
        self.addCleanup(self.card.remove)
        self.lost = Path("/run/lost-memory")
        self.lost.write_text("0")
        self.addCleanup(self.lost.unlink)
        return self.card.connectors

    def environment(self, *others: str) -> dict[str, str]:
        """Returns the environment of a program whose memory goes when `lost` says so."""
        preloads = [os.environ[name] for name in ("SCREENS_LOSE_MEMORY", *others)]
        return {"LD_PRELOAD": ":".join(preloads), "LOST_MEMORY_FILE": str(self.lost)}

    def show(self, *names: str, others: tuple[str, ...] = ()):
        program = screens.show(
            *(f"{self.card.card}/{name}" for name in names), "--mode", "640x480", "--color", COLOUR, "--redraw",
            environment=self.environment(*others),
        )  # fmt: skip
        self.addCleanup(program.__exit__)
        return program

    def expect_picture(self, program, name: str, colour: str) -> None:
        wait.until_shown(program, self.card.minor, name, "640x480")
        expected = picture.filled(640, 480, colour)
        wait.until_scanned_out(
            program, self.card.minor, name, lambda found: picture.difference(found, expected), read
        )

    def expect_shown(self, program, name: str) -> None:
        """Waits for the picture, and for new frames of it."""
        self.expect_picture(program, name, COLOUR)
        with FlipTrace() as trace:
            program.until(lambda: len(trace.flips()) > 20, "it flips")

    def until_lost(self, program) -> None:
        program.until(lambda: self.lost.read_text() == "0", "its memory is gone")

    def losses(self, program, name: str) -> int:
        """Returns how often it reports this of a screen, without the lines that say what it waits for."""
        return program.errors().count(f"screens: {name}: {MESSAGE}")

    def expect_new_memory(self, program, *names: str) -> None:
        for name in names:
            self.expect_shown(program, name)
        for time in (1, 2, 3):
            self.lost.write_text("1")
            self.until_lost(program)
            for name in names:
                program.until(lambda: self.losses(program, name) == time, f"it says what happened to {name}")
            for name in names:
                self.expect_shown(program, name)

    def test_a_screen_shows_its_picture_from_new_memory(self):
        (name,) = self.build(CONNECTED)
        program = self.show(name)
        self.expect_new_memory(program, name)

    def test_two_screens_of_a_card_show_their_pictures_from_new_memory(self):
        names = self.build(CONNECTED, CONNECTED)
        self.expect_new_memory(self.show(*names), *names)

    def test_a_screen_without_atomic_commits_shows_its_picture_from_new_memory(self):
        (name,) = self.build(CONNECTED)
        self.expect_new_memory(self.show(name, others=("SCREENS_NO_ATOMIC",)), name)

    def test_memory_that_goes_before_the_first_picture_is_replaced_too(self):
        (name,) = self.build(CONNECTED)
        self.lost.write_text("1")
        program = self.show(name)
        self.until_lost(program)
        self.expect_shown(program, name)

    def test_the_daemon_counts_it_as_a_stall_and_shows_its_picture(self):
        (name,) = self.build(CONNECTED)
        configuration = f'[default]\nmode = "640x480"\ncontent = {{ color = "{COLOUR}" }}\n'
        daemon = Daemon(self, configuration, environment=self.environment())
        self.expect_picture(daemon.program, name, COLOUR)
        # The memory goes with the flip of one picture; the next one is drawn there.
        self.lost.write_text("1")
        daemon.call("Set", screen=name, settings={"content": {"color": "#203040"}})
        self.until_lost(daemon.program)
        daemon.call("Set", screen=name, settings={"content": {"color": "#30a060"}})
        self.expect_picture(daemon.program, name, "#30a060")
        self.assertEqual(daemon.statistics(name)["stalls"], 1)
        self.assertEqual(daemon.stop(), 0, daemon.log())
