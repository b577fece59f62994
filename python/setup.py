"""The version of the module is that of the library, whose structs it has."""

from pathlib import Path

from setuptools import setup

setup(version=(Path(__file__).resolve().parent.parent / "VERSION").read_text().strip())
