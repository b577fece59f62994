"""The paths of the repository, of files of others, and of the cache that outlives a checkout."""

import os
from pathlib import Path

KERNEL_TESTS = Path(__file__).resolve().parent.parent
REPOSITORY = KERNEL_TESTS.parent.parent
GUEST_TESTS = KERNEL_TESTS / "tests"

# A kernel that is ready to boot, which is not part of the repository; None if the variable is not set: then one is
# built.
READY_KERNEL = Path(os.environ["SCREENS_KERNEL"]) if os.environ.get("SCREENS_KERNEL") else None


def cache() -> Path:
    """Returns the folder for files that take long to make: kernels and the tool that boots them."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "screens-tests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
