"""Page flips as the kernel counts them, from its own trace."""

import re
from pathlib import Path

TRACING = Path("/sys/kernel/tracing")
EVENT = TRACING / "events/drm/drm_vblank_event_delivered/enable"

_LINE = re.compile(r"\s(\d+\.\d+): drm_vblank_event_delivered: file=(\w+), crtc=(\d+), seq=(\d+)")


class FlipTrace:
    """Records the completion of every flip of every card while it is open."""

    def __enter__(self) -> "FlipTrace":
        (TRACING / "trace").write_text("")
        (TRACING / "buffer_size_kb").write_text("4096")
        EVENT.write_text("1")
        return self

    def __exit__(self, *_) -> None:
        EVENT.write_text("0")

    def flips(self) -> list[tuple[float, str, int, int]]:
        """Time in seconds, open file, CRTC's index and vblank number of each flip that a program asked for so far.

        Commits of the kernel itself, such as those of its console's cursor, belong to no file.
        """
        text = (TRACING / "trace").read_text()
        return [
            (float(time), file, int(crtc), int(number))
            for time, file, crtc, number in _LINE.findall(text)
            if file.strip("0")
        ]
