"""The displays of a Linux machine, without a compositor.

A Kit watches for displays, sets their modes through KMS, and calls a function once per refresh for each of them, which draws:

    def draw(view):
        view.fill(0x204060)
        return screens.WHEN_NEEDED

    with screens.Kit(draw) as kit:
        for event in kit.events():
            print(event.kind, event.name)

It needs libscreens.so.1 (SCREENS_LIBRARY names another file) and nothing else; numpy arrays and Pillow pictures are taken where
they are installed. A call that fails raises Error. Calls may be made on any thread; in a draw function only those that do not wait:
screens, modes, settings, statistics and request_frame.
"""

import ctypes
import os
import select
import threading
import weakref
from dataclasses import dataclass

__all__ = ["Kit", "View", "Screen", "Mode", "Settings", "Event", "Statistics", "Picture", "Error", "NEXT_REFRESH", "WHEN_NEEDED"]

# The results of a draw function: called again at the next refresh, or after Kit.request_frame(). A float is a time in seconds.
NEXT_REFRESH = 0
WHEN_NEEDED = 1
_AFTER = 2

_KINDS = ("snapshot", "connected", "disconnected", "changed", "warning")
_CODES = {
    -1: "invalidArgument", -2: "noSuchScreen", -3: "busy", -4: "permissionDenied", -5: "modeRefused", -6: "dark",
    -7: "unsupported", -8: "noCard", -9: "system", -10: "inCallback", -11: "stopped",
}  # fmt: skip


class Error(Exception):
    """A failed call, as a sentence with its remedy. `code` is a word that programs can rely on, such as "noSuchScreen"."""

    def __init__(self, number: int, text: str):
        super().__init__(text)
        self.code = _CODES.get(number, "system")


# ---- The structs of screens.h ----


class _Struct(ctypes.Structure):
    """A struct that begins with its size."""

    def __init__(self, **values):
        super().__init__(size=ctypes.sizeof(self), **values)


class _Rectangle(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("x", "y", "width", "height")]


class _View(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("pixels", ctypes.c_void_p), ("stride", ctypes.c_size_t), ("width", ctypes.c_int32),
        ("height", ctypes.c_int32), ("screen", ctypes.c_uint64), ("name", ctypes.c_char_p), ("content", ctypes.c_uint64),
        ("frame", ctypes.c_uint64), ("timestamp", ctypes.c_int64), ("target", ctypes.c_int64), ("duration", ctypes.c_int64),
        ("missed", ctypes.c_uint64), ("damage", _Rectangle), ("next", ctypes.c_int32), ("next_time", ctypes.c_int64),
    ]  # fmt: skip


class _Event(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("kind", ctypes.c_int32), ("sequence", ctypes.c_uint64), ("time", ctypes.c_int64),
        ("screen", ctypes.c_uint64), ("name", ctypes.c_char * 64), ("changes", ctypes.c_char * 192),
        ("message", ctypes.c_char * 256),
    ]  # fmt: skip


_draw_function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_View))


class _Options(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("draw", _draw_function), ("draw_data", ctypes.c_void_p), ("event", ctypes.c_void_p),
        ("event_data", ctypes.c_void_p), ("selection", ctypes.c_char_p), ("mode", ctypes.c_char_p),
        ("frame_interval", ctypes.c_int32), ("simulate", ctypes.c_char_p), ("manual_clock", ctypes.c_int32),
    ]  # fmt: skip


class _Screen(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("id", ctypes.c_uint64), ("name", ctypes.c_char * 64), ("card", ctypes.c_char * 64),
        ("driver", ctypes.c_char * 32), ("make", ctypes.c_char * 64), ("model", ctypes.c_char * 64),
        ("serial", ctypes.c_char * 64), ("width_mm", ctypes.c_int32), ("height_mm", ctypes.c_int32),
        ("is_internal", ctypes.c_int32), ("width", ctypes.c_int32), ("height", ctypes.c_int32),
        ("millihertz", ctypes.c_int32), ("dark", ctypes.c_char * 32), ("dark_message", ctypes.c_char * 256),
    ]  # fmt: skip


