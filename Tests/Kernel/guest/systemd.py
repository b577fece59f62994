"""A system that systemd runs, from its first process on, beside the system that the tests run in.

Its root is this machine's with an overlay, its processes have a namespace of their own, in which systemd is number 1;
kernel, devices, terminals and udev's messages are the machine's. So units do what they do on a Debian of their own.
"""

import os
import shutil
import signal
import subprocess
import traceback
from collections.abc import Callable
from pathlib import Path

from . import deadline, processes, varlink

# The seconds of a start of a whole system, on a machine that emulates it.
START = 120.0

# The units that it starts, without the units for disks, networks and logins.
UNITS = ("systemd-udevd.service", "systemd-udev-trigger.service", "systemd-tmpfiles-setup.service")

# The devices that its udev learns of at the start.
SUBSYSTEMS = ("backlight", "drm", "graphics", "input", "pci", "tty", "virtio")

# The outcome of a call as another user: an answer, an error of the daemon, or a socket that may not be opened.
ANSWERED, DENIED, REFUSED, BROKEN = range(4)


class System:
    """Runs until it is ended."""

    def __init__(
        self, prepare: Callable[[Path], None], folder: Path = Path("/run/systemd-root"), has_terminal: bool = False
    ):
        """Starts it, with the files that the host has installed, and with the files that `prepare` adds.

        The daemon has a terminal of its own if that is requested.
        """
        self._folder = folder
        self.root = folder / "root"
        # The machine's name is its own, if the kernel can do that.
        self._names = ["--uts"] if Path("/proc/self/ns/uts").exists() else []
        self._mount()
        archive = f"{os.environ['SCREENS_RESULTS']}/installed.tar"
        # The folders of the system keep their rights.
        subprocess.run(["tar", "-C", str(self.root), "--no-overwrite-dir", "-xf", archive], check=True)
        if not has_terminal:
            (self.root / "usr/lib/systemd/system/screensd.service.d/terminal.conf").unlink()
        prepare(self.root)
        self._settle_accounts()
        # The machine's own udev would also act on every event.
        for process in processes.named("systemd-udevd"):
            os.kill(process, signal.SIGKILL)
        self._log = open(folder / "log", "wb")
        self._process = subprocess.Popen(
            ["unshare", "--pid", "--fork", "--mount", "--cgroup", *self._names, "/bin/sh", "-ec", self._script()],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        self.first = deadline.until(self._child, "systemd's own process")
        try:
            deadline.until(self._runs, "the system runs", START, 0.5)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.call('systemctl', 'list-jobs').stdout}") from None

    def _mount(self) -> None:
        self._folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", str(self._folder)], check=True)
        for name in ("changes", "work", "root"):
            (self._folder / name).mkdir()
        options = f"lowerdir=/,upperdir={self._folder}/changes,workdir={self._folder}/work"
        subprocess.run(["mount", "-t", "overlay", "-o", options, "overlay", str(self.root)], check=True)

    def _settle_accounts(self) -> None:
        subprocess.run(["systemd-sysusers", f"--root={self.root}"], check=True)
        # Marks of a container in which the tests run.
        (self.root / ".dockerenv").unlink(missing_ok=True)
        units = self.root / "etc/systemd/system"
        wants = f"[Unit]\nRequires=basic.target\nAfter=basic.target\nWants={' '.join(UNITS)}\n"
        (units / "tests.target").write_text(wants)
        # Generators look for file systems and consoles at each reload; the namespace has none of them.
        shutil.rmtree(self.root / "usr/lib/systemd/system-generators")
        # Only devices that units or our programs look at.
        trigger = units / "systemd-udev-trigger.service.d/few.conf"
        trigger.parent.mkdir()
        matches = " ".join(f"--subsystem-match={one}" for one in SUBSYSTEMS)
        trigger.write_text(f"[Service]\nExecStart=\nExecStart=-udevadm trigger --action=add {matches}\n")

    def _script(self) -> str:
        # A root that is the namespace's own, not by chroot: services get their roots by moving mounts.
        return f"""
            cd {self.root}
            for folder in dev sys; do mount --rbind /$folder $folder; done
            umount -R sys/fs/cgroup 2>/dev/null || true
            mount -t cgroup2 cgroup2 sys/fs/cgroup
            mount -t proc proc proc
            mount -t tmpfs -o mode=755 tmpfs run
            # The folders of this machine may be full of files, which systemd-tmpfiles would take long to go through.
            for folder in tmp var/tmp; do mount -t tmpfs tmpfs $folder; done
            pivot_root . mnt
            umount -l /mnt
            exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . \
                /lib/systemd/systemd --system --unit=tests.target --log-target=kmsg --show-status=no
        """

    def _child(self) -> int | None:
        assert self._process.poll() is None, self.log()
        children = processes.children(self._process.pid)
        return children[0] if children else None

    def _runs(self) -> bool:
        state = self.call("systemctl", "is-active", "tests.target").stdout.strip()
        assert state == "active", state
        return True

    def log(self) -> str:
        """Returns the messages of systemd itself so far."""
        return (self._folder / "log").read_text(errors="replace")[-8000:]

    def call(self, *command: str, check: bool = False, **settings) -> subprocess.CompletedProcess:
        """Runs a command in it."""
        enter = ["nsenter", "--target", str(self.first), "--mount", "--pid", "--cgroup", *self._names, "--root", "--wd"]
        return subprocess.run(
            [*enter, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=check, **settings,
        )  # fmt: skip

    def called_as(self, user: int, group: str | None, door: str, method: str, **parameters) -> int:
        """Returns the outcome of a call of the daemon by a user who is in a group, or in no group."""
        groups = self.groups(group)
        child = os.fork()
        if child == 0:
            try:
                os.chroot(f"/proc/{self.first}/root")
                os.setgroups(groups)
                os.setgid(user)
                os.setuid(user)
                reply = varlink.call(f"/run/screens/screens.{door}", method, **parameters)
                os._exit(DENIED if "error" in reply else ANSWERED)
            except PermissionError:
                os._exit(REFUSED)
            except BaseException:
                traceback.print_exc()
                os._exit(BROKEN)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    def groups(self, name: str | None) -> list[int]:
        """Returns the number of a group, in a list; an empty list if there is no such group."""
        lines = [line.split(":") for line in (self.root / "etc/group").read_text().splitlines()]
        return [int(line[2]) for line in lines if line[0] == name]

    def property(self, unit: str, name: str) -> str:
        """Returns a property of a unit."""
        return self.call("systemctl", "show", "--value", f"--property={name}", unit).stdout.strip()

    def end(self) -> None:
        """Ends it with everything in it, as the kernel does when its first process ends."""
        if self._process.poll() is None:
            os.kill(self.first, signal.SIGKILL)
        self._process.wait()
        self._log.close()
