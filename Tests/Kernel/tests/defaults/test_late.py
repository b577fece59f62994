"""A display that reports no EDID: it may come late, without an event."""

import time

from guest import corpora, ioctls, screens, wait
from guest.adapter import Adapter
from guest.bochs import Socket
from guest.kerneltest import KernelTest


class LateEDID(KernelTest):
    machine = "late"

    def test_without_an_edid_it_is_probed_four_times_and_then_left_alone(self):
        socket = Socket(self)
        with ioctls.Calls() as calls, screens.show(
            socket.screen, "--color", "#2a7fc4", environment=calls.environment()
        ) as program:
            wait.until_shown(program, socket.minor, socket.name)
            time.sleep(60)
            self.assertEqual(calls.probes, 5, "at first, and after 1, 3, 10 and 30 s")
            reads = ioctls.kind_of("GETCONNECTOR")
            minute = calls.by_kind[reads]
            time.sleep(600)
            # A read consists of two calls.
            checks = (calls.by_kind[reads] - minute) // 2
            self.assertIn(checks, (9, 10, 11), "one a minute")
            self.assertEqual(calls.probes, 5, "which does not probe")


class DeliveredLate(KernelTest):
    """An adapter on USB, because bochs without an EDID (`edid=off`) looks for its header before it reads another one
    from debugfs."""

    machine = "cards"
    # In real time: the third probe is 10 s after the first.
    is_long = True

    DISPLAY = "edid-decode/data/hp-lp2275w-dp"

    def test_the_display_gets_its_own_mode_with_the_next_probe(self):
        # No adapter without a display answers so, and no kernel takes it for an EDID.
        adapter = Adapter(self, b"\xff" * 128)
        minor = adapter.number()
        (name,) = screens.listed(f"/dev/dri/card{minor}")
        with screens.show(f"card{minor}/{name}", "--color", "#2a7fc4") as program:
            wait.until_shown(program, minor, name, "1024x768")
            self.assertIsNone(screens.listed(f"/dev/dri/card{minor}")[name]["identity"])
            adapter.deliver(corpora.edid(self.DISPLAY))
            wait.until_shown(program, minor, name, "1680x1050")
            self.assertEqual(screens.listed(f"/dev/dri/card{minor}")[name]["identity"]["make"], "HWP")
