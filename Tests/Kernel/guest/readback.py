"""The pixels that a card really shows, while another program shows them.

A vkms card writes what a CRTC has put together from its planes to the framebuffer of a writeback connector. Only the
master may do that, so the other program's own file of the card is borrowed for the moment. Attaching a
connector is a modeset: the picture is off for an instant, before and after.

The other program is stopped meanwhile: a flip of its own before the next vblank would make vkms forget the writeback.
"""

import contextlib
import ctypes
import errno
import os
import select
import signal
import time

from . import deadline, debugfs, drm, processes
from .picture import Picture, from_xrgb


def scanned_out(process: int, minor: int, connector: str) -> Picture:
    """Returns the pixels that leave the CRTC of a connector, by writeback."""
    crtc_block = debugfs.crtc_of(minor, connector)
    assert crtc_block is not None, f"nothing drives {connector}"
    with _stopped(process), drm.Card.shared_with(process, f"/dev/dri/card{minor}") as card:
        return scanned_out_of(card, crtc_block.number)


def scanned_out_of(card: drm.Card, crtc_number: int) -> Picture:
    """Returns the pixels that leave a CRTC of a card whose master this program is."""
    for capability in (drm.CAP_UNIVERSAL_PLANES, drm.CAP_ATOMIC, drm.CAP_WRITEBACK_CONNECTORS):
        card.set_cap(capability)
    crtc = card.crtc(crtc_number)
    size = crtc.mode.hdisplay, crtc.mode.vdisplay
    writeback = _writeback_for(card, card.crtcs().index(crtc_number))
    buffer, framebuffer = card.create_buffer(*size)
    try:
        _write(card, writeback, crtc_number, framebuffer)
        data = card.read(buffer.handle, buffer.size)
    finally:
        card.destroy_buffer(buffer, framebuffer)
    return from_xrgb(*size, buffer.pitch, data)


def framebuffer_of(process: int, minor: int, connector: str) -> Picture:
    """Returns the framebuffer that a CRTC reads, straight from its memory: for cards without writeback."""
    crtc_block = debugfs.crtc_of(minor, connector)
    assert crtc_block is not None, f"nothing drives {connector}"
    with _stopped(process), drm.Card.shared_with(process, f"/dev/dri/card{minor}") as card:
        found = card.framebuffer(card.crtc(crtc_block.number).fb_id)
        try:
            data = card.read(found.handles[0], found.pitches[0] * found.height)
        finally:
            card.close_handle(found.handles[0])
        return from_xrgb(found.width, found.height, found.pitches[0], data)


@contextlib.contextmanager
def _stopped(process: int):
    os.kill(process, signal.SIGSTOP)
    try:
        deadline.until(
            lambda: all(_state(stat) == "T" for _, stat in processes.threads(process, "stat")),
            f"process {process} stands still",
        )
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def _state(stat: str) -> str:
    return stat.rpartition(")")[2].split()[0]


def _writeback_for(card: drm.Card, crtc_index: int) -> int:
    for number in card.connectors():
        if card.connector(number).connector_type == drm.CONNECTOR_WRITEBACK:
            if any(encoder.possible_crtcs & 1 << crtc_index for encoder in card.encoders_of(number)):
                return number
    raise AssertionError("the card has no writeback connector for this CRTC")


def _write(card: drm.Card, writeback: int, crtc: int, framebuffer: int) -> None:
    properties = card.properties(writeback, drm.OBJECT_CONNECTOR)
    number = {name: properties[name][0] for name in ("CRTC_ID", "WRITEBACK_FB_ID", "WRITEBACK_OUT_FENCE_PTR")}
    fence = drm.Fence(-1)
    _commit(
        card,
        {
            writeback: {
                number["CRTC_ID"]: crtc,
                number["WRITEBACK_FB_ID"]: framebuffer,
                number["WRITEBACK_OUT_FENCE_PTR"]: ctypes.addressof(fence),
            }
        },
    )
    try:
        assert select.select([fence.descriptor], [], [], 10)[0], "the writeback never ended"
    finally:
        os.close(fence.descriptor)
    _commit(card, {writeback: {number["CRTC_ID"]: 0}})


def _commit(card: drm.Card, changes: dict[int, dict[int, int]]) -> None:
    """Waits for a flip of the other program, which is over a frame later."""
    end = time.monotonic() + 5
    while True:
        try:
            return card.commit(drm.ATOMIC_ALLOW_MODESET, changes)
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > end:
                raise
        time.sleep(0.005)
