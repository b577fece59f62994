"""The page of the varlink interface, from the definition that the daemon gives to its clients."""

import json
import os
import re
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .page import Page, argument
from .release import Release

NAME = "screens.Manager"
DEADLINE = 30
DECLARATION = re.compile(r"^(type|method|error) (\w+)")
TITLES = {"method": "METHODS", "type": "TYPES", "error": "ERROR REPLIES"}


@dataclass
class Declaration:
    kind: str
    name: str
    text: str
    lines: list[str]


def definition(screensd: Path) -> str:
    """Starts a daemon on a simulated screen, and requests the definition, to which the daemon adds the types of
    settings."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/{NAME}"
        (Path(folder) / "screens.toml").touch()
        daemon = subprocess.Popen(
            [
                screensd, "--no-terminal", "--simulate", "640x480", "--socket", path, "--config",
                f"{folder}/screens.toml",
            ],
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "STATE_DIRECTORY": folder},
        )
        try:
            return requested(path, daemon)
        finally:
            daemon.terminate()
            daemon.communicate()


def requested(path: str, daemon: subprocess.Popen) -> str:
    end = time.monotonic() + DEADLINE
    connection = socket.socket(socket.AF_UNIX)
    while True:
        try:
            connection.connect(path)
            break
        except OSError:
            if daemon.poll() is not None or time.monotonic() > end:
                raise SystemExit(
                    f"screensd does not listen: {daemon.stderr.read() if daemon.poll() is not None else path}"
                ) from None
            time.sleep(0.05)
    with connection:
        connection.settimeout(DEADLINE)
        call = {"method": "org.varlink.service.GetInterfaceDescription", "parameters": {"interface": NAME}}
        connection.sendall(json.dumps(call).encode() + b"\0")
        reply = b""
        while not reply.endswith(b"\0"):
            part = connection.recv(65536)
            if not part:
                raise SystemExit("screensd has ended the connection without a reply")
            reply += part
    return json.loads(reply[:-1])["parameters"]["description"]


def interface_page(text: str, release: Release) -> Page:
    head, declarations = read(text)
    page = Page(NAME, 7, "the varlink interface of screensd", release)
    page.heading("DESCRIPTION")
    page.prose(head, is_first=True)
    page.lines.append(".Pp")
    page.sentences(
        "A message is a JSON object that ends with a zero byte. A call may be made by any program that speaks varlink:"
    )
    page.example([f"varlinkctl call /run/screens/screens.Reader {NAME}.List '{{}}'"])
    for kind, title in TITLES.items():
        page.heading(title)
        for declaration in declarations:
            if declaration.kind == kind:
                page.lines.append(f".Ss {argument(declaration.name)}")
                page.prose(declaration.text, is_first=True)
                page.example(declaration.lines)
    page.files([
        ("/run/screens/screens.Manager", "All calls, for root and the group screens-admin."),
        (
            "/run/screens/screens.Operator",
            "Calls that change nothing, Set and Reset of power, brightness and contents of the files, Next, Previous "
            "and Go, Notify, ReportPresence, and Snapshot of screens with the setting snapshots, for the group "
            "screens-operator.",
        ),
        ("/run/screens/screens.Reader", "Calls that change nothing, for the group video."),
        (
            "/run/screens/screens.Content",
            "Watch and FrameFormats, and for screens whose content is a program Lease, Draw, AddBuffers, Frame, "
            "PlaceLayer and RemoveLayer, for programs that are contents: the group screens-content.",
        ),
        ("/run/screens/screens.Presence", "ReportPresence, for sensors of presence: the group screens-presence."),
        ("/run/screens/screens.Power", "PowerOrders and PowerFact, for the service of power: the user screens-power."),
    ])  # fmt: skip
    page.see_also(("screens", 1), ("varlinkctl", 1), ("screens.toml", 5), ("screensd", 8))
    return page


def read(text: str) -> tuple[str, list[Declaration]]:
    """Splits the definition into the comment of the interface and its declarations, each with the comment above it."""
    head, declarations, above = "", [], []
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith("#"):
            above.append(line[2:])
        elif line.startswith("interface "):
            head, above = "\n".join(above), []
        elif found := DECLARATION.match(line):
            body = [line]
            while "".join(body).count("(") > "".join(body).count(")"):
                body.append(next(lines))
            declarations.append(Declaration(found[1], found[2], "\n".join(above), body))
            above = []
        elif not line.strip():
            above = []
    return head, declarations
