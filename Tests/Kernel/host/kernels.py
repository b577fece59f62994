"""The kernels: our own with every virtual card, the same without virtual terminals, and Debian's stock one; found or
made."""

import os
import shutil
import subprocess
from pathlib import Path

from . import paths


def ours(choice: str) -> Path:
    """The kernel with vkms, virtio-gpu and bochs built in.

    `ready` is the kernel in `SCREENS_KERNEL`, `built` the kernel from Debian's source package, and `auto` the
    first of them that is there, built if need be.
    """
    ready = paths.READY_KERNEL
    if choice == "ready" or (choice == "auto" and ready):
        if not ready or not ready.exists():
            raise SystemExit(f"there is no kernel at SCREENS_KERNEL={ready or ''}")
        return ready
    if choice in ("auto", "built"):
        return _built()
    kernel = Path(choice)
    if not kernel.exists():
        raise SystemExit(f"there is no kernel at {kernel}")
    return kernel


def without_terminals() -> Path:
    """Our own kernel without virtual terminals (`CONFIG_VT=n`), built from Debian's source package."""
    return _built("no-terminals.config")


def debian() -> Path:
    """The kernel of this Debian release, unpacked and not installed: it brings its modules along."""
    try:
        return _unpacked(_stock_package())
    except AptError as error:
        # Missing or old package lists are the usual reason, and only root can renew them.
        if os.geteuid() != 0:
            raise SystemExit(f"{error}\nrun `apt-get update` as root") from None
    try:
        _run(["apt-get", "update", "--quiet"])
        return _unpacked(_stock_package())
    except AptError as error:
        raise SystemExit(str(error)) from None


def _built(*configs: str) -> Path:
    command = [str(paths.KERNEL_TESTS / name) for name in ("build-kernel", *configs)]
    built = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if built.returncode != 0:
        raise SystemExit("the kernel could not be built")
    return Path(built.stdout.strip().splitlines()[-1])


class AptError(Exception):
    """A request that apt could not carry out."""


def _unpacked(package: str) -> Path:
    folder = paths.cache() / package
    if not folder.exists():
        unpacking = folder.with_name(folder.name + ".new")
        shutil.rmtree(unpacking, ignore_errors=True)
        unpacking.mkdir()
        _run(["apt-get", "download", "--quiet", package], unpacking)
        archive = next(unpacking.glob("*.deb"))
        _run(["dpkg-deb", "--extract", archive.name, "."], unpacking)
        archive.unlink()
        unpacking.rename(folder)
    return next(folder.glob("boot/vmlinuz-*"))


def _stock_package() -> str:
    depends = _run(["apt-cache", "depends", "linux-image-amd64"])
    for line in depends.splitlines():
        kind, _, name = line.strip().partition(": ")
        if kind == "Depends" and name.startswith("linux-image-"):
            return name
    raise AptError("apt knows no linux-image-amd64")


def _run(command: list[str], folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise AptError(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout
