"""The command line of `Tests/Arm64/run-arm64`."""

import argparse
import os
import shutil
import subprocess
from pathlib import Path

from . import units
from .machine import Machine
from .outcomes import Failure, Outcomes
from .stories import Stories

REPOSITORY = Path(__file__).resolve().parents[3]
DESCRIPTION = """
Builds the programs, the packages and the unit tests for arm64 by packaging/arm64, as root and from packages of Debian
alone, and runs them: unit tests by an emulator of the processor, and the programs on emulated machines with kernels of
Debian. Their pictures are compared with the pictures of a program for this processor. All output is in
.build/tests/arm64.
"""
# The machines: the flavour of Debian's kernel, the emulated processor (of a Raspberry Pi 4 or 5), and the size of a
# page in KiB.
MACHINES = {
    "pages of 4 KiB": ("arm64", "cortex-a72", 4),
    "pages of 16 KiB": ("arm64-16k", "cortex-a76", 16),
}
PARTS = ("programs", "picture", "machines", "packages", "units")


def main() -> int:
    arguments = _arguments()
    logs = REPOSITORY / ".build/tests/arm64"
    shutil.rmtree(logs, ignore_errors=True)
    logs.mkdir(parents=True)
    outcomes = Outcomes(arguments.only or "*", arguments.tally)
    Run(arguments, logs, outcomes).all()
    print(outcomes.summary())
    return outcomes.code


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Arm64/run-arm64", description=DESCRIPTION, allow_abbrev=False)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    parser.add_argument(
        "--work", type=Path, default=cache / "screens-arm64", help="the work folder of packaging/arm64 (in the cache)"
    )
    parser.add_argument(
        "--binaries", type=Path, default=REPOSITORY / ".build/programs/release", help="programs for this processor"
    )
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part (may be repeated)")
    parser.add_argument("--only", metavar="PATTERN", help="only tests whose name contains this, or matches it with *")
    parser.add_argument("--tally", type=Path, help="append `OUTCOME arm64 TEST` lines to this file")
    parsed = parser.parse_args()
    parsed.part = parsed.part or list(PARTS)
    parsed.work, parsed.binaries = parsed.work.absolute(), parsed.binaries.absolute()
    return parsed


class Run:
    """One run: builds what the chosen tests need, and then runs the tests."""

    def __init__(self, arguments: argparse.Namespace, logs: Path, outcomes: Outcomes):
        self._arguments = arguments
        self._logs = logs
        self._outcomes = outcomes
        self._work = arguments.work
        self._built = arguments.work / "built"
        self._screens = arguments.binaries / "screens"

    def all(self) -> None:
        """Runs every part. If the programs cannot be built, nothing else runs."""
        parts = self._arguments.part
        if not self._screens.exists():
            self._outcomes.add("failed", "programs", reason=f"there is no {self._screens} to compare with")
            return
        if "programs" in parts and not self._outcomes.check(
            "programs are built", lambda: self._build("prepare", "programs")
        ):
            return
        if "picture" in parts:
            self._outcomes.check("show draws the picture of amd64", self._same_picture)
        if "machines" in parts and self._outcomes.wants(
            *(f"{name}: {test}" for name in MACHINES for test in Stories.TESTS)
        ):
            self._machines()
        if "packages" in parts:
            self._outcomes.check("packages are built", lambda: self._build("packages"))
            self._outcomes.check("packages are for arm64 and complete", self._complete)
        if "units" in parts and self._outcomes.wants(
            "unit tests are built", *(f"unit {part}" for part in units.filters())
        ):
            if self._outcomes.check("unit tests are built", lambda: self._build("tests")):
                units.run(self._work, self._logs, self._outcomes)

    def _build(self, *steps: str) -> None:
        self._logged(steps[-1], [REPOSITORY / "packaging/arm64", "--out", self._built, "--work", self._work, *steps])

    def _logged(self, name: str, command: list) -> None:
        log = self._logs / f"{name}.log"
        with open(log, "wb") as output:
            code = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output).returncode
        if code != 0:
            lines = log.read_text(errors="replace").splitlines()
            raise Failure(
                "\n".join([f"ended with {code}", *[line for line in lines if "error:" in line][:20], *lines[-15:]])
            )

    def _same_picture(self) -> None:
        """Checks that the test card after sixty frames is the same file on both processors."""
        ours, theirs = self._logs / "amd64.png", self._logs / "arm64.png"
        emulator = ["qemu-aarch64", "-L", self._work / "sysroot"]
        for program, path in (([self._screens], ours), ([*emulator, self._built / "screens"], theirs)):
            command = [*program, "show", "--simulate", "640x480@60", "--frames", "60", "--snapshot", path]
            subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=300)
        if ours.read_bytes() != theirs.read_bytes():
            raise Failure(f"{theirs} is another file than {ours}")

    def _machines(self) -> None:
        prepared = self._work / "machine"
        try:
            self._logged("prepare", [REPOSITORY / "Tests/Arm64/prepare", prepared])
        except Failure as failure:
            self._outcomes.add("failed", "kernels are fetched", reason=str(failure))
            return
        for name, (flavour, processor, pages) in MACHINES.items():
            machine = Machine(prepared, flavour, processor, self._built, self._logs / flavour)
            Stories(name, machine, pages, self._screens).run(self._outcomes)

    def _complete(self) -> None:
        """Checks that each package is of this architecture, needs the libraries of its programs, and has its files."""
        wanted = {
            "screens": (
                "usr/bin/screens", "usr/share/man/man1/screens.1.gz", "usr/share/bash-completion/completions/screens",
            ),
            "screensd": (
                "usr/bin/screensd", "usr/lib/systemd/system/screensd.service", "usr/share/man/man8/screensd.8.gz",
            ),
            "libscreens1": ("usr/lib/aarch64-linux-gnu/libscreens.so.1",),
        }
        for package, files in wanted.items():
            found = list(self._built.glob(f"{package}_*_arm64.deb"))
            if len(found) != 1:
                raise Failure(f"packages of {package}: {found}")
            depends = self._printed("dpkg-deb", "--field", found[0], "Depends")
            if "libc6 (>= 2.38)" not in depends or "libdrm2" not in depends:
                raise Failure(f"{package} depends on {depends}")
            content = self._printed("dpkg-deb", "--contents", found[0])
            missing = [file for file in files if f"./{file}\n" not in content]
            if missing:
                raise Failure(f"{package} lacks {missing}")
            print(f"           {found[0].stat().st_size} bytes: {found[0].name}", flush=True)

    def _printed(self, *command) -> str:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
