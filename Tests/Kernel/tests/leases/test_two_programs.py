"""Two programs of others beside a third screen, whose picture changes at each refresh."""

import os
import signal
import time
from pathlib import Path

from guest import processes
from guest.lending import Lending
from guest.program import Program


class TwoPrograms(Lending):
    count = 3
    seconds = 240

    def begin(self, name: str) -> Program:
        """Starts an unpatched program on a screen, and waits until it has shown two pictures."""
        program = self.lease(*self.modetest(name), name=name)
        seen: set[str] = set()

        def shows_two() -> bool:
            found = self.framebuffer(name)
            if found and found[1] == "modetest":
                seen.add(found[0])
            return len(seen) > 1

        program.until(shows_two, f"modetest shows two pictures on {name}")
        return program

    def child(self, program: Program) -> int:
        """Returns the process of its program, to distinguish the ends of several programs."""
        (found,) = [
            process
            for process in processes.named("modetest")
            if int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1]) == program.pid
        ]
        return found

    def test_the_third_screen_loses_no_frame(self):
        *lent, ours = self.card.connectors
        self.start_moving(ours)
        time.sleep(2)
        with self.expect_steady(ours):
            programs = [self.begin(name) for name in lent]
            time.sleep(2)
            # Each is killed, and started again beside the other one.
            for place, name in enumerate(lent):
                os.kill(self.child(programs[place]), signal.SIGKILL)
                self.assertEqual(programs[place].wait(), 128 + signal.SIGKILL, programs[place].errors())
                self.until_back(name)
                programs[place] = self.begin(name)
            time.sleep(2)
            # Each is unplugged and plugged in again, and continues with its own picture.
            for place, name in enumerate(lent):
                self.card.unplug(place)
                self.daemon.until_dark(name, "disconnected")
                self.card.plug(place)
                self.daemon.until_lit(name)
                self.assertEqual(self.shown(name), "modetest")
            # One is revoked, and the other one is ended with its command.
            self.daemon.call("Revoke", screen=lent[0])
            self.assertNotEqual(programs[0].wait(), 0)
            self.until_back(lent[0])
            self.assertEqual(self.shown(lent[1]), "modetest")
            programs[1].signal(signal.SIGTERM)
            programs[1].wait()
            self.until_back(lent[1])
