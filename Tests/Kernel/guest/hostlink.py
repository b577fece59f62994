"""The guest's end of the line to the host: results go up, and the host does what only it can."""

import base64
import contextlib
import json
import os
import time
import zlib
from pathlib import Path

NAME = "screens.host"
DRIVER = Path("/sys/bus/virtio/drivers/virtio_console")
PORTS = Path("/sys/class/virtio-ports")


class HostLink:
    """A link that writes and reads JSON, one line per message."""

    def __init__(self):
        self._port = self._open()
        self._unread = b""
        # A signal's handler must not send a request during another one.
        self.is_asking = False

    @staticmethod
    def _open() -> int:
        (port,) = (port for port in PORTS.iterdir() if (port / "name").read_text().strip() == NAME)
        return os.open(f"/dev/{port.name}", os.O_RDWR | os.O_CLOEXEC)

    def renew(self) -> None:
        """Begins the link again after sleep, over which Linux 7.3 forgets that the host is there."""
        os.close(self._port)
        for device in [path.name for path in DRIVER.glob("virtio[0-9]*")]:
            (DRIVER / "unbind").write_text(device)
            (DRIVER / "bind").write_text(device)
        # The host names the ports after the device is there.
        end = time.monotonic() + 60
        while True:
            with contextlib.suppress(ValueError, OSError):
                self._port = self._open()
                return
            if time.monotonic() > end:
                raise ConnectionError("the host is gone")
            time.sleep(0.05)

    def report(self, **message) -> None:
        """Sends a message without a reply."""
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self._port, data) :]

    def ask(self, what: str, **arguments) -> dict:
        """Sends the host a request and waits for its reply."""
        self.is_asking = True
        try:
            return self._ask(what, arguments)
        finally:
            self.is_asking = False

    def time(self) -> float:
        """Returns the seconds of a clock of the host."""
        return self.ask("time")["seconds"]

    def _ask(self, what: str, arguments: dict) -> dict:
        self.report(ask=what, **arguments)
        while b"\n" not in self._unread:
            chunk = os.read(self._port, 65536)
            if not chunk:
                raise ConnectionError("the host is gone")
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"the host: {answer['error']}")
        return answer

    def screendump(self, device: str, head: int = 0, by_line: bool = False) -> bytes:
        """Returns the picture on a card's screen, as the bytes of a PPM picture.

        With `by_line` it comes over the line, because the folder that host and guest share does not survive sleep.
        """
        answer = self.ask("screendump", device=device, head=head, by_line=by_line)
        if by_line:
            return zlib.decompress(base64.b64decode(answer["packed"]))
        picture = Path(answer["path"])
        data = picture.read_bytes()
        picture.unlink()
        return data


_link: HostLink | None = None


def link() -> HostLink:
    """Returns the only link."""
    global _link
    if _link is None:
        _link = HostLink()
    return _link
