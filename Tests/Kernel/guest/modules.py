"""Modules of our kernel in a folder beside it: drivers that make a device as soon as they are loaded."""

import os
import subprocess
import unittest
from pathlib import Path


def load(name: str, *parameters: str) -> None:
    """Skips the test if the kernel came without its modules."""
    folder = Path(os.environ["SCREENS_KERNEL_FOLDER"]) / "modules"
    if not folder.exists():
        raise unittest.SkipTest(f"the kernel came without the modules {folder}")
    subprocess.run(["modprobe", "-d", str(folder), name, *parameters], check=True)


def unload(name: str) -> None:
    subprocess.run(["rmmod", name], check=True)
