"""The displays of a Linux machine, without a compositor.

A Kit watches for displays, sets their modes through KMS, and calls a draw function for each of them once per refresh:

    def draw(view):
        view.fill(0x204060)
        return screens.WHEN_NEEDED

    with screens.Kit(draw) as kit:
        for event in kit.events():
            print(event.kind, event.name)

It needs only libscreens.so.1 (SCREENS_LIBRARY names another file). Numpy arrays and Pillow pictures are accepted if
these packages are installed. A call that fails raises Error. Calls may be made on any thread; in a draw function, only
calls that do not wait: screens, modes, settings, statistics and request_frame. After close() calls raise ValueError.
"""

import ctypes
import enum
import gc
import numbers
import operator
import os
import select
import threading
import time
import weakref
from dataclasses import dataclass, field
from fractions import Fraction

__all__ = [
    "Kit", "View", "Layer", "Screen", "Mode", "Settings", "Event", "Statistics", "Picture", "Error", "Next",
    "NEXT_REFRESH", "WHEN_NEEDED", "at", "at_wall_time",
]  # fmt: skip


class Next(enum.Enum):
    """The result of a draw function: when it is called again. A number is the time to the next frame in seconds; see
    also at() and at_wall_time()."""

    REFRESH = 0
    WHEN_NEEDED = 1


# At the next refresh, as without a result.
NEXT_REFRESH = Next.REFRESH
WHEN_NEEDED = Next.WHEN_NEEDED
_AFTER, _AT, _AT_WALL_TIME = 2, 3, 4


@dataclass(frozen=True)
class _At:
    time: float
    kind: int


def at(time: float) -> _At:
    """A result of a draw function: it is called again at the first refresh at or after a time of time.monotonic(), in
    seconds."""
    return _At(_seconds(time), _AT)


def at_wall_time(time: float) -> _At:
    """A result of a draw function: it is called again at the first refresh after time.time() reaches a number of
    seconds. For clocks: `return at_wall_time(int(view.wall_time) + 1)`."""
    # The limit is in 2255: the nanoseconds of the library end in 2262.
    return _At(_seconds(time, most=9e9), _AT_WALL_TIME)


def _seconds(number, most: float = 1e9) -> float:
    if isinstance(number, bool) or not isinstance(number, numbers.Real):
        raise TypeError(f"a time is a number of seconds, not {number!r}")
    if number != number:
        raise ValueError("a time is a number of seconds, not nan")
    # A longer time means never; limited, it fits into the nanoseconds of the library.
    return min(max(float(number), 0.0), most)


def _next(result):
    """Returns the members next and next_time of a view for the result of a draw function."""
    if result is None:
        return NEXT_REFRESH.value, 0
    if isinstance(result, Next):
        return result.value, 0
    if isinstance(result, _At):
        return result.kind, int(result.time * 1e9)
    if isinstance(result, bool) or not isinstance(result, numbers.Real):
        raise TypeError(
            f"a draw function returns NEXT_REFRESH, WHEN_NEEDED, a number of seconds, at(time) or at_wall_time(time), "
            f"not {result!r}"
        )
    return _AFTER, int(_seconds(result) * 1e9)


_KINDS = ("snapshot", "connected", "disconnected", "changed", "warning", "cards")
_CODES = {
    -1: "invalidArgument", -2: "noSuchScreen", -3: "busy", -4: "permissionDenied", -5: "modeRefused", -6: "dark",
    -7: "unsupported", -8: "noCard", -9: "system", -10: "inCallback", -11: "stopped",
}  # fmt: skip
_IN_CALLBACK, _STOPPED = -10, -11


class Error(Exception):
    """A failed call, as a sentence with its remedy. `code` is a word that programs can rely on, such as "noSuchScreen".
    """

    def __init__(self, number: int, text: str):
        super().__init__(text)
        self.code = _CODES.get(number, "system")


# ---- The structs of screens.h ----


class _Struct(ctypes.Structure):
    """A struct that begins with its size."""

    def __init__(self, **values):
        super().__init__(size=ctypes.sizeof(self), **values)


class _Rate(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ("numerator", "denominator")]


class _Rectangle(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("x", "y", "width", "height")]


class _View(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("pixels", ctypes.c_void_p), ("stride", ctypes.c_size_t), ("width", ctypes.c_int32),
        ("height", ctypes.c_int32), ("screen", ctypes.c_uint64), ("name", ctypes.c_char_p),
        ("content", ctypes.c_uint64), ("frame", ctypes.c_uint64), ("timestamp", ctypes.c_int64),
        ("target", ctypes.c_int64), ("wall_time", ctypes.c_int64), ("duration", ctypes.c_int64),
        ("missed", ctypes.c_uint64), ("damage", _Rectangle), ("next", ctypes.c_int32), ("next_time", ctypes.c_int64),
        ("elapsed", ctypes.c_int64), ("kit", ctypes.c_void_p),
    ]  # fmt: skip


class _Event(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("kind", ctypes.c_int32), ("sequence", ctypes.c_uint64), ("time", ctypes.c_int64),
        ("screen", ctypes.c_uint64), ("name", ctypes.c_char * 64), ("changes", ctypes.c_char * 192),
        ("message", ctypes.c_char * 256),
    ]  # fmt: skip


_draw_function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_View))
_content_function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64)


class _Options(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("draw", _draw_function), ("draw_data", ctypes.c_void_p), ("event", ctypes.c_void_p),
        ("event_data", ctypes.c_void_p), ("selection", ctypes.c_char_p), ("mode", ctypes.c_char_p),
        ("frame_interval", ctypes.c_int32), ("simulate", ctypes.c_char_p), ("manual_clock", ctypes.c_int32),
        ("content_end", _content_function),
    ]  # fmt: skip


class _Screen(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("id", ctypes.c_uint64), ("name", ctypes.c_char * 64), ("card", ctypes.c_char * 64),
        ("driver", ctypes.c_char * 32), ("make", ctypes.c_char * 64), ("model", ctypes.c_char * 64),
        ("serial", ctypes.c_char * 64), ("width_mm", ctypes.c_int32), ("height_mm", ctypes.c_int32),
        ("is_internal", ctypes.c_int32), ("width", ctypes.c_int32), ("height", ctypes.c_int32),
        ("millihertz", ctypes.c_int32), ("dark", ctypes.c_char * 32), ("dark_message", ctypes.c_char * 256),
        ("refresh_rate", _Rate),
    ]  # fmt: skip


class _Mode(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("id", ctypes.c_int32), ("width", ctypes.c_int32), ("height", ctypes.c_int32),
        ("millihertz", ctypes.c_int32), ("is_interlaced", ctypes.c_int32), ("is_preferred", ctypes.c_int32),
        ("is_current", ctypes.c_int32), ("name", ctypes.c_char * 64), ("refresh_rate", _Rate),
    ]  # fmt: skip


class _Settings(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("is_off", ctypes.c_int32), ("mode", ctypes.c_char * 128),
        ("rotation", ctypes.c_int32), ("is_reflected", ctypes.c_int32), ("overscan", ctypes.c_char * 64),
        ("frame_interval", ctypes.c_int32), ("color_temperature", ctypes.c_int32), ("gamma", ctypes.c_double),
        ("dimming", ctypes.c_double), ("mirror", ctypes.c_char * 64), ("driven", ctypes.c_int32),
    ]  # fmt: skip


class _Statistics(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("presented", ctypes.c_uint64), ("missed_drawing", ctypes.c_uint64),
        ("missed_kernel", ctypes.c_uint64), ("missed_paused", ctypes.c_uint64), ("stalls", ctypes.c_uint64),
        ("modesets", ctypes.c_uint64), ("drawing_p50", ctypes.c_int64), ("drawing_p99", ctypes.c_int64),
        ("drawing_max", ctypes.c_int64),
    ]  # fmt: skip


class _Layer(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("place", _Rectangle), ("order", ctypes.c_int32), ("transparency", ctypes.c_double),
        ("pixels", ctypes.c_void_p), ("width", ctypes.c_int32), ("height", ctypes.c_int32), ("stride", ctypes.c_size_t),
        ("is_opaque", ctypes.c_int32), ("scroll", ctypes.c_double), ("is_vertical", ctypes.c_int32),
        ("draw", _draw_function), ("draw_data", ctypes.c_void_p),
    ]  # fmt: skip


_STRUCTS = {
    "screens_rectangle": _Rectangle, "screens_rate": _Rate, "screens_view": _View, "screens_event": _Event,
    "screens_options": _Options, "screens_screen": _Screen, "screens_mode": _Mode, "screens_settings": _Settings,
    "screens_statistics": _Statistics, "screens_layer": _Layer,
}  # fmt: skip


def _load() -> ctypes.CDLL:
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libscreens.so.1")
    name = os.environ.get("SCREENS_LIBRARY") or (beside if os.path.exists(beside) else "libscreens.so.1")
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(
            f"{name} is not loaded: {error}. `bindings/c/build-library FOLDER` builds it, and the variable "
            "SCREENS_LIBRARY names the file"
        ) from error
    kit, number, screen, text = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint64, ctypes.c_char_p
    pointer = ctypes.POINTER
    calls = {
        "screens_error": (text,), "screens_version": (text,), "screens_start": (kit, pointer(_Options)),
        "screens_stop": (number, kit), "screens_pause": (number, kit), "screens_resume": (number, kit),
        "screens_event_descriptor": (number, kit), "screens_next_event": (number, kit, pointer(_Event)),
        "screens_list": (number, kit, pointer(_Screen), ctypes.c_size_t),
        "screens_modes": (number, kit, screen, pointer(_Mode), ctypes.c_size_t),
        "screens_get_settings": (number, kit, screen, pointer(_Settings)),
        "screens_apply": (number, kit, screen, pointer(_Settings)),
        "screens_request_frame": (number, kit, screen),
        "screens_get_statistics": (number, kit, screen, pointer(_Statistics)),
        "screens_capture": (
            number, kit, screen, kit, ctypes.c_size_t, pointer(ctypes.c_int32), pointer(ctypes.c_int32)
        ),
        "screens_add_layer": (number, kit, screen, pointer(_Layer), pointer(screen)),
        "screens_change_layer": (number, kit, screen, pointer(_Layer)),
        "screens_request_layer": (number, kit, screen), "screens_remove_layer": (number, kit, screen),
        "screens_plug": (number, kit, text, text), "screens_unplug": (number, kit, text),
        "screens_advance": (number, kit, ctypes.c_int64), "screens_advance_refreshes": (number, kit, ctypes.c_int32),
    }  # fmt: skip
    for name, (result, *arguments) in calls.items():
        call = getattr(library, name, None)
        if not call:
            raise ImportError(
                f"{library._name} is another version than this module: it has no {name}. "
                "`bindings/c/build-library` builds it again"
            )
        call.restype, call.argtypes = result, arguments
    return library


_library = _load()


# ---- Values ----


@dataclass(frozen=True)
class Screen:
    """A connected display, as of the call that listed it. `dark` is the reason why it shows nothing; empty while it is
    lit. `refresh_rate` is in Hz without a rounding error, such as Fraction(60000, 1001); 0 if no mode is set."""

    id: int
    name: str
    card: str
    driver: str
    make: str
    model: str
    serial: str
    width_mm: int
    height_mm: int
    is_internal: bool
    width: int
    height: int
    millihertz: int
    dark: str
    dark_message: str
    refresh_rate: Fraction


