/*
 * screens.h - the displays of a Linux machine, without a compositor.
 *
 * libscreens watches for displays, sets their modes through KMS, and calls a draw function for each of them once per
 * refresh; the picture is flipped on the vblank. One kit drives the machine's displays:
 *
 *     screens_options options = { .size = sizeof options };
 *     options.draw = draw;
 *     screens_kit *kit = screens_start(&options);
 *     if (!kit) { fprintf(stderr, "%s\n", screens_error()); return 1; }
 *     screens_run(kit);                    // until screens_quit(kit)
 *     screens_stop(kit);
 *
 * Each struct begins with its size, which the caller sets: a program works with every later version of the library.
 * With an earlier version, a call fails if it uses a member that the library does not know. A member that is zero has
 * its default.
 *
 * A call that fails returns a negative number, or NULL, and screens_error() explains it. Texts are UTF-8. Texts in a
 * struct end with a zero; names and messages that are too long are cut. All calls may be made on any thread. In the
 * draw function, which other calls wait for, only calls whose comment allows it may be made; in the event function, all
 * but screens_run() and screens_stop(). A call on a stopped kit fails.
 * The library installs no signal handler and prints nothing.
 */
#ifndef SCREENS_H
#define SCREENS_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header, as in the file VERSION; screens_version() is the version of the library. */
#define SCREENS_VERSION "0.9.0"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Results ---- */

enum {
    SCREENS_OK = 0,
    /* A result of screens_apply: the display shows a picture, but not all is as requested. screens_error() has the
     * differences. */
    SCREENS_SET_OTHERWISE = 1,
    /* A result of screens_apply: the settings are kept, and take effect when the cause in screens_error() is gone. */
    SCREENS_NOT_SET = 2,
    SCREENS_ERROR_INVALID_ARGUMENT = -1,
    SCREENS_ERROR_NO_SUCH_SCREEN = -2,
    /* The card has another DRM master. */
    SCREENS_ERROR_BUSY = -3,
    SCREENS_ERROR_PERMISSION_DENIED = -4,
    SCREENS_ERROR_MODE_REFUSED = -5,
    SCREENS_ERROR_DARK = -6,
    SCREENS_ERROR_UNSUPPORTED = -7,
    /* The machine has no card for displays, or it was removed. */
    SCREENS_ERROR_NO_CARD = -8,
    SCREENS_ERROR_SYSTEM = -9,
    /* The call was made in the draw function or the event function, for whose end it would wait. */
    SCREENS_ERROR_IN_CALLBACK = -10,
    /* The kit was stopped, or is being stopped. No later kit gets its pointer. */
    SCREENS_ERROR_STOPPED = -11
};

/* The error of the last failed call on this thread, with its remedy, as a sentence; "" before the first. It is valid
 * until the next failed call of this thread. May be called in the draw function. */
const char *screens_error(void);

/* The version of the library, such as "0.9.0". May be called in the draw function. */
const char *screens_version(void);

/* ---- Drawing ---- */

typedef struct screens_rectangle {
    int32_t x, y, width, height;
} screens_rectangle;

enum {
    /* The function is called again at the next refresh. */
    SCREENS_NEXT_REFRESH = 0,
    /* The next call follows screens_request_frame(). */
    SCREENS_NEXT_WHEN_NEEDED = 1,
    /* The next call is for the first refresh that is at least next_time nanoseconds later than the target of this
     * frame. */
    SCREENS_NEXT_AFTER = 2,
    /* The next call is for the first refresh at or after next_time, nanoseconds of CLOCK_MONOTONIC. */
    SCREENS_NEXT_AT = 3,
    /* The next call is for the first refresh after the machine's clock reaches next_time, nanoseconds since 1970 in
     * UTC (CLOCK_REALTIME). For clocks. */
    SCREENS_NEXT_AT_WALL_TIME = 4
};

typedef struct screens_kit screens_kit;

