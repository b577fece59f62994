"""A content that is a program, run by systemd: screens-content@SCREEN.service beside the daemon."""

import os
import shutil
import signal
import subprocess
import unittest
from pathlib import Path

from guest import deadline, debugfs, modetest, picture, processes, varlink, wait
from guest.cards import minor_of
from guest.kerneltest import KernelTest, long
from guest.systemd import System
from guest.terminal import Terminal

REPOSITORY = Path(__file__).resolve().parents[4]
PROGRAMS = "/run/screens-tests"
SOURCE = "opt/screens"
DAEMON = "screensd.service"
FALLBACK, IMAGE = "#208040", "#802040"
IMAGE_PATH = "var/lib/screens/sign.png"
# Opens of devices, each with its outcome.
OPENS = """
for device in dri/card{other} dri/renderD128 input/event0 tty0 kmsg; do
    (: <>/dev/$device) 2>/dev/null && echo opened $device || echo refused $device
done
"""


class ContentService(KernelTest):
    machine = "service"
    # An installation takes minutes on an emulated processor.
    seconds = 400

    @classmethod
    def setUpClass(cls):
        cls.minor = minor_of("virtio_gpu")
        Terminal(1).show()
        (cls.connector,) = [one for one in modetest.connectors("virtio_gpu").values() if one.status == "connected"]
        cls.unit = f"screens-content@{cls.connector.name}.service"
        mode = next(mode for mode in cls.connector.modes if "preferred" in mode.types)
        cls.width, cls.height = mode.hdisplay, mode.vdisplay
        cls.command = f"exec modetest -M virtio_gpu -s {cls.connector.number}:{mode.name}"
        cls.system = System(cls.prepare, Path(f"/run/systemd-{cls.__name__}"))
        cls.addClassCleanup(cls.system.end)

    @classmethod
    def prepare(cls, root: Path) -> None:
        (root / "etc/screens").mkdir(exist_ok=True)
        (root / "etc/screens/screens.toml").write_text(cls.configuration(cls.program(cls.command)))
        (root / IMAGE_PATH).parent.mkdir(parents=True, exist_ok=True)
        (root / IMAGE_PATH).write_bytes(picture.to_png(picture.filled(cls.width, cls.height, IMAGE)))
        for folder in ("systemd", "udev"):
            shutil.copytree(f"{REPOSITORY}/{folder}", root / SOURCE / folder)
        for program in ("screens", "screensd"):
            shutil.copy(f"{PROGRAMS}/{program}", root / SOURCE)

    @staticmethod
    def configuration(content: str) -> str:
        return f'[default]\ncontent = {content}\nfallback = {{ color = "{FALLBACK}" }}\n'

    @staticmethod
    def program(script: str) -> str:
        return f"{{ command = ['sh', '-c', '''{script}'''] }}"

    def setUp(self):
        self.systemctl("enable", DAEMON)
        self.systemctl("start", DAEMON)
        self.configure(self.program(self.command))
        self.addCleanup(self.systemctl, "disable", "--now", self.unit)

    def systemctl(self, *arguments: str) -> None:
        done = self.system.call("systemctl", *arguments)
        self.assertEqual(done.returncode, 0, done.stdout)

    def journal(self, *arguments: str) -> str:
        return self.system.call("journalctl", "--no-pager", "-b", "-n", "80", *arguments).stdout

    def details(self) -> str:
        return self.journal()

    def configure(self, content: str) -> None:
        (self.system.root / "etc/screens/screens.toml").write_text(self.configuration(content))
        self.systemctl("reload", DAEMON)

    def content(self) -> dict:
        socket = f"/proc/{self.system.first}/root/run/screens/screens.Manager"
        (screen,) = [
            screen for screen in varlink.call(socket, "List")["parameters"]["screens"]
            if screen["name"] == self.connector.name
        ]  # fmt: skip
        return screen["content"]

    def allocator(self) -> str | None:
        crtc = debugfs.crtc_of(self.minor, self.connector.name)
        return debugfs.shown(self.minor).get(crtc.name, (None, None))[1] if crtc else None

    def until_program(self) -> int:
        """Waits until the program shows its picture, and returns its process."""

        def shown() -> bool:
            allocator = self.allocator()
            assert allocator == "modetest", f"{allocator}"
            return True

        deadline.until(shown, "the program shows its picture", 60, 0.05)
        (process,) = processes.named("modetest")
        return process

    def expect(self, color: str) -> None:
        wait.until_on_screen("gpu", picture.filled(self.width, self.height, color))


