"""The unit tests under an emulator of only the processor."""

import os
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from .outcomes import Outcomes

TESTS = Path(__file__).resolve().parents[2]
# Whole modules, and the drawing of the largest module, in whose folder each file is a suite. Its vectors are NEON's.
MODULES = ("ScreensEDIDTests", "ScreensKMSTests", "ScreensJSONTests", "ScreensVarlinkTests")
DRAWING = TESTS / "ScreensTests/Drawing"
# The seconds for one module.
LIMIT = 1800


def filters() -> dict[str, str]:
    """Returns the name of each part, and the expression that selects it."""
    suites = "|".join(sorted(path.stem for path in DRAWING.glob("*Tests.swift")))
    return {**{module: rf"^{module}\." for module in MODULES}, "ScreensTests/Drawing": rf"^ScreensTests\.({suites})/"}


def run(work: Path, logs: Path, outcomes: Outcomes) -> None:
    """Runs the tests that `packaging/arm64 tests` has built."""
    binary = work / "build-tests/aarch64-unknown-linux-gnu/release/screensPackageTests.xctest"
    for part, expression in filters().items():
        if outcomes.wants(f"unit {part}"):
            _run(part, expression, binary, work / "sysroot", logs, outcomes)


def _run(part: str, expression: str, binary: Path, sysroot: Path, logs: Path, outcomes: Outcomes) -> None:
    name = part.replace("/", "-")
    report, log = logs / f"{name}.xml", logs / f"{name}.log"
    report.unlink(missing_ok=True)
    command = [
        "qemu-aarch64", "-L", str(sysroot), "-E", "LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux",
        "-E", "SWIFT_BACKTRACE=enable=no", str(binary), "--testing-library", "swift-testing", "--no-parallel",
        "--filter", expression, "--xunit-output", str(report),
    ]  # fmt: skip
    begun, ended = time.monotonic(), "did not end in time"
    with open(log, "wb") as output:
        try:
            code = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=LIMIT, cwd=TESTS.parent,
                env={**os.environ, "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "2"}).returncode  # fmt: skip
            ended = f"ended with {code}"
        except subprocess.TimeoutExpired:
            code = None
    counted = _read(report, outcomes) if report.exists() else 0
    print(f"  {part}: {counted} tests in {time.monotonic() - begun:.0f} s", flush=True)
    # The log has the report of each failed test; a part without a report did not reach its end.
    if code != 0 or counted == 0:
        outcomes.add("failed", f"unit {part}", time.monotonic() - begun, f"{ended}, after {counted} tests: {log}")


def _read(report: Path, outcomes: Outcomes) -> int:
    """Adds the outcome of each test of a report, and returns their number."""
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))
    for case in cases:
        kinds = {child.tag for child in case}
        outcome = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
        outcomes.add(outcome, f"unit {case.get('classname')}.{case.get('name')}", float(case.get("time") or 0))
    return len(cases)
