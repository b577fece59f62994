"""A program that requests its lease of drm-lease-manager, in the protocol of Automotive Grade Linux, and says what it
gets.

Run by itself: `python3 automotive.py NAME COMMAND…`. `NAME` is the name of the lease, and each command is one of
`main`. The last one is followed by a line on its input.
"""

import array
import errno
import os
import socket
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from guest import drm  # noqa: E402

GET = struct.pack("=I", 0)
RELEASE = struct.pack("=I", 1)


def command(name: str, *words: str) -> list[str]:
    """Returns its command line."""
    return ["python3", "-B", __file__, name, *words]


def folder() -> Path:
    return Path(os.environ["DLM_RUNTIME_PATH"])


def connected(name: str) -> socket.socket:
    client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    client.connect(str(folder() / name))
    return client


def answer(client: socket.socket, message: bytes) -> list[int]:
    """Returns the descriptors that come for a message; empty after a hangup."""
    client.send(message)
    data, rights, _, _ = client.recvmsg(1, socket.CMSG_SPACE(struct.calcsize("4i")))
    numbers = array.array("i")
    for level, kind, content in rights:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            numbers.frombytes(content)
    assert len(data) == len(numbers), (data, numbers)
    return list(numbers)


def show(card: drm.Card, width: int, height: int, color: int) -> None:
    """Sets a mode of the lease, with a picture of one colour."""
    card.set_cap(drm.CAP_UNIVERSAL_PLANES)
    card.set_cap(drm.CAP_ATOMIC)
    (crtc,), (connector,) = card.crtcs(), card.connectors()
    mode = next(mode for mode in card.modes(connector) if (mode.hdisplay, mode.vdisplay) == (width, height))
    buffer, framebuffer = card.create_buffer(width, height)
    card.fill(buffer, color)
    primary = next(plane for plane in card.planes() if card.properties(plane, drm.OBJECT_PLANE)["type"][1] == 1)
    blob = card.create_blob(bytes(mode))
    values = {
        "FB_ID": framebuffer, "CRTC_ID": crtc, "SRC_X": 0, "SRC_Y": 0, "SRC_W": width << 16, "SRC_H": height << 16,
        "CRTC_X": 0, "CRTC_Y": 0, "CRTC_W": width, "CRTC_H": height,
    }  # fmt: skip
    plane = card.properties(primary, drm.OBJECT_PLANE)
    of_crtc = card.properties(crtc, drm.OBJECT_CRTC)
    of_connector = card.properties(connector, drm.OBJECT_CONNECTOR)
    changes = {
        connector: {of_connector["CRTC_ID"][0]: crtc},
        crtc: {of_crtc["MODE_ID"][0]: blob, of_crtc["ACTIVE"][0]: 1},
        primary: {plane[name][0]: value for name, value in values.items()},
    }
    card.commit(drm.ATOMIC_ALLOW_MODESET, changes)


def of_another_user(name: str, user: int) -> str:
    """Returns the outcome for a process of another user, with the folder open to it."""
    folder().chmod(0o755)
    (folder() / name).chmod(0o777)
    child = os.fork()
    if child == 0:
        os.setresuid(user, user, user)
        try:
            os._exit(1 if answer(connected(name), GET) else 0)
        except OSError as error:
            os._exit(error.errno)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {0: "refused", 1: "lease", errno.EPIPE: "refused", errno.ECONNRESET: "refused"}.get(code, str(code))


def main(name: str, *commands: str) -> None:
    client, lease = None, None
    for word in commands:
        match word.split(":"):
            case ["get"]:
                client = connected(name)
                numbers = answer(client, GET)
                lease = drm.Card(numbers[0]) if numbers else None
                print(f"get {len(numbers)}", flush=True)
            case ["other", text]:
                # On another connection.
                print(f"other {len(answer(connected(name), bytes.fromhex(text)))}", flush=True)
            case ["missing", other]:
                try:
                    connected(other)
                except OSError as error:
                    print(f"missing {errno.errorcode[error.errno]}", flush=True)
            case ["user", user]:
                print(f"user {of_another_user(name, int(user))}", flush=True)
            case ["show", width, height, color]:
                show(lease, int(width), int(height), int(color, 16))
                print(f"show connectors {lease.connectors()} crtcs {lease.crtcs()}", flush=True)
            case ["release"]:
                print(f"release {len(answer(client, RELEASE))}", flush=True)
                client.close()
                lease.close()
    sys.stdin.readline()


if __name__ == "__main__":
    main(*sys.argv[1:])
