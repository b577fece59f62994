"""The line between guest and host: results come up, requests are answered.

It is a virtio serial port that carries JSON, a line a message. A message with the key `ask` wants an answer.
"""

import json
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path


class Channel:
    """A reader of the guest's messages, in its own thread."""

    def __init__(self, path: Path, on_message: Callable[[dict], None], answer: Callable[[dict], dict]):
        self._path = path
        self._on_message = on_message
        self._answer = answer
        self._socket = socket.socket(socket.AF_UNIX)
        self._thread = threading.Thread(target=self._read, daemon=True)

    def open(self, deadline: float, alive: Callable[[], bool]) -> None:
        """Connects as soon as QEMU has made its socket. The guest boots meanwhile."""
        while True:
            try:
                self._socket.connect(str(self._path))
                break
            except (FileNotFoundError, ConnectionRefusedError):
                if time.monotonic() > deadline or not alive():
                    raise ConnectionError("QEMU did not start") from None
                time.sleep(0.02)
        self._thread.start()

    def join(self, timeout: float) -> None:
        """Waits until the guest's end is closed and all of its messages are read."""
        self._thread.join(timeout)

    def _read(self) -> None:
        with self._socket.makefile("rb") as lines:
            for line in lines:
                try:
                    message = json.loads(line)
                except ValueError:
                    continue  # a line cut off by the guest's end
                if "ask" in message:
                    self._socket.sendall(json.dumps(self._reply(message)).encode() + b"\n")
                else:
                    self._on_message(message)

    def _reply(self, message: dict) -> dict:
        try:
            return self._answer(message)
        except Exception as error:  # the guest's test shows it as its own failure
            return {"error": f"{type(error).__name__}: {error}"}