@dataclass(frozen=True)
class Mode:
    """A mode of a screen; `name` is what the setting `mode` takes, and `id` its number in the list of the display.
    `refresh_rate` is in Hz without a rounding error, such as Fraction(60000, 1001)."""

    id: int
    width: int
    height: int
    millihertz: int
    is_interlaced: bool
    is_preferred: bool
    is_current: bool
    name: str
    refresh_rate: Fraction


@dataclass
class Settings:
    """The settings of a display, as in screens.h: a zero or empty value is the default."""

    is_off: bool = False
    mode: str = ""
    rotation: int = 0
    is_reflected: bool = False
    overscan: str = ""
    frame_interval: int = 0
    color_temperature: int = 0
    gamma: float = 0.0
    dimming: float = 0.0
    mirror: str = ""
    driven: int = 0


@dataclass(frozen=True)
class Event:
    """A change of the screens. `kind` is snapshot, connected, disconnected, changed, warning or cards; `message`
    explains the last two; `time` is in seconds."""

    kind: str
    sequence: int
    time: float
    screen: int
    name: str
    changes: tuple
    message: str


@dataclass(frozen=True)
class Statistics:
    """The counters of a screen since it was last lit, or since its drawing began again in another layout (rotation,
    overscan). Stalls and modesets count since the start. The times of drawing are in seconds."""

    presented: int
    missed_drawing: int
    missed_kernel: int
    missed_paused: int
    stalls: int
    modesets: int
    drawing_p50: float
    drawing_p99: float
    drawing_max: float


@dataclass(frozen=True)
class Picture:
    """A copy of a picture: `pixels` are 0x00RRGGBB, 32 bits each, row by row, without gaps."""

    width: int
    height: int
    pixels: bytes = field(repr=False)

    def __getitem__(self, place) -> int:
        x, y = place
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"{x}, {y} is outside of {self.width}x{self.height}")
        start = 4 * (y * self.width + x)
        return int.from_bytes(self.pixels[start : start + 3], "little")

    def array(self):
        """Returns the pixels as a numpy array of height x width."""
        import numpy

        return numpy.frombuffer(self.pixels, numpy.uint32).reshape(self.height, self.width)

    def image(self):
        """Returns the picture as a picture of Pillow."""
        from PIL import Image

        return Image.frombytes("RGB", (self.width, self.height), self.pixels, "raw", "BGRX")


def _values(struct: _Struct, kind):
    """Returns the members of a struct that a value has."""
    values = {}
    for name, form in kind.__annotations__.items():
        value = getattr(struct, name)
        if isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        elif isinstance(value, _Rate):
            value = Fraction(value.numerator, value.denominator or 1)
        elif form is bool:
            value = bool(value)
        values[name] = value
    return values


def _text(text):
    if text is None:
        return None
    data = os.fsencode(text)
    if b"\0" in data:
        raise ValueError("a text contains a zero")
    return data


class _Copies:
    """The copies of pictures that programs see, by content: a program may keep one longer than a screen has its
    memory."""

    # The seconds without a frame after which a copy is dropped when another one is made; it is made again on demand.
    _IDLE = 60

    def __init__(self):
        self._copies = {}

    def find(self, view: _View):
        """Returns the copy for a content and a size, or None."""
        copy, _ = self._copies.get(self._key(view), (None, 0))
        if copy is not None:
            self._copies[self._key(view)] = copy, time.monotonic()
        return copy

    def make(self, view: _View, shared):
        """Copies the present picture, without gaps between its rows."""
        now, row = time.monotonic(), 4 * view.width
        for key, (_, used) in list(self._copies.items()):
            if now - used > self._IDLE:
                self._copies.pop(key, None)
        # One byte more than the picture: see is_lent().
        copy = bytearray(row * view.height + 1)
        for y in range(view.height):
            copy[y * row : (y + 1) * row] = shared[y * view.stride : y * view.stride + row]
        self._copies[self._key(view)] = copy, now
        return copy

    def drop(self, view: _View):
        self._copies.pop(self._key(view), None)

    def end(self, content: int):
        """Drops the copies of a content that has ended."""
        for key in list(self._copies):
            if key[0] == content:
                self._copies.pop(key, None)

    @staticmethod
    def is_lent(copy) -> bool:
        """Returns whether an array or a memoryview refers to a copy: its length is then fixed."""
        try:
            copy.pop()
        except BufferError:
            return True
        copy.append(0)
        return False

    @staticmethod
    def _key(view: _View):
        return view.content, view.width, view.height


