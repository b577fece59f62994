"""The wheel with the library inside, installed as a user does. SCREENS_LIBRARY names libscreens.so.1."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import screens
with screens.Kit(lambda view: view.fill(view.frame), simulate="64x48@60", manual_clock=True) as kit:
    kit.advance_refreshes(5)
    print(kit.capture("Virtual-1")[0, 0], screens._library._name)
"""


def builder():
    """Returns a Python that builds wheels without the network: this one, or the system's."""
    for python in (sys.executable, "/usr/bin/python3"):
        if (
            shutil.which(python)
            and not subprocess.run([python, "-c", "import setuptools, wheel, pip"], capture_output=True).returncode
        ):
            return python
    return None


BUILDER = builder()


@unittest.skipUnless(BUILDER, "no Python has pip, setuptools and wheel")
class Wheel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # A build leaves files beside its sources.
        shutil.copytree(
            ROOT / "bindings/python", self.folder / "bindings/python",
            ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"),
        )
        shutil.copy(ROOT / "VERSION", self.folder)

    def wheel(self, **variables):
        environment = {
            name: value for name, value in os.environ.items() if name not in ("SCREENS_LIBRARY", "PYTHONPATH")
        }
        command = [
            BUILDER, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "-w", "wheels",
            "./bindings/python",
        ]
        subprocess.run(command, cwd=self.folder, check=True, env={**environment, **variables})
        (wheel,) = (self.folder / "wheels").iterdir()
        return wheel

    def test_a_wheel_with_the_library_runs_in_its_own_environment(self):
        wheel = self.wheel(SCREENS_LIBRARY=os.path.realpath(os.environ["SCREENS_LIBRARY"]))
        self.assertRegex(wheel.name, r"^libscreens-[0-9.]+-py3-none-linux_\w+\.whl$")
        self.assertLessEqual({"screens.py", "libscreens.so.1"}, set(zipfile.ZipFile(wheel).namelist()))
        venv.create(self.folder / "venv", with_pip=True)
        python = self.folder / "venv/bin/python"
        clean = {"PATH": os.environ["PATH"]}
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", wheel], check=True, env=clean)
        done = subprocess.run(
            [python, "-c", PROGRAM], check=True, env=clean, cwd=self.folder, capture_output=True, text=True
        )
        picture, library = done.stdout.split()
        self.assertEqual(picture, "5")
        self.assertTrue(Path(library).is_relative_to(self.folder.resolve() / "venv"), library)

    def test_a_wheel_without_the_library_is_for_any_machine(self):
        wheel = self.wheel()
        self.assertTrue(wheel.name.endswith("-py3-none-any.whl"), wheel.name)
        self.assertNotIn("libscreens.so.1", zipfile.ZipFile(wheel).namelist())

    def test_the_archive_of_the_sources_is_built_in_its_unpacked_folder(self):
        sources = self.folder / "bindings/python"
        subprocess.run(
            [BUILDER, "setup.py", "--quiet", "sdist", "-d", self.folder / "dist"], cwd=sources, check=True,
            capture_output=True,
        )
        (archive,) = (self.folder / "dist").iterdir()
        shutil.unpack_archive(archive, self.folder / "elsewhere")
        (folder,) = (self.folder / "elsewhere").iterdir()
        done = subprocess.run(
            [BUILDER, "setup.py", "--version"], cwd=folder, check=True, capture_output=True, text=True
        )
        self.assertEqual(done.stdout.strip(), (ROOT / "VERSION").read_text().strip())


if __name__ == "__main__":
    unittest.main()
