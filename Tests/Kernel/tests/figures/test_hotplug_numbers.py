"""The time from a plug to the picture, and the wake-ups of an idle program: printed, not judged."""

import re
import time

from guest import hostlink, screens, wait
from guest.flips import FlipTrace
from guest.kerneltest import KernelTest
from guest.processes import threads
from guest.program import Program
from guest.vkms import CONNECTED, DISCONNECTED, VirtualCard

PLUGS = 200
STARTS = 20
MINUTES = 10


class HotplugNumbers(KernelTest):
    machine = "measure"

    def build(self, status: str) -> str:
        self.card = VirtualCard("numbers", [status])
        self.addCleanup(self.card.remove)
        return self.card.connectors[0]

    def start(self, *arguments: str) -> Program:
        program = screens.show(f"{self.card.card}/{self.card.connectors[0]}", "--mode", "1024x768", *arguments)
        self.addCleanup(program.__exit__)
        return program

    def first_flip(self, trace: FlipTrace, program: Program, word: str) -> float:
        """Returns the seconds from a mark to the first flip after it."""
        # Checked seldom, because each check takes the only processor away.
        program.until(trace.flips, "a flip", interval=0.5)
        return trace.flips()[0][0] - trace.marks(word)[0]

    def test_from_a_plug_to_the_first_flip(self):
        name = self.build(DISCONNECTED)
        program = self.start("--pattern", "pixel")
        program.until(program.errors, "it says what it waits for")
        times = []
        for _ in range(PLUGS):
            with FlipTrace() as trace:
                trace.mark("plug")
                self.card.plug(0)
                times.append(self.first_flip(trace, program, "plug"))
            self.card.unplug(0)
            wait.until_dark(program, self.card.minor, name)
        note(f"from a plug to the first flip: {figures(times)}")

    def test_from_the_start_to_the_first_flip(self):
        # The shortest time counts: virtual time jumps if a start waits for the host's disk.
        self.build(CONNECTED)
        times = []
        for _ in range(STARTS):
            with FlipTrace() as trace:
                trace.mark("start")
                with self.start("--pattern", "pixel") as program:
                    times.append(self.first_flip(trace, program, "start"))
        note(f"from the start to the first flip: {figures(times)}")

    def test_wakeups_without_a_display(self):
        self.build(DISCONNECTED)
        program = self.start()
        program.until(program.errors, "it says what it waits for")
        self.report_wakeups(program, "no display connected")

    def test_wakeups_with_a_still_picture(self):
        name = self.build(CONNECTED)
        program = self.start("--color", "#80c020")
        wait.until_shown(program, self.card.minor, name)
        self.report_wakeups(program, "a still picture")

    def report_wakeups(self, program: Program, what: str) -> None:
        # The threads of a start have ended by then.
        time.sleep(30)
        before = switches(program)
        time.sleep(MINUTES * 60)
        after = switches(program)
        count = sum(after.values()) - sum(before.values())
        threads = {name: count - before.get(name, 0) for name, count in after.items() if count > before.get(name, 0)}
        note(f"wake-ups a minute, {what}: {count / MINUTES:.1f} (in {MINUTES} minutes by thread: {threads})")


def note(text: str) -> None:
    hostlink.link().report(kind="note", text=text)


def figures(times: list[float]) -> str:
    """Returns the shortest, the median and the 99th percentile of some seconds."""
    ordered = sorted(times)
    p50, p99 = (ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] for percent in (50, 99))
    return f"shortest {ordered[0] * 1e3:.1f} ms, p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms, of {len(ordered)}"


def switches(program: Program) -> dict[str, int]:
    """Returns how often each thread of a program has given the processor up, by name and number."""
    found = {}
    for number, status in threads(program.pid, "status"):
        counts = re.findall(r"^\w*voluntary_ctxt_switches:\s+(\d+)$", status, re.MULTILINE)
        name = re.search(r"^Name:\s+(.*)$", status, re.MULTILINE)[1]
        found[f"{name} {number}"] = sum(map(int, counts))
    return found
