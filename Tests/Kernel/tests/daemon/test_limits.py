"""The daemon at limits: clients that never read, and a disk that is full."""

import contextlib
import os
import subprocess
from pathlib import Path

from guest import deadline
from guest.varlink import Refused, message
from guest.vkms import CONNECTED

from .test_stories import Story


class Clients(Story):
    def test_clients_that_never_read_are_cut_off(self):
        self.build([CONNECTED])
        # The smallest size of a socket, which few changes fill.
        buffer = Path("/proc/sys/net/core/wmem_default")
        self.addCleanup(buffer.write_text, buffer.read_text())
        buffer.write_text("4608")
        daemon = self.start()
        with daemon.client() as caller, daemon.client() as watcher:
            watcher.send("Watch", more=True)
            caller.socket.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    caller.socket.send(message("List") * 50)
            name = self.card.connectors[0]
            for turn in range(40):
                daemon.call("Set", screen=name, settings={"power": "off" if turn % 2 == 0 else "on"})
            # The second client's line has the count of both.
            daemon.until_logged("it has read nothing for 30 s (2 times so far)")
            caller.socket.settimeout(deadline.DEFAULT)
            self.assertTrue(caller.is_cut_off())
            self.assertTrue(watcher.is_cut_off())
            self.assertTrue(daemon.call("List")["screens"])


class Disk(Story):
    def test_a_full_disk_fails_only_calls_that_write(self):
        (name,) = self.build([CONNECTED])
        daemon = self.start()
        parts = daemon.state
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "none", str(parts)], check=True)
        # Lazily, because the daemon ends later, and has its lock there.
        self.addCleanup(subprocess.run, ["umount", "--lazy", str(parts)])
        (parts / "filler").write_bytes(bytes(4096))
        daemon.call("Set", screen=name, settings={"rotate": 180})
        with self.assertRaises(Refused) as refused:
            daemon.call("Save")
        self.assertIn("No space left", refused.exception.parameters["message"])
        self.assertEqual(sorted(os.listdir(parts)), ["filler", "lock"])
        self.assertEqual(daemon.screen(name)["layout"]["rotation"], 180)
        (parts / "filler").unlink()
        daemon.call("Save")
        daemon.call("Reload")
        self.assertEqual(daemon.screen(name)["layout"]["rotation"], 180)
