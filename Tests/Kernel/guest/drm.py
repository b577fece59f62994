"""KMS by its ioctls, without libdrm: enough to look at a card, to share another program's file of it, and to commit."""

import ctypes
import errno
import fcntl
import mmap
import os
from ctypes import c_char, c_int32, c_uint16, c_uint32, c_uint64

from .processes import open_files

CAP_UNIVERSAL_PLANES = 2
CAP_ATOMIC = 3
CAP_WRITEBACK_CONNECTORS = 5
CAP_PLANE_COLOR_PIPELINE = 7

OBJECT_CRTC = 0xCCCCCCCC
OBJECT_CONNECTOR = 0xC0C0C0C0
OBJECT_PLANE = 0xEEEEEEEE
OBJECT_COLOROP = 0xFAFAFAFA

CONNECTOR_WRITEBACK = 18

ATOMIC_TEST_ONLY = 0x100
ATOMIC_ALLOW_MODESET = 0x400

# The kind of plane that has the picture of a CRTC.
PLANE_PRIMARY = 1

XRGB8888 = int.from_bytes(b"XR24", "little")


class ClientCap(ctypes.Structure):
    _fields_ = [("capability", c_uint64), ("value", c_uint64)]


class Auth(ctypes.Structure):
    _fields_ = [("magic", c_uint32)]


class ModeInfo(ctypes.Structure):
    _fields_ = (
        [("clock", c_uint32)]
        + [(name, c_uint16) for name in "hdisplay hsync_start hsync_end htotal hskew".split()]
        + [(name, c_uint16) for name in "vdisplay vsync_start vsync_end vtotal vscan".split()]
        + [("vrefresh", c_uint32), ("flags", c_uint32), ("type", c_uint32), ("name", c_char * 32)]
    )


class Resources(ctypes.Structure):
    _fields_ = [(f"{name}_ptr", c_uint64) for name in ("fbs", "crtcs", "connectors", "encoders")] + [
        (name, c_uint32)
        for name in "count_fbs count_crtcs count_connectors count_encoders min_w max_w min_h max_h".split()
    ]


class PlaneResources(ctypes.Structure):
    _fields_ = [("plane_id_ptr", c_uint64), ("count_planes", c_uint32)]


class Crtc(ctypes.Structure):
    _fields_ = (
        [("connectors_ptr", c_uint64)]
        + [(name, c_uint32) for name in "count_connectors crtc_id fb_id x y gamma_size mode_valid".split()]
        + [("mode", ModeInfo)]
    )


class Ramp(ctypes.Structure):
    _fields_ = [("crtc_id", c_uint32), ("size", c_uint32)] + [(name, c_uint64) for name in ("red", "green", "blue")]


class Cursor(ctypes.Structure):
    _fields_ = [(name, c_uint32) for name in "flags crtc_id x y width height handle".split()]


class Connector(ctypes.Structure):
    _fields_ = [(f"{name}_ptr", c_uint64) for name in ("encoders", "modes", "props", "values")] + [
        (name, c_uint32)
        for name in (
            "count_modes count_props count_encoders encoder_id connector_id connector_type connector_type_id "
            "connection mm_width mm_height subpixel pad"
        ).split()
    ]


class Encoder(ctypes.Structure):
    _fields_ = [(name, c_uint32) for name in "encoder_id type crtc_id possible_crtcs possible_clones".split()]


class ObjectProperties(ctypes.Structure):
    _fields_ = [("props_ptr", c_uint64), ("values_ptr", c_uint64)] + [
        (name, c_uint32) for name in ("count", "object", "kind")
    ]


class Property(ctypes.Structure):
    _fields_ = [
        ("values_ptr", c_uint64),
        ("enums_ptr", c_uint64),
        ("prop_id", c_uint32),
        ("flags", c_uint32),
        ("name", c_char * 32),
        ("count_values", c_uint32),
        ("count_enums", c_uint32),
    ]


class PropertyEnum(ctypes.Structure):
    _fields_ = [("value", c_uint64), ("name", c_char * 32)]


class CreateDumb(ctypes.Structure):
    _fields_ = [(name, c_uint32) for name in "height width bpp flags handle pitch".split()] + [("size", c_uint64)]


class MapDumb(ctypes.Structure):
    _fields_ = [("handle", c_uint32), ("pad", c_uint32), ("offset", c_uint64)]


class Handle(ctypes.Structure):
    _fields_ = [("handle", c_uint32), ("pad", c_uint32)]


class DestroyDumb(ctypes.Structure):
    _fields_ = [("handle", c_uint32)]


class Framebuffer(ctypes.Structure):
    _fields_ = [(name, c_uint32) for name in "fb_id width height format flags".split()] + [
        ("handles", c_uint32 * 4),
        ("pitches", c_uint32 * 4),
        ("offsets", c_uint32 * 4),
        ("modifier", c_uint64 * 4),
    ]


class Dirty(ctypes.Structure):
    _fields_ = [(name, c_uint32) for name in "fb_id flags color num_clips".split()] + [("clips_ptr", c_uint64)]


class Blob(ctypes.Structure):
    _fields_ = [("blob_id", c_uint32), ("length", c_uint32), ("data", c_uint64)]


class CreateBlob(ctypes.Structure):
    _fields_ = [("data", c_uint64), ("length", c_uint32), ("blob_id", c_uint32)]


class Atomic(ctypes.Structure):
    _fields_ = [("flags", c_uint32), ("count_objs", c_uint32)] + [
        (name, c_uint64) for name in "objs_ptr counts_ptr props_ptr values_ptr reserved user_data".split()
    ]


class CreateLease(ctypes.Structure):
    _fields_ = [("object_ids", c_uint64)] + [
        (name, c_uint32) for name in ("object_count", "flags", "lessee_id", "fd")
    ]


def _iowr(number: int, structure) -> int:
    return 3 << 30 | ctypes.sizeof(structure) << 16 | ord("d") << 8 | number


def _iow(number: int, structure) -> int:
    return 1 << 30 | ctypes.sizeof(structure) << 16 | ord("d") << 8 | number


def _io(number: int) -> int:
    return ord("d") << 8 | number


