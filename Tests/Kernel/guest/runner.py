"""Runs the ordered tests and reports each to the host as it ends."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import traceback
import unittest
from pathlib import Path

from . import deadline, hostlink

# The seconds of the guest's time that a test may take by default: of real time, and of virtual time, which is skipped
# while nothing happens.
TEST_LIMIT = 240
VIRTUAL_TEST_LIMIT = 2400

# The message of a failed comparison of pictures is cut: in full it has megabytes.
DETAIL_LIMIT = 3000

# The bit of /proc/sys/kernel/tainted that a kernel sets after a fault of its own ("Oops") from which it continues.
KERNEL_DIED = 1 << 7

# The programs are copied here, because reading from the host's file system distorts measurements.
PROGRAMS = Path("/run/screens-tests")
HOST = Path("/run/screens-host")
# The programs of the boot alone.
BOOT = Path(__file__).parent / "boot"


class TestHung(BaseException):
    """A test took longer than TEST_LIMIT. Not an Exception: no test may catch it by accident."""


class StreamingResult(unittest.TestResult):
    """A result that sends every outcome at once, so that a crash loses none."""

    def __init__(self, link: hostlink.HostLink):
        super().__init__()
        self._link = link
        self._outcome = ("passed", "")
        self._kernel_died = False

    def startTest(self, test):
        super().startTest(test)
        self._outcome = ("passed", "")
        self._begun = time.monotonic()
        self._link.report(kind="start", test=test.id(), limit=_limit(test))
        self._deadline = deadline.Deadline(_limit(test))
        signal.signal(signal.SIGALRM, self._on_timeout)
        signal.alarm(_limit(test))

    def stopTest(self, test):
        signal.alarm(0)
        super().stopTest(test)
        if not self._kernel_died and int(Path("/proc/sys/kernel/tainted").read_text()) & KERNEL_DIED:
            # Nothing after it proves anything: such a kernel traces no flips, for example.
            self._kernel_died = True
            self._outcome = ("failed", f"{self._outcome[1]}the kernel died of something: see console.log\n")
        self._send(test.id(), *self._outcome, time.monotonic() - self._begun)

    def _on_timeout(self, _signal, _frame):
        if not self._link.is_asking and self._deadline.is_over:
            raise TestHung("took longer than it may")
        signal.alarm(1)

    def addError(self, test, err):
        super().addError(test, err)
        self._outcome = ("failed", f"{self._text(err)}{self._details(test)}")
        if not hasattr(test, "_testMethodName"):
            # The set-up of a class or a module: its tests are never started.
            self._link.report(kind="note", text=f"{test.id()}: {self._text(err)}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._outcome = ("failed", f"{self._text(err)}{self._details(test)}")

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            earlier = self._outcome[1]
            description = subtest._subDescription()
            self._outcome = ("failed", f"{earlier}{description}: {self._text(err)}")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._outcome = ("skipped", reason)

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._outcome = ("failed", "succeeded although it is marked as an expected failure")

    def _send(self, test: str, outcome: str, detail: str, seconds: float) -> None:
        self._link.report(kind="result", test=test, outcome=outcome, detail=detail, seconds=round(seconds, 3))

    @staticmethod
    def _details(test) -> str:
        """Returns what the test says of its failure; nothing of a set-up, or if that fails too."""
        with contextlib.suppress(Exception):
            return test.details()
        return ""

    @staticmethod
    def _text(err) -> str:
        kind, value, trace = err
        # The frames of unittest itself do not help.
        frames = [frame for frame in traceback.extract_tb(trace) if "/unittest/" not in frame.filename]
        lines = [f"  {Path(frame.filename).name}:{frame.lineno}: {frame.line}\n" for frame in frames]
        return "".join(traceback.format_exception_only(kind, value))[:DETAIL_LIMIT] + "".join(lines)


def main(folder: Path) -> int:
    """Carries out `order.json` of the folder that host and guest share."""
    order = json.loads((folder / "order.json").read_text())
    link = hostlink.link()
    os.environ.update(order["environment"])
    deadline.host_seconds = order["hostSeconds"]
    _prepare(folder, order["programs"])
    _report_addresses(link)
    suite = unittest.TestLoader().loadTestsFromNames(order["tests"])
    result = StreamingResult(link)
    suite.run(result)
    sys.stdout.flush()
    return 0 if result.wasSuccessful() else 1


def _report_addresses(link: hostlink.HostLink) -> None:
    """Reports the places of the kernel's wait for a lock and of vkms's handler of a vblank, if this kernel has both."""
    names = {"queued_spin_lock_slowpath": "waiting", "vkms_crtc_handle_vblank_timeout": "vblank"}
    places: dict[str, list[int]] = {}
    begun = None
    with open("/proc/kallsyms") as symbols:
        for line in symbols:
            address, kind, name = line.split()[:3]
            if begun and int(address, 16) > places[begun][0]:
                places[begun].append(int(address, 16))
                begun = None
            if name in names and kind in "tT":
                begun = names[name]
                places[begun] = [int(address, 16)]
    if len(places) == len(names) and all(len(place) == 2 for place in places.values()):
        link.report(kind="addresses", **places)


def _prepare(folder: Path, programs: list[str]) -> None:
    """Makes the programs ready, with everything that they load in memory."""
    # Without this the kernel would sum the counters of its memory once a second, and skipped time would stop there.
    Path("/proc/sys/vm/stat_interval").write_text("86400")
    PROGRAMS.mkdir(mode=0o755, exist_ok=True)
    libraries = PROGRAMS / "lib"
    libraries.mkdir(mode=0o755, exist_ok=True)
    tools = [shutil.which(tool) for tool in ("modetest", "drm_info")]
    with _host_folder() as host:
        for path in (Path(path) for path in [*programs, *tools] if path):
            shutil.copy(f"{host}{path}", PROGRAMS / path.name)
            _copy_libraries(host, path, libraries)
    folders = [folder for folder in os.environ["PATH"].split(":") if Path(folder) != BOOT]
    os.environ["PATH"] = ":".join([str(PROGRAMS), *folders])
    os.environ["LD_LIBRARY_PATH"] = str(libraries)
    os.environ["SCREENS_RESULTS"] = str(folder)
    for preload in folder.glob("*.so"):
        os.environ[f"SCREENS_{preload.stem.upper()}"] = shutil.copy(preload, libraries)
    os.environ.setdefault("SCREENS_BIN", str(PROGRAMS / "screens"))


@contextlib.contextmanager
def _host_folder():
    """Mounts the host's files, read in large pieces, unlike the guest's root."""
    HOST.mkdir(exist_ok=True)
    options = "ro,version=9p2000.L,trans=virtio,msize=512000,cache=loose"
    subprocess.run(["mount", "-t", "9p", "-o", options, "screens.host", str(HOST)], check=True)
    try:
        yield HOST
    finally:
        subprocess.run(["umount", str(HOST)], check=True)


def _copy_libraries(host: Path, program: Path, folder: Path) -> None:
    listing = subprocess.run(["ldd", str(program)], stdout=subprocess.PIPE, text=True).stdout
    for line in listing.splitlines():
        words = line.split()
        if "=>" in words and words[2].startswith("/") and not (folder / words[0]).exists():
            shutil.copy(f"{host}{words[2]}", folder / words[0])


def _limit(test: unittest.TestCase) -> int:
    """Returns how many seconds of the guest's time a test may take."""
    return getattr(test, "seconds", None) or (TEST_LIMIT if deadline.host_seconds == 0 else VIRTUAL_TEST_LIMIT)
