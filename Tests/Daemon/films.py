"""Films whose frames carry their numbers, and a daemon of the tests for screens-player, in virtual time."""

import json
import mmap
import os
import socket
import subprocess
from fractions import Fraction
from pathlib import Path

WIDTH, HEIGHT, BITS = 128, 64, 16
DARK, BRIGHT = b"\x10", b"\xeb"


def picture(number: int) -> bytes:
    """Returns a frame of yuv420p: its bits from the left to the right, and below them their complement."""
    bits = [number >> place & 1 for place in range(BITS)]
    upper = b"".join((BRIGHT if bit else DARK) * (WIDTH // BITS) for bit in bits)
    lower = b"".join((DARK if bit else BRIGHT) * (WIDTH // BITS) for bit in bits)
    return upper * (HEIGHT // 2) + lower * (HEIGHT // 2) + b"\x80" * (WIDTH * HEIGHT // 2)


def number(luma: bytes, width: int = WIDTH, height: int = HEIGHT) -> int | None:
    """Returns the number of a frame from its luma; None if it is not one of these frames."""
    block = width // BITS
    places = [place * block + block // 2 for place in range(BITS)]
    upper, lower = luma[width * (height // 4) :], luma[width * (3 * height // 4) :]
    bits = [upper[place] > 125 for place in places]
    if any(bit == (lower[place] > 125) for bit, place in zip(bits, places)):
        return None
    return sum(1 << place for place, bit in enumerate(bits) if bit)


def make(path: Path, rate: int | str, count: int, *options: str, start: int = 0) -> Path:
    """Makes a film of counted frames, by default H.264 in MP4 with two B-frames."""
    coding = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-bf", "2", "-g", "24", "-pix_fmt", "yuv420p"]
    # A later option overrides an earlier one.
    command = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}"]
    command += ["-r", str(rate), "-i", "-", *coding, *options, str(path)]
    frames = b"".join(picture(start + place) for place in range(count))
    subprocess.run(command, input=frames, check=True)
    return path


class Screen:
    """The daemon for one item: it calls the player, and answers `Draw` and `Frame` as a screen with a rate does.

    A refresh passes only if a frame waits for it, so a test takes as long as the decoding.
    """

    def __init__(self, folder: Path, film: Path, rate: Fraction = Fraction(60), loop: bool = True, fit: str = "fit"):
        self.rate = rate
        self.refresh = -1
        self.frames: list[tuple[int, int | None]] = []
        self.states: list[dict] = []
        self.draws: list[dict] = []
        self.memory: mmap.mmap | None = None
        self.client: socket.socket | None = None
        self._input = {}
        path = folder / "screens.Content"
        path.unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        # The player may be of another user.
        path.chmod(0o666)
        self.listener.listen()
        self.listener.settimeout(60)
        self.player = socket.socket(socket.AF_UNIX)
        self.player.settimeout(60)
        self.player.connect(str(folder / "screens.Player"))
        call = {
            "method": "screens.Presenter.Present", "more": True,
            "parameters": {
                "item": "1f", "screen": "DP-1", "video": {"title": film.name, "fit": fit, "loop": loop},
            },
        }
        file = os.open(film, os.O_RDONLY)
        socket.send_fds(self.player, [json.dumps(call).encode() + b"\0"], [file])
        os.close(file)

    def close(self) -> None:
        for one in (self.listener, self.player, self.client):
            if one:
                one.close()

    def message(self, connection: socket.socket) -> tuple[dict | None, list[int]]:
        """Returns the next message of a connection, with its files; None at its end."""
        data, files = self._input.get(connection, b""), []
        while b"\0" not in data:
            piece, received, _, _ = socket.recv_fds(connection, 1 << 16, 8)
            files += received
            if not piece:
                return None, files
            data += piece
        text, _, self._input[connection] = data.partition(b"\0")
        return json.loads(text), files

    def state(self) -> dict:
        """Returns the parameters of the player's next reply; `lost` if it has left."""
        reply, _ = self.message(self.player)
        state = {"state": "lost"} if reply is None else reply["parameters"]
        self.states.append(state)
        return state

    def run(self, count: int) -> list[tuple[int, int | None]]:
        """Answers calls until `count` frames were shown, or the player draws no more.

        Returns the refreshes of the frames with their numbers.
        """
        if self.client is None:
            self.client = self.listener.accept()[0]
            self.client.settimeout(60)
        try:
            while len(self.frames) < count:
                call, files = self.message(self.client)
                if call is None:
                    break
                self._answer(call, files)
        except ConnectionError:
            pass
        return self.frames

    def _answer(self, call: dict, files: list[int]) -> None:
        parameters = call["parameters"]
        if call["method"] == "screens.Manager.Draw":
            self.draws.append(parameters)
            self.memory = mmap.mmap(files[0], 0, prot=mmap.PROT_READ)
            os.close(files[0])
            rate = {"numerator": self.rate.numerator, "denominator": self.rate.denominator}
            reply = {"refreshRate": rate, "size": {"width": 64, "height": 64}, "refresh": 0, "time": 0}
        else:
            late = parameters["refresh"] <= self.refresh
            is_dropped = late and parameters["drop"]
            refresh = max(parameters["refresh"], self.refresh + 1)
            if not is_dropped:
                self.refresh = refresh
                self.frames.append((refresh, self._number(parameters["buffer"])))
            period = 10**9 / self.rate
            reply = {
                "refresh": refresh, "time": int(refresh * period), "due": int((refresh + 1) * period),
                "shown": not is_dropped, "reason": "late" if is_dropped else None,
            }
        self.client.sendall(json.dumps({"parameters": reply}).encode() + b"\0")

    def _number(self, buffer: int) -> int | None:
        draw = self.draws[-1]
        width, height = draw["size"]["width"], draw["size"]["height"]
        offset = draw["buffers"][buffer]["offset"]
        luma = self.memory[offset : offset + width * height * (2 if "10" in draw["format"] else 1)]
        if draw["format"] in ("yuv420p10", "p010"):
            deep = 2 if draw["format"] == "yuv420p10" else 8
            values = zip(luma[::2], luma[1::2])
            luma = bytes((low | high << 8) >> deep & 0xFF for low, high in values)
        return number(luma, width, height)
