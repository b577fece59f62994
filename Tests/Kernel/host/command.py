"""The command line of `Tests/Kernel/run-machines`."""

import argparse
import fcntl
import fnmatch
import json
import os
import signal
import sys
import time
import unittest
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from guest.kerneltest import KernelTest

from . import kernels, paths, sidebyside, toolbox
from .boot import Boot
from .machines import MACHINES, Machine
from .report import Report

DESCRIPTION = """
Boots each machine once and runs its tests there. Our own kernel is the file SCREENS_KERNEL, or is built from Debian's
source package; the stock kernel is Debian's own, downloaded. The output of a machine is kept in .build/tests.
"""


def main() -> int:
    # If it is ended from outside, it still ends its machine: the boot's own clean-up runs at the exit.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    arguments = _arguments()
    plan = _plan(arguments)
    if arguments.kernel == "debian":
        plan = {name: tests for name, tests in plan.items() if MACHINES[name].kernel == "debian"}
    elif arguments.kernel != "auto":
        plan = {name: tests for name, tests in plan.items() if MACHINES[name].kernel == "ours"}
    if arguments.list:
        for name, tests in plan.items():
            print("\n".join(tests))
        return 0
    if arguments.needs:
        print("\n".join(_needs([test for tests in plan.values() for test in tests])))
        return 0
    if arguments.prepare:
        toolbox.virtme()
        for name in plan:
            _kernel(MACHINES[name], arguments)
        return 0

    if len(plan) > 1:
        for name in plan:
            _kernel(MACHINES[name], arguments)
        counts = sidebyside.Runs(sidebyside.command(arguments), arguments.jobs, arguments.one_more).run(list(plan))
    else:
        reports = [_run(name, tests, arguments) for name, tests in plan.items()]
        counts = {outcome: sum(report.count(outcome) for report in reports) for outcome in sidebyside.OUTCOMES}
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    if counts["passed"] + counts["failed"] == 0:
        print("no test ran")
        return 2
    return 1 if counts["failed"] else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Kernel/run-machines", description=DESCRIPTION)
    parser.add_argument(
        "--kernel",
        default="auto",
        metavar="auto|ready|built|debian|PATH",
        help="only the machines of this kernel: our own (the ready one, one built here, a file) or Debian's",
    )
    parser.add_argument(
        "--machine", action="append", choices=list(MACHINES), help="only this machine (may be repeated)"
    )
    parser.add_argument("--clock", choices=("real", "virtual"), help="only machines with this kind of time")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="COUNT", help="how many machines run at once"
    )
    parser.add_argument(
        "--one-more", type=Path, metavar="FILE", help="run one more machine at the same time once this file exists"
    )
    parser.add_argument("--only", metavar="PATTERN", help="only tests whose name contains this, or matches it with *")
    parser.add_argument("--long", action="store_true", help="also the long tests, such as soaks")
    parser.add_argument("--limit", type=int, metavar="SECONDS", help="end a machine after this time")
    parser.add_argument("--list", action="store_true", help="name the tests and stop")
    parser.add_argument("--prepare", action="store_true", help="get the kernels and the tool that boots them, and stop")
    parser.add_argument("--needs", action="store_true", help="name the programs that the tests start, and stop")
    parser.add_argument("--binaries", type=Path, help="folder of the built programs (.build/programs/release)")
    parser.add_argument("--tally", type=Path, help="append `OUTCOME kernel MACHINE TEST` lines with times to this file")
    parsed = parser.parse_args()
    parsed.machine = parsed.machine or [name for name, machine in MACHINES.items() if machine.default]
    if parsed.clock:
        parsed.machine = [name for name in parsed.machine if MACHINES[name].virtual_time == (parsed.clock == "virtual")]
    parsed.binaries = (parsed.binaries or paths.REPOSITORY / ".build/programs/release").absolute()
    return parsed


