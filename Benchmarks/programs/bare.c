// The least that a program can do to show one picture per refresh: one thread, one mapped pair of buffers, one copy of
// the changed rectangle, one prepared atomic ioctl, one poll and one read. The use beyond this is the cost
// of a library.
//
// usage: bare /dev/dri/cardN CONNECTOR-ID WIDTH HEIGHT DAMAGE-WIDTH DAMAGE-HEIGHT, until its input closes
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

static int card;

struct buffer {
    uint32_t handle, framebuffer, pitch;
    uint64_t size;
    uint8_t *bytes;
};

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static struct buffer make_buffer(uint32_t width, uint32_t height) {
    struct drm_mode_create_dumb dumb = {.width = width, .height = height, .bpp = 32};
    if (drmIoctl(card, DRM_IOCTL_MODE_CREATE_DUMB, &dumb)) fail("create");
    struct buffer made = {.handle = dumb.handle, .pitch = dumb.pitch, .size = dumb.size};
    if (drmModeAddFB(card, width, height, 24, 32, dumb.pitch, dumb.handle, &made.framebuffer)) fail("addfb");
    struct drm_mode_map_dumb map = {.handle = dumb.handle};
    if (drmIoctl(card, DRM_IOCTL_MODE_MAP_DUMB, &map)) fail("map");
    made.bytes = mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, card, (off_t)map.offset);
    if (made.bytes == MAP_FAILED) fail("mmap");
    memset(made.bytes, 0, dumb.size);
    return made;
}

static uint32_t property(uint32_t object, uint32_t type, const char *name) {
    drmModeObjectProperties *all = drmModeObjectGetProperties(card, object, type);
    uint32_t found = 0;
    for (uint32_t index = 0; all && index < all->count_props; index++) {
        drmModePropertyRes *one = drmModeGetProperty(card, all->props[index]);
        if (one && !strcmp(one->name, name)) found = one->prop_id;
        drmModeFreeProperty(one);
    }
    drmModeFreeObjectProperties(all);
    return found;
}

// Returns the plane that shows the CRTC's picture once the mode is set.
static uint32_t plane_of(uint32_t crtc) {
    drmModePlaneRes *planes = drmModeGetPlaneResources(card);
    uint32_t found = 0;
    for (uint32_t index = 0; planes && index < planes->count_planes; index++) {
        drmModePlane *plane = drmModeGetPlane(card, planes->planes[index]);
        if (plane && plane->crtc_id == crtc && plane->fb_id) found = plane->plane_id;
        drmModeFreePlane(plane);
    }
    drmModeFreePlaneResources(planes);
    return found;
}

int main(int count, char **arguments) {
    if (count != 7) return 64;
    card = open(arguments[1], O_RDWR | O_CLOEXEC);
    if (card < 0) fail(arguments[1]);
    uint32_t connector = (uint32_t)atoi(arguments[2]);
    uint32_t width = (uint32_t)atoi(arguments[3]), height = (uint32_t)atoi(arguments[4]);
    size_t columns = (size_t)atoi(arguments[5]), rows = (size_t)atoi(arguments[6]);
    if (drmSetClientCap(card, DRM_CLIENT_CAP_ATOMIC, 1)) fail("atomic");

    drmModeConnector *display = drmModeGetConnector(card, connector);
    drmModeEncoder *encoder = display ? drmModeGetEncoder(card, display->encoders[0]) : NULL;
    drmModeRes *resources = drmModeGetResources(card);
    if (!encoder || !resources) fail("connector");
    uint32_t crtc = 0;
    for (int index = resources->count_crtcs - 1; index >= 0; index--)
        if (encoder->possible_crtcs & (1u << index)) crtc = resources->crtcs[index];
    drmModeModeInfo *mode = NULL;
    for (int index = display->count_modes - 1; index >= 0; index--) {
        drmModeModeInfo *one = &display->modes[index];
        if (one->hdisplay == width && one->vdisplay == height && one->vrefresh == 60) mode = one;
    }
    if (!mode) { fprintf(stderr, "no such mode\n"); return 66; }

    struct buffer buffers[2] = {make_buffer(width, height), make_buffer(width, height)};
    uint8_t *shadow = calloc(1, buffers[0].size);
    if (!shadow) fail("memory");
    memset(shadow, 1, buffers[0].size);
    if (drmModeSetCrtc(card, crtc, buffers[0].framebuffer, 0, 0, &connector, 1, mode)) fail("set mode");

    uint32_t plane = plane_of(crtc);
    uint32_t framebuffer_property = property(plane, DRM_MODE_OBJECT_PLANE, "FB_ID");
    uint32_t one_property = 1;
    uint64_t value = 0;
    struct drm_mode_atomic flip = {
        .flags = DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_ATOMIC_NONBLOCK,
        .count_objs = 1,
        .objs_ptr = (uintptr_t)&plane,
        .count_props_ptr = (uintptr_t)&one_property,
        .props_ptr = (uintptr_t)&framebuffer_property,
        .prop_values_ptr = (uintptr_t)&value,
    };
    struct pollfd waiting[2] = {{.fd = card, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
    char events[1024];
    for (unsigned frame = 1;; frame++) {
        struct buffer *back = &buffers[frame & 1];
        for (size_t row = 0; row < rows; row++)
            memcpy(back->bytes + row * back->pitch, shadow + row * back->pitch, columns * 4);
        value = back->framebuffer;
        if (drmIoctl(card, DRM_IOCTL_MODE_ATOMIC, &flip)) fail("flip");
        while (poll(waiting, 2, -1) < 0 && errno == EINTR) {}
        if (waiting[1].revents) return 0;
        if (read(card, events, sizeof events) <= 0) fail("events");
    }
}
