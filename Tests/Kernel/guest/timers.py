"""Expirations of timers, which are the vblanks of a simulated card, from the kernel's own trace."""

import re
from collections import defaultdict

from .flips import TRACING

EVENT = TRACING / "events/timer/hrtimer_expire_entry/enable"

_LINE = re.compile(r"hrtimer_expire_entry: hrtimer=(\w+) function=timerfd_tmrproc now=(\d+)")


class TimerTrace:
    """Records every expiration of every timer that is a file (timerfd) while it is open."""

    def __enter__(self) -> "TimerTrace":
        (TRACING / "trace").write_text("")
        (TRACING / "buffer_size_kb").write_text("4096")
        EVENT.write_text("1")
        return self

    def __exit__(self, *_) -> None:
        EVENT.write_text("0")

    def expirations(self) -> list[float]:
        """Returns the times in seconds at which the busiest timer has expired so far."""
        times: dict[str, list[float]] = defaultdict(list)
        for timer, now in _LINE.findall((TRACING / "trace").read_text()):
            times[timer].append(int(now) / 1e9)
        return max(times.values(), key=len, default=[])