class View:
    """The picture of a screen during one frame. The picture is kept from call to call; the view is valid only during
    the call.

    `width` and `height` are in pixels. `screen` is the id of the screen, and `name` the name of its connector.
    `content` is the same number until the content ends (content_end of Kit). `frame` is the number of the call for this
    content, from 0. `missed` counts the frames that were due and not shown so far.
    `duration` is the time from one frame to the next, in seconds. `elapsed` is the time from the target of the previous
    call to the target of this one, including missed frames and pauses, and 0 for the first; a game moves by
    min(view.elapsed, 0.1).
    `pixels` are the writable bytes: 0x00RRGGBB, 32 bits each, with `stride` bytes from one row to the next. They are a
    copy, whose damaged part is shown; a function that only uses fill and put needs no copy.
    `timestamp` and `target` are in seconds of time.monotonic(): when the previous frame was shown, and when this one
    will be; with a modeset, target is the time of the call. `wall_time` is the target in time.time(), for clocks.
    `is_opaque` is False for a layer whose pixels have alpha: they are 0xAARRGGBB there, multiplied by alpha.
    `kit` is the kit: the first calls come, on another thread, before Kit() has returned it.
    `damage` is the part that the function changes, as (x, y, width, height); by default the whole view. If neither
    pixels nor array() was used, fill and put compute it.
    """

    def __init__(self, view: _View, copies: _Copies, kit=None, is_opaque=True):
        self.kit = kit
        self.is_opaque = is_opaque
        self.width, self.height = view.width, view.height
        self.stride = 4 * self.width
        self.screen, self.name, self.content = view.screen, view.name.decode(), view.content
        self.frame, self.missed = view.frame, view.missed
        self.timestamp, self.target, self.duration = view.timestamp / 1e9, view.target / 1e9, view.duration / 1e9
        self.wall_time, self.elapsed = view.wall_time / 1e9, view.elapsed / 1e9
        length = view.stride * (self.height - 1) + 4 * self.width
        # The memory of the screen, which programs never see.
        self._shared = memoryview((ctypes.c_uint8 * length).from_address(view.pixels)).cast("B")
        self._view, self._copies = view, copies
        self._copy = copies.find(view)
        self._target, self._step = (memoryview(self._copy), self.stride) if self._copy else (self._shared, view.stride)
        self._lent = None
        self.damage = None
        self._computed = None

    @property
    def pixels(self) -> memoryview:
        if not self._view:
            raise ValueError("a view is valid during the call of the draw function only")
        if not self._lent:
            if not self._copy:
                self._copy = self._copies.make(self._view, self._shared)
                self._target, self._step = memoryview(self._copy), self.stride
            self._lent = memoryview(self._copy)[: self.stride * self.height]
        return self._lent

    def array(self):
        """Returns the pixels as a numpy array of height x width, writable during the call. `view.array().copy()` may be
        kept."""
        import numpy

        # Unlike an ndarray of a buffer, this array keeps the bytes from being released.
        return numpy.frombuffer(self.pixels, numpy.uint32).reshape(self.height, self.width)

    def fill(self, color: int, rectangle=None):
        """Fills a rectangle (x, y, width, height), clipped to the view, or all of it."""
        left, top, right, bottom = self._clip(*(rectangle or (0, 0, self.width, self.height)))
        color = _whole(color, "a color", "0x00RRGGBB" if self.is_opaque else "0xAARRGGBB")
        row = (color & (0xFFFFFF if self.is_opaque else 0xFFFFFFFF)).to_bytes(4, "little") * max(right - left, 0)
        for y in range(top, bottom):
            start = y * self._step + 4 * left
            self._target[start : start + len(row)] = row
        self._add(left, top, right, bottom)

    def put(self, picture, x: int = 0, y: int = 0):
        """Puts a picture at a place, clipped to the view: a Picture, a picture of Pillow, or a numpy array of height x
        width x 3 or 4 bytes (RGB, RGBA), of height x width bytes (grey), or of height x width integers of 32 or 64 bits
        (0x00RRGGBB). A picture with alpha, not premultiplied, is drawn over the picture of the view; in a view that has
        alpha itself, each picture replaces the pixels."""
        x, y = _whole(x, "a place", "pixels"), _whole(y, "a place", "pixels")
        if self.is_opaque:
            width, height, pixels = _bytes_of(picture, lambda width, height: self._part(x, y, width, height))
        else:
            width, height, pixels, has_no_alpha = _layer_bytes(picture)
            if has_no_alpha:
                pixels = bytearray(pixels)
                pixels[3::4] = b"\xff" * (width * height)
        bounds = self._clip(x, y, width, height)
        for start, source, count in self._rows(x, y, width, bounds):
            self._target[start : start + count] = pixels[source : source + count]
        self._add(*bounds)

    def _part(self, x, y, width, height) -> bytearray:
        """Returns the pixels of the view below a picture; 0 outside the view."""
        part = bytearray(4 * width * height)
        for start, source, count in self._rows(x, y, width, self._clip(x, y, width, height)):
            part[source : source + count] = self._target[start : start + count]
        return part

    def _rows(self, x, y, width, bounds):
        """Yields for each row of a picture in the view: its place in the view, its place in the picture, and its
        bytes."""
        left, top, right, bottom = bounds
        for row in range(top, bottom) if right > left else ():
            yield row * self._step + 4 * left, 4 * ((row - y) * width + left - x), 4 * (right - left)

    def _clip(self, x, y, width, height):
        x, y, width, height = (_whole(number, "a rectangle", "pixels") for number in (x, y, width, height))
        return max(x, 0), max(y, 0), min(x + width, self.width), min(y + height, self.height)

    def _add(self, left, top, right, bottom):
        if right <= left or bottom <= top:
            self._computed = self._computed or (0, 0, 0, 0)
        elif not self._computed or self._computed == (0, 0, 0, 0):
            self._computed = (left, top, right, bottom)
        else:
            a, b, c, d = self._computed
            self._computed = (min(a, left), min(b, top), max(c, right), max(d, bottom))

    @property
    def _has_changes(self) -> bool:
        """Whether the function may have changed pixels."""
        return bool(self._lent is not None or self._computed or self.damage)

    def _finish(self) -> bool:
        """Hands over the changes and ends the use of the pixels. Returns whether an array or a memoryview of them is
        left."""
        view, self._view = self._view, None
        damage = self.damage
        if damage is None and self._computed and not self._lent:
            left, top, right, bottom = self._computed
            damage = (left, top, right - left, bottom - top)
        if damage is not None:
            view.damage = _Rectangle(*damage)
        if self._copy:
            self._hand_over(view, self._clip(*(damage or (0, 0, self.width, self.height))))
        self._target.release()
        self._shared.release()
        if not self._copy:
            return False
        if self._lent:
            try:
                self._lent.release()
            except BufferError:
                # An array refers to the pixels; the check below finds it.
                pass
        if not self._copies.is_lent(self._copy):
            return False
        # The copy stays with the program; the next frame gets another one.
        self._copies.drop(view)
        # Arrays in a reference cycle are not kept, only released later.
        gc.collect()
        return self._copies.is_lent(self._copy)

    def _hand_over(self, view: _View, rectangle):
        left, top, right, bottom = rectangle
        count = 4 * max(right - left, 0)
        if count == self.stride == view.stride:
            self._shared[top * count : bottom * count] = self._target[top * count : bottom * count]
            return
        for y in range(top, bottom):
            start, source = y * view.stride + 4 * left, y * self.stride + 4 * left
            self._shared[start : start + count] = self._target[source : source + count]


