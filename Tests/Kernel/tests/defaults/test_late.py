"""A display that reports no EDID: it may come late, without an event.

No card here reads one later: that the display gets its own mode then is tested on the simulated card.
"""

import time

from guest import ioctls, screens, wait
from guest.bochs import Socket
from guest.kerneltest import KernelTest


class LateEDID(KernelTest):
    machine = "late"

    def test_without_one_it_is_probed_four_times_and_then_left_alone(self):
        socket = Socket(self)
        with ioctls.Calls() as calls, screens.show(
            socket.screen, "--color", "#2a7fc4", environment=calls.environment()
        ) as program:
            wait.until_shown(program, socket.minor, socket.name)
            probes = ioctls.kind_of("GETCONNECTOR")
            time.sleep(60)
            # A read is two calls. The first, and after 1, 3, 10 and 30 s; the modeset reads, and so does the check each minute.
            self.assertGreaterEqual(calls.by_kind[probes], 2 * 5)
            minute = calls.by_kind[probes]
            time.sleep(600)
            checks = (calls.by_kind[probes] - minute) // 2
            self.assertIn(checks, (9, 10, 11), "one a minute, which does not probe")
