#define _GNU_SOURCE
// A Wayland client that fills the output. With each frame it reports a part of it as changed and changes one pixel of
// that part: what the painter does here, for a compositor.
//
// usage: damage-client pixel|tenth|full
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h"

static struct wl_compositor *compositor;
static struct wl_shm *memory;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;
static struct wl_buffer *buffers[2];
static uint32_t *pixels[2];
static bool is_busy[2];
static int width, height, damage_width, damage_height;
static unsigned frames;
static const char *damage;

static void draw(void);

static void released(void *data, struct wl_buffer *buffer) {
    (void)buffer;
    *(bool *)data = false;
}
static const struct wl_buffer_listener buffer_listener = {.release = released};

static void make_buffers(void) {
    size_t size = (size_t)width * (size_t)height * 4;
    int file = memfd_create("frames", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)(2 * size))) exit(1);
    uint8_t *base = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (base == MAP_FAILED) exit(1);
    memset(base, 0, 2 * size);
    struct wl_shm_pool *pool = wl_shm_create_pool(memory, file, (int)(2 * size));
    for (int index = 0; index < 2; index++) {
        pixels[index] = (uint32_t *)(base + (size_t)index * size);
        buffers[index] = wl_shm_pool_create_buffer(
            pool, (int)((size_t)index * size), width, height, width * 4, WL_SHM_FORMAT_XRGB8888);
        wl_buffer_add_listener(buffers[index], &buffer_listener, &is_busy[index]);
    }
    wl_shm_pool_destroy(pool);
    close(file);
}

static void framed(void *data, struct wl_callback *callback, uint32_t time) {
    (void)data;
    (void)time;
    wl_callback_destroy(callback);
    draw();
}
static const struct wl_callback_listener frame_listener = {.done = framed};

static void draw(void) {
    int index = is_busy[0] ? 1 : 0;
    pixels[index][0] = frames++;
    is_busy[index] = true;
    wl_surface_attach(surface, buffers[index], 0, 0);
    wl_surface_damage_buffer(surface, 0, 0, damage_width, damage_height);
    wl_callback_add_listener(wl_surface_frame(surface), &frame_listener, NULL);
    wl_surface_commit(surface);
}

static void ping(void *data, struct xdg_wm_base *base, uint32_t serial) {
    (void)data;
    xdg_wm_base_pong(base, serial);
}
static const struct xdg_wm_base_listener shell_listener = {.ping = ping};

static void sized(void *data, struct xdg_toplevel *top, int32_t wide, int32_t high, struct wl_array *states) {
    (void)data;
    (void)top;
    (void)states;
    if (wide > 0 && high > 0 && !buffers[0]) {
        width = wide;
        height = high;
    }
}
static void closed(void *data, struct xdg_toplevel *top) {
    (void)data;
    (void)top;
    exit(0);
}
static const struct xdg_toplevel_listener top_listener = {.configure = sized, .close = closed};

static void configured(void *data, struct xdg_surface *shown, uint32_t serial) {
    (void)data;
    xdg_surface_ack_configure(shown, serial);
    if (buffers[0] || !width) return;
    damage_width = !strcmp(damage, "full") ? width : !strcmp(damage, "tenth") ? width * 316 / 1000 : 1;
    damage_height = !strcmp(damage, "full") ? height : !strcmp(damage, "tenth") ? height * 316 / 1000 : 1;
    make_buffers();
    draw();
}
static const struct xdg_surface_listener surface_listener = {.configure = configured};

static void found(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
    (void)data;
    (void)version;
    if (!strcmp(interface, "wl_compositor")) compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
    if (!strcmp(interface, "wl_shm")) memory = wl_registry_bind(registry, name, &wl_shm_interface, 1);
    if (!strcmp(interface, "xdg_wm_base")) shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
}
static void lost(void *data, struct wl_registry *registry, uint32_t name) {
    (void)data;
    (void)registry;
    (void)name;
}
static const struct wl_registry_listener registry_listener = {.global = found, .global_remove = lost};

int main(int count, char **arguments) {
    if (count != 2) return 64;
    damage = arguments[1];
    struct wl_display *display = wl_display_connect(NULL);
    if (!display) { fprintf(stderr, "no compositor\n"); return 69; }
    wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
    wl_display_roundtrip(display);
    if (!compositor || !memory || !shell) return 69;
    xdg_wm_base_add_listener(shell, &shell_listener, NULL);
    surface = wl_compositor_create_surface(compositor);
    struct xdg_surface *shown = xdg_wm_base_get_xdg_surface(shell, surface);
    xdg_surface_add_listener(shown, &surface_listener, NULL);
    struct xdg_toplevel *top = xdg_surface_get_toplevel(shown);
    xdg_toplevel_add_listener(top, &top_listener, NULL);
    xdg_toplevel_set_fullscreen(top, NULL);
    wl_surface_commit(surface);
    while (wl_display_dispatch(display) >= 0) {}
    return 1;
}
