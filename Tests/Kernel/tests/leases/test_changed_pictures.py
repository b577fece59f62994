"""A program with a lease that states changes of the other screens' framebuffers, on a card that commits for each."""

import shutil
import time
from pathlib import Path

from guest import intruder, picture, screens
from guest.cards import minor_of
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program

LEASED, OTHER = "Virtual-1", "Virtual-2"
SIZE = 320, 200
CONFIGURATION = f"""
[[screen]]
match = {{{{ connector = "{LEASED}" }}}}
content = {{{{ color = "#2a7fc4" }}}}

[[screen]]
match = {{{{ connector = "{OTHER}" }}}}
mode = "320x200@30,cvt"
content = {{{{ slides = "{{folder}}", interval = "1 s", fade = "1 s" }}}}
"""
NOBODY = 65534


class ChangedPictures(KernelTest):
    machine = "firmware"

    def setUp(self):
        self.path = f"/dev/dri/card{minor_of('virtio_gpu')}"
        # QEMU plugs in the first display only.
        status = Path(f"/sys/class/drm/{self.path.rpartition('/')[2]}-{OTHER}/status")
        status.write_text("on")
        self.addCleanup(status.write_text, "detect")
        folder = Path("/run/changed")
        folder.mkdir()
        self.addCleanup(shutil.rmtree, folder)
        for file, color in (("a", "#ff0000"), ("b", "#0000ff")):
            (folder / f"{file}.png").write_bytes(picture.to_png(picture.filled(*SIZE, color)))
        self.daemon = Daemon(self, CONFIGURATION.format(folder=folder))
        self.daemon.folder.chmod(0o755)
        self.daemon.socket.chmod(0o666)
        for name in (LEASED, OTHER):
            self.daemon.until_lit(name)

    def counted(self) -> dict[str, int]:
        found = self.daemon.statistics(OTHER)
        return {key: found[key] for key in ("presented", "missed", "modesets")}

    def test_the_other_screen_misses_no_refresh(self):
        begun = self.counted()
        time.sleep(intruder.CHANGING_SECONDS)
        before = self.counted()
        lease = [screens.binary(), "lease", LEASED, "--", *intruder.command("{fd}", "dirty")]
        with Program(lease, {"SCREENS_SOCKET": str(self.daemon.socket)}, user=NOBODY) as program:
            self.assertEqual(program.wait(), 0, program.errors())
            after = self.counted()
            print(f"begun {begun}, before {before}, after {after}; {program.lines()}", flush=True)
            self.assertEqual(program.lines(), ["dirty:"])
        self.assertEqual(after["missed"], before["missed"])
