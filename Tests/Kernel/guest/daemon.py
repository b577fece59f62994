"""The tested daemon, `screensd`, started as by the service manager, with a configuration of the test."""

import base64
import os
import resource
import shutil
import signal
import socket
import tempfile
import threading
import time
import unittest
from pathlib import Path

from . import picture
from .program import Program
from .varlink import Client


# Starts a program with the descriptors that its service manager has kept, as in `sd_listen_fds(3)`: from 3 on. The
# numbers and the names come first.
PASSING = """
import fcntl, os, sys
numbers, names, *command = sys.argv[1:]
copies = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 100) for number in numbers.split(":")]
for place, copy in enumerate(copies):
    os.dup2(copy, 3 + place)
    os.close(copy)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(copies)), LISTEN_FDNAMES=names)
os.execvp(command[0], command)
"""


class Notifications:
    """The notifications of a program to its service manager (`sd_notify(3)`), with the time of each."""

    def __init__(self, path: Path):
        # The open files that are kept for the next program, by name.
        self.kept: dict[str, int] = {}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._received: list[tuple[float, str, str]] = []
        # A thread receives the notifications at once: the kernel keeps few of them, and the daemon does not wait for a
        # reader.
        self._thread = threading.Thread(target=self._receive, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()
        self.release()

    def release(self) -> None:
        """Closes the open files that are kept, as a service manager does when the program is stopped for good."""
        for file in self.take_kept().values():
            os.close(file)

    def take_kept(self) -> dict[str, int]:
        """Returns the kept open files, which the caller then owns."""
        kept, self.kept = self.kept, {}
        return kept

    def values(self, key: str) -> list[str]:
        """Returns the values of a key, in order."""
        return [value for _, name, value in list(self._received) if name == key]

    def times(self, key: str) -> list[float]:
        """Returns when it was sent, on the clock of `time.monotonic`."""
        return [moment for moment, name, _ in list(self._received) if name == key]

    def order(self, *keys: str) -> list[str]:
        """Returns the order in which some keys were sent."""
        return [name for _, name, _ in list(self._received) if name in keys]

    def _receive(self) -> None:
        while True:
            data, files, _, _ = socket.recv_fds(self._socket, 4096, 8)
            if not data:
                break
            now = time.monotonic()
            values = dict(line.partition("=")[::2] for line in data.decode().splitlines())
            for name, value in values.items():
                self._received.append((now, name, value))
            self._keep(values, files)

    def _keep(self, values: dict[str, str], files: list[int]) -> None:
        name = values.get("FDNAME")
        if "FDSTOREREMOVE" in values and name in self.kept:
            os.close(self.kept.pop(name))
        for file in files:
            if "FDSTORE" in values and name not in self.kept:
                self.kept[name] = file
            else:
                os.close(file)

# A configuration of one colour on every screen, and one simulated screen.
STILL = '[default]\ncontent = { color = "#112233" }\n'
SIMULATED = ("--simulate", "64x64@60")


class Daemon:
    """A daemon that runs until the test ends."""

    def __init__(
        self,
        test: unittest.TestCase,
        configuration: str,
        *arguments: str,
        environment: dict[str, str] | None = None,
        watchdog: float | None = None,
        folder: Path | None = None,
        limit: int | None = None,
        group: Path | None = None,
        mounted: dict[str, Path] | None = None,
        is_bound_by_permissions: bool = False,
        is_awaited: bool = True,
        user: int | None = None,
        after: "Daemon | None" = None,
    ):
        """Starts it and waits until it reports that it is ready.

        It gets the descriptors that its service manager has kept of the former daemon `after`.

        `watchdog` is the time in seconds within which it has to notify its service manager; `folder` has its files,
        which a former daemon may have left; `limit` is the most descriptors that it may have; `group` is the folder of
        its control group; `mounted` has folders that it sees in place of others, by the paths of these; if it
        `is_bound_by_permissions`, the permissions of files hold for root as well; `user` runs it, in place of root.
        """
        self.folder = folder or Path(tempfile.mkdtemp(dir="/run", prefix="screensd-"))
        if folder is None:
            test.addCleanup(shutil.rmtree, self.folder)
        self.file = self.folder / "screens.toml"
        self.socket = self.folder / "screens.Manager"
        self.operator = self.folder / "screens.Operator"
        self.reader = self.folder / "screens.Reader"
        self.contents = self.folder / "screens.Content"
        self.presence = self.folder / "screens.Presence"
        self.file.write_text(configuration)
        notify = self.folder / "notify"
        notify.unlink(missing_ok=True)
        self.notifications = Notifications(notify)
        test.addCleanup(self.notifications.close)
        self.state = self.folder / "state"
        if user is not None:
            for path in (self.folder, self.file, notify):
                os.chown(path, user, user)
        known = {"NOTIFY_SOCKET": str(notify), "STATE_DIRECTORY": str(self.state), **(environment or {})}
        if watchdog is not None:
            known["WATCHDOG_USEC"] = str(round(watchdog * 1e6))
        command = ["screensd", "--no-terminal", "--config", str(self.file), "--socket", str(self.socket), *arguments]
        kept = {} if after is None else after.notifications.take_kept()
        if kept:
            numbers = ":".join(map(str, kept.values()))
            command = ["python3", "-c", PASSING, numbers, ":".join(kept), *command]
        self.notifications.kept.update(kept)
        for path, instead in (mounted or {}).items():
            script = f'mount --bind "$0" {path} && exec "$@"'
            command = ["unshare", "--mount", "sh", "-c", script, str(instead), *command]
        if is_bound_by_permissions:
            command = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search", *command]

        def limited() -> None:
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
            if group is not None:
                (group / "cgroup.procs").write_text("0")

        self.program = Program(command, known, before=limited, user=user, descriptors=list(kept.values()))
        test.addCleanup(self.program.__exit__)
        if is_awaited:
            self.program.until(lambda: self.notifications.values("READY"), "it is ready")

    @property
    def pid(self) -> int:
        return self.program.pid

    def log(self) -> str:
        return self.program.errors()

    def until_logged(self, text: str) -> None:
        self.program.until(lambda: text in self.log(), f"it says {text!r}")

    def client(self) -> Client:
        return Client(str(self.socket))

    def call(self, method: str, **parameters) -> dict:
        """Calls it on a connection of its own."""
        with self.client() as client:
            return client.call(method, **parameters)

    def configure(self, configuration: str) -> None:
        """Gives it another configuration, and returns when it is in use."""
        self.rewrite(configuration)
        self.call("Reload")

    def rewrite(self, configuration: str) -> None:
        """Changes the file as an editor does: a new file takes its name."""
        other = self.folder / "screens.toml.new"
        other.write_text(configuration)
        other.rename(self.file)

    def screen(self, name: str) -> dict:
        """Returns the screen of a connector in the reply of `List`."""
        for screen in self.call("List", all=True)["screens"]:
            if screen["name"] == name:
                return screen
        raise AssertionError(f"there is no {name}")

    def picture(self, name: str) -> picture.Picture:
        """Returns the picture that a screen shows."""
        return picture.from_png(base64.b64decode(self.call("Snapshot", screen=name)["png"]))

    def pixel(self, name: str) -> bytes:
        """Returns red, green and blue of the first pixel that a screen shows."""
        return self.picture(name).pixels[:3]

    def until_shown(self, name: str, color: str) -> None:
        """Waits until the first pixel of a screen has a colour, as in `#112233`."""
        self.program.until(lambda: self.pixel(name) == bytes.fromhex(color[1:]), f"{name} shows {color}", interval=0.05)

    def statistics(self, name: str) -> dict:
        """Returns the entry of a screen in the reply of `Statistics`; None while it is not lit."""
        for screen in self.call("Statistics")["screens"]:
            if screen["name"].endswith(name):
                return screen
        return {}

    def until_dark(self, name: str, reason: str) -> None:
        """Waits until it reports that a screen is dark, with the reason."""

        def dark() -> bool:
            found = self.screen(name)["dark"]
            assert found and found["reason"] == reason, f"{found}"
            return True

        self.program.until(dark, f"{name} is dark: {reason}", interval=0.05)

    def until_lit(self, name: str) -> None:
        """Waits until it reports that a screen shows its picture."""
        self.program.until(lambda: self.screen(name)["dark"] is None, f"{name} is lit", interval=0.05)

    def stop(self) -> int:
        self.program.signal(signal.SIGTERM)
        return self.program.wait()
