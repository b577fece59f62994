"""Page flips as the kernel counts them, from its own trace."""

import re
from pathlib import Path

TRACING = Path("/sys/kernel/tracing")
EVENT = TRACING / "events/drm/drm_vblank_event_delivered/enable"

_LINE = re.compile(r"\s(\d+\.\d+): drm_vblank_event_delivered: file=(\w+), crtc=(\d+), seq=(\d+)")


class FlipTrace:
    """Records the completion of every flip of every card while it is open."""

    def __enter__(self) -> "FlipTrace":
        # The times are of CLOCK_MONOTONIC. Choosing a clock empties the trace.
        (TRACING / "trace_clock").write_text("mono")
        (TRACING / "trace").write_text("")
        (TRACING / "buffer_size_kb").write_text("4096")
        EVENT.write_text("1")
        return self

    def __exit__(self, *_) -> None:
        EVENT.write_text("0")

    def mark(self, word: str) -> None:
        """Marks a moment in the record, on its own clock."""
        (TRACING / "trace_marker").write_text(word)

    def marks(self, word: str) -> list[float]:
        """Returns the moments in seconds at which a word was marked."""
        text = (TRACING / "trace").read_text()
        return [float(time) for time in re.findall(rf"\s(\d+\.\d+): tracing_mark_write: {word}$", text, re.MULTILINE)]

    def flips(self) -> list[tuple[float, str, int, int]]:
        """Returns the time in seconds, the open file, the CRTC's index and the vblank number of each flip that a
        program has requested.

        Commits of the kernel itself, for example for its console's cursor, belong to no file.
        """
        text = (TRACING / "trace").read_text()
        return [
            (float(time), file, int(crtc), int(number))
            for time, file, crtc, number in _LINE.findall(text)
            if file.strip("0")
        ]