def _whole(number, name: str, unit: str) -> int:
    try:
        return operator.index(number)
    except TypeError:
        raise TypeError(f"{name} is in whole numbers ({unit}), not {number!r}") from None


def _bytes_of(picture, below):
    """Returns the width, the height and the pixels of a picture, without gaps.

    `below` returns the pixels that a picture with alpha is drawn over, for a width and a height."""
    if isinstance(picture, Picture):
        return picture.width, picture.height, memoryview(picture.pixels)
    if hasattr(picture, "convert") and hasattr(picture, "tobytes"):
        if "A" in picture.getbands() or "transparency" in picture.info:
            from PIL import Image

            over, picture = picture.convert("RGBA"), Image.frombytes(
                "RGB", picture.size, bytes(below(*picture.size)), "raw", "BGRX"
            )
            picture.paste(over, mask=over.getchannel("A"))
        return (*picture.size, memoryview(picture.convert("RGB").tobytes("raw", "BGRX")))
    if isinstance(picture, (str, bytes, os.PathLike)):
        raise TypeError(
            f"a picture is a Picture, one of Pillow or a numpy array, not {picture!r}: PIL.Image.open() reads a file"
        )
    import numpy

    array = numpy.asarray(picture)
    if array.dtype == numpy.uint8 and array.ndim == 3 and array.shape[2] in (3, 4):
        colors = array.astype(numpy.uint32)
        if array.shape[2] == 4:
            height, width = array.shape[:2]
            under = numpy.frombuffer(below(width, height), numpy.uint8).reshape(height, width, 4)[:, :, 2::-1]
            alpha = colors[:, :, 3:]
            colors = (colors[:, :, :3] * alpha + under * (255 - alpha) + 127) // 255
        array = colors[:, :, 0] << 16 | colors[:, :, 1] << 8 | colors[:, :, 2]
    elif array.dtype == numpy.uint8 and array.ndim == 2:
        array = array.astype(numpy.uint32) * 0x010101
    elif array.ndim != 2 or array.dtype.kind not in "iu" or array.dtype.itemsize < 4:
        shape = " x ".join(map(str, array.shape)) or "no dimension"
        raise TypeError(
            f"a picture of {array.dtype}, {shape}, cannot be put: it has height x width x 3 or 4 of uint8 "
            "(RGB, RGBA), height x width of uint8 (grey), or height x width of uint32 (0x00RRGGBB)"
        )
    elif array.size and not 0 <= int(array.min()) <= int(array.max()) <= 0xFFFFFFFF:
        raise ValueError(f"a pixel is 0x00RRGGBB: the picture has values from {array.min()} to {array.max()}")
    array = numpy.ascontiguousarray(array, numpy.uint32)
    return array.shape[1], array.shape[0], memoryview(array.tobytes())


