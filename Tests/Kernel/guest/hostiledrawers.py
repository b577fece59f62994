"""Hostile clients that draw, lease and show words on a screen of the daemon, beside two screens that fade."""

import os
import signal
import socket
import struct
from pathlib import Path
from typing import Callable

from . import deadline
from .surface import call, memory
from .varlink import Client, Refused, message


def progressive_jpeg(width: int, height: int) -> bytes:
    """Returns a gray progressive JPEG file of one scan: its decoder keeps the coefficients of the whole picture."""

    def segment(marker: int, body: bytes) -> bytes:
        return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body

    quantities = segment(0xDB, b"\0" + b"\x10" * 64)
    parts = b"".join(bytes([number, 0x11, 0]) for number in (1, 2, 3))
    frame = segment(0xC2, struct.pack(">BHHB", 8, height, width, 3) + parts)
    # One code of a bit.
    codes = segment(0xC4, b"\0" + b"\1" + bytes(15) + b"\0")
    scan = segment(0xDA, b"\3" + b"".join(bytes([number, 0]) for number in (1, 2, 3)) + b"\0\0\0")
    # A bit for each block of each colour.
    bits = -(-width // 8) * -(-height // 8) * 3
    return b"\xff\xd8" + quantities + frame + codes + scan + bytes(bits // 8 + 1) + b"\xff\xd9"


class HostileDrawers:
    """The kinds of clients; the test has the daemon, the name of the `other` screen, and a `factor`."""

    @property
    def drawers(self) -> list[Callable[[], None]]:
        return [
            self.drawings_in_files_with_holes,
            self.drawings_in_many_files,
            self.drawings_that_end_amid_frames,
            self.buffers_without_end,
            self.layers_without_end,
            self.leases_whose_client_is_killed,
            self.words_without_a_pause,
            self.moves_of_playlists,
            self.halves_on_the_socket_of_contents,
            self.progressive_pictures,
        ]

    def attempt(self, client: Client, method: str, files: list[int], **parameters) -> bool:
        """Calls a method with files, and returns whether it was not refused."""
        try:
            call(client, method, files, **parameters)
        except (Refused, ConnectionError):
            return False
        return True

    def until_free(self) -> None:
        """Waits until no program of an earlier attack has the screen, and it shows its content."""

        def is_free() -> bool:
            found = self.daemon.screen(self.other)
            return found["dark"] is None and found["lessee"] is None and found["content"]["drawnBy"] is None

        deadline.until(is_free, f"{self.other} is free")

    def sealed(self, count: int, size: int) -> list[int]:
        return [memory(size) for _ in range(count)]

    def close(self, files: list[int]) -> None:
        for file in files:
            os.close(file)

    def size(self, width: int = 320, height: int = 200) -> dict:
        return {"width": width, "height": height}

    def drawings_in_files_with_holes(self) -> None:
        """Each frame is read from memory that no program has written."""
        self.until_free()
        for side in (200, 1024, 2048):
            files = self.sealed(1, side * side * 8)
            with self.daemon.client() as client:
                buffers = [{"fd": 0}, {"fd": 0, "offset": side * side * 4}]
                drawn = self.attempt(
                    client, "Draw", files, screen=self.other, size=self.size(side, side), format="xrgb8888",
                    buffers=buffers, program="holes",
                )  # fmt: skip
                # The larger ones may have no place in the memory of clients that draw.
                self.assertTrue(drawn or side > 200, "no picture was drawn")
                for turn in range(2 * self.factor if drawn else 0):
                    client.call("Frame", buffer=turn % 2)
            self.close(files)

    def drawings_in_many_files(self) -> None:
        self.until_free()
        for count, places, is_drawn in ((64, 32, True), (65, 32, False), (64, 33, False)):
            files = self.sealed(count, 320 * 200)
            pairs = [(2 * place, 2 * place + 1) for place in range(places)]
            buffers = [
                {"fd": pair[0], "planes": [{"fd": file, "offset": 0, "stride": 320} for file in pair]} for pair in pairs
            ]
            for _ in range(self.factor):
                with self.daemon.client() as client:
                    drawn = self.attempt(
                        client, "Draw", files, screen=self.other, size=self.size(), format="nv12", buffers=buffers
                    )
                    self.assertEqual(drawn, is_drawn, f"{count} files, {places} buffers")
            self.close(files)

    def drawings_that_end_amid_frames(self) -> None:
        self.until_free()
        files = self.sealed(1, 2 * 320 * 200 * 4)
        buffers = [{"fd": 0}, {"fd": 0, "offset": 320 * 200 * 4}]
        for _ in range(5 * self.factor):
            with self.daemon.client() as client:
                drawn = self.attempt(
                    client, "Draw", files, screen=self.other, size=self.size(), format="xrgb8888", buffers=buffers
                )
                self.assertTrue(drawn)
                frames = b"".join(message("Frame", buffer=turn % 3, at=turn) for turn in range(20))
                self.send(client, frames + frames[: len(frames) // 3])
        self.close(files)

    def buffers_without_end(self) -> None:
        self.until_free()
        files = self.sealed(1, 320 * 200 * 4 * 40)
        with self.daemon.client() as client:
            drawn = self.attempt(
                client, "Draw", files, screen=self.other, size=self.size(), format="xrgb8888", buffers=[{"fd": 0}]
            )
            self.assertTrue(drawn)
            added = [
                self.attempt(client, "AddBuffers", files, buffers=[{"fd": 0, "offset": turn * 320 * 200 * 4}])
                for turn in range(1, 40)
            ]
            # A drawing has at most 32, with the first one.
            self.assertEqual(added.count(True), 31)
            for number in (-1, 32, 1 << 40):
                self.assertFalse(self.attempt(client, "Frame", [], buffer=number))
        self.close(files)

    def layers_without_end(self) -> None:
        self.until_free()
        files = self.sealed(1, 64 * 64 * 4)
        clients = [self.daemon.client() for _ in range(5)]
        drawn = []
        for turn in range(20 * self.factor):
            place = {"x": turn % 300 - 20, "y": turn % 190 - 20, "width": 64, "height": 64}
            drawn.append(self.attempt(
                clients[turn % 5], "Draw", files, screen=self.other, size=self.size(64, 64), format="argb8888",
                buffers=[{"fd": 0}], layer={"name": f"{turn}", "rectangle": place},
            ))  # fmt: skip
            self.attempt(clients[turn % 5], "Frame", [], buffer=0, layer=f"{turn}")
        # A user has at most 16 layers. Some of the connections may have given their places to later ones by now.
        self.assertIn(drawn.count(True), range(1, 17))
        for client in clients:
            client.socket.close()
        self.close(files)

    def leases_whose_client_is_killed(self) -> None:
        self.until_free()
        leased = []
        for _ in range(2 * self.factor):
            ends = socket.socketpair()
            child = os.fork()
            if child == 0:
                try:
                    with self.daemon.client() as client:
                        answer = b"leased"
                        try:
                            client.lease(self.other)
                        except Refused:
                            answer = b"refused"
                        ends[1].send(answer)
                        signal.pause()
                finally:
                    os._exit(0)
            leased.append(ends[0].recv(10) == b"leased")
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            for end in ends:
                end.close()
        # A screen may still be on its way back from the client before.
        self.assertTrue(any(leased))

    def words_without_a_pause(self) -> None:
        with self.daemon.client() as client:
            for turn in range(10 * self.factor):
                words = f"{turn} " + "W\n" * (turn % 10) + "long " * (turn % 40)
                client.socket.sendall(message("Notify", oneway=True, screen=self.other, text=words, seconds=1))
            client.socket.sendall(message("Notify", oneway=True, screen=self.other, text="x" * 60_000))
            client.call("Notify", screen=self.other, text="")

    def moves_of_playlists(self) -> None:
        items = [{"color": "#112233"}, {"color": "#445566"}]
        self.set(content={"playlist": items, "interval": "100 ms"})
        for method, parameters in (("Next", {}), ("Previous", {}), ("Go", {"item": 1}), ("Go", {"item": 1 << 40})):
            for _ in range(5 * self.factor):
                self.calls(method, screen=self.other, **parameters)
        for since in (0, -(1 << 60), 1 << 60):
            self.calls("Played", screen=self.other, since=since)
        self.set(content={"color": "#112233"})

    def halves_on_the_socket_of_contents(self) -> None:
        files = self.sealed(8, 4096)
        draw = message("Draw", screen=self.other, size=self.size(), format="xrgb8888", buffers=[{"fd": 0}])
        found = []
        for turn in range(20):
            client = Client(str(self.daemon.contents))
            found.append(client)
            try:
                socket.send_fds(client.socket, [draw[: len(draw) * (turn % 4) // 4 + 1]], files)
            except ConnectionError:
                pass
        for client in found:
            client.socket.close()
        self.close(files)

    def progressive_pictures(self) -> None:
        for side in (1000, 2000, 20_000):
            path = Path(self.files) / f"{side}.jpeg"
            path.write_bytes(progressive_jpeg(side, side))
            self.set(content={"image": str(path)})
        self.set(content={"color": "#112233"})
