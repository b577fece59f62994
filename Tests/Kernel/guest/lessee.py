"""A program that has a lease: it shows one colour, and says what it sees. Run by itself: `python3 lessee.py FD COLOR`.

It ends with a line on its input, and shows another picture at SIGUSR1. `FD` may be the path of a node, which it opens.
"""

import errno
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from guest import drm  # noqa: E402


def command(descriptor: str, color: str, *words: str) -> list[str]:
    """Returns its command line; `screens lease` replaces `{fd}` by the descriptor."""
    return ["python3", "-B", __file__, descriptor, color, *words]


def _show(card: drm.Card, color: int) -> int:
    """Shows a colour in the mode that is set, by a commit that sets no mode. Returns the framebuffer."""
    (crtc,) = card.crtcs()
    mode = card.crtc(crtc).mode
    buffer, framebuffer = card.create_buffer(mode.hdisplay, mode.vdisplay)
    card.fill(buffer, color)
    primary = next(plane for plane in card.planes() if card.properties(plane, drm.OBJECT_PLANE)["type"][1] == 1)
    properties = card.properties(primary, drm.OBJECT_PLANE)
    card.commit(0, {primary: {properties["FB_ID"][0]: framebuffer}})
    return framebuffer


def _touch(card: drm.Card, number: int) -> str:
    """Returns how the kernel answers a request for a foreign object."""
    try:
        card.crtc(number)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "seen"


def main(place: str, color: str, *foreign: str) -> None:
    card = drm.Card.open(place) if place.startswith("/") else drm.Card(int(place))
    card.set_cap(drm.CAP_UNIVERSAL_PLANES)
    card.set_cap(drm.CAP_ATOMIC)
    _show(card, int(color.removeprefix("#"), 16))
    displays = [number for number in card.connectors()]
    print(f"connectors {displays} crtcs {card.crtcs()} planes {len(card.planes())} user {os.getuid()}", flush=True)
    for number in foreign:
        print(f"{number} {_touch(card, int(number))}", flush=True)

    def again(*_) -> None:
        try:
            _show(card, 0x00FF00)
            print("shown", flush=True)
        except OSError as error:
            print(errno.errorcode[error.errno], flush=True)

    signal.signal(signal.SIGUSR1, again)
    for line in sys.stdin:
        if line.strip() == "gamma":
            (crtc,) = card.crtcs()
            size = card.crtc(crtc).gamma_size
            card.set_ramp(crtc, [0] * (3 * size))
            print("dark", flush=True)
        else:
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
