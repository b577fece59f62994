// The numbers of cards for displays, and of calls on them, which are the same everywhere.
#ifndef CLINUX_CARDS_H
#define CLINUX_CARDS_H

enum {
    // The device number of the nodes that modes are set by (/dev/dri/card0) and that renderers are opened by.
    CLINUX_GRAPHICS = 226,
    // The minor numbers below it are those of the nodes that modes are set by.
    CLINUX_CARDS = 64,
    // DRM_IOCTL_AUTH_MAGIC, DRM_IOCTL_SET_MASTER and DRM_IOCTL_DROP_MASTER.
    CLINUX_AUTH_MAGIC = 0x40046411,
    CLINUX_SET_MASTER = 0x641e,
    CLINUX_DROP_MASTER = 0x641f,
};

#endif
