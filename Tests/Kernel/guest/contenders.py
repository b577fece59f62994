"""Programs that show a picture at each refresh, each in its own way, for a comparison.

All but mpv and modetest have an option for the part of the picture that changes: `pixel`, `tenth` or `full`. Each
changes only one pixel and reports the whole part as changed, because drawing is not compared.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
import unittest
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import debugfs, modetest, screens
from .program import Program

DAMAGES = ("pixel", "tenth", "full")
# The folder of the programs that only the benchmarks build.
BUILT = "SCREENS_BENCHMARKS"
HERE = Path("/run/benchmarks")
# A virtual terminal that no other test uses, for programs that want one.
TERMINAL = 9
KMSCON = "/usr/libexec/kmscon/kmscon"


@dataclass(frozen=True)
class Display:
    """A connector and the mode that is shown on it, at 60 Hz."""

    driver: str
    card: str
    name: str
    width: int
    height: int

    @property
    def screen(self) -> str:
        return f"{self.card}/{self.name}"

    @property
    def minor(self) -> int:
        return int(self.card.removeprefix("card"))

    @property
    def mode(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def number(self) -> int:
        return modetest.connectors(self.driver)[self.name].number

    def damage(self, share: str) -> tuple[int, int]:
        """Returns the width and the height of the changed part. A tenth has the shape of the whole, as in the
        programs."""
        if share == "full":
            return self.width, self.height
        return (self.width * 316 // 1000, self.height * 316 // 1000) if share == "tenth" else (1, 1)


def built(name: str) -> str:
    """Returns the path of a program that the benchmarks brought, without which the test is skipped."""
    if BUILT not in os.environ:
        raise unittest.SkipTest("only Benchmarks/measure builds what this compares with")
    HERE.mkdir(exist_ok=True)
    path = HERE / name
    if not path.exists():
        shutil.copy(Path(os.environ[BUILT]) / name, path)
    return str(path)


def _until_shown(program: Program, display: Display) -> None:
    def shows() -> bool:
        shown = debugfs.shown(display.minor).values()
        return any(
            allocator != debugfs.CONSOLE and mode.startswith(f'"{display.mode}"') for _, allocator, mode in shown
        )

    program.until(shows, f"{program} shows its picture")


@contextlib.contextmanager
def _running(display: Display, command: list[str], environment: dict[str, str] | None = None) -> Iterator[list[int]]:
    """Starts programs that end with their input, or else by a signal."""
    with Program(command, environment) as program:
        _until_shown(program, display)
        yield [program.pid]
        with contextlib.suppress(BrokenPipeError):
            program.process.stdin.close()
        program.signal(signal.SIGTERM)
        program.wait()


def painter(display: Display, damage: str):
    """The library, embedded in a program that does nothing else."""
    return _running(display, [built("painter"), display.screen, f"{display.mode}@60", damage])


def latency(display: Display, schedule: str, seconds: float) -> dict[str, int]:
    """Returns nanoseconds from the painter's call to the flip of its frame."""
    with Program([built("painter"), display.screen, f"{display.mode}@60", "pixel", schedule]) as program:
        _until_shown(program, display)
        time.sleep(seconds)
        assert program.end() == 0, program.errors()
        return json.loads(program.output())


def show(display: Display):
    """`screens show`, which draws its pixel."""
    return _running(display, [screens.binary(), "show", display.screen, "--mode", f"{display.mode}@60",
                              "--pattern", "pixel"])  # fmt: skip


def bare(display: Display, damage: str):
    """The least that any program can do."""
    width, height = display.damage(damage)
    sizes = (display.number, display.width, display.height, width, height)
    return _running(display, [built("bare"), f"/dev/dri/{display.card}", *map(str, sizes)])


@contextlib.contextmanager
def page_flips(display: Display) -> Iterator[list[int]]:
    """`modetest -v`, which flips two pictures and draws nothing."""
    with modetest.hold(display.driver, display.minor, display.number, f"{display.mode}-60", "-v") as program:
        yield [program.pid]
        program.end()


def _mpv(display: Display, pixels: str, width: int, height: int, source: str) -> list[str]:
    """mpv with raw frames at 60 Hz.

    It runs without the scaler that it would choose, which takes ten times as long although nothing is scaled.
    """
    film = {"w": width, "h": height, "mp-format": pixels, "fps": 60}
    return [
        "mpv", "--no-config", "--no-terminal", "--no-audio", "--framedrop=no", "--sws-allow-zimg=no", "--vo=drm",
        f"--drm-device=/dev/dri/{display.card}", f"--drm-connector={display.name}", f"--drm-mode={display.mode}@60",
        "--demuxer=rawvideo", *[f"--demuxer-rawvideo-{key}={value}" for key, value in film.items()], source,
    ]  # fmt: skip


