"""Scenario 19: each DRM ioctl fails once, with one errno after the other, under every command.

They run in virtual time: waiting for another try costs nothing, and processor time shows whether a program waits or
spins. The first call of each kind fails with the errnos that lead different ways, in the long tests with more of them;
with SCREENS_FAULTS=all the first and the tenth fail with all of them. The table of all outcomes is `faults-COMMAND.txt`
among the machine's results.
"""

import errno
import json
import os
import resource
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from guest import deadline, ioctls, picture, screens, wait
from guest.kerneltest import KernelTest, long
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

ERRORS = (errno.EBUSY, errno.EACCES, errno.ENODEV)
# libdrm itself tries again after EINTR and EAGAIN; EINVAL ends most commands, and ENOMEM is handled like EBUSY.
if os.environ.get("SCREENS_FAULTS") == "all":
    FURTHER_ERRORS = (errno.EINTR, errno.EAGAIN, errno.EINVAL, errno.ENOMEM)
    CALLS = (1, 10)
else:
    FURTHER_ERRORS = (errno.EINTR, errno.EINVAL)
    CALLS = (1,)

# The fault that is repeated with pauses, the number of repetitions, and the first order of pauses: a failure names its
# own.
HAND_OVER_CALL = os.environ.get("SCREENS_HAND_OVER_CALL", "GETCRTC")
HAND_OVER_ERROR = os.environ.get("SCREENS_HAND_OVER_ERROR", "EACCES")
RUNS = int(os.environ.get("SCREENS_RUNS", 100))
FIRST_SEED = int(os.environ.get("SCREENS_SEED", 0))

# The exit codes that a program may have because of an errno; with any other errno, the system is at fault.
STATUSES = {errno.EACCES: {screens.BUSY, screens.NO_PERMISSION}, errno.ENODEV: {screens.NO_CARD}}
SYSTEM = 71


@dataclass
class Fault:
    """One failing call of one ioctl."""

    kind: int
    error: int
    call: int

    def __str__(self) -> str:
        return f"{ioctls.name(self.kind)}, call {self.call}, {errno.errorcode[self.error]}"


class FaultTest(KernelTest):
    """Runs commands with failing calls of the kernel, and judges the outcome."""

    machine = "faults"
    errors = ERRORS
    # The guest's seconds: waiting after an error takes many seconds here, which cost nothing.
    seconds = 7200

    def setUp(self):
        self.card = VirtualCard("faults", [CONNECTED, DISCONNECTED])
        self.addCleanup(self.card.remove)
        self.name = self.card.connectors[0]
        self.screen = f"{self.card.card}/{self.name}"

    def play(self, command: str, run: Callable[[dict[str, str], Fault | None], str]) -> None:
        """Runs a command once without a fault and then with each, and writes the table of what came of it.

        `run` returns a word for an outcome that is right, and fails an assertion otherwise.
        """
        with ioctls.Calls() as calls:
            before = processor_time()
            run(calls.environment(), None)
            usual = processor_time() - before
            counts = calls.by_kind
        self.assertGreater(len(counts), 5, "the library counts the program's ioctls")
        faults = [
            Fault(kind, error, call)
            for kind in counts
            for call in CALLS
            if call <= counts[kind]
            for error in self.errors
        ]
        wrong = []
        with open(Path(os.environ["SCREENS_RESULTS"], f"faults-{command}.txt"), "w") as table:
            for fault in faults:
                outcome, is_right = self.play_one(fault, run, sum(counts.values()), usual)
                print(f"{fault}: {outcome}", file=table, flush=True)
                if not is_right:
                    wrong.append(f"{fault}: {outcome}")
        self.assertEqual(len(wrong), 0, "\n".join([f"{len(wrong)} of {len(faults)} faults", *wrong]))

    def play_one(self, fault: Fault, run, usual_calls: int, usual_time: float) -> tuple[str, bool]:
        """Returns the outcome of one fault, and whether it is right."""
        with ioctls.Calls() as calls:
            before = processor_time()
            try:
                outcome = run(calls.environment(fault.kind, fault.error, fault.call), fault)
                self.assertTrue(calls.has_failed, "the call was not made")
                # Trying again costs the same again, a few times; trying without end costs more.
                self.assertLess(calls.total, 4 * usual_calls + 100, "it calls the kernel without end")
                self.assertLess(processor_time() - before, 5 * usual_time + 1, "it spins")
            except AssertionError as failure:
                return f"WRONG: {failure}", False
        return outcome, True

    def ended(self, fault: Fault | None, code: int, errors: str) -> str:
        """Judges an end that is not a success."""
        self.assertIsNotNone(fault, errors)
        self.assertIn(code, STATUSES.get(fault.error, {SYSTEM}), errors)
        self.expect_cause(fault, errors)
        return f"ends with {code}: {errors.strip()}"

    def expect_cause(self, fault: Fault, errors: str) -> None:
        self.assertIn(os.strerror(fault.error), errors, "the cause is named")

    def shown(self, environment: dict[str, str], fault: Fault | None) -> str:
        """Shows fifteen frames: it does in the end, or it ends with the cause."""
        arguments = ("--mode", "640x480", "--pattern", "pixel", "--frames", "15", "--stats")
        with screens.show(self.screen, *arguments, environment=environment) as program:
            code = program.wait()
            errors = program.errors().strip()
            if code != 0:
                return self.ended(fault, code, errors)
            (found,) = screens.statistics(program)
            self.assertEqual(found["presented"], 15, errors)
            outcome = "recovers"
            if found["mode"]["name"] != "640x480":
                # A refused mode is not tried again, which must be reported.
                self.assertIn("640x480", errors)
                self.assertIn(found["mode"]["name"], errors)
                outcome = "recovers in another mode"
            return f"{outcome}, and says: {errors}" if errors else outcome


