"""A program that runs beside the test: started, driven, waited for and always ended."""

import os
import select
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence

from . import deadline
from .processes import open_files, threads


class Program:
    """A program whose output goes to files, so that it never waits for a reader."""

    def __init__(
        self,
        command: Sequence[str],
        environment: dict[str, str] | None = None,
        user: int | None = None,
        groups: Sequence[int] = (),
        before: Callable[[], None] | None = None,
        descriptors: Sequence[int] = (),
    ):
        """Starts the command, as another user if one is given; `before` is called in the new process.

        It inherits the descriptors that are given.
        """
        self.command = list(command)
        self._output = tempfile.TemporaryFile(dir="/run")
        self._errors = tempfile.TemporaryFile(dir="/run")
        identity = {} if user is None else {"user": user, "group": user, "extra_groups": list(groups)}
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=self._output,
            stderr=self._errors,
            env={**os.environ, **(environment or {})},
            preexec_fn=before,
            pass_fds=descriptors,
            **identity,
        )

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_) -> None:
        self.kill()
        self._output.close()
        self._errors.close()

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def output(self) -> str:
        """Returns all of standard output so far."""
        return self._read(self._output)

    def errors(self) -> str:
        """Returns all of standard error so far."""
        return self._read(self._errors)

    def lines(self) -> list[str]:
        """Returns the complete lines of standard output."""
        return self.output().split("\n")[:-1]

    def until(
        self,
        condition: Callable[[], object],
        what: str,
        seconds: float = deadline.DEFAULT,
        interval: float | None = None,
    ):
        """Waits for a condition that only comes true while this program runs."""

        def checked():
            value = condition()
            if not value and not self.running:
                raise RuntimeError(f"{self} ended with {self.process.returncode}: {self.errors().strip()}")
            return value

        return deadline.until(checked, what, seconds, interval)

    def holds(self, path: str) -> bool:
        """Returns whether it has a file open, even if the file is deleted by now."""
        return any(opened.removesuffix(" (deleted)") == path for _, opened in open_files(self.pid))

    def say(self, line: str) -> None:
        """Writes a line to its input."""
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def wait(self, seconds: float = deadline.DEFAULT) -> int:
        """Waits for the end and returns the exit code, without checks in between that would cost time."""
        handle = os.pidfd_open(self.pid) if self.running else None
        if handle is not None:
            end = deadline.Deadline(seconds)
            while not select.select([handle], [], [], end.left)[0]:
                if end.is_over:
                    os.close(handle)
                    raise AssertionError(
                        f"{self} still runs after {seconds:g} s: {self.errors().strip()}{self._waits()}"
                    )
            os.close(handle)
        return self.process.wait()

    def end(self) -> int:
        """Closes its input, which ends modetest, and waits."""
        self.process.stdin.close()
        return self.wait()

    def kill(self) -> None:
        """Ends it in any state, and does nothing if it has ended."""
        if self.running:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self.process.stdin.close()

    def __str__(self) -> str:
        return f"`{' '.join(self.command)}`"

    def _waits(self) -> str:
        """Returns the system call and the place in the kernel in which each of its threads waits."""
        names, stacks = (dict(threads(self.pid, file)) for file in ("comm", "stack"))
        return "".join(
            f"\n  {names.get(number, '?').strip()}: {call.strip()}\n{stacks.get(number, '')}".rstrip()
            for number, call in threads(self.pid, "syscall")
        )

    @staticmethod
    def _read(file) -> str:
        # The file is not sought and read, since the program writes at the same file position.
        return os.pread(file.fileno(), 1 << 24, 0).decode(errors="replace")
