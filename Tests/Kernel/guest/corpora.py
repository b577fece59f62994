"""EDIDs of real displays: files that are not part of the repository."""

import os
import unittest
from pathlib import Path


def edid(path: str) -> bytes:
    """Returns one display's EDID, without the blocks behind its declared ones, which the kernel does not accept.

    Skips the test if there is none, or `SCREENS_CORPORA` is not set.
    """
    file = Path(os.environ.get("SCREENS_CORPORA") or "corpora") / path
    if not file.is_file():
        raise unittest.SkipTest(f"there is no {file}: put the corpora at $SCREENS_CORPORA")
    data = file.read_bytes()
    return data[: 128 * (1 + data[126])]
