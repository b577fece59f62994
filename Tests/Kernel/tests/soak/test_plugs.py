"""Plugs and unplugs at full speed while all screens render: the state is right in the end, and nothing has leaked.

1,000 of them; SCREENS_SOAK is another number.
"""

import grp
import os
import random
import signal
import subprocess
from pathlib import Path

from guest import screens, wait
from guest.flips import FlipTrace
from guest.footprint import Footprint, lost_messages
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

COUNT = int(os.environ.get("SCREENS_SOAK", 1000))
NOBODY = 65534
# The memory that an allocator keeps differs; a canvas that leaked with every plug would be a thousand times more.
KILOBYTES = 6 * 1024


def settle_udev() -> None:
    """Waits until udev has sent all events."""
    subprocess.run(["udevadm", "settle", f"--timeout={Soak.seconds}"], check=True)


class Soak(KernelTest):
    machine = "cards"
    is_long = True
    # udev is slow for each event, and there are many events.
    seconds = 300 + COUNT

    def setUp(self):
        self.card = VirtualCard("soak", [CONNECTED] * 4)
        self.addCleanup(self.card.remove)
        self.statuses = [CONNECTED] * 4
        self.random = random.Random(COUNT)

    def start(self, **identity) -> Program:
        names = [f"{self.card.card}/{name}" for name in self.card.connectors]
        arguments = ["show", *names, "--mode", "640x480", "--pattern", "pixel"]
        program = Program([screens.binary(), *arguments], **identity)
        self.addCleanup(program.__exit__)
        self.expect_right_state(program)
        return program

    def write(self, count: int) -> None:
        """Plugs or unplugs so many times, without a wait."""
        for _ in range(count):
            connector, status = self.random.randrange(4), self.random.choice([CONNECTED, DISCONNECTED])
            self.statuses[connector] = status
            self.card.set_status(connector, status)

    def expect_right_state(self, program: Program) -> None:
        for name, status in zip(self.card.connectors, self.statuses):
            if status == CONNECTED:
                wait.until_shown(program, self.card.minor, name, "640x480")
            else:
                wait.until_dark(program, self.card.minor, name)

    def warm_up(self, program: Program) -> Footprint:
        """Waits for everything that is made once, such as the timer of the program that waits for a display."""
        for connector in range(4):
            self.statuses[connector] = DISCONNECTED
            self.card.unplug(connector)
        self.expect_right_state(program)
        program.until(lambda: "anon_inode:[timerfd]" in Footprint.of(program, self.card.minor).descriptors, "it waits")
        self.write(100)
        return self.settle(program)

    def settle(self, program: Program) -> Footprint:
        """Plugs everything in, waits until all screens flip, and returns the resources of the program."""
        for connector in range(4):
            self.statuses[connector] = CONNECTED
            self.card.plug(connector)
        settle_udev()
        self.expect_right_state(program)
        with FlipTrace() as trace:
            program.until(lambda: {crtc for _, _, crtc, _ in trace.flips()} == {0, 1, 2, 3}, "all four flip")
        return Footprint.of(program, self.card.minor)

    def expect_no_leak(self, program: Program, before: Footprint) -> None:
        def same() -> bool:
            after = Footprint.of(program, self.card.minor)
            self.assertEqual(after.more_than(before), {})
            self.assertLess(after.kilobytes, before.kilobytes + KILOBYTES)
            return True

        self.settle(program)
        # Threads take a moment to end.
        program.until(same, "it holds no more than it held")

    def test_scenario_09_plugs_and_unplugs_at_full_speed(self):
        program = self.start()
        before = self.warm_up(program)
        self.write(COUNT)
        settle_udev()
        self.expect_right_state(program)
        self.expect_no_leak(program, before)

    def test_scenario_10_udevs_buffer_overflows(self):
        # Without further rights it gets the size that the system allows, which is room for some twenty messages.
        limit = Path("/proc/sys/net/core/rmem_max")
        self.addCleanup(limit.write_text, limit.read_text())
        limit.write_text("16384")
        program = self.start(user=NOBODY, groups=[grp.getgrnam("video").gr_gid])
        before = self.warm_up(program)
        self.write(COUNT // 10)
        lost = lost_messages(program)
        program.signal(signal.SIGSTOP)
        self.write(100)
        settle_udev()
        # The newest messages are lost: it gets no event of displays that are plugged in now.
        self.assertGreater(lost_messages(program), lost)
        lost = lost_messages(program)
        self.write(8)
        settle_udev()
        self.assertEqual(lost_messages(program), lost + 8)
        program.signal(signal.SIGCONT)
        self.expect_right_state(program)
        self.expect_no_leak(program, before)
