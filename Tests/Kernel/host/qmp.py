"""QEMU's control socket, as far as the tests need it."""

import json
import socket
from pathlib import Path


class QMP:
    """One conversation with QEMU."""

    def __init__(self, path: Path, timeout: float = 30):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout)
        self._socket.connect(str(path))
        self._stream = self._socket.makefile("rwb")
        self._stream.readline()  # the greeting
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments):
        """Sends one command and returns its answer; events in between are ignored."""
        self._stream.write(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        self._stream.flush()
        while True:
            line = self._stream.readline()
            if not line:
                raise ConnectionError("QEMU closed its control socket")
            answer = json.loads(line)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise RuntimeError(f"{command}: {answer['error']['desc']}")

    def close(self) -> None:
        self._stream.close()
        self._socket.close()
