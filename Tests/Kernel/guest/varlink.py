"""A varlink client that can also misbehave: calls, and raw bytes."""

import json
import os
import select
import socket

from . import deadline

INTERFACE = "screens.Manager"


class Refused(Exception):
    """An error in the service's reply."""

    def __init__(self, name: str, parameters: dict):
        super().__init__(f"{name}: {parameters}")
        self.name = name.removeprefix(f"{INTERFACE}.")
        self.parameters = parameters


class Client:
    """One connection."""

    def __init__(self, path: str):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # If time skips, a short time without an answer proves nothing. A daemon that the first call starts takes 20 s
        # on a busy host.
        self.socket.settimeout(3 * deadline.DEFAULT if deadline.host_seconds == 0 else None)
        self.socket.connect(path)
        self._input = b""
        # The open files that came with replies.
        self.files: list[int] = []

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_) -> None:
        self.socket.close()
        for file in self.files:
            os.close(file)

    def lease(self, screen: str, **parameters) -> int:
        """Returns the descriptor of a lease, which lasts as long as the connection."""
        return self.files[self.call("Lease", screen=screen, **parameters)["fd"]]

    def has_ended(self) -> bool:
        """Returns whether the daemon has closed the connection, or does so within a moment."""
        return select.select([self.socket], [], [], 0.05)[0] != [] and self.socket.recv(1, socket.MSG_PEEK) == b""

    def call(self, method: str, **parameters) -> dict:
        """Returns the reply of a method of the daemon; raises `Refused` if it is an error."""
        self.send(method, **parameters)
        return self.answer()

    def send(self, method: str, more: bool = False, oneway: bool = False, **parameters) -> None:
        self.socket.sendall(message(method, more=more, oneway=oneway, **parameters))

    def answer(self) -> dict:
        """Returns the parameters of the next reply."""
        reply = self.reply()
        if "error" in reply:
            raise Refused(reply["error"], reply.get("parameters") or {})
        return reply.get("parameters") or {}

    def reply(self) -> dict:
        """Returns the next reply unchanged."""
        while b"\0" not in self._input:
            piece, files, _, _ = socket.recv_fds(self.socket, 1 << 20, 8)
            self.files += files
            if not piece:
                raise ConnectionError("the daemon hung up")
            self._input += piece
        text, _, self._input = self._input.partition(b"\0")
        return json.loads(text)

    def is_cut_off(self) -> bool:
        """Waits until the daemon hangs up; its last replies are read and dropped."""
        try:
            while self.socket.recv(1 << 20):
                pass
        except ConnectionError:
            pass
        return True


def call(path: str, method: str, **parameters) -> dict:
    """Calls a method on a separate connection, and returns the whole reply."""
    with Client(path) as client:
        client.send(method, **parameters)
        return client.reply()


def message(method: str, more: bool = False, oneway: bool = False, **parameters) -> bytes:
    """Returns a call in its wire format."""
    call: dict = {"method": method if "." in method else f"{INTERFACE}.{method}", "parameters": parameters}
    if more:
        call["more"] = True
    if oneway:
        call["oneway"] = True
    return json.dumps(call).encode() + b"\0"
