"""A hostile program on a lease: it requests every framebuffer of the card by its number, overwrites each that it gets,
and states that each has changed.

Run by itself: `python3 intruder.py PLACE WAY…`. `PLACE` is the descriptor of the lease, the path of a card that it
opens, `seat:PATH` for a card that its seat opens, or `manager:NAME` for a lease of drm-lease-manager. It says how each
way to call the kernel ended: `GETFB x32: EACCES 400`.

The way `show` puts each framebuffer on the plane of the lease, by its number, and leaves the last one there until a
line comes on its input; `blobs` reads each blob of a property, by its number. Both are allowed: `show: 42 65`. The way
`remove` removes each framebuffer and each blob by its number, and its own last; `dirty` states for some seconds that
each framebuffer of the card has changed.
"""

import collections
import contextlib
import ctypes
import errno
import mmap
import os
import struct
import sys
import time
from collections.abc import Callable
from ctypes import c_int, c_long, c_size_t, c_uint32, c_void_p
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from guest import automotive, drm, seated  # noqa: E402

RED = 0xFF0000
# The framebuffers of a card have numbers below this one, as its other objects have.
NUMBERS = range(1, 401)
# How long the way `dirty` goes on.
CHANGING_SECONDS = 5

# The last byte of a request is its number, the byte before it the type; the kernel reads direction and size from the
# upper half.
CALLS = {"GETFB": 0xC01C64AD, "GETFB2": 0xC06864CE, "DIRTYFB": 0xC01864B1}
LARGER = 0x180
OTHER_TYPE = ord("e")

# The system call `ioctl` of each architecture, and of the others that the kernels of x86 and arm also run.
IOCTL = {"x86_64": 16, "aarch64": 29, "riscv64": 29}
IOCTL_I386 = 54
IOCTL_X32 = 0x40000000 | 514
# A number that only x32 has, without its mark.
IOCTL_UNMARKED = 514

# int call(int number, int first, int second, int third) by the interface of i386:
# push rbx; mov eax, edi; mov ebx, esi; xchg ecx, edx; int 0x80; pop rbx; ret
CALL_I386 = bytes.fromhex("53 89f8 89f3 87d1 cd80 5b c3")
# Addresses of 32 bits.
MAP_32BIT = 0x40

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = c_void_p
libc.mmap.argtypes = [c_void_p, c_size_t, c_int, c_int, c_int, c_long]
libc.syscall.restype = c_long


def command(place: str, *ways: str) -> list[str]:
    """Returns its command line; `screens lease` replaces `{fd}` by the descriptor."""
    return ["python3", "-B", __file__, place, *ways]


def memory(protection: int) -> int:
    is_x86 = os.uname().machine == "x86_64"
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | (MAP_32BIT if is_x86 else 0)
    return libc.mmap(None, mmap.PAGESIZE, protection, flags, -1, 0)


