"""One boot of one machine, from the start of QEMU to the last result."""

import base64
import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

from . import paths, toolbox
from .channel import Channel
from .deadlock import Deadlock
from .machines import TRUSTING, Machine
from .qmp import QMP

# The seconds beyond its limit after which a test of a machine in real time should have been ended by the guest: then
# the kernel itself stands still.
STILL = 60
# A test that takes so long is examined from outside, at this interval in seconds.
LONG, LOOK = 40, 10
# The number of lines of the kernel's log that are shown if a machine died.
LOG_TAIL = 40

# The guest's root is the host's, by 9p. virtme-ng keeps nothing of it in the guest's memory, so that every start of a
# program reads it again in small pieces, at some 4 MB a second. Nothing there changes on the host while tests run; the
# folder for exchanging files is another mount. Debian's kernel boots by virtme-ng's initramfs, which ignores these
# flags.
ROOT_FLAGS = "rootflags=version=9p2000.L,trans=virtio,access=any,msize=512000,cache=loose"
# Each character is work for an emulated serial port. Warnings and all above them stay.
BRIEF = "loglevel=5"
# A variable of the kernel's first program, which looks here before it looks into the system's folders.
BOOT_PROGRAMS = f"PATH={paths.KERNEL_TESTS}/guest/boot:/bin:/sbin"
# So the programs come by a mount that the guest makes itself.
HOST_FOLDER = (
    "-fsdev", "local,id=host,path=/,security_model=none,readonly=on",
    "-device", "virtio-9p-pci,fsdev=host,mount_tag=screens.host",
)  # fmt: skip