class _Mode(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("id", ctypes.c_int32), ("width", ctypes.c_int32), ("height", ctypes.c_int32),
        ("millihertz", ctypes.c_int32), ("is_interlaced", ctypes.c_int32), ("is_preferred", ctypes.c_int32), ("is_current", ctypes.c_int32),
        ("name", ctypes.c_char * 64),
    ]  # fmt: skip


class _Settings(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("is_off", ctypes.c_int32), ("mode", ctypes.c_char * 128), ("rotation", ctypes.c_int32),
        ("is_reflected", ctypes.c_int32), ("overscan", ctypes.c_char * 64), ("frame_interval", ctypes.c_int32),
        ("color_temperature", ctypes.c_int32), ("gamma", ctypes.c_double), ("dimming", ctypes.c_double),
        ("mirror", ctypes.c_char * 64),
    ]  # fmt: skip


class _Statistics(_Struct):
    _fields_ = [
        ("size", ctypes.c_size_t), ("presented", ctypes.c_uint64), ("missed_drawing", ctypes.c_uint64),
        ("missed_kernel", ctypes.c_uint64), ("missed_paused", ctypes.c_uint64), ("stalls", ctypes.c_uint64),
        ("modesets", ctypes.c_uint64), ("drawing_p50", ctypes.c_int64), ("drawing_p99", ctypes.c_int64),
        ("drawing_max", ctypes.c_int64),
    ]  # fmt: skip


_STRUCTS = {
    "screens_rectangle": _Rectangle, "screens_view": _View, "screens_event": _Event, "screens_options": _Options,
    "screens_screen": _Screen, "screens_mode": _Mode, "screens_settings": _Settings, "screens_statistics": _Statistics,
}  # fmt: skip


def _load() -> ctypes.CDLL:
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libscreens.so.1")
    name = os.environ.get("SCREENS_LIBRARY") or (beside if os.path.exists(beside) else "libscreens.so.1")
    library = ctypes.CDLL(name)
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
        "screens_capture": (number, kit, screen, kit, ctypes.c_size_t, pointer(ctypes.c_int32), pointer(ctypes.c_int32)),
        "screens_plug": (number, kit, text, text), "screens_unplug": (number, kit, text),
        "screens_advance": (number, kit, ctypes.c_int64), "screens_advance_refreshes": (number, kit, ctypes.c_int32),
    }  # fmt: skip
    for name, (result, *arguments) in calls.items():
        call = getattr(library, name)
        call.restype, call.argtypes = result, arguments
    return library


_library = _load()


# ---- Values ----


@dataclass(frozen=True)
class Screen:
    """A connected display, as it was when it was listed. `dark` is the reason why it shows nothing, or empty."""

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


@dataclass(frozen=True)
class Mode:
    """A mode of a screen; `name` is what the setting `mode` takes, and `id` its number in the list of the display."""

    id: int
    width: int
    height: int
    millihertz: int
    is_interlaced: bool
    is_preferred: bool
    is_current: bool
    name: str


@dataclass
class Settings:
    """The settings of a display, as in screens.h: what is zero or empty has its default."""

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


@dataclass(frozen=True)
class Event:
    """A change of the screens. `kind` is snapshot, connected, disconnected, changed or warning; `time` is in seconds."""

    kind: str
    sequence: int
    time: float
    screen: int
    name: str
    changes: tuple
    message: str


@dataclass(frozen=True)
class Statistics:
    """The counters of a screen; the times that drawing takes are in seconds."""

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
    """A copy of a picture: `pixels` are 0x00RRGGBB in 32 bits each, row by row, without gaps."""

    width: int
    height: int
    pixels: bytes

    def __getitem__(self, place) -> int:
        x, y = place
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError(f"{x}, {y} is outside of {self.width}x{self.height}")
        return int.from_bytes(self.pixels[4 * (y * self.width + x) :][:3], "little")

    def array(self):
        """The pixels as a numpy array of height x width."""
        import numpy

        return numpy.frombuffer(self.pixels, numpy.uint32).reshape(self.height, self.width)

    def image(self):
        """The picture as one of Pillow."""
        from PIL import Image

        return Image.frombytes("RGB", (self.width, self.height), self.pixels, "raw", "BGRX")


