"""Pictures as plain RGB bytes: read from PPM and PNG, compared, and described if they differ."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Picture:
    """A picture as rows of red, green and blue, one byte each, without gaps."""

    width: int
    height: int
    pixels: bytes

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        """Returns the colour of one pixel."""
        offset = (y * self.width + x) * 3
        return tuple(self.pixels[offset : offset + 3])

    def row(self, y: int) -> bytes:
        return self.pixels[y * self.width * 3 : (y + 1) * self.width * 3]


def filled(width: int, height: int, colour: str) -> Picture:
    """Returns a picture of one colour, `#RRGGBB`."""
    return Picture(width, height, bytes.fromhex(colour.removeprefix("#")) * (width * height))


def framed(source: Picture, width: int, height: int, left: int, top: int) -> Picture:
    """Returns a picture on black of a size, at a place from its upper left corner."""
    before, after = bytes(left * 3), bytes((width - left - source.width) * 3)
    rows = [before + source.row(y) + after for y in range(source.height)]
    empty = bytes(width * 3)
    return Picture(width, height, b"".join([empty] * top + rows + [empty] * (height - top - source.height)))


def quarters(width: int, height: int, colours: Sequence[str]) -> Picture:
    """Returns four rectangles of one colour each, clockwise from the upper left."""
    first, second, third, fourth = (bytes.fromhex(colour.removeprefix("#")) * (width // 2) for colour in colours)
    return Picture(width, height, (first + second) * (height // 2) + (fourth + third) * (height // 2))


def to_png(source: Picture) -> bytes:
    """Returns a PNG file of 8 bits per channel."""
    rows = b"".join(b"\0" + source.row(y) for y in range(source.height))
    return png_head(source.width, source.height, 8, 2) + png_end(zlib.compress(rows, 1))


def black_png(width: int, height: int, depth: int, kind: int, interlaced: bool = False) -> bytes:
    """Returns a black PNG file, which is small.

    `depth` has the bits of a sample, and `kind` is 0 for gray and 2 for RGB.
    """
    samples = {0: 1, 2: 3}[kind]
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    packer, data = zlib.compressobj(1), b""
    for x, y, step, rows in passes if interlaced else [(0, 0, 1, 1)]:
        columns = (width - x + step - 1) // step
        row = bytes(1 + (columns * depth * samples + 7) // 8)
        for _ in range(y, height, rows):
            data += packer.compress(row)
    return png_head(width, height, depth, kind, interlaced) + png_end(data + packer.flush())


def png_head(width: int, height: int, depth: int, kind: int, interlaced: bool = False) -> bytes:
    """Returns the beginning of a PNG file."""
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header)


def png_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png_end(packed: bytes) -> bytes:
    """Returns the rest of a PNG file, with its compressed rows."""
    return png_chunk(b"IDAT", packed) + png_chunk(b"IEND", b"")


def difference(found: Picture, expected: Picture) -> str | None:
    """Returns None if two pictures are equal, else a description of the first pixel that differs."""
    if (found.width, found.height) != (expected.width, expected.height):
        return f"{found.width}x{found.height} instead of {expected.width}x{expected.height}"
    if found.pixels == expected.pixels:
        return None
    for y in range(found.height):
        if found.row(y) != expected.row(y):
            for x in range(found.width):
                if found.at(x, y) != expected.at(x, y):
                    return f"{found.at(x, y)} instead of {expected.at(x, y)} at {x},{y}"
    return None


def from_xrgb(width: int, height: int, pitch: int, data: bytes) -> Picture:
    """Reads a framebuffer of XR24 or AR24: blue, green, red and one ignored byte."""
    rows = bytearray(width * height * 3)
    packed = b"".join(data[y * pitch : y * pitch + width * 4] for y in range(height))
    rows[0::3], rows[1::3], rows[2::3] = packed[2::4], packed[1::4], packed[0::4]
    return Picture(width, height, bytes(rows))


def from_ppm(data: bytes) -> Picture:
    """Reads the binary kind, P6, as written by QEMU."""
    kind, width, height, deepest = data.split(maxsplit=4)[:4]
    assert kind == b"P6" and deepest == b"255", "not a P6 picture of 8 bits"
    size = int(width) * int(height) * 3
    return Picture(int(width), int(height), data[-size:])


def from_png(data: bytes) -> Picture:
    """Reads PNG of 8 bits a channel, RGB or RGBA, not interlaced; checks every chunk's sum."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG file"
    offset, packed, header = 8, b"", None
    while offset < len(data):
        length, kind = struct.unpack_from(">I4s", data, offset)
        body = data[offset + 8 : offset + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, offset + 8 + length)
        assert zlib.crc32(kind + body) == checksum, f"the checksum of {kind} is wrong"
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        offset += 12 + length
    width, height, depth, colour, _, _, interlaced = header
    assert depth == 8 and colour in (2, 6) and not interlaced, f"a kind of PNG that is not read here: {header}"
    channels = 3 if colour == 2 else 4
    pixels = _unfilter(zlib.decompress(packed), width * channels, height, channels)
    if channels == 4:
        rows = bytearray(width * height * 3)
        rows[0::3], rows[1::3], rows[2::3] = pixels[0::4], pixels[1::4], pixels[2::4]
        pixels = bytes(rows)
    return Picture(width, height, bytes(pixels))


def _unfilter(data: bytes, stride: int, height: int, step: int) -> bytes:
    """Reverses the filter that each row of a PNG names in its first byte."""
    previous = bytearray(stride)
    rows = []
    for y in range(height):
        start = y * (stride + 1)
        kind = data[start]
        row = bytearray(data[start + 1 : start + 1 + stride])
        if kind == 2:
            row = _sum(row, previous)
        elif kind == 1:
            # The sums of a pixel and its predecessor, of two and the two before, and so on: in the end of all.
            distance = step
            while distance < stride:
                row = _sum(row, bytes(distance) + row[:-distance])
                distance *= 2
        elif kind in (3, 4):
            guess = _average if kind == 3 else _paeth
            # With a pixel of zeros in front.
            known, above = bytes(step) + row, bytes(step) + previous
            row = bytearray(known)
            for index in range(step, step + stride):
                row[index] = (known[index] + guess(row[index - step], above[index], above[index - step])) & 255
            del row[:step]
        rows.append(bytes(row))
        previous = row
    return b"".join(rows)


def _sum(row: bytes, other: bytes) -> bytearray:
    """Adds each byte to its own, modulo 256, as two large numbers: byte by byte it takes seconds for a screen."""
    if not any(row):
        return bytearray(other)
    if not any(other):
        return bytearray(row)
    count = len(row)
    one, two, low = (int.from_bytes(data, "little") for data in (row, other, b"\x7f" * count))
    # No carry leaves the seven lower bits of a byte; the highest bit is the sum of both and of that carry.
    total = (one & low) + (two & low) ^ ((one ^ two) & ~low)
    return bytearray(total.to_bytes(count, "little"))


def _average(left: int, up: int, _corner: int) -> int:
    return (left + up) // 2


def _paeth(left: int, up: int, corner: int) -> int:
    """Returns the neighbour that is nearest to left + up - corner."""
    if up == corner:
        return left
    if left == corner:
        return up
    distances = (abs(up - corner), abs(left - corner), abs(left + up - 2 * corner))
    return (left, up, corner)[distances.index(min(distances))]