class Faults(FaultTest):
    def reads(self, *arguments: str) -> Callable[[dict[str, str], Fault | None], str]:
        """Runs a command that reads: it prints the same as without a fault, or it ends with the cause."""
        right = screens.document(*arguments)

        def run(environment: dict[str, str], fault: Fault | None) -> str:
            done = screens.run(*arguments, "--json", environment=environment)
            if done.code != 0:
                # A removed card leaves an empty list; a card that cannot be read leaves no list.
                is_gone = arguments[0] == "list" and fault is not None and fault.error == errno.ENODEV
                self.assertEqual(done.output, "[]\n" if is_gone else "")
                return self.ended(fault, done.code, done.errors)
            self.assertEqual(json.loads(done.output), right, done.errors)
            return "recovers"

        return run

    def test_scenario_19_list(self):
        self.play("list", self.reads("list", "--all"))

    # It reads the card as `list` does.
    @long
    def test_scenario_19_modes(self):
        self.play("modes", self.reads("modes", self.screen))

    def test_scenario_19_snapshot(self):
        file = Path("/run/faults.png")
        # Files with the right picture: an equal one is not read pixel by pixel.
        right: set[bytes] = set()

        def taken(environment: dict[str, str]) -> tuple[screens.Done, bytes | None]:
            done = screens.run("snapshot", self.screen, str(file), environment=environment)
            if not file.exists():
                return done, None
            found = file.read_bytes()
            file.unlink()
            return done, found

        def run(environment: dict[str, str], fault: Fault | None) -> str:
            done, found = taken(environment)
            if done.code != 0:
                self.assertIsNone(found, "a picture is written or an error reported")
                return self.ended(fault, done.code, done.errors)
            if found not in right:
                wrong = picture.difference(picture.from_png(found), picture.filled(640, 480, "#2a7fc4"))
                self.assertIsNone(wrong, f"{wrong}, and says: {done.errors}")
                right.add(found)
            return "recovers"

        with screens.show(self.screen, "--mode", "640x480", "--color", "#2a7fc4") as program:
            wait.until_shown(program, self.card.minor, self.name)
            deadline.until(
                lambda: picture.from_png(taken({})[1]).at(0, 0) == (0x2A, 0x7F, 0xC4), "the first frame is shown"
            )
            self.play("snapshot", run)

    def test_scenario_19_watch(self):
        def run(environment: dict[str, str], fault: Fault | None) -> str:
            self.card.unplug(1)
            with screens.watch(environment) as program:
                program.until(program.lines, "the snapshot")
                self.card.plug(1)

                program.until(
                    lambda: self.names_reported(program.lines()) == self.card.connectors, "both screens are reported"
                )
                program.signal(signal.SIGTERM)
                self.assertEqual(program.wait(), 0, program.errors())
                if self.names_reported(program.lines()[:1]) == [self.name]:
                    return "recovers"
                self.assertIsNotNone(fault, "the snapshot has no screen")
                self.expect_cause(fault, program.errors())
                return f"recovers, and says: {program.errors().strip()}"

        self.play("watch", run)

    @staticmethod
    def names_reported(lines: list[str]) -> list[str]:
        """Returns the names of the screens that a reader of the events knows."""
        known: dict[str, dict] = {}
        for event in map(json.loads, lines):
            if event["event"] == "snapshot":
                known = {screen["name"]: screen for screen in event["screens"]}
            elif event["event"] == "disconnected":
                known.pop(event["screen"]["name"], None)
            elif event["event"] == "connected":
                known[event["screen"]["name"]] = event["screen"]
        return sorted(known)

    def test_scenario_19_show(self):
        before = wait.books(self.card.minor)

        def run(environment: dict[str, str], fault: Fault | None) -> str:
            outcome = self.shown(environment, fault)
            wait.until_books(self.card.minor, before)
            return outcome

        self.play("show", run)


class FurtherFaults(Faults):
    is_long = True
    errors = FURTHER_ERRORS


class HandOvers(FaultTest):
    """One fault over and over, with pauses at every hand-over between threads, so that a wake-up that can be lost is
    lost."""

    is_long = True
    seconds = 200 * RUNS

    def test_show_comes_to_an_end(self):
        kind, error = ioctls.kind_of(HAND_OVER_CALL), getattr(errno, HAND_OVER_ERROR)
        fault = Fault(kind, error, 1)
        before = wait.books(self.card.minor)
        wrong = []
        for seed in range(FIRST_SEED, FIRST_SEED + RUNS):
            with ioctls.Calls() as calls:
                pauses = {**calls.environment(kind, error, 1), "PAUSE_SEED": str(seed)}
                pauses["LD_PRELOAD"] += f":{os.environ['SCREENS_PAUSE']}"
                try:
                    self.shown(pauses, fault)
                    wait.until_books(self.card.minor, before)
                except AssertionError as failure:
                    wrong.append(f"PAUSE_SEED={seed}: {failure}")
        self.assertEqual(wrong, [], f"{len(wrong)} of {RUNS} runs")


def processor_time() -> float:
    """Returns the processor seconds of all ended programs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
