"""The version of the module is that of screens.h, whose structs it has."""

import re
from pathlib import Path

from setuptools import setup

HEADER = Path(__file__).resolve().parent.parent / "libscreens/Sources/CScreens/include/screens.h"

setup(version=re.search(r'#define SCREENS_VERSION "(.*)"', HEADER.read_text())[1])
