"""Where things are: the repository, what may lie beside it, and the cache that outlives one checkout of it."""

import os
from pathlib import Path

KERNEL_TESTS = Path(__file__).resolve().parent.parent
REPOSITORY = KERNEL_TESTS.parent.parent
GUEST_TESTS = KERNEL_TESTS / "tests"

# Files that are not part of the repository: a kernel that is ready to boot, and EDIDs of real displays. Tests do without the
# first by building one, and skip without the second.
_BESIDE = REPOSITORY.parent / "shared"
READY_KERNEL = Path(os.environ.get("SCREENS_KERNEL") or _BESIDE / "kernel/bzImage")
CORPORA = Path(os.environ.get("SCREENS_CORPORA") or _BESIDE / "corpora")


def cache() -> Path:
    """The folder for what takes long to make: kernels and the tool that boots them."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(base) / "screens-tests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
