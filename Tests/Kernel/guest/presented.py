"""A program of the test in place of screens-player: the items of contents that the daemon wants to be drawn."""

import json
import os
import socket
from pathlib import Path


class Item:
    """An item: the call of the daemon, and its file."""

    def __init__(self, connection: socket.socket):
        self.socket = connection
        self.socket.settimeout(30)
        data, files, _, _ = socket.recv_fds(connection, 1 << 16, 8)
        self.call = json.loads(data.rstrip(b"\0"))
        self.file = files[0]
        self.parameters = self.call["parameters"]
        self.id = self.parameters["item"]

    def say(self, continues: bool = True, **parameters) -> None:
        reply = {"parameters": parameters, **({"continues": True} if continues else {})}
        self.socket.sendall(json.dumps(reply).encode() + b"\0")

    def is_over(self) -> bool:
        """Returns whether the daemon has ended the item, or does so in time."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            # The daemon had not read everything.
            return True

    def leave(self) -> None:
        self.socket.close()


class Presenter:
    """The socket on which a daemon calls, in its folder."""

    def __init__(self, test, folder: Path):
        self.test = test
        self.path = folder / "screens.Player"
        self.listen()

    def listen(self) -> None:
        self.listener = socket.socket(socket.AF_UNIX)
        self.test.addCleanup(self.listener.close)
        self.listener.bind(str(self.path))
        self.listener.listen()
        self.listener.settimeout(30)

    def close(self) -> None:
        """Ends as a package that is removed."""
        self.listener.close()
        self.path.unlink()

    def item(self) -> Item:
        """Takes the next call of the daemon."""
        item = Item(self.listener.accept()[0])
        self.test.addCleanup(item.leave)
        self.test.addCleanup(os.close, item.file)
        return item