def mpv(display: Display):
    """Starts a player of a film in memory that is as large as the screen, in the screen's own format."""
    return _running(display, _mpv(display, "bgr0", display.width, display.height, "/dev/zero"))


def film(width: int, height: int, frames: int = 4) -> Path:
    """Writes raw frames of 4:2:0 into memory, each another one."""
    path = Path("/run/film.yuv")
    quarter = width * height // 4
    with open(path, "wb") as file:
        for number in range(frames):
            file.write(bytes([64 + 32 * number]) * (4 * quarter) + bytes([96]) * quarter + bytes([160]) * quarter)
    return path


@contextlib.contextmanager
def player(display: Display, name: str, film: Path, width: int, height: int) -> Iterator[list[int]]:
    """Starts a program that shows a film from a pipe, over and over, at 60 Hz. The feeder is not counted."""
    command = {
        "screens present": [screens.binary(), "present", display.screen, "--mode", f"{display.mode}@60", "--rate", "60",
                            "--size", f"{width}x{height}", "--format", "yuv420p"],
        "mpv": _mpv(display, "yuv420p", width, height, "-"),
        "kmssink": ["gst-launch-1.0", "-q", "fdsrc", "fd=0", "!", "rawvideoparse", "format=i420", f"width={width}",
                    f"height={height}", "framerate=60/1", "!", "videoconvert", "!", "kmssink",
                    f"driver-name={display.driver}", f"connector-id={display.number}", "force-modesetting=true"],
    }[name]  # fmt: skip
    if not shutil.which(command[0]):
        raise unittest.SkipTest(f"{command[0]} is not installed")
    pipe = Path("/run/film.pipe")
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    feeder = subprocess.Popen(["sh", "-c", 'while cat "$0"; do :; done >"$1"', str(film), str(pipe)])
    try:
        with _running(display, ["sh", "-c", 'exec "$@" <"$0"', str(pipe), *command]) as processes:
            yield processes
    finally:
        feeder.kill()
        feeder.wait()


@contextlib.contextmanager
def weston(display: Display) -> Iterator[Program]:
    """A compositor that has nothing to show yet."""
    folder = Path("/run/weston")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    (folder / "weston.ini").write_text(
        "[core]\nshell=kiosk-shell.so\nidle-time=0\nrequire-input=false\n"
        f"[output]\nname={display.name}\nmode={display.mode}@60\n"
    )
    command = ["weston", "--backend=drm-backend.so", f"--drm-device={display.card}", "--use-pixman",
               f"--tty={TERMINAL}", f"--config={folder}/weston.ini", "--socket=benchmark"]  # fmt: skip
    with Program(command, {"XDG_RUNTIME_DIR": str(folder)}) as program:
        program.until((folder / "benchmark").exists, "weston listens")
        _until_shown(program, display)
        yield program
        program.signal(signal.SIGTERM)
        program.wait()


@contextlib.contextmanager
def kmscon(display: Display) -> Iterator[Program]:
    """Starts a terminal on all cards."""
    # The program in PATH is a script, which requests the layout of the keyboard from the system's bus.
    command = [KMSCON, f"--vt=/dev/tty{TERMINAL}", "--font-engine=unifont", "--login", "--", "/bin/cat"]
    with Program(command) as program:
        _until_shown(program, display)
        yield program
        program.signal(signal.SIGTERM)
        program.wait()


@contextlib.contextmanager
def client(compositor: Program, damage: str) -> Iterator[list[int]]:
    """A program with a picture that the compositor shows; both are counted."""
    environment = {"XDG_RUNTIME_DIR": "/run/weston", "WAYLAND_DISPLAY": "benchmark"}
    with Program([built("damage-client"), damage], environment) as program:
        yield [compositor.pid, program.pid]


def memcpy(display: Display, damage: str) -> float:
    """Returns the microseconds of processor time of copying the changed part alone."""
    width, height = display.damage(damage)
    times = {"pixel": 100_000, "tenth": 200, "full": 40}[damage]
    command = [built("memcpy-cost"), *map(str, (display.width, width, height, times))]
    with Program(command) as program:
        assert program.wait() == 0, program.errors()
        return float(program.output()) / 1000
