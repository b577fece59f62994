"""A flip whose completion never comes."""

import os
from pathlib import Path

from guest import ioctls, screens, wait
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, VirtualCard


class LostFlip(KernelTest):
    machine = "cards"

    def test_scenario_20_a_flip_event_never_comes(self):
        card = VirtualCard("lost", [CONNECTED])
        self.addCleanup(card.remove)
        (name,) = card.connectors
        lost = Path("/run/lost-flips")
        lost.write_text("0\n")
        self.addCleanup(lost.unlink)
        with ioctls.Calls() as calls, FlipTrace() as trace:
            preloads = calls.environment()
            preloads["LD_PRELOAD"] += f":{os.environ['SCREENS_LOSE_FLIP']}"
            program = screens.show(
                f"{card.card}/{name}", "--mode", "640x480", "--redraw",
                environment={**preloads, "LOST_FLIPS_FILE": str(lost)},
            )  # fmt: skip
            self.addCleanup(program.__exit__)
            wait.until_shown(program, card.minor, name)
            program.until(lambda: len(trace.flips()) > 10, "it flips")
            modesets = calls.by_kind[ioctls.MODESET]
            lost.write_text("1\n")
            program.until(lambda: calls.by_kind[ioctls.MODESET] > modesets, "a modeset")
            program.until(lambda: "has not completed" in program.errors(), "it says what happened")
            before = len(trace.flips())
            program.until(lambda: len(trace.flips()) > before + 20, "it flips again")
