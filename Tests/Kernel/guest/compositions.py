"""How vkms puts pictures together for its checksums, from the kernel's own trace.

A worker of the kernel is started at each vblank, and reads the framebuffers as soon as it gets to it. Hardware has read
a framebuffer when the flip to the next one completes, and so a program may write to it. A worker that is late reads it
afterwards, and its checksum proves nothing about a display.
"""

import re

from .flips import TRACING

EVENTS = [
    TRACING / "events" / event / "enable"
    for event in ("drm/drm_vblank_event", "workqueue/workqueue_execute_start", "workqueue/workqueue_execute_end")
]

_LINE = re.compile(r"\d: (?:(drm_vblank_event): crtc=0, |workqueue_execute_end: .* function vkms_composer_worker)")


class CompositionTrace:
    """Records the vblanks and the workers of every card's first CRTC while it is open; one card may be lit."""

    def __enter__(self) -> "CompositionTrace":
        (TRACING / "trace").write_text("")
        (TRACING / "buffer_size_kb").write_text("4096")
        for event in EVENTS:
            event.write_text("1")
        return self

    def __exit__(self, *_) -> None:
        for event in EVENTS:
            event.write_text("0")

    def late(self) -> int:
        """Returns how many pictures were not put together before the next vblank."""
        # True for a vblank, false for the end of a worker.
        order = [bool(vblank) for vblank in _LINE.findall((TRACING / "trace").read_text())]
        assert True in order, "the kernel traced no vblank"
        return sum(one and other for one, other in zip(order, order[1:]))