class Kernel:
    """The ways to make an `ioctl`; each returns the errno, or 0."""

    def __init__(self, descriptor: int):
        self._descriptor = descriptor
        # Also for structures that are larger than the kernel's.
        self.argument = memory(mmap.PROT_READ | mmap.PROT_WRITE)
        self.ways = {
            "native": self._native,
            "larger": lambda request: self._native(request & ~0x3FFF0000 | LARGER << 16),
            "upper": lambda request: self._native(0xFFFFFFFF << 32 | request),
            "type": lambda request: self._native(request & ~0xFF00 | OTHER_TYPE << 8),
        }
        if os.uname().machine == "x86_64":
            code = memory(mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
            ctypes.memmove(code, CALL_I386, len(CALL_I386))
            self._call_i386 = ctypes.CFUNCTYPE(c_int, c_int, c_int, c_uint32, c_uint32)(code)
            self.ways |= {"i386": self._i386, "x32": self._x32, "unmarked": self._unmarked}

    def _native(self, request: int) -> int:
        return self._syscall(IOCTL[os.uname().machine], request)

    def _x32(self, request: int) -> int:
        return self._syscall(IOCTL_X32, request)

    def _unmarked(self, request: int) -> int:
        return self._syscall(IOCTL_UNMARKED, request)

    def _syscall(self, number: int, request: int) -> int:
        arguments = (c_long(value) for value in (number, self._descriptor, request, self.argument))
        return 0 if libc.syscall(*arguments) == 0 else ctypes.get_errno()

    def _i386(self, request: int) -> int:
        # A kernel without this interface ends the program.
        return -self._call_i386(IOCTL_I386, self._descriptor, request, self.argument)


def attempt(card: drm.Card, kernel: Kernel, call: str, way: str) -> str:
    """Requests every framebuffer, and returns how often each outcome came."""
    outcomes = collections.Counter()
    for number in NUMBERS:
        ctypes.memset(kernel.argument, 0, LARGER)
        ctypes.memmove(kernel.argument, struct.pack("=I", number), 4)
        error = kernel.ways[way](CALLS[call])
        reply = ctypes.string_at(kernel.argument, 104)
        if call == "GETFB":
            height, pitch, handle = (struct.unpack_from("=I", reply, place)[0] for place in (8, 12, 24))
        else:
            height, handle, pitch = (struct.unpack_from("=I", reply, place)[0] for place in (8, 20, 36))
        if error == 0 and handle:
            card.fill(drm.CreateDumb(handle=handle, size=pitch * height), RED)
            card.close_handle(handle)
        outcomes["overwritten" if error == 0 and handle else errno.errorcode.get(error, "no handle")] += 1
    return ", ".join(f"{outcome} {count}" for outcome, count in sorted(outcomes.items()))


def accepted(act: Callable[[int], object], but: int | None = None) -> list[int]:
    """Returns the numbers for which an act is not refused, without trying one of them."""
    found = []
    for number in (number for number in NUMBERS if number != but):
        with contextlib.suppress(OSError):
            act(number)
            found.append(number)
    return found


def show(card: drm.Card, own: int) -> None:
    """Shows each framebuffer on its screen, and names the framebuffers of others."""
    card.set_cap(drm.CAP_UNIVERSAL_PLANES)
    card.set_cap(drm.CAP_ATOMIC)
    planes = {plane: card.properties(plane, drm.OBJECT_PLANE) for plane in card.planes()}
    plane, properties = next((plane, found) for plane, found in planes.items() if found["type"][1] == drm.PLANE_PRIMARY)

    def commit(number: int) -> None:
        card.commit(0, {plane: {properties["FB_ID"][0]: number}})

    print("show:", *(number for number in accepted(commit) if number != own), flush=True)
    sys.stdin.readline()


def mark_changed(card: drm.Card, own: int) -> None:
    """States again and again that each framebuffer has changed, and names the framebuffers of others."""
    end = time.monotonic() + CHANGING_SECONDS
    found = accepted(card.mark_changed)
    while found and time.monotonic() < end:
        for number in found:
            card.mark_changed(number)
    print("dirty:", *(number for number in found if number != own), flush=True)


def opened(place: str) -> drm.Card:
    match place.split(":", 1):
        case ["seat", path]:
            return drm.Card(seated.Seat().open(path)[1])
        case ["manager", name]:
            return drm.Card(automotive.answer(automotive.connected(name), automotive.GET)[0])
    return drm.Card.open(place) if place.startswith("/") else drm.Card(int(place))


def main(place: str, *ways: str) -> None:
    card = opened(place)
    # One of its own.
    _, own = card.create_buffer(64, 64)
    kernel = Kernel(card.descriptor)
    for way in ways:
        if way == "show":
            show(card, own)
            continue
        if way == "blobs":
            print("blobs:", *accepted(card.blob), flush=True)
            continue
        if way == "remove":
            own_blob = card.create_blob(b"own")
            print("framebuffers:", *accepted(card.remove_framebuffer, but=own), flush=True)
            print("blobs:", *accepted(card.destroy_blob, but=own_blob), flush=True)
            # The same requests are right for its own.
            card.remove_framebuffer(own)
            card.destroy_blob(own_blob)
            continue
        if way == "dirty":
            mark_changed(card, own)
            continue
        for call in CALLS:
            print(f"{call} {way}: {attempt(card, kernel, call, way)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