/* The picture of a screen during one frame. Its pixels are kept from call to call. */
typedef struct screens_view {
    size_t size;
    /* XRGB8888 (0x00RRGGBB), the rows from the top; valid during the call. */
    uint32_t *pixels;
    /* Bytes from one row to the next. */
    size_t stride;
    /* Pixels: the area to draw in, after rotation and overscan. */
    int32_t width, height;
    /* The screen, as in screens_screen. */
    uint64_t screen;
    const char *name;
    /* The same number until the content ends, even over short disconnects: see screens_options.content_end. */
    uint64_t content;
    /* The number of the call for this content, from 0. */
    uint64_t frame;
    /* Nanoseconds of CLOCK_MONOTONIC: when the previous frame was shown, and when this one will be; with a modeset,
     * target is the time of the call. */
    int64_t timestamp, target;
    /* target as the time of the machine's clock, for clocks: nanoseconds since 1970 in UTC (CLOCK_REALTIME). */
    int64_t wall_time;
    /* Nanoseconds from one frame to the next. */
    int64_t duration;
    /* Frames that were due and not shown, so far. */
    uint64_t missed;
    /* Set by the function: the part that it has changed. Before the call it is the whole view; if its width or height
     * is 0, nothing was drawn and nothing is flipped. */
    screens_rectangle damage;
    /* Set by the function: one of SCREENS_NEXT_... Unless it is SCREENS_NEXT_REFRESH, screens_request_frame() brings
     * the call forward. */
    int32_t next;
    /* Set by the function, for SCREENS_NEXT_AFTER, SCREENS_NEXT_AT and SCREENS_NEXT_AT_WALL_TIME. */
    int64_t next_time;
    /* Nanoseconds from the target of the previous call for this content to the target of this call, including missed
     * frames and pauses; 0 for the first. */
    int64_t elapsed;
    /* The kit: the first calls come before screens_start() has returned it. */
    screens_kit *kit;
} screens_view;

/* Draws a frame, on the screen's own thread: one call at a time for a screen, simultaneous calls for several screens. A
 * call that takes longer than a refresh makes only this screen miss frames. */
typedef void (*screens_draw_function)(void *data, screens_view *view);

/* Reports that a content has ended: the program can release its data for it. Called once for each content, on any
 * thread, after the last call of the draw function for it has returned: when its display has been gone for ten seconds,
 * when a mode of another size was set, and by screens_stop(). It may make only the calls that the draw function may
 * make. */
typedef void (*screens_content_function)(void *data, uint64_t content);

/* ---- Events ---- */

enum {
    /* All screens may have changed: the first event, and a replacement for events that were not read in time. */
    SCREENS_EVENT_SNAPSHOT = 0,
    SCREENS_EVENT_CONNECTED = 1,
    SCREENS_EVENT_DISCONNECTED = 2,
    SCREENS_EVENT_CHANGED = 3,
    /* A setting could not be applied as requested: see message. */
    SCREENS_EVENT_WARNING = 4,
    /* A card cannot be used, for example for lack of permission, or the machine has no card: message has the reasons,
     * or says that this is over. */
    SCREENS_EVENT_CARDS = 5
};

typedef struct screens_event {
    size_t size;
    int32_t kind;
    /* The number of the event, from 0. */
    uint64_t sequence;
    /* Nanoseconds of CLOCK_MONOTONIC. */
    int64_t time;
    /* The screen, as in screens_screen; 0 for a snapshot and for cards. */
    uint64_t screen;
    char name[64];
    /* The changed properties, such as "currentMode,dark", of SCREENS_EVENT_CHANGED. */
    char changes[192];
    char message[256];
} screens_event;

/* Receives an event, on the thread of screens_run(). */
typedef void (*screens_event_function)(void *data, screens_kit *kit, const screens_event *event);

/* ---- A kit ---- */

typedef struct screens_options {
    size_t size;
    /* Draws the screens; with NULL the kit only watches the displays. */
    screens_draw_function draw;
    void *draw_data;
    /* Receives the events; with NULL screens_next_event() does. */
    screens_event_function event;
    void *event_data;
    /* The screens that are driven: "external" (the default), "all", names such as "HDMI-A-1, card1/DP-2", or "none".
     * With "none" a display shows nothing until its settings drive it, so its first picture has these settings. */
    const char *selection;
    /* "preferred" (the default), "largest", "smallest", "current", or a mode such as "1920x1080@60". */
    const char *mode;
    /* Refreshes from one frame to the next; 0 means 1. */
    int32_t frame_interval;
    /* Simulated screens in place of the machine's, by their modes: "1920x1080@60,1280x720@50" is two screens. Spaces
     * separate several modes of one screen, as in screens_plug(). "" starts without screens, and NULL uses the machine.
     * */
    const char *simulate;
    /* If not 0, only screens_advance() makes the time of simulated screens pass: for tests. */
    int32_t manual_clock;
    /* Reports the end of each content, with draw_data; NULL if the program keeps nothing for contents. */
    screens_content_function content_end;
} screens_options;

/* Starts a kit. Without a card, a display or permission it waits for a change, and the event SCREENS_EVENT_CARDS or
 * screens_screen.dark has the reason. The draw function may be called on another thread before this returns; the kit
 * is then in screens_view.kit.
 * Returns NULL if options are beyond their limits, or the system does not let it watch. */
screens_kit *screens_start(const screens_options *options);

/* Calls the event function until screens_quit() or screens_stop(). It may be called again after screens_quit(), on one
 * thread at a time. */
int screens_run(screens_kit *kit);

/* Makes the current or the next screens_run() return. May be called in the draw function and in a signal handler. On a
 * stopped kit it does nothing. */
void screens_quit(screens_kit *kit);