def _layer_bytes(picture):
    """Returns the width, the height and the pixels of a picture for a layer, without gaps, and whether they have no
    alpha. Colours are multiplied by alpha."""
    if hasattr(picture, "getbands") and ("A" in picture.getbands() or "transparency" in picture.info):
        from PIL import Image

        multiplied = picture.convert("RGBA").convert("RGBa").tobytes("raw", "RGBa")
        return (*picture.size, Image.frombytes("RGBA", picture.size, multiplied).tobytes("raw", "BGRA"), False)
    if getattr(picture, "ndim", 0) == 3 and picture.shape[2] == 4:
        import numpy

        array = numpy.asarray(picture)
        if array.dtype != numpy.uint8:
            raise TypeError(f"a picture of height x width x 4 has bytes, and not {array.dtype}")
        colors, alpha = array[:, :, 2::-1].astype(numpy.uint32), array[:, :, 3:].astype(numpy.uint32)
        pixels = numpy.concatenate([(colors * alpha + 127) // 255, alpha], axis=2).astype(numpy.uint8)
        return array.shape[1], array.shape[0], pixels.tobytes(), False
    width, height, pixels = _bytes_of(picture, None)
    return width, height, bytes(pixels), True


class Layer:
    """A picture over the picture of a screen, which Kit.add_layer() makes. It is shown until remove(), until its last
    reference is gone, or until its display has been gone for ten seconds."""

    def __init__(self, kit, screen, values: _Layer, function=None):
        self._kit = self._number = None
        # The library calls the function until the layer is removed.
        self._values, self._function = values, function
        number = ctypes.c_uint64()
        result = _library.screens_add_layer(kit._kit, screen, ctypes.byref(values), ctypes.byref(number))
        # The library has copied the picture.
        values.pixels = None
        if result == 0:
            self._kit, self._number = kit, number.value
        # A draw function may have failed meanwhile: the layer goes with this object then.
        kit._checked(result)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.remove()

    def __del__(self):
        if self._number is None or self._kit._ending.has_ended:
            return
        kit, number = self._kit._kit, self._number
        if _library.screens_remove_layer(kit, number) == _IN_CALLBACK:
            # The last reference was released in a draw function. The thread keeps the function until it has returned
            # for the last time.
            function, values = self._function, self._values
            threading.Thread(target=lambda: (_library.screens_remove_layer(kit, number), function, values)).start()

    def place(self, place, *, order=None, opacity=None):
        """Moves it to another rectangle (x, y, width, height) of the screen's picture, from the next refresh on; its
        order and its opacity stay as they are if they are left out."""
        former = self._values
        self._values = _Layer.from_buffer_copy(former)
        self._values.place = _rectangle(place)
        if order is not None:
            self._values.order = order
        if opacity is not None:
            self._values.transparency = 1 - opacity
        try:
            self._change()
        except BaseException:
            self._values = former
            raise

    def show(self, picture):
        """Shows another picture, from the next refresh on. A strip goes on at the same pixel."""
        if self._function:
            raise ValueError("a function draws this layer")
        pixels = _set_pixels(self._values, picture)
        try:
            self._change()
        finally:
            self._values.pixels = None
            del pixels

    def request_frame(self):
        """Requests an early call of the function that draws it."""
        self._kit._checked(_library.screens_request_layer(self._kit._kit, self._present()))

    def remove(self):
        """Removes it. Returns when the function that draws it has returned for the last time; not in a draw function.
        Repeated calls do nothing."""
        if self._number is None or self._kit._ending.has_ended:
            return
        self._kit._checked(_library.screens_remove_layer(self._kit._kit, self._number))
        self._number = None

    def _change(self):
        self._kit._checked(
            _library.screens_change_layer(self._kit._kit, self._present(), ctypes.byref(self._values))
        )

    def _present(self) -> int:
        if self._number is None:
            raise ValueError("the layer is removed")
        return self._number


def _rectangle(place) -> _Rectangle:
    x, y, width, height = (_whole(number, "a rectangle", "pixels") for number in place)
    return _Rectangle(x, y, width, height)


def _set_pixels(values: _Layer, picture):
    """Sets the picture of a layer. Returns its memory, which the caller keeps during the call."""
    values.width, values.height, pixels, values.is_opaque = _layer_bytes(picture)
    memory = ctypes.create_string_buffer(pixels, max(len(pixels), 1))
    values.pixels = ctypes.cast(memory, ctypes.c_void_p)
    return memory


# ---- A kit ----


class _Drawing:
    """The draw function of a kit, on the threads of its screens, and its failure.

    It holds no strong reference to the kit, so that a forgotten kit is released."""

    def __init__(self, draw, content_end=None):
        self._draw, self._content_end = draw, content_end
        self._copies = _Copies()
        self._failure = None
        # A weak reference.
        self.kit = lambda: None
        # The last screen of each name, whose counters stay when it is gone.
        self.known = {}
        # Readable after a failure, which wakes readers of events.
        self.failed, self._fail = os.pipe()
        os.set_blocking(self.failed, False)
        os.set_blocking(self._fail, False)
        self.function = _draw_function(self._frame) if draw else _draw_function()
        self.end_function = _content_function(self._end) if draw else _content_function()

    def layer_function(self, draw, is_opaque):
        """Returns a C function for a layer, whose failures are failures of the kit."""
        return _draw_function(lambda _, pointer: self._run(draw, pointer, is_opaque))

    def _frame(self, _, pointer):
        self._run(self._draw, pointer)

    def _run(self, draw, pointer, is_opaque=True):
        try:
            kit = self.kit()
            if kit is not None and not kit._kit:
                kit._kit = pointer.contents.kit
            view = View(pointer.contents, self._copies, kit, is_opaque)
            self.known[view.name] = view.screen
            try:
                pointer.contents.next, pointer.contents.next_time = _next(draw(view))
            except BaseException:
                if not view._has_changes:
                    view.damage = (0, 0, 0, 0)
                # The traceback refers to the function's own arrays.
                view._finish()
                raise
            if view._finish():
                raise BufferError(
                    "the draw function keeps an array or a memoryview of the pixels, which are valid during the call "
                    "only: keep a copy, such as view.array().copy()"
                )
        except BaseException as failure:
            pointer.contents.next = WHEN_NEEDED.value
            self._keep(failure)
            # ctypes passes it to sys.unraisablehook, which prints it at once.
            raise

    def _end(self, _, content):
        self._copies.end(content)
        try:
            if self._content_end:
                self._content_end(content)
        except BaseException as failure:
            self._keep(failure)
            raise

    def _keep(self, failure):
        """Keeps a failure for the thread of the next call."""
        self._failure = self._failure or failure
        try:
            os.write(self._fail, b"!")
        except BlockingIOError:
            # The pipe is full, which wakes readers as well.
            pass

    def raise_failure(self):
        """Raises the first failure since the last call, once."""
        if not self._failure:
            return
        self.clear()
        failure, self._failure = self._failure, None
        if failure:
            raise failure

    def clear(self):
        try:
            os.read(self.failed, 4096)
        except BlockingIOError:
            # Another thread was first.
            pass

    def release(self):
        os.close(self.failed)
        os.close(self._fail)


class _Ending:
    """The end of a kit: by close(), after its last reference is gone, or with the program."""

    def __init__(self, kit, drawing: _Drawing):
        self._kit, self._drawing = kit, drawing
        self._process = os.getpid()
        self._ended = threading.Event()
        # Duplicates, because readers of events may be late: the library closes its own descriptor when it stops.
        self.events = os.dup(_library.screens_event_descriptor(kit))
        self.closing, self._close = os.pipe()

    @property
    def has_ended(self) -> bool:
        return self._ended.is_set()

    def stop(self):
        result = _library.screens_stop(self._kit)
        if result == _STOPPED:
            # Another thread is stopping it.
            self._ended.wait()
        elif result == _IN_CALLBACK:
            raise _in_callback()
        elif result < 0:
            raise _error(result)
        else:
            os.close(self._close)
            self._ended.set()

    def finish(self):
        """Runs before the interpreter is finalised, so that a draw function can still finish."""
        if os.getpid() != self._process:
            # A forked child has the objects of its parent, but not its threads.
            return
        try:
            self.stop()
        except Error:
            # The last reference was released in a draw function of any kit.
            threading.Thread(target=self.finish).start()
            return
        self._drawing.release()
        for descriptor in (self.events, self.closing):
            os.close(descriptor)


class Kit:
    """Drives the displays of this machine, or simulated ones, until close() or the end of the program.

    `draw` gets a View on the screen's own thread, and returns NEXT_REFRESH (or None), WHEN_NEEDED, at(time),
    at_wall_time(time) for a clock, or a number: the seconds from this frame to the next. Without `draw` the kit only
    watches. An exception in it is printed, ends the drawing of that screen until request_frame(), and is raised by the
    next call of the kit, and in events().
    `content_end` gets the number of each content (View.content) that has ended, on any thread, so that its state can be
    released: when the display has been gone for ten seconds, when a mode of another size was set, and in close().
    `selection` is "external", "all", names in one text with commas or in a list, or "none": then a display shows
    nothing until its setting `driven` is 1. `mode` is "preferred", "largest" or a mode such as "1920x1080@60".
    `simulate` lists the modes of screens without hardware, such as "1920x1080@60,1280x720@50"; with `manual_clock`
    their time passes only by advance().
    A screen, as an argument, is a Screen, an Event, a View, an id, or a name such as "HDMI-A-1" or "card1/HDMI-A-1".
    """

    def __init__(
        self, draw=None, *, content_end=None, selection="external", mode="preferred", frame_interval=1, simulate=None,
        manual_clock=False
    ):  # fmt: skip
        self._drawing = _Drawing(draw, content_end)
        if isinstance(selection, (list, tuple)):
            selection = ",".join(selection)
        options = _Options(
            draw=self._drawing.function, selection=_text(selection), mode=_text(mode), frame_interval=frame_interval,
            simulate=_text(simulate), manual_clock=bool(manual_clock), content_end=self._drawing.end_function,
        )  # fmt: skip
        # Unknown until the library returns it here, or passes it to the first draw call on another thread.
        self._kit = self._ending = None
        self._drawing.kit = weakref.ref(self)
        self._kit = _library.screens_start(ctypes.byref(options))
        if not self._kit:
            self._drawing.release()
            raise _error(-1)
        self._ending = _Ending(self._kit, self._drawing)
        weakref.finalize(self, self._ending.finish)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the drawing, and shows what was shown before; the readers of events end. Returns when the calls of other
        threads have returned. Repeated calls do nothing."""
        if self._ending is None:
            # This is the first call of the draw function, before the kit has been made.
            raise _in_callback()
        self._ending.stop()
        self._drawing.raise_failure()

    # Screens

    @property
    def screens(self):
        """Returns the connected screens."""
        return [Screen(**_values(one, Screen)) for one in self._list(_library.screens_list, _Screen)]

    def modes(self, screen):
        """Returns the modes of a screen, the largest last."""
        return [Mode(**_values(one, Mode)) for one in self._list(_library.screens_modes, _Mode, self._id(screen))]

    def events(self, timeout=None):
        """Waits for events and yields them, beginning with a snapshot, until close(), or until no event comes for
        `timeout` seconds. An exception of the draw function is raised here."""
        readable = select.poll()
        for descriptor in (self._ending.events, self._ending.closing, self._drawing.failed):
            readable.register(descriptor, select.POLLIN)
        while True:
            event = _Event()
            result = _library.screens_next_event(self._kit, ctypes.byref(event))
            if result == _STOPPED:
                self._drawing.raise_failure()
                return
            if self._checked(result):
                values = _values(event, Event)
                values.update(kind=_KINDS[event.kind] if event.kind < len(_KINDS) else "", time=event.time / 1e9)
                values["changes"] = tuple(values["changes"].split(",")) if values["changes"] else ()
                yield Event(**values)
                continue
            ready = readable.poll(None if timeout is None else 1000 * timeout)
            if not ready:
                return
            if any(descriptor == self._drawing.failed for descriptor, _ in ready):
                self._drawing.raise_failure()
                # Another call has raised the failure.
                self._drawing.clear()

    # Settings

    def settings(self, screen) -> Settings:
        """Returns the settings of a display."""
        settings = _Settings()
        self._checked(_library.screens_get_settings(self._kit, self._id(screen), ctypes.byref(settings)))
        return Settings(**_values(settings, Settings))

    def apply(self, screen, **changes):
        """Changes settings of a display, now and whenever it is connected again: apply(screen, rotation=90,
        overscan="2.5%"), or apply(screen, mode=kit.modes(screen)[-1]).

        Returns "" if the display is as requested, else the reason why it is not."""
        settings = self.settings(screen)
        for name, value in changes.items():
            if name not in Settings.__annotations__:
                raise TypeError(f"there is no setting {name}")
            if isinstance(value, Mode):
                value = value.name
            setattr(settings, name, value)
        values = _Settings()
        for name, value in vars(settings).items():
            stored = _text(value) if isinstance(value, str) else value
            room = getattr(_Settings, name).size
            if isinstance(stored, bytes) and isinstance(getattr(values, name), bytes) and len(stored) >= room:
                raise ValueError(f"the setting {name} has at most {room - 1} bytes: {value}")
            try:
                setattr(values, name, stored)
            except TypeError:
                kind = Settings.__annotations__[name]
                kind = kind if isinstance(kind, str) else kind.__name__
                raise TypeError(f"the setting {name} is of type {kind}: it cannot be {value!r}") from None
        result = self._checked(_library.screens_apply(self._kit, self._id(screen), ctypes.byref(values)))
        return _library.screens_error().decode() if result else ""

    # Frames

    def request_frame(self, screen=None):
        """Requests a frame after WHEN_NEEDED, of one screen or of all."""
        self._checked(_library.screens_request_frame(self._kit, 0 if screen is None else self._id(screen)))

    def statistics(self, screen) -> Statistics:
        """Returns the counters of a screen, also of a disconnected one; a name means the last screen of that
        name that was drawn on."""
        statistics = _Statistics()
        number = self._id(screen, known=self._drawing.known)
        self._checked(_library.screens_get_statistics(self._kit, number, ctypes.byref(statistics)))
        values = {name: getattr(statistics, name) for name in Statistics.__annotations__}
        return Statistics(
            **{name: value / 1e9 if name.startswith("drawing") else value for name, value in values.items()}
        )

    def capture(self, screen) -> Picture:
        """Copies the picture that a screen shows, of any program."""
        width, height = ctypes.c_int32(), ctypes.c_int32()
        count = 0
        while True:
            pixels = ctypes.create_string_buffer(4 * max(count, 1))
            result = _library.screens_capture(
                self._kit, self._id(screen), pixels, count, ctypes.byref(width), ctypes.byref(height))  # fmt: skip
            # The first call returns the size, which a modeset may change.
            if result == 0 or width.value * height.value <= count:
                self._checked(result)
                return Picture(width.value, height.value, pixels.raw[: 4 * width.value * height.value])
            count = width.value * height.value

    def add_layer(
        self, screen, place, picture=None, *, draw=None, opaque=True, order=0, opacity=1.0, scroll=0.0, vertical=False
    ) -> Layer:  # fmt: skip
        """Shows a layer over the picture of a screen, in the rectangle `place` (x, y, width, height).

        `picture` may be anything that View.put() takes; its alpha is kept. With `scroll` it is a strip, at least as
        long as the layer, that moves by so many pixels a second to the left, or upwards if it is `vertical`, and
        begins again behind its end; a negative number moves it to the right or downwards. It has at most 16384 pixels
        in a row or a column, as any picture. In place of a picture, `draw` draws the layer as the draw function of the
        kit draws a screen: its View has the size of the layer. Unless the layer is `opaque`, its pixels and the colours
        of View.fill() are 0xAARRGGBB, multiplied by alpha and transparent at first, and View.put() replaces pixels and
        keeps the alpha of the picture.
        A layer is above all layers of lower `order`, and above older ones of the same order."""
        if (picture is None) == (draw is None):
            raise TypeError("a layer has either a picture or a draw function")
        values = _Layer(
            place=_rectangle(place), order=order, transparency=1 - opacity, scroll=scroll, is_vertical=bool(vertical)
        )
        if draw is None:
            pixels = _set_pixels(values, picture)
            layer = Layer(self, self._id(screen), values)
            del pixels
            return layer
        function = self._drawing.layer_function(draw, bool(opaque))
        values.draw, values.is_opaque = function, bool(opaque)
        return Layer(self, self._id(screen), values, function)

    def pause(self):
        """Releases the displays for another program."""
        self._checked(_library.screens_pause(self._kit))

    def resume(self):
        """Takes the displays again."""
        self._checked(_library.screens_resume(self._kit))

    # Simulated screens

    def plug(self, mode: str) -> str:
        """Plugs in a simulated display with one mode, or with several separated by spaces, and returns its connector's
        name. With a manual clock, the kit has reacted when the next advance(), which may be by 0, returns."""
        name = ctypes.create_string_buffer(64)
        self._checked(_library.screens_plug(self._kit, _text(mode), name))
        return name.value.decode()

    def unplug(self, name: str):
        """Unplugs the simulated display on a connector; with a manual clock, the kit reacts at the next advance(), as
        with plug()."""
        self._checked(_library.screens_unplug(self._kit, _text(name)))

    def advance(self, seconds: float):
        """Lets a time in seconds pass on the manual clock, and returns after everything that was due."""
        self._checked(_library.screens_advance(self._kit, round(seconds * 1e9)))

    def advance_refreshes(self, count: int = 1) -> bool:
        """Moves the manual clock to the next refresh, count times. Returns False if all screens are dark."""
        return self._checked(_library.screens_advance_refreshes(self._kit, count)) != 0

    # Internal

    def _list(self, call, struct, *arguments):
        count = 16
        while True:
            array = (struct * count)()
            array[0].size = ctypes.sizeof(struct)
            total = self._checked(call(self._kit, *arguments, array, count))
            if total <= count:
                return array[:total]
            count = total

    def _checked(self, result: int) -> int:
        if result == _STOPPED:
            raise ValueError("the kit is closed")
        if result < 0:
            raise _error(result)
        self._drawing.raise_failure()
        return result

    def _id(self, screen, known=None) -> int:
        if isinstance(screen, str):
            return self._named(screen, known or {})
        if isinstance(screen, (Screen, int)) and not isinstance(screen, bool):
            return screen if isinstance(screen, int) else screen.id
        if isinstance(screen, (Event, View)):
            return screen.screen
        raise TypeError(f"a screen is a Screen, an Event, a View, an id or a name, not {screen!r}")

    def _named(self, name: str, known) -> int:
        screens = self.screens
        found = [one for one in screens if name in (one.name, f"{os.path.basename(one.card)}/{one.name}")]
        if len(found) == 1:
            return found[0].id
        if found:
            names = ", ".join(f"{os.path.basename(one.card)}/{one.name}" for one in found)
            raise Error(-2, f"there are several screens {name}: write one of {names}")
        if name in known:
            return known[name]
        raise Error(
            -2,
            f"no screen {name} is connected; the connected screens: {', '.join(one.name for one in screens) or 'none'}",
        )


def _in_callback() -> Error:
    return Error(
        _IN_CALLBACK, "cannot close a kit in its draw function or content_end: close it when that has returned"
    )


def _error(number: int) -> Error:
    return Error(number, _library.screens_error().decode("utf-8", "replace"))
