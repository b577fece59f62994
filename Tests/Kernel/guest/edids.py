"""Displays made for a test: EDIDs with only the modes of the test."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """A mode: active pixels, blanking, and the start and the length of the sync pulse, in both directions."""

    kilohertz: int
    horizontal: tuple[int, int, int, int]
    vertical: tuple[int, int, int, int]
    interlaced: bool = False

    def descriptor(self) -> bytes:
        """Returns the detailed timing of 18 bytes."""
        (width, blank, front, sync), (height, v_blank, v_front, v_sync) = self.horizontal, self.vertical
        return (self.kilohertz // 10).to_bytes(2, "little") + bytes([
            width & 0xFF, blank & 0xFF, width >> 8 << 4 | blank >> 8,
            height & 0xFF, v_blank & 0xFF, height >> 8 << 4 | v_blank >> 8,
            front & 0xFF, sync & 0xFF, (v_front & 0xF) << 4 | v_sync & 0xF,
            front >> 8 << 6 | sync >> 8 << 4 | v_front >> 4 << 2 | v_sync >> 4,
            0, 0, 0, 0, 0, 0x80 * self.interlaced | 0x18,
        ])  # fmt: skip


VGA = Timing(25_180, (640, 160, 16, 96), (480, 45, 10, 2))
XGA = Timing(65_000, (1024, 320, 24, 136), (768, 38, 3, 6))
SXGA = Timing(108_000, (1280, 408, 48, 112), (1024, 42, 1, 3))
# A field has 540 lines.
INTERLACED = Timing(74_250, (1920, 280, 88, 44), (540, 22, 2, 5), interlaced=True)

_UNUSED = bytes([0, 0, 0, 0x10]) + bytes(14)


def display(timings: Sequence[Timing], serial: int = 4711) -> bytes:
    """Returns a display of up to four modes, the first of which it prefers."""
    header = bytes([0, 255, 255, 255, 255, 255, 255, 0])
    # TST 1, of week 1 in 2020.
    identity = bytes([0x52, 0x74, 1, 0]) + serial.to_bytes(4, "little") + bytes([1, 30])
    # EDID 1.3; digital, 520 x 320 mm; the preferred timing is the first; no established and no standard timings.
    features = bytes([1, 3, 0x80, 52, 32, 120, 0x0A]) + bytes(10) + bytes(3) + bytes([1, 1] * 8)
    descriptors = [timing.descriptor() for timing in timings] + [_UNUSED] * (4 - len(timings))
    block = header + identity + features + b"".join(descriptors) + bytes([0])
    return block + bytes([-sum(block) % 256])
