"""`screens watch` reports connects and disconnects, in order, as they happen."""

import json
import signal

from guest import debugfs, screens
from guest.kerneltest import KernelTest
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard


class Watch(KernelTest):
    machine = "cards"

    def setUp(self):
        # With one CRTC, because the console's commits of several CRTCs may stop the kernel.
        self.card = VirtualCard("watch", [CONNECTED, DISCONNECTED, DISCONNECTED], crtcs=1)
        self.addCleanup(self.card.remove)
        self.program = screens.watch()
        self.addCleanup(self.program.__exit__)

    def events(self) -> list[dict]:
        return [json.loads(line) for line in self.program.lines()]

    def plugs(self, count: int) -> list[tuple[str, str]]:
        """Waits for `count` events of screens that come and go, and returns them.

        Between them the kernel's console probes displays too: it enables and disables screens, and its last list of
        modes has no modes that are larger than the console itself.
        """
        by_console = {"currentMode", "dark", "stale", "largestMode", "modes"}

        def found() -> list[tuple[str, str]] | None:
            reported = []
            for event in self.events():
                if event["event"] == "changed":
                    self.assertLessEqual(set(event["changes"]), by_console)
                elif event["event"] != "snapshot":
                    reported.append((event["event"], event["screen"]["name"]))
            return reported if len(reported) >= count else None

        self.program.until(lambda: self.program.lines(), "the snapshot")
        return self.program.until(found, f"plug or unplug {count}") if count else []

    def snapshot(self) -> dict:
        self.plugs(0)
        return self.events()[0]

    def test_the_first_event_is_the_snapshot_that_list_gives(self):
        snapshot = self.snapshot()
        self.assertEqual((snapshot["event"], snapshot["sequence"]), ("snapshot", 0))
        names = [screen["name"] for screen in snapshot["screens"] if screen["card"] == self.card.path]
        connected = [screen["name"] for screen in snapshot["screens"] if screen["status"] == "connected"]
        self.assertIn(self.card.connectors[0], names)
        self.assertEqual(connected, [screen["name"] for screen in screens.document("list")])

    def test_plug_and_unplug_come_in_order_with_consecutive_numbers(self):
        self.snapshot()
        steps = [(1, CONNECTED), (2, CONNECTED), (0, DISCONNECTED), (1, DISCONNECTED), (0, CONNECTED), (1, CONNECTED)]
        for count, (connector, status) in enumerate(steps, start=1):
            self.card.set_status(connector, status)
            # Each write is waited for, because two quick writes may arrive as one event.
            reported = self.plugs(count)
        names = self.card.connectors
        verbs = {CONNECTED: "connected", DISCONNECTED: "disconnected"}
        self.assertEqual(reported, [(verbs[status], names[connector]) for connector, status in steps])
        events = self.events()
        self.assertEqual([event["sequence"] for event in events], list(range(len(events))))
        for event in events:
            if event["event"] == "changed":
                # Lists of modes and EDIDs are too long for the document of a screen; other commands print them.
                known = set(event["screen"]) | {"modes", "edid"}
                self.assertLessEqual(set(event["changes"]), known, "what changed is named by its key")
        times = [event["time"] for event in events]
        self.assertEqual(times, sorted(times))

    def test_a_connected_screen_brings_its_modes_along(self):
        self.snapshot()
        self.card.plug(1)
        self.plugs(1)
        event = next(event for event in self.events() if event["event"] == "connected")
        self.assertEqual(event["screen"]["status"], "connected")
        self.assertEqual(event["screen"]["preferredMode"]["name"], "1024x768")

    def test_the_same_status_again_causes_no_event(self):
        self.snapshot()
        self.card.plug(0)
        self.card.plug(0)
        self.card.plug(1)
        self.assertEqual(self.plugs(1), [("connected", self.card.connectors[1])])

    def test_a_card_that_leaves_takes_its_screens_along(self):
        self.snapshot()
        late = VirtualCard("late", [CONNECTED])
        name = late.connectors[0]
        try:
            self.assertEqual(self.plugs(1), [("connected", name)])
        finally:
            late.remove()
        self.assertEqual(self.plugs(2), [("connected", name), ("disconnected", name)])

    def test_no_card_is_kept_open_between_events(self):
        self.snapshot()
        self.card.plug(1)
        self.plugs(1)
        for minor in (0, 1, self.card.minor):
            # An open file would keep the console from coming back after the next program.
            self.program.until(lambda: debugfs.clients(minor) == [], f"card{minor} is closed")

    def test_a_signal_ends_it_cleanly(self):
        self.snapshot()
        self.program.signal(signal.SIGTERM)
        self.assertEqual(self.program.wait(), 0)
        self.assertEqual(self.program.errors(), "")
