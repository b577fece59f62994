"""Python packages that the tests need: virtme-ng, which boots a kernel on the host's own root file system, and varlink."""

import fcntl
import subprocess
from pathlib import Path

from . import paths

# One version for everybody: how the guest is set up is part of what the tests rely on.
VIRTME = "virtme-ng==1.42"
# A client for the daemon that is not ours.
VARLINK = "varlink==31.0.0"


def virtme() -> Path:
    """Path of `vng`, installed into a virtual environment of its own at the first call."""
    return _environment("venv", VIRTME) / "bin/vng"


def python_with_varlink() -> Path:
    """Path of a `python3` that has the package `varlink`."""
    return _environment("varlink", VARLINK) / "bin/python3"


def _environment(name: str, requirement: str) -> Path:
    environment = paths.cache() / name
    marker = environment / requirement
    # Machines start beside one another, and each of them needs it: one makes it, the others wait.
    with open(paths.cache() / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not marker.exists():
            # Debian's python3, and not another one in PATH.
            _call(["/usr/bin/python3", "-m", "venv", "--clear", str(environment)])
            _call([str(environment / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", requirement])
            marker.touch()
    return environment


def _call(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}")
