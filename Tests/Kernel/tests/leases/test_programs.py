"""Programs of others, unpatched, on a screen of the daemon each: a table of program, way, driver, user and outcome."""

import os
import shutil
import signal
import time

from guest import cards, debugfs, modetest, processes, screens
from guest.daemon import Daemon
from guest.kerneltest import KernelTest
from guest.program import Program
from guest.vkms import CONNECTED, PLANE_CURSOR, PLANE_PRIMARY, VirtualCard

MODE = "640x480"
CONFIGURATION = f'[default]\nmode = "{MODE}"\ncontent = {{ color = "#2a7fc4" }}\n'
NOBODY = 65534
WESTON = (
    "weston --backend=drm-backend.so --use-pixman --current-mode --continue-without-input --shell=kiosk-shell.so"
    " --no-config --socket=compositor"
)
# A client of weston, which is started again until weston accepts it or has ended.
CLIENT = "until WAYLAND_DISPLAY=compositor weston-simple-shm; do kill -0 $! || exit 1; sleep 0.1; done"
# Compositors, which get the screen by a seat.
SEATED = {"cage", "sway", "weston"}
# Programs that open the card themselves, which the filter of system calls answers.
OPENING = {"modetest", "kmscube", "mpv", "ffplay"}
# Compositors that refuse root.
OF_USERS = {"cage", "sway"}


class Programs(KernelTest):
    machine = "cards"
    is_long = True
    seconds = 1500

    def commands(self, driver: str, path: str, name: str) -> dict[str, list[str]]:
        """Returns the command line of each program, by its name."""
        number = modetest.connectors(driver)[name].number
        source = "videotestsrc is-live=true ! video/x-raw,width=640,height=480,framerate=30/1"
        return {
            "modetest": ["modetest", "-M", driver, "-s", f"{number}:{MODE}", "-v"],
            "kmscube": ["kmscube", "-D", path],
            "mpv": [
                "mpv", "--no-config", "--vo=drm", f"--drm-device={path}", "--loop=inf", "--no-audio",
                "av://lavfi:testsrc",
            ],
            # With SDL 2.
            "ffplay": [
                "env", "SDL_VIDEODRIVER=kmsdrm", "ffplay", "-v", "error", "-f", "lavfi", "testsrc=size=640x480:rate=30",
            ],
            # The client is animated; the compositor refuses root.
            "cage": ["cage", "-d", "--", "weston-simple-shm"],
            "sway": ["sh", "-c", "echo exec weston-simple-shm >/tmp/sway.$$; exec sway --config /tmp/sway.$$"],
            # The picture of its shell stands still, so an animated client is added.
            "weston": ["sh", "-c", f"{WESTON} --drm-device={os.path.basename(path)} & {CLIENT}"],
            "gst-launch-1.0": [
                "gst-launch-1.0",
                *f"{source} ! videoconvert ! kmssink fd={{fd}} force-modesetting=true".split(),
            ],
        }

    def attempt(
        self, daemon: Daemon, minor: int, name: str, other: str, command: list[str], user: int | None, way: str
    ) -> str:
        """Runs one program until it has shown two pictures, and ends it by force."""
        environment = {"SCREENS_SOCKET": str(daemon.socket), "HOME": "/tmp", "WLR_RENDERER": "pixman"}
        options = ["--seat"] if way == "seat" else []
        program = Program([screens.binary(), "lease", name, *options, "--", *command], environment, user=user)
        try:
            seen: set[str] = set()
            # A cube that an emulated processor draws takes a minute or more.
            end = time.monotonic() + 240
            while len(seen) < 2 and time.monotonic() < end and program.running:
                crtc = debugfs.crtc_of(minor, name)
                shown = debugfs.shown(minor).get(crtc.name) if crtc else None
                # The allocator's name is the name of the thread that made the framebuffer.
                if (
                    shown
                    and shown[1] not in ("screens", "screensd", debugfs.CONSOLE)
                    and not shown[1].startswith("card")
                ):
                    seen.add(shown[0])
                time.sleep(0.01)
            for process in processes.named(other[:15]):
                os.kill(process, signal.SIGKILL)
            code = program.wait()
            daemon.program.until(lambda: daemon.screen(name)["lessee"] is None, "its screen is back")
            daemon.until_shown(name, "#2a7fc4")
            if len(seen) == 2:
                return "picture"
            return f"{len(seen)} pictures, ended with {code}: {program.errors().strip()[-300:]}"
        finally:
            program.__exit__()

    def table(self, driver: str, path: str, minor: int, name: str) -> None:
        daemon = Daemon(self, CONFIGURATION)
        daemon.folder.chmod(0o755)
        daemon.socket.chmod(0o666)
        daemon.until_lit(name)
        outcomes = {}
        for user in (None, NOBODY):
            for program, command in self.commands(driver, path, name).items():
                if not shutil.which(program) or user is None and program in OF_USERS:
                    continue
                way = "seat" if program in SEATED else "filter" if program in OPENING else "descriptor"
                outcome = self.attempt(daemon, minor, name, program, command, user, way)
                outcomes[program, way, user] = outcome
                print(f"{driver}\t{program}\t{way}\tuser {user or 0}\t{outcome}", flush=True)
        self.assertEqual({key: value for key, value in outcomes.items() if value != "picture"}, {})

    def test_vkms(self):
        card = VirtualCard("programs", [CONNECTED] * 2, planes=(PLANE_PRIMARY, PLANE_CURSOR), console=False)
        self.addCleanup(card.remove)
        self.table("vkms", card.path, card.minor, card.connectors[0])

    def test_virtio(self):
        minor = cards.minor_of("virtio_gpu")
        (name,) = screens.listed(f"/dev/dri/card{minor}", environment={"SCREENS_SOCKET": "/run/none"}).keys() & {
            "Virtual-1"
        }
        self.table("virtio_gpu", f"/dev/dri/card{minor}", minor, name)