class Boot:
    """A boot that runs a program of the guest and passes on its reports."""

    def __init__(self, machine: Machine, kernel: Path, folder: Path, on_message: Callable[[dict], None]):
        self._machine = machine
        self._kernel = kernel
        self._folder = folder
        # The byte code of the tests, for all machines.
        self._bytecode = folder.parent / "bytecode"
        self._on_message = on_message
        self._process: subprocess.Popen | None = None
        self._pictures = 0
        self._used = 0.0
        # The deadline of the running test's next message, and the time of the next examination from outside.
        self._due = float("inf")
        self._look = float("inf")
        self._deadlock = Deadlock(machine.processors)
        # Whether the kernel was found in the deadlock of its own driver, so that the running test proves nothing.
        self.is_locked_up = False

    def run(self, order: dict) -> str | None:
        """Boots, lets the guest carry out its order, and returns None, or what went wrong with the machine."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir(parents=True)
        (self._folder / "order.json").write_text(json.dumps(order))
        self._compile_preloads()
        self._compile_tests()
        if self._machine.has_service:
            self._install(Path(order["programs"][0]).parent)
        # Paths of sockets must be short: they cannot be in a deep folder.
        self._sockets = Path(tempfile.mkdtemp(prefix="screens-"))
        try:
            return self._run()
        finally:
            shutil.rmtree(self._sockets, ignore_errors=True)

    def _run(self) -> str | None:
        deadline = time.monotonic() + self._machine.limit
        with open(self._folder / "console.log", "wb") as console, open(self._folder / "guest.log", "wb") as output:
            self._process = subprocess.Popen(
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=console,
                # virtme-ng finds its own helpers by PATH, and QEMU's tools beside the system's.
                env={**os.environ, "PATH": f"{toolbox.virtme().parent}:{os.environ['PATH']}:/usr/sbin:/sbin"},
                start_new_session=True,
            )
            try:
                channel = Channel(self._sockets / "host", self._receive, self._answer)
                channel.open(min(deadline, time.monotonic() + 60), lambda: self._process.poll() is None)
                while self._process.poll() is None:
                    if time.monotonic() > deadline:
                        return f"still running after {self._machine.limit} s\n{self._tail()}"
                    if time.monotonic() > self._due:
                        return f"its kernel stands still\n{self._tail()}"
                    if time.monotonic() > self._look and self._is_locked_up():
                        self.is_locked_up = True
                        return "its kernel is locked up by vkms"
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        self._process.wait(1)
                channel.join(10)
            except ConnectionError as error:
                return f"{error}\n{self._tail()}"
            finally:
                self._end()
        return None

    def _is_locked_up(self) -> bool:
        self._look = time.monotonic() + LOOK
        with contextlib.suppress(OSError, RuntimeError):  # it ends meanwhile
            qmp = QMP(self._sockets / "qmp")
            try:
                return self._deadlock.is_certain(qmp)
            finally:
                qmp.close()
        return False

    def _receive(self, message: dict) -> None:
        if message.get("kind") == "addresses":
            self._deadlock.learn(message["waiting"], message["vblank"])
        if message.get("kind") in ("start", "result"):
            begins = message["kind"] == "start" and not self._machine.virtual_time
            self._due = time.monotonic() + message["limit"] + STILL if begins else float("inf")
            self._look = time.monotonic() + LONG if message["kind"] == "start" else float("inf")
        self._on_message(message)

    def processor_seconds(self) -> float:
        """Returns the time that the machine has used of the host's processors so far."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[3]) == self._process.pid:
                    ticks += int(fields[11]) + int(fields[12])
        # Processes that have ended no longer count.
        self._used = max(self._used, ticks / os.sysconf("SC_CLK_TCK"))
        return self._used

    def tail(self) -> str:
        """Returns the end of the guest's output and of the kernel's log."""
        return self._tail()

    def _compile_preloads(self) -> None:
        """Makes the libraries that the guest loads before a program; compiling in the guest would take long."""
        for source in sorted((paths.KERNEL_TESTS / "preload").glob("*.c")):
            library = self._folder / source.with_suffix(".so").name
            subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-Wall", "-o", str(library), str(source)], check=True)

    def _compile_tests(self) -> None:
        """Makes the byte code of the tests, which would take the guest seconds at each boot."""
        command = ["/usr/bin/python3", "-X", f"pycache_prefix={self._bytecode}", "-m", "compileall", "-q"]
        subprocess.run([*command, str(paths.KERNEL_TESTS / "guest"), str(paths.GUEST_TESTS)], check=True)

    def _install(self, binaries: Path) -> None:
        """Installs the service into an archive that a system in the guest begins with; there it would take a minute."""
        root = self._folder / "installed"
        install = [paths.REPOSITORY / "systemd/install", "--prefix", "/usr", "--destdir", root]
        subprocess.run([*install, "--binaries", binaries, "--terminal"], check=True)
        command = ["tar", "-C", root, "--owner=root", "--group=root", "-cf", self._folder / "installed.tar", "."]
        subprocess.run(command, check=True)
        shutil.rmtree(root)

    def _command(self) -> list[str]:
        machine = self._machine
        command = [str(toolbox.virtme()), "--run", str(self._kernel), "--disable-kvm", "--force-9p", "--verbose"]
        command += ["--memory", machine.memory, "--cpus", str(machine.processors), "--rwdir", str(self._folder)]
        command += ["--cwd", "/"]
        if os.geteuid() != 0:
            command += ["--user", "root"]
        command += ["--append", f"{machine.kernel_arguments} {TRUSTING} {ROOT_FLAGS} {BRIEF} {BOOT_PROGRAMS}"]
        qemu = machine.qemu_arguments() + [
            "-qmp", f"unix:{self._sockets}/qmp,server=on,wait=off",
            "-device", "virtio-serial-pci,id=screens",
            "-chardev", f"socket,id=screens,path={self._sockets}/host,server=on,wait=off",
            "-device", "virtserialport,bus=screens.0,chardev=screens,name=screens.host",
            *HOST_FOLDER,
        ]  # fmt: skip
        # virtme-ng splits this at spaces, so no word may contain one.
        command.append(f"--qemu-opts={' '.join(qemu)}")
        start = f"/usr/bin/python3 -ISB -X pycache_prefix={self._bytecode} {paths.KERNEL_TESTS}/guest/start"
        command += ["--exec", f"{start} {self._folder}"]
        return command

    def _answer(self, message: dict) -> dict:
        """Carries out a request of the guest: the host's time, or a picture of a card's screen."""
        if message["ask"] == "time":
            return {"seconds": time.monotonic()}
        if message["ask"] != "screendump":
            raise ValueError(f"no such request: {message['ask']}")
        self._pictures += 1
        picture = self._folder / f"picture-{self._pictures}.ppm"
        qmp = QMP(self._sockets / "qmp")
        try:
            qmp.execute(
                "screendump",
                filename=str(picture),
                device=message.get("device", "gpu"),
                head=message.get("head", 0),
                format="ppm",
            )
        finally:
            qmp.close()
        if not message.get("by_line"):
            return {"path": str(picture)}
        data = picture.read_bytes()
        picture.unlink()
        return {"packed": base64.b64encode(zlib.compress(data)).decode()}

    def _end(self) -> None:
        """Ends the whole group: virtme-ng, its helpers and QEMU."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _tail(self) -> str:
        parts = []
        for name in ("guest.log", "console.log"):
            lines = (self._folder / name).read_text(errors="replace").splitlines()
            if lines:
                parts.append(f"--- the end of {name}\n" + "\n".join(lines[-LOG_TAIL:]))
        return "\n".join(parts)