/* Ends the drawing, restores the pictures from before, and frees the kit. Returns after the draw function and the event
 * function have returned for the last time, and so have all calls of other threads on the kit; it ends screens_run().
 * Later calls fail.
 * In the draw function and the event function it fails and changes nothing: call screens_quit() there. */
int screens_stop(screens_kit *kit);

/* Releases the displays for another program, such as before a switch of virtual terminals, and takes them again. */
int screens_pause(screens_kit *kit);
int screens_resume(screens_kit *kit);

/* A descriptor that is readable while there are events, for poll(); the kit closes it. Not available with an event
 * function. */
int screens_event_descriptor(screens_kit *kit);

/* Takes the next event. Returns 1, or 0 if there is none. May be called in the draw function. */
int screens_next_event(screens_kit *kit, screens_event *event);

/* ---- Screens ---- */

/* A rate in Hz as a fraction without a rounding error, in lowest terms: 60000 and 1001 for 59.94 Hz. */
typedef struct screens_rate {
    uint64_t numerator, denominator;
} screens_rate;

typedef struct screens_screen {
    size_t size;
    /* Valid until the display is disconnected. */
    uint64_t id;
    /* The connector, such as "HDMI-A-1", and the card's node. */
    char name[64];
    char card[64];
    char driver[32];
    /* The display's names from its EDID; empty if the EDID lacks them. */
    char make[64];
    char model[64];
    char serial[64];
    /* 0 if unknown. */
    int32_t width_mm, height_mm;
    /* Not 0 for a built-in panel. */
    int32_t is_internal;
    /* The current mode; 0 if no mode is set. */
    int32_t width, height, millihertz;
    /* Why the screen is dark, such as "disconnected" or "notMaster", and as a sentence; both empty while it is lit. */
    char dark[32];
    char dark_message[256];
    /* The rate of the current mode, which millihertz rounds; both numbers are 0 if no mode is set. */
    screens_rate refresh_rate;
} screens_screen;

/* Lists the connected screens. At most count of them are stored; list[0].size is the size of each.
 * Returns how many there are. With a count of 0, list may be NULL. May be called in the draw function. */
int screens_list(screens_kit *kit, screens_screen *list, size_t count);

typedef struct screens_mode {
    size_t size;
    /* The mode's number in the list of the display. */
    int32_t id;
    int32_t width, height, millihertz;
    /* Each is not 0 if it is true. */
    int32_t is_interlaced, is_preferred, is_current;
    /* The name for screens_settings.mode, such as "1920x1080@60.000". If several modes of this size and rate differ in
     * other timings, "1920x1080@60.000#3" is the mode with that id. */
    char name[64];
    /* The rate that millihertz rounds. */
    screens_rate refresh_rate;
} screens_mode;

/* Lists the modes of a screen, the largest last, as screens_list() does. May be called in the draw function. */
int screens_modes(screens_kit *kit, uint64_t screen, screens_mode *list, size_t count);

/* ---- Settings ---- */

typedef struct screens_settings {
    size_t size;
    /* Not 0 turns the screen off. */
    int32_t is_off;
    /* A mode as in screens_options.mode, or the name of a screens_mode; "" for the mode of screens_options. */
    char mode[128];
    /* 0 for the panel's mounting orientation; else degrees clockwise: 90, 180, 270, and 360 for upright. */
    int32_t rotation;
    /* Not 0 mirrors the picture left to right before it is rotated. */
    int32_t is_reflected;
    /* The part of the picture that the display cuts off: "2.5%", pixels, or "TOP,RIGHT,BOTTOM,LEFT"; "" for none. */
    char overscan[64];
    /* Refreshes from one frame to the next; 0 is as in screens_options. */
    int32_t frame_interval;
    /* Kelvin, 1000 to 10000; 0 leaves the colours as they are. */
    int32_t color_temperature;
    /* 0.1 to 10; 0 leaves the colours as they are. */
    double gamma;
    /* How much darker the picture is, 0 to 1. */
    double dimming;
    /* The name of the screen whose picture it shows; "" for its own picture. */
    char mirror[64];
    /* 1 drives the screen, -1 leaves it to other programs, and 0 follows screens_options.selection. */
    int32_t driven;
} screens_settings;

/* Reads the settings of a display. May be called in the draw function. */
int screens_get_settings(screens_kit *kit, uint64_t screen, screens_settings *settings);

/* Sets all settings of a display, now and whenever it is connected again. Returns when that is done: SCREENS_OK,
 * SCREENS_SET_OTHERWISE, SCREENS_NOT_SET or an error. */
int screens_apply(screens_kit *kit, uint64_t screen, const screens_settings *settings);

/* ---- Frames ---- */

/* Requests an early frame, such as after SCREENS_NEXT_WHEN_NEEDED, of one screen or, for 0, of all screens. May be
 * called in the draw function. */
