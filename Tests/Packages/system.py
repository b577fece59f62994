"""A Debian of its own on this machine's kernel: a temporary root with systemd as its first process."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "screens-tests" / "packages"
# Without the dependencies of our packages: apt finds them.
INCLUDED = "systemd,systemd-sysv,udev,dbus,bash-completion,python3"
START = 120.0
BOOT = """
mount --make-rprivate /
cd "$1"
mount -t tmpfs -o mode=755 tmpfs run
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do touch dev/$name && mount --bind /dev/$name dev/$name; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
mount -t tmpfs tmpfs dev/shm
umount -R sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 cgroup2 sys/fs/cgroup
pivot_root . mnt
umount -l /mnt
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin container=test chroot . \
    /lib/systemd/systemd --system --unit=multi-user.target --log-target=console --show-status=no
"""


def base(suite: str) -> Path:
    """Returns the root of a suite, which is made at the first use."""
    place = CACHE / suite
    if not place.is_dir():
        new = CACHE / f"{suite}.new"
        shutil.rmtree(new, ignore_errors=True)
        new.parent.mkdir(parents=True, exist_ok=True)
        mirror = subprocess.check_output(
            ["bash", "-c", ". Tests/Debian/archive.sh && archive_mirror"], cwd=REPOSITORY, text=True).strip()
        subprocess.run(
            [
                "mmdebstrap", "--mode=root", "--variant=minbase", f"--include={INCLUDED}", "--format=directory", suite,
                str(new), mirror,
            ],
            check=True,
        )
        new.rename(place)
    return place


class System:
    """A temporary copy of the root of a suite."""

    def __init__(self, suite: str):
        self._lower = base(suite)
        self._folder = Path(f"/var/tmp/screens-{suite}-{os.getpid()}")
        self.root = self._folder / "root"
        self._first: int | None = None
        self._process: subprocess.Popen | None = None

    def __enter__(self) -> "System":
        self._folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", self._folder], check=True)
        for name in ("changes", "work", "root"):
            (self._folder / name).mkdir()
        options = f"lowerdir={self._lower},upperdir={self._folder}/changes,workdir={self._folder}/work"
        subprocess.run(["mount", "-t", "overlay", "-o", options, "overlay", self.root], check=True)
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        return self

    def __exit__(self, *_: object) -> None:
        if self._process:
            if self._first and self._process.poll() is None:
                os.kill(self._first, signal.SIGKILL)
            self._process.wait()
        subprocess.run(["umount", "-R", "-l", self.root], check=True)
        subprocess.run(["umount", "-l", self._folder], check=True)
        self._folder.rmdir()

    def boot(self) -> None:
        """Starts systemd in the root."""
        log = open(self._folder / "log", "wb")
        self._process = subprocess.Popen(
            [
                "unshare", "--pid", "--fork", "--mount", "--cgroup", "--uts", "--ipc", "bash", "-euc", BOOT, "-",
                str(self.root),
            ],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        self._first = int(self.until(lambda: children.read_text().split()[:1], "the first process")[0])
        self.until(
            lambda: self.call("systemctl", "is-system-running").stdout.strip() in ("running", "degraded"),
            "the system runs",
        )

    def until(self, condition, what: str, seconds: float = START):
        """Waits for a condition, and returns its value."""
        end = time.monotonic() + seconds
        while not (value := condition()):
            if time.monotonic() > end or (self._process and self._process.poll() is not None):
                log = self._folder / "log"
                raise AssertionError(
                    f"{what}: not in time\n{log.read_text(errors='replace')[-3000:] if log.exists() else ''}"
                )
            time.sleep(0.2)
        return value

    def call(self, *command: str, check: bool = False) -> subprocess.CompletedProcess:
        """Runs a command in the root: beside its systemd if that runs."""
        if self._first:
            enter = [
                "nsenter", "--target", str(self._first), "--mount", "--pid", "--cgroup", "--uts", "--ipc", "--root",
                "--wd",
            ]
        else:
            script = 'mount -t proc proc "$1/proc" && mount --bind /dev/null "$1/dev/null" && exec chroot "$@"'
            enter = ["unshare", "--mount", "sh", "-euc", script, "-", str(self.root)]
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            "HOME": "/root",
        }
        done = subprocess.run(
            [*enter, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        if check and done.returncode:
            raise AssertionError(f"{' '.join(command)}: {done.returncode}\n{done.stdout[-3000:]}")
        return done

    def output(self, *command: str) -> str:
        return self.call(*command, check=True).stdout

    def apt(self, *arguments: str) -> str:
        return self.output("apt-get", "-y", "-q", "--no-install-recommends", *arguments)
