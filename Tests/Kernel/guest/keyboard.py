"""A keyboard in software."""

import fcntl
import struct


class Keyboard:
    """A keyboard of the kernel's uinput, with two arrow keys."""

    LEFT, DOWN = 105, 108
    SET_EVENTS, SET_KEYS, CREATE = 0x40045564, 0x40045565, 0x5501
    SYN, KEY = 0, 1

    def __init__(self):
        self.file = open("/dev/uinput", "wb", buffering=0)
        fcntl.ioctl(self.file, self.SET_EVENTS, self.KEY)
        for key in (self.LEFT, self.DOWN):
            fcntl.ioctl(self.file, self.SET_KEYS, key)
        # Name, bus, manufacturer, product and version; no force feedback, no axes.
        self.file.write(struct.pack("80sHHHHI1024x", b"test keyboard", 3, 1, 1, 1, 0))
        fcntl.ioctl(self.file, self.CREATE)

    def set(self, key: int, value: int) -> None:
        self.file.write(struct.pack("@llHHi", 0, 0, self.KEY, key, value) + struct.pack("@llHHi", 0, 0, self.SYN, 0, 0))

    def close(self) -> None:
        self.file.close()
