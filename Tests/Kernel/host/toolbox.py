"""virtme-ng, which boots a kernel on the host's own root file system."""

import subprocess
from pathlib import Path

from . import paths

# One version for everybody: how the guest is set up is part of what the tests rely on.
REQUIREMENT = "virtme-ng==1.42"


def virtme() -> Path:
    """Path of `vng`, installed into a virtual environment of its own at the first call."""
    environment = paths.cache() / "venv"
    marker = environment / REQUIREMENT
    if not marker.exists():
        # Debian's python3, whatever other one comes first in PATH.
        _call(["/usr/bin/python3", "-m", "venv", "--clear", str(environment)])
        _call([str(environment / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", REQUIREMENT])
        marker.touch()
    return environment / "bin/vng"


def _call(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}")