def _values(struct: _Struct, kind):
    """The members of a struct that a value has."""
    values = {}
    for name, form in kind.__annotations__.items():
        value = getattr(struct, name)
        values[name] = value.decode("utf-8", "replace") if isinstance(value, bytes) else form(value) if form is bool else value
    return values


def _text(text):
    if text is None:
        return None
    data = os.fsencode(text)
    if b"\0" in data:
        raise ValueError("a text contains a zero")
    return data


class View:
    """The picture of a screen during one frame; it is kept from call to call, and valid during the call only.

    `pixels` are its bytes, which may be written: 0x00RRGGBB in 32 bits each, with `stride` bytes from one row to the next.
    `damage` is the part that the function changes, as (x, y, width, height): by default the whole view; fill and put compute it.
    """

    def __init__(self, view: _View):
        self.width, self.height, self.stride = view.width, view.height, view.stride
        self.screen, self.name, self.content = view.screen, view.name.decode(), view.content
        self.frame, self.missed = view.frame, view.missed
        self.timestamp, self.target, self.duration = view.timestamp / 1e9, view.target / 1e9, view.duration / 1e9
        length = self.stride * (self.height - 1) + 4 * self.width
        self.pixels = memoryview((ctypes.c_uint8 * length).from_address(view.pixels)).cast("B")
        self.damage = None
        self._computed = None

    def array(self):
        """The pixels as a numpy array of height x width, which may be written."""
        import numpy

        return numpy.ndarray((self.height, self.width), numpy.uint32, self.pixels, strides=(self.stride, 4))

    def fill(self, color: int, rectangle=None):
        """Fills a rectangle (x, y, width, height), clipped to the view, or all of it."""
        left, top, right, bottom = self._clip(*(rectangle or (0, 0, self.width, self.height)))
        row = (color & 0xFFFFFF).to_bytes(4, "little") * max(right - left, 0)
        for y in range(top, bottom):
            self.pixels[y * self.stride + 4 * left :][: len(row)] = row
        self._add(left, top, right, bottom)

    def put(self, picture, x: int = 0, y: int = 0):
        """Puts a picture at a place, clipped to the view: a Picture, one of Pillow, or a numpy array of height x width x 3 or 4
        (RGB, RGBA; the alpha is left out), or of height x width with 0x00RRGGBB."""
        width, height, pixels = _bytes_of(picture)
        left, top, right, bottom = self._clip(x, y, width, height)
        for row in range(top, bottom):
            start = 4 * ((row - y) * width + left - x)
            count = 4 * max(right - left, 0)
            self.pixels[row * self.stride + 4 * left :][:count] = pixels[start : start + count]
        self._add(left, top, right, bottom)

    def _clip(self, x, y, width, height):
        return max(x, 0), max(y, 0), min(x + width, self.width), min(y + height, self.height)

    def _add(self, left, top, right, bottom):
        if right <= left or bottom <= top:
            self._computed = self._computed or (0, 0, 0, 0)
        elif not self._computed or self._computed == (0, 0, 0, 0):
            self._computed = (left, top, right, bottom)
        else:
            a, b, c, d = self._computed
            self._computed = (min(a, left), min(b, top), max(c, right), max(d, bottom))

    def _finish(self, view: _View):
        damage = self.damage
        if damage is None and self._computed:
            left, top, right, bottom = self._computed
            damage = (left, top, right - left, bottom - top)
        if damage is not None:
            view.damage = _Rectangle(*damage)
        try:
            self.pixels.release()
        except BufferError:
            # An array of the program still refers to it.
            pass


def _bytes_of(picture):
    """Width, height and pixels, without gaps."""
    if isinstance(picture, Picture):
        return picture.width, picture.height, memoryview(picture.pixels)
    if hasattr(picture, "convert") and hasattr(picture, "tobytes"):
        return (*picture.size, memoryview(picture.convert("RGB").tobytes("raw", "BGRX")))
    import numpy

    array = numpy.asarray(picture)
    if array.ndim == 3 and array.shape[2] in (3, 4) and array.dtype == numpy.uint8:
        colors = array.astype(numpy.uint32)
        array = colors[:, :, 0] << 16 | colors[:, :, 1] << 8 | colors[:, :, 2]
    if array.ndim != 2:
        raise ValueError("a picture has height x width pixels, or height x width x 3 or 4 bytes")
    array = numpy.ascontiguousarray(array, numpy.uint32)
    return array.shape[1], array.shape[0], memoryview(array.tobytes())