int screens_request_frame(screens_kit *kit, uint64_t screen);

/* The counters since the screen was last lit, or since its drawing began again in another layout (after a change of
 * rotation or overscan); stalls and modesets count since the start. */
typedef struct screens_statistics {
    size_t size;
    /* Frames that were shown. */
    uint64_t presented;
    /* Frames that were due and not shown: because the draw function took too long, the kernel was late, or the kit was
     * paused. */
    uint64_t missed_drawing, missed_kernel, missed_paused;
    /* Flips that did not complete, and modes that were set. */
    uint64_t stalls, modesets;
    /* Nanoseconds that the draw function takes: median, 99th percentile, maximum. */
    int64_t drawing_p50, drawing_p99, drawing_max;
} screens_statistics;

/* Reads the counters of a screen that is or was lit. May be called in the draw function. */
int screens_get_statistics(screens_kit *kit, uint64_t screen, screens_statistics *statistics);

/* Copies the picture that a screen shows, of any program, into count pixels without gaps between the rows. If count is
 * too small, the call fails but still stores the size. */
int screens_capture(screens_kit *kit, uint64_t screen, uint32_t *pixels, size_t count, int32_t *width, int32_t *height);

/* ---- Layers ---- */

/* A layer: a picture over the picture of a screen, in a rectangle of its own. It is shown until
 * screens_remove_layer(), or until its display has been gone for ten seconds. The picture below is not drawn again
 * for it, and a layer that does not change costs nothing. */
typedef struct screens_layer {
    size_t size;
    /* The rectangle of the screen's picture. Its part outside the picture is not shown. */
    screens_rectangle place;
    /* A layer is above all layers of lower orders, and above older layers of the same order. */
    int32_t order;
    /* How transparent it is beside the alpha of its pixels: 0 to 1. It is 1 minus the opacity of the other languages,
     * so that a layer with zeros in all other members is visible. */
    double transparency;
    /* The picture, which is copied: width times height pixels from the upper left corner of the layer, ARGB8888 with
     * colours that are multiplied by alpha. NULL if a function draws the layer. */
    const uint32_t *pixels;
    int32_t width, height;
    /* Bytes from one row to the next; 0 if there are no gaps. */
    size_t stride;
    /* Not 0 if the pixels of the picture or the function have no alpha (0x00RRGGBB). */
    int32_t is_opaque;
    /* If not 0, the picture is a strip, at least as long as the layer, that moves through it by so many pixels a second
     * and begins again behind its end: to the left, or with a negative number to the right. As any picture it has at
     * most 16384 pixels in a row or a column; only in Swift a strip has several pictures. */
    double scroll;
    /* Not 0 moves the strip upwards, or with a negative number downwards. */
    int32_t is_vertical;
    /* Draws the layer as screens_options.draw draws a screen: the view has the size of the layer, and its pixels are
     * ARGB8888 with colours that are multiplied by alpha, transparent at first, unless the layer is opaque. The layer
     * is not shown before the function has drawn on it. */
    screens_draw_function draw;
    void *draw_data;
} screens_layer;

/* Adds a layer to a screen, and stores its number, which no other layer of this kit gets. */
int screens_add_layer(screens_kit *kit, uint64_t screen, const screens_layer *layer, uint64_t *number);

/* Gives a layer another place, order and transparency, and another picture unless pixels is NULL, from the next refresh
 * on. A strip in place of another one goes on at the same pixel. The other members are ignored. */
int screens_change_layer(screens_kit *kit, uint64_t number, const screens_layer *layer);

/* Requests an early call of the function that draws a layer. May be called in the draw function. */
int screens_request_layer(screens_kit *kit, uint64_t number);

/* Removes a layer. Returns when the function that draws it has returned for the last time. */
int screens_remove_layer(screens_kit *kit, uint64_t number);

/* ---- Simulated screens, with screens_options.simulate ---- */

/* Plugs in a display with a mode such as "1280x720@60", or several as "1280x720@60 640x480@60", the preferred one
 * first, and stores its connector's name in 64 bytes, unless name is NULL. With manual_clock, the kit has reacted when
 * the next screens_advance(), which may be by 0, returns; the same holds for screens_unplug(). */
int screens_plug(screens_kit *kit, const char *modes, char *name);

/* Unplugs the display on a connector. */
int screens_unplug(screens_kit *kit, const char *name);

/* Lets nanoseconds pass on the manual clock, at most a day, and returns after everything that was due. */
int screens_advance(screens_kit *kit, int64_t nanoseconds);

/* Moves the manual clock to the next refresh of a screen, count times, at most 8640000. Returns 1, or 0 if all screens
 * are dark. */
int screens_advance_refreshes(screens_kit *kit, int32_t count);

#ifdef __cplusplus
}
#endif

#endif
