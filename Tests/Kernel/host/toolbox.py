"""Python packages that the tests need: virtme-ng, which boots a kernel on the host's own root file system, and
varlink."""

import fcntl
import subprocess
from pathlib import Path

from . import paths

# The same version for everybody, because the tests rely on its setup of the guest.
VIRTME = "virtme-ng==1.42"
# A client for the daemon by others.
VARLINK = "varlink==31.0.0"
# A client of MQTT by others.
PAHO = "paho-mqtt==2.1.0"


def virtme() -> Path:
    """Returns the path of `vng`, installed into a separate virtual environment at the first call."""
    return _environment("venv", VIRTME) / "bin/vng"


def python_with_varlink() -> Path:
    """Returns the path of a `python3` with the packages `varlink` and `paho-mqtt`."""
    return _environment("varlink", VARLINK, PAHO) / "bin/python3"


def _environment(name: str, *requirements: str) -> Path:
    environment = paths.cache() / name
    marker = environment / "-".join(requirements)
    # Machines start simultaneously, and each of them needs it: one makes it, and the others wait.
    with open(paths.cache() / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not marker.exists():
            # Debian's python3, not another one in PATH.
            _call(["/usr/bin/python3", "-m", "venv", "--clear", str(environment)])
            _call([str(environment / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", *requirements])
            marker.touch()
    return environment


def _call(command: list[str]) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}")