class Contents(ContentService):
    def test_it_runs_as_a_user_without_rights_and_its_output_is_in_the_journal(self):
        self.expect(FALLBACK)
        # The message does not name the unit once ten seconds have passed without the program.
        self.assertEqual(self.content()["unit"], self.unit)
        (daemon,) = processes.named("screensd")
        self.assertEqual(int(Path(f"/proc/{daemon}/oom_score_adj").read_text()), -500)
        high, most = (int(self.system.property(DAEMON, name)) for name in ("MemoryHigh", "MemoryMax"))
        self.assertLess(high, most)
        other = minor_of("bochs-drm")
        self.configure(self.program(f"echo begun by $(id -un)\n{OPENS.format(other=other)}\n{self.command}"))
        self.systemctl("enable", "--now", self.unit)
        process = self.until_program()
        # At once, or after ten seconds if the first start took longer than that.
        deadline.until(lambda: self.content()["state"] == "shown", "the program is its content", 60, 0.5)
        fields = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
        for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(fields[name], 16), 0, name)
        self.assertEqual(fields["NoNewPrivs"].strip(), "1")
        self.assertEqual(int(Path(f"/proc/{process}/oom_score_adj").read_text()), 500)
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        self.assertLess(int(self.system.property(self.unit, "MemoryMax")), memory)
        # The journal is read in full: the program writes a line at each flip.
        words = self.journal("-t", self.unit.removesuffix(".service"), "-n", "all")
        for line in (
            "begun by screens-content", f"refused dri/card{other}", "opened dri/renderD128", "refused input/event0",
            "refused tty0",
            "refused kmsg",
        ):  # fmt: skip
            self.assertIn(line, words)
        self.assertEqual(os.readlink(f"/proc/{process}/fd/0").split(":")[0], "pipe")

    def test_the_daemon_can_execute_no_program(self):
        (daemon,) = processes.named("screensd")
        inside = ["nsenter", "--target", str(daemon), "--mount", "--pid", "--root", "--wd"]
        self.assertNotIn("cannot give up the permission to execute programs", self.journal("-n", "all"))
        mounts = [line.split() for line in Path(f"/proc/{daemon}/mountinfo").read_text().splitlines()]
        # A later mount hides a former one of the same place.
        flags = {mount[4]: mount[5].split(",") for mount in mounts}
        both = [place for place, words in flags.items() if "rw" in words and "noexec" not in words]
        self.assertEqual(both, [], "no place is writable and executable")
        copies = ("/var/lib/screens/true", "/run/true")
        for place in copies:
            self.system.call("cp", "/bin/true", place, check=True)
            self.addCleanup(self.system.call, "rm", place)
        for program in ("/bin/sh", "/bin/true", "/usr/bin/screens", *copies):
            with self.subTest(program):
                done = subprocess.run([*inside, program, "--version"], capture_output=True, text=True)
                self.assertEqual(done.returncode, 126, f"{done.stdout}{done.stderr}")
                self.assertIn("Permission denied", done.stderr)
        done = subprocess.run([*inside, "/usr/bin/screensd", "--version"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        # The memory that users share by names.
        spaces = [os.stat(f"/proc/{process}/ns/ipc").st_ino for process in (daemon, self.system.first)]
        self.assertNotEqual(*spaces, "it has System V IPC and message queues of its own")
        self.assertIn("ro", flags["/dev/shm"])
        self.assertEqual(os.stat(f"/proc/{daemon}/root/dev/shm").st_mode & 0o777, 0)
        # The loader of programs does not help.
        loader = next(path for folder in ("/lib64", "/lib") for path in Path(folder).glob("ld-linux-*"))
        done = subprocess.run([*inside, str(loader), "/bin/true"], capture_output=True, text=True)
        self.assertIn("failed to map segment", done.stderr)

    def test_a_daemon_that_is_taken_over_chooses_no_command(self):
        ran = "var/lib/screens-content/ran"
        false = self.configuration(self.program(f"touch /{ran}; sleep 1000"))
        self.system.call("install", "-d", "-o", "screens-content", "/var/lib/screens-content", check=True)
        # A daemon with settings of its own.
        state = self.system.root / "var/lib/screens"
        (state / "false.toml").write_text(false)
        dropped = self.system.root / "etc/systemd/system/screensd.service.d/false.conf"
        dropped.parent.mkdir(exist_ok=True)
        dropped.write_text("[Service]\nExecStart=\nExecStart=/usr/bin/screensd --config /var/lib/screens/false.toml\n")
        self.addCleanup(self.restart_without, dropped)
        self.restart_without()
        self.systemctl("enable", "--now", self.unit)
        self.until_said("is not run: /etc/screens/screens.toml and /etc/screens/screens.d do not have this command")
        # The folder as an early version made it.
        self.restart_without(dropped)
        part = self.system.root / "etc/screens/screens.d/90.toml"
        part.write_text(false)
        self.addCleanup(part.unlink)
        self.system.call("chown", "-R", "screens", "/etc/screens/screens.d", check=True)
        self.addCleanup(self.system.call, "chown", "-R", "root", "/etc/screens/screens.d")
        self.systemctl("reload", DAEMON)
        user = (self.system.root / "etc/screens/screens.d").stat().st_uid
        self.until_said(f"/etc/screens/screens.d belongs to the user {user}, so no command there is run")
        status = self.system.call("/usr/bin/screens", "status").stdout
        self.assertIn("screens.d belongs to the user", " ".join(status.split()))
        self.system.call("systemd-tmpfiles", "--create", "screens.conf", check=True)
        self.until_said(f"/etc/screens/screens.d/90.toml belongs to the user {user}, so no command there is run")
        self.assertFalse((self.system.root / ran).exists())
        self.assertEqual(processes.named("sleep"), [])

    def restart_without(self, *files: Path) -> None:
        for file in files:
            file.unlink(missing_ok=True)
        self.systemctl("daemon-reload")
        self.systemctl("restart", DAEMON)

    def until_said(self, words: str) -> None:
        """Waits until the journal of the unit has some words."""

        def said() -> bool:
            journal = self.journal("-t", self.unit.removesuffix(".service"))
            assert words in journal, journal
            return True

        deadline.until(said, "it says so", 120, 1)

    @long
    def test_a_picture_that_is_replaced_turns_an_idle_screen_on(self):
        folder = self.system.root / "srv"
        for number, color in enumerate(("#204060", "#602040", "#406020")):
            (folder / f"{number}.png").write_bytes(picture.to_png(picture.filled(self.width, self.height, color)))
        self.system.call("cp", "/srv/0.png", "/srv/sign.png")
        self.configure('{ image = "/srv/sign.png" }\nidle = "10 s"')
        self.expect("#204060")
        for number, color in ((1, "#602040"), (2, "#406020")):
            deadline.until(lambda: debugfs.crtc_of(self.minor, self.connector.name) is None, "it is off", 60, 0.5)
            self.system.call("cp", f"/srv/{number}.png", "/srv/sign.png")
            deadline.until(lambda: debugfs.crtc_of(self.minor, self.connector.name) is not None, "it is lit", 20, 0.2)
            self.expect(color)

    @long
    def test_killed_it_is_started_again_and_the_fallback_is_shown_in_a_longer_pause(self):
        self.systemctl("enable", "--now", self.unit)
        first = self.until_program()
        os.kill(first, signal.SIGKILL)
        # The picture stays for the first pause, which is a second.
        deadline.until(lambda: processes.named("modetest") not in ([], [first]), "it is started again", 60, 0.05)
        second = self.until_program()
        self.assertNotEqual(second, first)
        os.kill(second, signal.SIGKILL)
        deadline.until(lambda: self.allocator() not in (None, "modetest"), "the fallback is shown", 60, 0.02)
        self.assertNotIn(self.until_program(), (first, second))
        for seconds in (1, 2):
            self.assertIn(f"was ended by signal 9; it is started again in {seconds} s", self.journal())
        # The service was not restarted.
        self.assertEqual(self.system.property(self.unit, "NRestarts"), "0")

    @long
    def test_another_content_ends_it_until_it_is_the_content_again(self):
        self.systemctl("enable", "--now", self.unit)
        self.until_program()
        self.configure(f'{{ image = "/{IMAGE_PATH}" }}')
        self.expect(IMAGE)
        self.assertEqual(processes.named("modetest"), [])
        self.assertEqual(self.system.property(self.unit, "ActiveState"), "active")
        self.configure(self.program(self.command))
        self.until_program()

    @long
    def test_it_stops_and_starts_with_the_daemon(self):
        self.systemctl("enable", "--now", self.unit)
        self.until_program()
        self.systemctl("restart", DAEMON)
        before = self.until_program()
        self.systemctl("stop", DAEMON)
        self.assertEqual(self.system.property(self.unit, "ActiveState"), "inactive")
        self.assertEqual(processes.named("modetest"), [])
        self.systemctl("start", DAEMON)
        self.assertNotEqual(self.until_program(), before)
        # A daemon that crashes ends it too.
        (daemon,) = processes.named("screensd")
        os.kill(daemon, signal.SIGKILL)
        deadline.until(lambda: processes.named("screensd") not in ([], [daemon]), "the daemon runs again", 60, 0.1)
        self.until_program()

    @long
    def test_an_uninstallation_ends_it_for_good(self):
        self.systemctl("enable", "--now", self.unit)
        self.until_program()
        install = (f"/{SOURCE}/systemd/install", "--prefix", "/usr", "--binaries", f"/{SOURCE}")
        removed = self.system.call(*install, "--uninstall")
        self.assertEqual(removed.returncode, 0, removed.stdout)
        self.assertEqual(processes.named("modetest"), [])
        self.assertIn("userdel screens-content", removed.stdout)
        installed = self.system.call(*install)
        self.assertEqual(installed.returncode, 0, installed.stdout)
        self.assertEqual(self.system.property(self.unit, "UnitFileState"), "disabled")


class Compositors(ContentService):
    """A compositor of others, which gets its devices by the screen's seat."""

    is_long = True
    seconds = 600

    @classmethod
    def prepare(cls, root: Path) -> None:
        super().prepare(root)
        # The permission that the operator gives.
        permission = root / "etc/systemd/system/screens-content@.service.d/input.conf"
        permission.parent.mkdir(parents=True)
        permission.write_text("[Service]\nSupplementaryGroups=input\nDeviceAllow=char-input r\n")

    @unittest.skipUnless(
        shutil.which("cage") and shutil.which("weston-simple-shm"), "cage and weston are not installed"
    )
    def test_cage_shows_its_client_and_is_started_again(self):
        # The processor draws: the machine has no GPU that draws.
        command = '["env", "WLR_RENDERER=pixman", "cage", "-d", "--", "weston-simple-shm"]'
        self.configure(f'{{ command = {command}, way = "seat", input = ["name=*"] }}')
        self.systemctl("enable", "--now", self.unit)
        for _ in range(2):
            self.until_animated()
            (process,) = processes.named("cage")
            self.assertNotEqual(Path(f"/proc/{process}").stat().st_uid, 0)
            os.kill(process, signal.SIGKILL)
            self.until_gone(process)

    def until_animated(self) -> None:
        """Waits until cage has shown two of its framebuffers."""
        seen: set[str] = set()

        def animated() -> bool:
            crtc = debugfs.crtc_of(self.minor, self.connector.name)
            shown = debugfs.shown(self.minor).get(crtc.name) if crtc else None
            if shown and shown[1] == "cage":
                seen.add(shown[0])
            assert len(seen) >= 2, f"{shown}"
            return True

        deadline.until(animated, "cage shows its client", 200, 0.01)

    @staticmethod
    def until_gone(process: int) -> None:
        deadline.until(lambda: process not in processes.named("cage"), "it has ended", 60, 0.05)