class Card:
    """An open file of a card."""

    def __init__(self, descriptor: int):
        self.descriptor = descriptor

    @classmethod
    def open(cls, path: str) -> "Card":
        """Opens the node. The first opener is master."""
        return cls(os.open(path, os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK))

    @classmethod
    def shared_with(cls, process: int, path: str) -> "Card":
        """Duplicates the file of another process, with its mastership and its objects."""
        libc = ctypes.CDLL(None, use_errno=True)
        handle = os.pidfd_open(process)
        masters: list[Card] = []
        try:
            for number, opened in open_files(process):
                if opened != path:
                    continue
                descriptor = libc.syscall(438, handle, number, 0)  # pidfd_getfd
                if descriptor < 0:
                    raise OSError(ctypes.get_errno(), "pidfd_getfd")
                card = cls(descriptor)
                if card.is_master:
                    masters.append(card)
                else:
                    card.close()
        finally:
            os.close(handle)
        assert masters, f"process {process} is not master of {path}"
        # A lease is a master too, of fewer objects.
        masters.sort(key=lambda card: len(card.crtcs()), reverse=True)
        for lease in masters[1:]:
            lease.close()
        return masters[0]

    def __enter__(self) -> "Card":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        os.close(self.descriptor)

    @property
    def is_master(self) -> bool:
        """Returns whether a request that only the master may make is not refused for that reason."""
        try:
            self._call(_iow(0x11, Auth), Auth(0))
        except OSError as error:
            return error.errno != errno.EACCES
        return True

    def set_master(self) -> None:
        fcntl.ioctl(self.descriptor, _io(0x1E))

    def drop_master(self) -> None:
        fcntl.ioctl(self.descriptor, _io(0x1F))

    def set_cap(self, capability: int, value: int = 1) -> None:
        self._call(_iow(0x0D, ClientCap), ClientCap(capability, value))

    def crtcs(self) -> list[int]:
        return self._resources("crtcs")

    def connectors(self) -> list[int]:
        return self._resources("connectors")

    def planes(self) -> list[int]:
        request = PlaneResources()
        self._call(_iowr(0xB5, PlaneResources), request)
        numbers = (c_uint32 * request.count_planes)()
        again = PlaneResources(plane_id_ptr=ctypes.addressof(numbers), count_planes=request.count_planes)
        self._call(_iowr(0xB5, PlaneResources), again)
        return list(numbers)

    def connector(self, number: int) -> Connector:
        """Returns a connector as the kernel remembers it, without probing."""
        connector = Connector(connector_id=number, count_modes=1)
        mode = ModeInfo()
        connector.modes_ptr = ctypes.addressof(mode)
        self._call(_iowr(0xA7, Connector), connector)
        return connector

    def crtc(self, number: int) -> Crtc:
        crtc = Crtc(crtc_id=number)
        self._call(_iowr(0xA1, Crtc), crtc)
        return crtc

    def encoders_of(self, number: int) -> list[Encoder]:
        connector = self.connector(number)
        numbers = (c_uint32 * connector.count_encoders)()
        mode = ModeInfo()
        again = Connector(connector_id=number, count_modes=1, count_encoders=connector.count_encoders)
        again.modes_ptr, again.encoders_ptr = ctypes.addressof(mode), ctypes.addressof(numbers)
        self._call(_iowr(0xA7, Connector), again)
        found = []
        for encoder_id in numbers:
            encoder = Encoder(encoder_id=encoder_id)
            self._call(_iowr(0xA6, Encoder), encoder)
            found.append(encoder)
        return found

    def disable_crtc(self, crtc: int) -> None:
        """Disables a CRTC by the legacy call."""
        self._call(_iowr(0xA2, Crtc), Crtc(crtc_id=crtc))

    def ramp(self, crtc: int) -> list[int]:
        """Returns the legacy gamma table of a CRTC: all of red, then green, then blue."""
        size = self.crtc(crtc).gamma_size
        values = (c_uint16 * (3 * size))()
        self._call(_iowr(0xA4, Ramp), self._ramp(crtc, values))
        return list(values)

    def set_ramp(self, crtc: int, values: list[int]) -> None:
        """Sets the legacy table, in the form of `ramp`."""
        # A name keeps it alive, because the request only has its address.
        table = (c_uint16 * len(values))(*values)
        self._call(_iowr(0xA5, Ramp), self._ramp(crtc, table))

    @staticmethod
    def _ramp(crtc: int, values) -> Ramp:
        channel = ctypes.sizeof(values) // 3
        start = ctypes.addressof(values)
        return Ramp(crtc, channel // 2, start, start + channel, start + 2 * channel)

    def set_cursor(self, crtc: int, buffer: CreateDumb) -> None:
        """Shows a cursor by the legacy call."""
        request = Cursor(1, crtc, width=buffer.width, height=buffer.height, handle=buffer.handle)
        self._call(_iowr(0xA3, Cursor), request)

    def properties(self, object_id: int, kind: int) -> dict[str, tuple[int, int]]:
        """Returns the number and the value of each property of an object, by name."""
        request = ObjectProperties(object=object_id, kind=kind)
        self._call(_iowr(0xB9, ObjectProperties), request)
        numbers, values = (c_uint32 * request.count)(), (c_uint64 * request.count)()
        request.props_ptr, request.values_ptr = ctypes.addressof(numbers), ctypes.addressof(values)
        self._call(_iowr(0xB9, ObjectProperties), request)
        return {self._property_name(number): (number, value) for number, value in zip(numbers, values)}

    def choices(self, number: int) -> dict[str, int]:
        """Returns the values of an enumeration by name, by the number of the property."""
        count = Property(prop_id=number)
        self._call(_iowr(0xAA, Property), count)
        enums = (PropertyEnum * count.count_enums)()
        again = Property(prop_id=number, count_enums=count.count_enums, enums_ptr=ctypes.addressof(enums))
        self._call(_iowr(0xAA, Property), again)
        return {enum.name.decode(): enum.value for enum in enums}

    def commit(self, flags: int, changes: dict[int, dict[int, int]]) -> None:
        """Makes one atomic commit of values by property by object."""
        objects = (c_uint32 * len(changes))(*changes)
        counts = (c_uint32 * len(changes))(*(len(values) for values in changes.values()))
        pairs = [pair for values in changes.values() for pair in values.items()]
        numbers = (c_uint32 * len(pairs))(*(number for number, _ in pairs))
        values = (c_uint64 * len(pairs))(*(value for _, value in pairs))
        request = Atomic(flags=flags, count_objs=len(changes))
        request.objs_ptr, request.counts_ptr = ctypes.addressof(objects), ctypes.addressof(counts)
        request.props_ptr, request.values_ptr = ctypes.addressof(numbers), ctypes.addressof(values)
        self._call(_iowr(0xBC, Atomic), request)

    def modes(self, connector: int) -> list[ModeInfo]:
        """Returns the modes of a connector, after a probe."""
        count = Connector(connector_id=connector)
        self._call(_iowr(0xA7, Connector), count)
        modes = (ModeInfo * count.count_modes)()
        again = Connector(connector_id=connector, count_modes=count.count_modes)
        again.modes_ptr = ctypes.addressof(modes)
        self._call(_iowr(0xA7, Connector), again)
        return list(modes)

    def lease(self, objects: list[int]) -> int:
        """Leases a connector, a CRTC and its plane; returns the descriptor that is master of only these."""
        numbers = (c_uint32 * len(objects))(*objects)
        request = CreateLease(object_ids=ctypes.addressof(numbers), object_count=len(objects), flags=os.O_CLOEXEC)
        self._call(_iowr(0xC6, CreateLease), request)
        return request.fd

    def create_blob(self, data: bytes) -> int:
        request = CreateBlob(length=len(data))
        buffer = ctypes.create_string_buffer(data, len(data))
        request.data = ctypes.addressof(buffer)
        self._call(_iowr(0xBD, CreateBlob), request)
        return request.blob_id

    def destroy_blob(self, number: int) -> None:
        self._call(_iowr(0xBE, c_uint32), c_uint32(number))

    def blob(self, number: int) -> bytes:
        """Returns all bytes of a property's blob."""
        request = Blob(blob_id=number)
        self._call(_iowr(0xAC, Blob), request)
        data = ctypes.create_string_buffer(request.length)
        request.data = ctypes.addressof(data)
        self._call(_iowr(0xAC, Blob), request)
        return data.raw

    def framebuffer(self, number: int) -> Framebuffer:
        """Returns a framebuffer with handles to its memory, which only a master gets."""
        framebuffer = Framebuffer(fb_id=number)
        self._call(_iowr(0xCE, Framebuffer), framebuffer)
        return framebuffer

    def mark_changed(self, number: int) -> None:
        """States that the pixels of a framebuffer have changed, all over it."""
        self._call(_iowr(0xB1, Dirty), Dirty(fb_id=number))

    def read(self, handle: int, size: int) -> bytes:
        """Returns all bytes of a dumb buffer."""
        request = MapDumb(handle=handle)
        self._call(_iowr(0xB3, MapDumb), request)
        with mmap.mmap(self.descriptor, size, mmap.MAP_SHARED, mmap.PROT_READ, offset=request.offset) as memory:
            return memory[:size]

    def close_handle(self, handle: int) -> None:
        self._call(_iow(0x09, Handle), Handle(handle=handle))

    def create_buffer(self, width: int, height: int) -> tuple[CreateDumb, int]:
        """Makes a dumb buffer of XRGB, and returns the number of a framebuffer on it."""
        buffer = CreateDumb(width=width, height=height, bpp=32)
        self._call(_iowr(0xB2, CreateDumb), buffer)
        framebuffer = Framebuffer(width=width, height=height, format=XRGB8888)
        framebuffer.handles[0], framebuffer.pitches[0] = buffer.handle, buffer.pitch
        self._call(_iowr(0xB8, Framebuffer), framebuffer)
        return buffer, framebuffer.fb_id

    def fill(self, buffer: CreateDumb, pixel: int) -> None:
        """Writes the same pixel, 0xRRGGBB, all over a buffer."""
        request = MapDumb(handle=buffer.handle)
        self._call(_iowr(0xB3, MapDumb), request)
        with mmap.mmap(self.descriptor, buffer.size, mmap.MAP_SHARED, offset=request.offset) as memory:
            memory[:] = pixel.to_bytes(4, "little") * (buffer.size // 4)

    def remove_framebuffer(self, number: int) -> None:
        self._call(_iowr(0xAF, c_uint32), c_uint32(number))

    def destroy_buffer(self, buffer: CreateDumb, framebuffer: int) -> None:
        self.remove_framebuffer(framebuffer)
        self._call(_iowr(0xB4, DestroyDumb), DestroyDumb(buffer.handle))

    def _resources(self, kind: str) -> list[int]:
        request = Resources()
        self._call(_iowr(0xA0, Resources), request)
        count = getattr(request, f"count_{kind}")
        numbers = (c_uint32 * count)()
        again = Resources(**{f"{kind}_ptr": ctypes.addressof(numbers), f"count_{kind}": count})
        self._call(_iowr(0xA0, Resources), again)
        return list(numbers)

    def _property_name(self, number: int) -> str:
        request = Property(prop_id=number)
        self._call(_iowr(0xAA, Property), request)
        return request.name.decode()

    def _call(self, code: int, structure) -> None:
        fcntl.ioctl(self.descriptor, code, structure, True)


class Fence(ctypes.Structure):
    """The place for the kernel to write the descriptor of a fence."""

    _fields_ = [("descriptor", c_int32)]