def _plan(arguments: argparse.Namespace) -> dict[str, list[str]]:
    """The names of the tests by the machine that each of them names: `tests.SUBJECT.test_MODULE.CLASS.test_BEHAVIOUR`.
    """
    pattern = arguments.only or "*"
    if "*" not in pattern:
        pattern = f"*{pattern}*"
    plan: dict[str, list[str]] = {name: [] for name in MACHINES if name in arguments.machine}
    for test in _cases(unittest.TestLoader().discover(str(paths.GUEST_TESTS), top_level_dir=str(paths.KERNEL_TESTS))):
        if not isinstance(test, KernelTest):
            # A module that cannot be imported is a test that fails with the reason.
            test.debug()
        if getattr(test, "machine", None) not in MACHINES:
            raise SystemExit(f"{test.id()} names no machine of host/machines.py")
        if (
            test.machine in plan
            and (arguments.long or not test.runs_on_request)
            and fnmatch.fnmatch(test.id(), pattern)
        ):
            plan[test.machine].append(test.id())
    return {name: tests for name, tests in plan.items() if tests}


def _cases(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from _cases(item)
        else:
            yield item


OURS = ("screens", "screensd")
# Programs of ours that only some tests start.
SERVICES = ["screens-power"]


def _embedding() -> list[str]:
    """The names of the examples, and of the programs of the tests."""
    folders = [*(paths.REPOSITORY / "examples").glob("*/"), *(paths.KERNEL_TESTS / "programs").glob("*/")]
    return [folder.name for folder in folders if (folder / "Package.swift").exists()]


def _programs(binaries: Path, tests: list[str]) -> list[Path]:
    """The built programs that tests start. Each is copied into the guest's memory, which takes it some time."""
    return [binaries / name for name in _needs(tests) if (binaries / name).exists()]


def _needs(tests: list[str]) -> list[str]:
    """The products that tests start: ours, and each of the others that a module of these tests names."""
    modules = {test.rpartition(".")[0].rpartition(".")[0] for test in tests}
    texts = [(paths.KERNEL_TESTS / f"{module.replace('.', '/')}.py").read_text() for module in modules]
    others = [name for name in _embedding() + SERVICES if any(f'Program(["{name}"' in text for text in texts)]
    return [*OURS, *others] if modules else []


def _kernel(machine: Machine, arguments: argparse.Namespace) -> Path:
    """The machine's kernel, which is built or fetched the first time: by one call, for which others wait."""
    with open(paths.cache() / "kernels.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if machine.kernel == "debian":
            return kernels.debian()
        return kernels.without_terminals() if machine.kernel == "no-terminals" else kernels.ours(arguments.kernel)


def _run(name: str, tests: list[str], arguments: argparse.Namespace) -> Report:
    machine = MACHINES[name]
    if arguments.limit:
        machine = replace(machine, limit=arguments.limit)
    kernel = _kernel(machine, arguments)
    print(f"{name}: {len(tests)} tests on {kernel}", flush=True)
    folder = paths.REPOSITORY / ".build/tests/kernel" / name
    report = Report(name, tests)
    begun, processor = time.monotonic(), 0.0
    end = begun + machine.limit
    left = tests
    # If a kernel dies, its present test fails, and another kernel runs the rest, as long as each kernel finishes some.
    for place in (folder, *(folder.with_name(f"{name}-{number}") for number in range(2, 7))):
        boot = Boot(replace(machine, limit=int(end - time.monotonic())), kernel, place, report.message)
        report.processor_seconds = boot.processor_seconds
        problem = boot.run(
            {
                "machine": name,
                "tests": left,
                "programs": [str(path) for path in _programs(arguments.binaries, tests)],
                "hostSeconds": 40 if machine.virtual_time else 0,
                # Variables of a developer, such as the switches that make a test print more.
                "environment": {
                    **{key: value for key, value in os.environ.items() if key.startswith("SCREENS_")},
                    "SCREENS_KERNEL_FOLDER": str(kernel.parent),
                },
            }
        )
        processor += boot.processor_seconds()
        former, left = left, report.stop(problem, boot.tail(), boot.is_locked_up)
        if not left or (len(left) == len(former) and not boot.is_locked_up) or time.monotonic() > end:
            break
    report.finish()
    if report.figures:
        (folder / "figures.json").write_text(json.dumps(report.figures, indent=1))
    seconds = time.monotonic() - begun
    print(f"{name}: {seconds:.0f} s, {processor:.0f} s of the host's processors", flush=True)
    if arguments.tally:
        report.tally(arguments.tally, seconds, processor)
    return report
