"""What real displays say of themselves: files beside the repository, which are not part of it."""

import os
import unittest
from pathlib import Path

BESIDE = Path(__file__).resolve().parents[3].parent / "shared/corpora"


def edid(path: str) -> bytes:
    """One display's EDID, without the blocks after those that it declares: the kernel takes no others.

    Skips the test where there is none.
    """
    folder = Path(os.environ.get("SCREENS_CORPORA") or BESIDE)
    file = folder / path
    if not file.is_file():
        raise unittest.SkipTest(f"there is no {file}: it is kept beside the repository, or at $SCREENS_CORPORA")
    data = file.read_bytes()
    return data[: 128 * (1 + data[126])]
