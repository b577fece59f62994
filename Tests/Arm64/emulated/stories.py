"""The tests on one emulated machine: the host's expectations of the scenarios that run inside."""

import json
import subprocess
import time
from pathlib import Path

from guest import picture

from .machine import SIZE, Machine
from .outcomes import Failure, Outcomes

SCREEN = "Virtual-1"
COLOUR = "#112233"
# The seconds until a picture is on the screen of an emulated machine on a busy host.
PATIENT = 90
# The seconds for a whole machine, which boots in half a minute on a quiet host.
LIMIT = 900


class Stories:
    """One machine and its scenarios; its pictures are compared with the pictures of a program for this processor."""

    def __init__(self, name: str, machine: Machine, pages: int, screens: Path):
        self.name = name
        self._machine = machine
        self._pages = pages
        self._out = machine.out
        self._screens = screens
        # The pictures that are not on the screen, with what the screen shows instead.
        self._unseen: dict[str, str] = {}
        self._seen: set[str] = set()
        self._stopped: str | None = None
        self._expected = self._pictures()

    TESTS = {
        "boots with the kernel's pages": "booted",
        "list names the screen and its display": "listed",
        "doctor finds that a picture can be shown": "examined",
        "show puts a picture on the screen": "shown",
        "present shows the last frame of a film": "presented",
        "a display goes and comes": "replugged",
        "the daemon shows its configuration and says so": "kept",
    }

    def run(self, outcomes: Outcomes) -> None:
        """Boots the machine, and adds the outcome of each test."""
        names = {f"{self.name}: {test}": method for test, method in self.TESTS.items()}
        if not outcomes.wants(*names):
            return
        begun = time.monotonic()
        self._stopped = self._machine.run(self._see, LIMIT)
        print(f"  {self.name} ran for {time.monotonic() - begun:.0f} s: {self._text('kernel.txt').strip()}", flush=True)
        for test, method in names.items():
            outcomes.check(test, getattr(self, method))

    def booted(self) -> None:
        if self._stopped:
            raise Failure(self._stopped)
        found = self._text("pages.txt").split()
        if found[1:] != [str(self._pages), "kB"]:
            raise Failure(f"pages of {found[1:]}, and not of {self._pages} kB")

    def listed(self) -> None:
        self._succeeded("list")
        names = [screen["name"] for screen in json.loads(self._text("list.txt"))]
        if [name.split("/")[-1] for name in names] != [SCREEN]:
            raise Failure(f"the screens are {names}")
        self._succeeded("modes")
        if f"{SIZE[0]}x{SIZE[1]}" not in self._text("modes.txt"):
            raise Failure(f"the modes lack the display's: {self._text('modes.txt')}")

    def examined(self) -> None:
        self._succeeded("doctor")
        if "virtio_gpu" not in self._text("doctor.txt"):
            raise Failure(f"it does not name the driver: {self._text('doctor.txt')}")

    def shown(self) -> None:
        self._was_seen("show")
        self._succeeded("show")
        if (self._out / "show.png").read_bytes() != self._reference("show.png").read_bytes():
            raise Failure("its snapshot is another file than on amd64")

    def presented(self) -> None:
        self._was_seen("present")
        self._succeeded("present")

    def replugged(self) -> None:
        for name in ("before", "away", "again"):
            self._was_seen(name)
        self._succeeded("hotplug")

    def kept(self) -> None:
        self._was_seen("daemon")
        self._succeeded("status")
        screens = json.loads(self._text("status.txt"))["screens"]
        states = {entry["screen"]["name"].split("/")[-1]: entry["screen"].get("dark") for entry in screens}
        if states != {SCREEN: None}:
            raise Failure(f"the states are {states}")
        self._succeeded("daemon")

    def _pictures(self) -> dict[str, picture.Picture | None]:
        """Returns the expected pictures by the name of the request, and makes the files that the guest reads."""
        mode = f"{SIZE[0]}x{SIZE[1]}@60"
        card = self._out / "picture.png"
        self._draw("show", "--simulate", "640x480@60", "--frames", "60", "--snapshot", str(card))
        still = self._draw(
            "show", "--image", str(card), "--simulate", mode, "--frames", "2", "--snapshot",
            str(self._reference("show.png")),
        )
        film = self._out / "film.y4m"
        film.write_bytes(written_film())
        with open(film, "rb") as frames:
            last = self._draw(
                "present", SCREEN, "--simulate", mode, "--snapshot", str(self._reference("present.png")), stdin=frames
            )
        (self._out / "screens.toml").write_text(f'[default]\ncontent = {{ color = "{COLOUR}" }}\n')
        return {
            "show": still,
            "present": last,
            "before": still,
            # None: a card shows nothing of ours while its display is away.
            "away": None,
            "again": still,
            "daemon": picture.filled(*SIZE, COLOUR),
        }

    def _draw(self, *arguments: str, stdin=subprocess.DEVNULL) -> picture.Picture:
        """Returns the picture that a program of this processor writes to the file of the last argument."""
        subprocess.run([self._screens, *arguments], check=True, stdin=stdin, stdout=subprocess.DEVNULL, timeout=60)
        return picture.from_png(Path(arguments[-1]).read_bytes())

    def _reference(self, name: str) -> Path:
        return self._machine.folder / name

    def _see(self, name: str, dump) -> None:
        """Waits until the expected picture is on the screen, or another one than the previous picture."""
        expected, end = self._expected[name], time.monotonic() + PATIENT
        while True:
            found = picture.from_ppm(dump())
            if expected is None:
                wrong = None if picture.difference(found, self._expected["before"]) else "the picture is still there"
            else:
                wrong = picture.difference(found, expected)
            if wrong is None or time.monotonic() > end:
                break
            time.sleep(0.3)
        if wrong:
            self._unseen[name] = wrong
            (self._machine.folder / f"{name}-seen.png").write_bytes(picture.to_png(found))
        else:
            self._seen.add(name)

    def _was_seen(self, name: str) -> None:
        if name not in self._seen:
            raise Failure(
                f"{name}: {self._unseen.get(name, self._stopped or 'not requested')}\n{self._text(f'{name}.errors')}"
            )

    def _succeeded(self, name: str) -> None:
        code = self._text(f"{name}.code").strip()
        if code != "0":
            raise Failure(f"{name} ended with {code or 'nothing'}: {self._text(f'{name}.errors')}")

    def _text(self, name: str) -> str:
        path = self._out / name
        return path.read_text(errors="replace") if path.exists() else ""


def written_film() -> bytes:
    """Returns eight frames of 64x48 whose colours change; the last one has a gradient in each of its planes."""
    frames = [b"YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420jpeg\n"]
    for number in range(8):
        luma = bytes((x * 3 + y + number * 9) % 256 for y in range(48) for x in range(64))
        blue = bytes((x * 7 + number) % 256 for y in range(24) for x in range(32))
        red = bytes((y * 9 + number) % 256 for y in range(24) for x in range(32))
        frames.append(b"FRAME\n" + luma + blue + red)
    return b"".join(frames)
