// Device numbers of display cards and numbers of their ioctls, which are the same on all machines.
#ifndef CLINUX_CARDS_H
#define CLINUX_CARDS_H

enum {
    // The major device number of the nodes for modesetting (/dev/dri/card0) and for rendering.
    CLINUX_GRAPHICS = 226,
    // The first minor number beyond the nodes for modesetting.
    CLINUX_CARDS = 64,
    // DRM_IOCTL_AUTH_MAGIC, DRM_IOCTL_SET_MASTER and DRM_IOCTL_DROP_MASTER.
    CLINUX_AUTH_MAGIC = 0x40046411,
    CLINUX_SET_MASTER = 0x641e,
    CLINUX_DROP_MASTER = 0x641f,
    // DRM_IOCTL_MODE_GETFB, DRM_IOCTL_MODE_DIRTYFB and DRM_IOCTL_MODE_GETFB2, without direction and size, which the
    // kernel ignores.
    CLINUX_GETFB = 0x64ad,
    CLINUX_DIRTYFB = 0x64b1,
    CLINUX_GETFB2 = 0x64ce,
};

#endif
