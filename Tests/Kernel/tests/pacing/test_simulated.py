"""A simulated screen on a machine without any card: the same program, paced by a timer."""

import contextlib
import json
import os
import pty
import subprocess
import tempfile
from pathlib import Path

from guest import deadline, debugfs, screens
from guest.kerneltest import KernelTest
from guest.timers import TimerTrace
from guest.vkms import CONNECTED, VirtualCard


class Simulated(KernelTest):
    machine = "virtual"

    def setUp(self):
        self.assertEqual(list(Path("/sys/class/drm").glob("card*")), [], "no card but the tests' own")

    def show(self, *arguments: str) -> list[dict]:
        done = screens.run("show", "--stats", *arguments)
        self.assertEqual(done.code, 0, done.errors)
        return json.loads(done.output)["screens"]

    def test_a_hundred_frames_at_50_hertz_take_two_seconds(self):
        with TimerTrace() as trace:
            (screen,) = self.show("--simulate", "320x240@50", "--frames", "100", "--pattern", "pixel")
            times = trace.expirations()
        self.assertEqual((screen["presented"], screen["missed"], screen["pacing"]), (100, 0, "timer"))
        # From vblank to vblank instead of from start to end: while a start waits for the host's disk, virtual time
        # jumps by as many seconds as the host is busy.
        self.assertGreaterEqual(len(times), 98)
        for earlier, later in zip(times, times[1:]):
            self.assertAlmostEqual(later - earlier, 0.02, delta=0.0005)
        self.assertAlmostEqual((times[-1] - times[0]) / (len(times) - 1), 0.02, delta=0.00001)

    def test_scenario_25_a_mode_of_30_hertz_is_paced_at_30(self):
        with TimerTrace() as trace:
            arguments = ("--simulate", "640x480@30", "--pattern", "pixel", "--frames", "90", "--stats")
            with screens.show(*arguments) as program:
                self.assertEqual(program.wait(60), 0, program.errors())
                (screen,) = screens.statistics(program)
            times = trace.expirations()
        self.assertEqual((screen["presented"], screen["missed"]), (90, 0))
        self.assertGreaterEqual(len(times), 88)
        for earlier, later in zip(times, times[1:]):
            self.assertAlmostEqual(later - earlier, 1 / 30, delta=0.0005)

    def test_in_a_terminal_without_a_card_it_simulates_and_a_card_takes_over(self):
        controller, terminal = pty.openpty()
        self.addCleanup(os.close, controller)
        errors = tempfile.TemporaryFile(dir="/run")
        self.addCleanup(errors.close)
        colours = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        program = subprocess.Popen(
            [screens.binary(), "show", "--color", "#2a7fc4"],
            stdin=terminal, stdout=terminal, stderr=errors, env={**os.environ, **colours},
        )  # fmt: skip
        os.close(terminal)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        os.set_blocking(controller, False)
        preview = bytearray()

        def reads(wanted: bytes) -> bool:
            with contextlib.suppress(BlockingIOError):
                preview.extend(os.read(controller, 1 << 16))
            self.assertIsNone(program.poll(), os.pread(errors.fileno(), 4096, 0).decode())
            return wanted in preview

        deadline.until(lambda: reads("\N{UPPER HALF BLOCK}".encode()), "half blocks in the terminal")
        deadline.until(lambda: reads(b"42;127;196"), "the colour in the terminal")
        said = os.pread(errors.fileno(), 4096, 0).decode() + preview.decode(errors="replace")
        self.assertIn("simulat", said)
        card = VirtualCard("takeover", [CONNECTED])
        self.addCleanup(card.remove)

        def taken_over() -> bool:
            reads(b"")
            shown = debugfs.shown(card.minor).values()
            return any(allocator != debugfs.CONSOLE for _, allocator, _ in shown)

        deadline.until(taken_over, "the card shows the picture")
