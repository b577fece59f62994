// The kernel's input devices. Swift imports no macro with arguments, so functions replace the macros of the requests.
#include <linux/input.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>

/// The request for the range of an axis.
static inline unsigned long range_of_axis(int axis) {
    return EVIOCGABS(axis);
}

/// The request for the bits of all keys and buttons that a device has.
static inline unsigned long bits_of_keys(unsigned long size) {
    return EVIOCGBIT(EV_KEY, size);
}

/// The request for the bits of all keys and buttons that are pressed.
static inline unsigned long bits_of_pressed_keys(unsigned long size) {
    return EVIOCGKEY(size);
}
