"""Compares a card as `screens` reports it with modetest and the kernel's own state."""

import json
import unittest
from fractions import Fraction
from pathlib import Path

from . import debugfs, modetest, screens

MODE_KEYS = {
    "id",
    "name",
    "width",
    "height",
    "refreshMillihertz",
    "clockKilohertz",
    "htotal",
    "vtotal",
    "interlaced",
    "preferred",
    "current",
    "pictureAspect",
}

SCREEN_KEYS = {
    "name",
    "card",
    "driver",
    "connector",
    "status",
    "role",
    "identity",
    "physicalSize",
    "currentMode",
    "preferredMode",
    "largestMode",
    "dark",
    "stale",
}


def refresh(mode: dict) -> Fraction:
    """Returns a mode's exact refresh in millihertz, from its timings."""
    rate = Fraction(mode["clockKilohertz"] * 1_000_000, mode["htotal"] * mode["vtotal"])
    return rate * 2 if mode["interlaced"] else rate


def compare_card(test: unittest.TestCase, driver: str, minor: int) -> None:
    """Compares `list --all` and `modes` of a driver's only card, field by field."""
    expected = modetest.connectors(driver)
    found = screens.listed(f"/dev/dri/card{minor}")
    test.assertEqual(set(found), set(expected))
    for name, connector in expected.items():
        with test.subTest(screen=name):
            compare_screen(test, found[name], connector, driver, minor)
        with test.subTest(modes=name):
            modes = screens.document("modes", f"card{minor}/{name}")
            compare_modes(test, modes, connector)
            if modes:
                test.assertEqual(found[name]["largestMode"], modes[-1])
                preferred = [mode for mode in modes if mode["preferred"]]
                test.assertEqual(found[name]["preferredMode"], preferred[-1] if preferred else None)


# Sizes in millimetres that are aspect ratios, which televisions state instead of a size: the kernel passes them on.
RATIOS = {(1600, 900), (160, 90), (1600, 1000), (160, 100)}


def compare_screen(test, screen: dict, connector: modetest.Connector, driver: str, minor: int) -> None:
    """Compares one entry of `list --all`."""
    test.assertLessEqual(SCREEN_KEYS, set(screen))
    test.assertEqual(screen["driver"], driver)
    test.assertEqual(screen["connector"], connector.number)
    test.assertEqual(screen["status"], connector.status)
    test.assertEqual(screen["role"], "external")
    size = (connector.width, connector.height)
    stated = None if 0 in size or size in RATIOS else {"width": size[0], "height": size[1]}
    test.assertEqual(screen["physicalSize"], stated)
    test.assertIsInstance(screen["stale"], bool)
    crtc = debugfs.crtc_of(minor, connector.name)
    if crtc is None:
        test.assertIsNone(screen["currentMode"])
        # If the kernel does not know, a display may be present or not.
        reasons = {"connected": ["unused"], "disconnected": ["disconnected"], "unknown": ["unused", "disconnected"]}
        test.assertIn(screen["dark"]["reason"], reasons[connector.status])
        test.assertTrue(screen["dark"]["message"])
    else:
        test.assertIsNone(screen["dark"])
        test.assertEqual(screen["currentMode"]["name"], crtc.values["mode"].split('"')[1])


def compare_modes(test, found: list[dict], connector: modetest.Connector) -> None:
    """Compares all of `modes`."""
    for mode in found:
        test.assertLessEqual(MODE_KEYS, set(mode))
    by_number = sorted(found, key=lambda mode: mode["id"])
    test.assertEqual([mode["id"] for mode in by_number], list(range(len(found))))
    ours = iter(by_number)
    hidden: list[dict] = []
    for expected in connector.modes:
        # modetest does not request picture aspects: among modes that differ only in their aspect it gets the first.
        mode = next(ours)
        while _described(mode) != _of_modetest(expected) and _differs_in_aspect(mode, by_number):
            hidden.append(mode)
            mode = next(ours, mode)
        test.assertEqual(_described(mode), _of_modetest(expected), f"after {len(hidden)} modes hidden from modetest")
    for mode in ours:
        test.assertTrue(_differs_in_aspect(mode, by_number), f"unknown to modetest: {mode}")
    for mode in found:
        # The rate is rounded once, so it is at most half a millihertz off.
        test.assertLessEqual(abs(mode["refreshMillihertz"] - refresh(mode)), Fraction(1, 2), mode["name"])
    keys = [(mode["width"] * mode["height"], refresh(mode), mode["clockKilohertz"]) for mode in found]
    test.assertEqual(keys, sorted(keys), "modes are ascending")


def _described(mode: dict) -> tuple:
    return (
        mode["name"],
        (mode["width"], mode["height"]),
        (mode["htotal"], mode["vtotal"]),
        mode["clockKilohertz"],
        mode["interlaced"],
        mode["preferred"],
    )


def _differs_in_aspect(mode: dict, modes: list[dict]) -> bool:
    """Returns whether an earlier mode is the same except for the aspect of its picture and its preference."""
    return any(
        earlier["pictureAspect"] != mode["pictureAspect"] and _described(earlier)[:-1] == _described(mode)[:-1]
        for earlier in modes[: mode["id"]]
    )


def _of_modetest(mode: modetest.Mode) -> tuple:
    return (
        mode.name,
        (mode.hdisplay, mode.vdisplay),
        (mode.htotal, mode.vtotal),
        mode.clock,
        "interlace" in mode.flags,
        "preferred" in mode.types,
    )


def compare_layouts(test: unittest.TestCase, minor: int, name: str, *arguments: str) -> dict:
    """Compares the layout of a picture on a card with the layout on a replay of the card's document, which has to
    refuse what the kernel refuses.

    Returns the layout.
    """
    document = Path("/run/replayed.json")
    dumped = screens.run("doctor", "--dump")
    test.assertEqual(dumped.code, 0, dumped.errors)
    document.write_text(dumped.output)
    command = ("show", f"card{minor}/{name}", "--pattern", "gradient", "--frames", "2", "--stats", *arguments)
    layouts = []
    for simulated in ([], ["--simulate", str(document)]):
        done = screens.run(*command, *simulated, seconds=60)
        test.assertEqual(done.code, 0, done.errors)
        (found,) = json.loads(done.output)["screens"]
        layouts.append(found["layout"])
    test.assertEqual(*layouts)
    return layouts[0]