# ---- A kit ----


class Kit:
    """Drives the displays of this machine, or simulated ones, until close().

    `draw` gets a View on the screen's own thread, and returns NEXT_REFRESH (or None), WHEN_NEEDED, or a float: the seconds from
    this frame to the next, such as 1.0 for a clock. Without it the kit only watches. An exception in it ends the drawing of that
    screen until request_frame(), and is raised by the next call of the kit.
    `selection` is "external", "all" or names; `mode` is "preferred", "largest" or a mode such as "1920x1080@60". `simulate` has the
    modes of screens without hardware, such as "1920x1080@60,1280x720@50"; with `manual_clock` their time passes by advance().
    """

    def __init__(
        self, draw=None, *, selection="external", mode="preferred", frame_interval=1, simulate=None, manual_clock=False
    ):  # fmt: skip
        self._kit = None
        self._failure = None
        self._draw = draw
        self._call = _draw_function(self._draw_frame) if draw else _draw_function()
        options = _Options(
            draw=self._call, selection=_text(selection), mode=_text(mode), frame_interval=frame_interval, simulate=_text(simulate),
            manual_clock=bool(manual_clock),
        )  # fmt: skip
        kit = _library.screens_start(ctypes.byref(options))
        if not kit:
            raise self._error(-1)
        self._kit = kit
        # The readers of events, on other threads, take one by one, and none after the end.
        self._reading = threading.Lock()
        self._closing, self._close = os.pipe()
        # As long as a reader may wait for it.
        weakref.finalize(self, os.close, self._closing)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if getattr(self, "_kit", None):
            self._stop()

    def close(self):
        """Ends the drawing, and shows what was shown before; the readers of events end. Repeating it does nothing."""
        if self._kit:
            self._stop()
        self._raise()

    def _stop(self):
        with self._reading:
            result = _library.screens_stop(self._kit)
            if result < 0:
                raise self._error(result)
            self._kit = None
        # Wakes the readers, which find that there is no kit.
        os.close(self._close)

    # Screens

    @property
    def screens(self):
        """The connected screens."""
        return [Screen(**_values(one, Screen)) for one in self._list(_library.screens_list, _Screen)]

    def modes(self, screen):
        """The modes of a screen, the largest last."""
        return [Mode(**_values(one, Mode)) for one in self._list(_library.screens_modes, _Mode, _id(screen))]

    def events(self, timeout=None):
        """The events, waited for, beginning with a snapshot; until close(), or until none comes for a time in seconds."""
        descriptor = self._checked(_library.screens_event_descriptor(self._open))
        while True:
            event = _Event()
            with self._reading:
                if not self._kit:
                    return
                has_event = self._checked(_library.screens_next_event(self._kit, ctypes.byref(event)))
            if has_event:
                values = _values(event, Event)
                values.update(kind=_KINDS[event.kind] if event.kind < len(_KINDS) else "", time=event.time / 1e9)
                values["changes"] = tuple(values["changes"].split(",")) if values["changes"] else ()
                yield Event(**values)
                continue
            try:
                ready = select.select([descriptor, self._closing], [], [], timeout)[0]
            except (OSError, ValueError):
                # Closed meanwhile.
                return
            if not ready:
                return

    # Settings

    def settings(self, screen) -> Settings:
        """The settings of a display."""
        settings = _Settings()
        self._checked(_library.screens_get_settings(self._open, _id(screen), ctypes.byref(settings)))
        return Settings(**_values(settings, Settings))

    def apply(self, screen, **changes):
        """Changes settings of a display, now and whenever it is connected again: apply(screen, rotation=90, overscan="2.5%").

        Returns "" where the display is as requested, else the reason why it is not."""
        settings = self.settings(screen)
        for name, value in changes.items():
            if not hasattr(settings, name):
                raise TypeError(f"there is no setting {name}")
            setattr(settings, name, value)
        values = {name: _text(value) if isinstance(value, str) else value for name, value in vars(settings).items()}
        result = self._checked(_library.screens_apply(self._open, _id(screen), ctypes.byref(_Settings(**values))))
        return _library.screens_error().decode() if result else ""

    # Frames

    def request_frame(self, screen=None):
        """Requests a frame after WHEN_NEEDED, of a screen or of all."""
        self._checked(_library.screens_request_frame(self._open, _id(screen) if screen else 0))

    def statistics(self, screen) -> Statistics:
        """The counters of a screen."""
        statistics = _Statistics()
        self._checked(_library.screens_get_statistics(self._open, _id(screen), ctypes.byref(statistics)))
        values = {name: getattr(statistics, name) for name in Statistics.__annotations__}
        return Statistics(**{name: value / 1e9 if name.startswith("drawing") else value for name, value in values.items()})

    def capture(self, screen) -> Picture:
        """The picture that a screen shows, of any program."""
        width, height = ctypes.c_int32(), ctypes.c_int32()
        count = 0
        while True:
            pixels = ctypes.create_string_buffer(4 * max(count, 1))
            result = _library.screens_capture(
                self._open, _id(screen), pixels, count, ctypes.byref(width), ctypes.byref(height))  # fmt: skip
            # The first call finds the size, which a modeset may change.
            if result == 0 or width.value * height.value <= count:
                self._checked(result)
                return Picture(width.value, height.value, pixels.raw[: 4 * width.value * height.value])
            count = width.value * height.value

    def pause(self):
        """Releases the displays for another program."""
        self._checked(_library.screens_pause(self._open))

    def resume(self):
        """Takes the displays again."""
        self._checked(_library.screens_resume(self._open))

    # Simulated screens

    def plug(self, mode: str) -> str:
        """Plugs in a simulated display with one mode or, with commas, several, and returns its connector's name."""
        name = ctypes.create_string_buffer(64)
        self._checked(_library.screens_plug(self._open, _text(mode), name))
        return name.value.decode()

    def unplug(self, name: str):
        """Unplugs the simulated display on a connector."""
        self._checked(_library.screens_unplug(self._open, _text(name)))

    def advance(self, seconds: float):
        """With a manual clock: lets a time pass, and returns when everything that was due is done."""
        self._checked(_library.screens_advance(self._open, round(seconds * 1e9)))

    def advance_refreshes(self, count: int = 1) -> bool:
        """With a manual clock: moves to the next refresh, count times. Returns false where all screens are dark."""
        return self._checked(_library.screens_advance_refreshes(self._open, count)) != 0

    # Internal

    def _draw_frame(self, _, pointer):
        view = None
        try:
            view = View(pointer.contents)
            result = self._draw(view)
            if isinstance(result, float):
                pointer.contents.next_time = int(min(max(result, 0.0), 1e9) * 1e9)
                result = _AFTER
            pointer.contents.next = result or NEXT_REFRESH
        except BaseException as failure:  # It belongs to the thread of the next call.
            self._failure = self._failure or failure
            pointer.contents.next = WHEN_NEEDED
        if view:
            view._finish(pointer.contents)

    @property
    def _open(self):
        if not self._kit:
            raise ValueError("the kit is closed")
        return self._kit

    def _list(self, call, struct, *arguments):
        count = 16
        while True:
            array = (struct * count)()
            array[0].size = ctypes.sizeof(struct)
            total = self._checked(call(self._open, *arguments, array, count))
            if total <= count:
                return array[:total]
            count = total

    def _checked(self, result: int) -> int:
        if result < 0:
            raise self._error(result)
        self._raise()
        return result

    def _raise(self):
        failure, self._failure = self._failure, None
        if failure:
            raise failure

    @staticmethod
    def _error(number: int) -> Error:
        return Error(number, _library.screens_error().decode("utf-8", "replace"))


def _id(screen) -> int:
    """The id of a screen, an event or a view, or the number itself."""
    if isinstance(screen, int):
        return screen
    return screen.id if isinstance(screen, Screen) else screen.screen
