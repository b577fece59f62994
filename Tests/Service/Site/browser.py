"""Headless Chromium, controlled by its own protocol over a pair of pipes."""

import json
import os
import select
import subprocess
import tempfile
import time
from collections.abc import Callable

DEADLINE = 60
# The sandbox needs a user; this browser only opens our own pages from this machine.
OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--no-default-browser-check", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--remote-debugging-pipe",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip


class Browser:
    """One tab, and the messages of its console."""

    def __init__(self, program: str) -> None:
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self._commands = os.pipe()
        self._replies, replies = os.pipe()
        # Chromium reads descriptor 3 and writes to 4.
        shell = f'exec "$@" 3<&{commands} 4>&{replies}'
        self._log = open(f"{self._folder.name}/log", "wb")
        self._process = subprocess.Popen(
            [
                "bash", "-c", shell, "bash", program, *OPTIONS, f"--user-data-dir={self._folder.name}/profile",
                "about:blank",
            ],
            pass_fds=(commands, replies),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            env={**os.environ, "HOME": self._folder.name},
        )
        os.close(commands)
        os.close(replies)
        self._buffer, self._number = b"", 0
        self._session: str | None = None
        self.problems: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._commands)
        os.close(self._replies)
        self._log.close()
        self._folder.cleanup()

    def call(self, method: str, **parameters: object) -> dict:
        self._number += 1
        message: dict = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + DEADLINE
        while True:
            reply = self._receive(end)
            if reply.get("id") == self._number:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']}")
                return reply["result"]

    def evaluate(self, expression: str) -> object:
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def until(self, expression: str, is_met: Callable[[object], bool] = bool) -> object:
        """Evaluates until the value is the expected one, and returns the last value."""
        end = time.monotonic() + DEADLINE
        while not is_met(value := self.evaluate(expression)) and time.monotonic() < end:
            time.sleep(0.05)
        return value

    def _receive(self, end: float) -> dict:
        while b"\0" not in self._buffer:
            if not select.select([self._replies], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self._replies, 1 << 16)
            if not part:
                raise EOFError(f"the browser has ended: {self._end()}")
            self._buffer += part
        text, self._buffer = self._buffer.split(b"\0", 1)
        message = json.loads(text)
        self._note(message.get("method"), message.get("params", {}))
        return message

    def _note(self, method: str | None, parameters: dict) -> None:
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
            self.problems.append(
                " ".join(str(one.get("value", one.get("description"))) for one in parameters["args"])
            )
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.problems.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")

    def _end(self) -> str:
        with open(self._log.name, errors="replace") as file:
            return file.read()[-2000:]
