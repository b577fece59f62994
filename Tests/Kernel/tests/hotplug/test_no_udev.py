"""Hotplugs on a machine whose udev is not running: the kernel's own messages report them."""

import json
import os
import signal
import time

from guest import processes, screens
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, VirtualCard

# libudev trusts the kernel's messages by itself if /dev is a devtmpfs. In containers it is not.
CONTAINER = """
mount -t tmpfs none /run/udev
mkdir -p /run/dri
mount --bind /dev/dri /run/dri
mount -t tmpfs none /dev
mkdir /dev/dri
mount --bind /run/dri /dev/dri
mknod -m 666 /dev/null c 1 3
mknod -m 666 /dev/urandom c 1 9
"""
# The library looks for missed events once a minute.
MISSED_EVENTS = 60


class WithoutUdev(KernelTest):
    machine = "virtual"

    def test_displays_come_and_go(self):
        card = VirtualCard("bare", [CONNECTED])
        self.addCleanup(card.remove)
        (name,) = card.connectors
        # It sends no messages while it is stopped, and the program does not find it.
        running = processes.named("systemd-udevd")
        self.assertTrue(running)
        for process in running:
            os.kill(process, signal.SIGSTOP)
            self.addCleanup(os.kill, process, signal.SIGCONT)
        hidden = ["unshare", "--mount", "sh", "-c", f'{CONTAINER} exec "$@"', "sh"]
        program = self.enterContext(Program([*hidden, screens.binary(), "watch", "--json", "--no-daemon"]))
        program.until(program.lines, "the snapshot")

        def kinds() -> list[str]:
            return [json.loads(line)["event"] for line in program.lines()]

        begun = time.monotonic()
        for number in range(1, 4):
            card.unplug(0)
            program.until(lambda: kinds().count("disconnected") == number, "it is disconnected")
            card.plug(0)
            program.until(lambda: kinds().count("connected") == number, "it is connected")
        # The time of the machine is virtual: it does not depend on the host.
        self.assertLess(time.monotonic() - begun, MISSED_EVENTS)
