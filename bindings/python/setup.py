"""Builds the module with the version of the library, whose structs it declares. If SCREENS_LIBRARY names the file
libscreens.so.1, the wheel contains the library and is for this kind of machine."""

import os
import shutil
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    # setuptools before 70.1.
    from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
# VERSION is beside this file in a source archive, and at the top of the repository.
VERSION = HERE / "VERSION" if (HERE / "VERSION").exists() else HERE.parents[1] / "VERSION"
LIBRARY = os.environ.get("SCREENS_LIBRARY")


class BuildWithLibrary(build_py):
    """Copies the library beside the module, which loads it from there."""

    def run(self):
        super().run()
        shutil.copyfile(LIBRARY, self._carried)

    def get_outputs(self, include_bytecode=True):
        return [*super().get_outputs(include_bytecode), self._carried]

    @property
    def _carried(self):
        return os.path.join(self.build_lib, "libscreens.so.1")


class SourcesWithVersion(sdist):
    """Puts the version into the archive."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        shutil.copyfile(VERSION, os.path.join(base_dir, "VERSION"))


class PlatformDistribution(Distribution):
    def has_ext_modules(self):
        return True


class PlatformWheel(bdist_wheel):
    """Tags the wheel for any Python 3 and one kind of machine: it needs libdrm and libudev, which no wheel contains."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


version = VERSION.read_text().strip()
if LIBRARY:
    commands = {"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel, "sdist": SourcesWithVersion}
    setup(version=version, distclass=PlatformDistribution, cmdclass=commands)
else:
    setup(version=version, cmdclass={"sdist": SourcesWithVersion})
