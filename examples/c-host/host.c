// Draws a bar that moves by a pixel with each frame, on every screen, and prints their events. With --simulate it draws
// the frames of a second on a simulated screen, without waiting for them.
//
//     bindings/c/build-library && make -C examples/c-host && examples/c-host/host
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <screens.h>

static screens_kit *kit;

static void draw(void *data, screens_view *view) {
    (void)data;
    int32_t bar = (int32_t)(view->frame % (uint64_t)view->width);
    for (int32_t y = 0; y < view->height; y++) {
        uint32_t *row = (uint32_t *)((char *)view->pixels + (size_t)y * view->stride);
        for (int32_t x = 0; x < view->width; x++) row[x] = x == bar ? 0xFFFFFF : 0x204060;
    }
}

static void event(void *data, screens_kit *kit, const screens_event *event) {
    static const char *const kinds[] = {"snapshot", "connected", "disconnected", "changed", "warning", "cards"};
    (void)data, (void)kit;
    printf("%s %s %s%s\n", kinds[event->kind], event->name, event->changes, event->message);
}

static void interrupted(int signal) {
    (void)signal;
    screens_quit(kit);
}

static int simulated(void) {
    static uint32_t pixels[320 * 240];
    screens_screen screen = {.size = sizeof screen};
    int32_t width, height;
    if (screens_advance_refreshes(kit, 60) != 1 || screens_list(kit, &screen, 1) != 1) return 1;
    if (screens_capture(kit, screen.id, pixels, 320 * 240, &width, &height) != SCREENS_OK) return 1;
    for (int32_t x = 0; x < width; x++) {
        if (pixels[x] == 0xFFFFFF) printf("%s: the bar is at %" PRId32 " of %" PRId32 "\n", screen.name, x, width);
    }
    return 0;
}

int main(int count, char **words) {
    // Each line is written at once, even into a journal.
    setvbuf(stdout, NULL, _IOLBF, 0);
    int simulates = count > 1 && strcmp(words[1], "--simulate") == 0;
    screens_options options = {.size = sizeof options, .draw = draw, .event = event, .manual_clock = simulates};
    if (simulates) options.simulate = "320x240@60";
    if (!(kit = screens_start(&options))) return fprintf(stderr, "%s\n", screens_error()), 1;
    signal(SIGINT, interrupted);
    if (simulates ? simulated() : screens_run(kit)) fprintf(stderr, "%s\n", screens_error());
    // A second signal ends the program while it stops.
    signal(SIGINT, SIG_DFL);
    return screens_stop(kit) == SCREENS_OK ? 0 : 1;
}
