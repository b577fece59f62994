// Every call of screens.h, with its promised results, and with wrong arguments.
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include <screens.h>

#include "expect.h"

static screens_kit *in_draw, *in_end;
static int64_t elapsed, until_target;
static int draw_results[8];
static char draw_error[512];

static void draw(void *data, screens_view *view) {
    *(uint64_t *)data = view->frame;
    elapsed = view->elapsed;
    expect(view->size >= sizeof(screens_view) && view->stride >= (size_t)view->width * 4);
    expect(view->damage.width == view->width && view->damage.height == view->height);
    expect(view->duration > 0 && view->name[0] && view->screen);
    // The first frame comes with a modeset, and later ones may.
    until_target = view->target - view->timestamp;
    expect(view->frame == 0 ? until_target == 0 : until_target >= 0);
    expect(view->frame == 0 ? view->elapsed == 0 : view->elapsed >= 0);
    // This also holds in the first call, which may come before the start has returned, and in the last one, which a
    // stop waits for.
    int result = screens_request_frame(view->kit, 0);
    expect(view->kit && (result == SCREENS_OK || result == SCREENS_ERROR_STOPPED));
    // A kit numbers its contents.
    expect(view->content > 0 && view->content < 100);
    for (int32_t x = 0; x < view->width; x++) view->pixels[x] = (uint32_t)view->frame;
    view->damage = (screens_rectangle){0, 0, view->width, 1};
    if (view->frame == 1000) view->damage.width = 0;
    if (!in_draw) return;
    // Each of them would wait for this function, or end its caller: none hangs.
    screens_settings settings = {.size = sizeof settings};
    int32_t width, height;
    draw_results[0] = screens_stop(in_draw);
    snprintf(draw_error, sizeof draw_error, "%s", screens_error());
    draw_results[1] = screens_run(in_draw);
    draw_results[2] = screens_advance(in_draw, 1);
    draw_results[3] = screens_advance_refreshes(in_draw, 1);
    draw_results[4] = screens_pause(in_draw);
    draw_results[5] = screens_apply(in_draw, view->screen, &settings);
    draw_results[6] = screens_capture(in_draw, view->screen, NULL, 0, &width, &height);
    draw_results[7] = screens_resume(in_draw);
    expect(screens_list(in_draw, NULL, 0) >= 0);
    expect(screens_request_frame(in_draw, view->screen) == SCREENS_OK);
    in_draw = NULL;
}

static screens_kit *selecting(const char *selection, const char *modes, uint64_t *frame) {
    screens_options options = {.size = sizeof options};
    options.draw = draw;
    options.draw_data = frame;
    options.selection = selection;
    options.simulate = modes;
    options.manual_clock = 1;
    screens_kit *kit = screens_start(&options);
    expect(kit);
    return kit;
}

static screens_kit *simulated(const char *modes, uint64_t *frame) { return selecting(NULL, modes, frame); }

static uint64_t only_screen(screens_kit *kit) {
    screens_screen screen = {.size = sizeof screen};
    expect(screens_list(kit, &screen, 1) == 1);
    return screen.id;
}

static uint32_t first_pixel(screens_kit *kit) {
    static uint32_t pixels[128 * 128];
    int32_t width = 0, height = 0;
    expect(screens_capture(kit, only_screen(kit), pixels, 128 * 128, &width, &height) == SCREENS_OK);
    expect(width > 0 && height > 0);
    return pixels[0];
}

static void frames_and_calls_in_the_draw_function(void) {
    uint64_t frame = 0;
    screens_kit *kit = simulated("64x48@60", &frame);
    expect(first_pixel(kit) == 0);
    for (uint32_t refresh = 1; refresh <= 60; refresh++) {
        expect(screens_advance_refreshes(kit, 1) == 1);
        expect(first_pixel(kit) == refresh);
    }
    in_draw = kit;
    expect(screens_advance_refreshes(kit, 1) == 1 && !in_draw);
    expect(elapsed == 16666667 || elapsed == 16666666);
    expect(until_target == elapsed);
    for (int call = 0; call < 8; call++) expect(draw_results[call] == SCREENS_ERROR_IN_CALLBACK);
    expect(strstr(draw_error, "screens_quit"));
    screens_statistics statistics = {.size = sizeof statistics};
    expect(screens_get_statistics(kit, only_screen(kit), &statistics) == SCREENS_OK);
    expect(statistics.presented >= 61 && statistics.stalls == 0 && statistics.modesets == 1);
    expect(screens_pause(kit) == SCREENS_OK);
    screens_screen screen = {.size = sizeof screen};
    expect(screens_list(kit, &screen, 1) == 1 && strcmp(screen.dark, "sessionInactive") == 0 && screen.dark_message[0]);
    expect(screens_resume(kit) == SCREENS_OK);
    expect(screens_list(kit, &screen, 1) == 1 && screen.dark[0] == 0 && screen.width == 64 &&
           screen.millihertz == 60000);
    expect(screens_stop(kit) == SCREENS_OK);
}

static void screens_come_and_go(void) {
    uint64_t frame = 0;
    char name[64];
    screens_kit *kit = simulated("", &frame);
    int descriptor = screens_event_descriptor(kit);
    struct pollfd readable = {.fd = descriptor, .events = POLLIN};
    screens_event event = {.size = sizeof event};
    expect(descriptor >= 0 && poll(&readable, 1, 60000) == 1);
    expect(screens_next_event(kit, &event) == 1 && event.kind == SCREENS_EVENT_SNAPSHOT && event.screen == 0);
    expect(screens_next_event(kit, &event) == 0 && poll(&readable, 1, 0) == 0);
    expect(screens_advance_refreshes(kit, 1) == 0);
    expect(screens_plug(kit, "64x48@60", name) == SCREENS_OK && strcmp(name, "Virtual-1") == 0);
    expect(screens_advance(kit, 0) == SCREENS_OK && poll(&readable, 1, 60000) == 1);
    expect(screens_next_event(kit, &event) == 1 && event.kind == SCREENS_EVENT_CONNECTED && event.sequence == 1);
    expect(strcmp(event.name, name) == 0 && event.screen == only_screen(kit) && event.time > 0);
    screens_mode modes[2] = {{.size = sizeof modes[0]}};
    expect(screens_modes(kit, event.screen, modes, 2) == 1);
    expect(modes[0].width == 64 && modes[0].height == 48 && modes[0].millihertz == 60000);
    expect(modes[0].is_current && modes[0].is_preferred && !modes[0].is_interlaced && modes[0].id == 0);
    expect(strcmp(modes[0].name, "64x48@60.000") == 0);
    expect(screens_unplug(kit, name) == SCREENS_OK && screens_advance(kit, 0) == SCREENS_OK);
    expect(screens_list(kit, NULL, 0) == 0);
    expect(screens_modes(kit, event.screen, modes, 2) == SCREENS_ERROR_NO_SUCH_SCREEN);
    expect(screens_unplug(kit, "HDMI-A-9") == SCREENS_ERROR_NO_SUCH_SCREEN && strstr(screens_error(), "Virtual-1"));
    expect(screens_plug(kit, "huge", NULL) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_plug(kit, "64x48@60,32x32@50", NULL) == SCREENS_ERROR_INVALID_ARGUMENT &&
           strstr(screens_error(), "2 displays"));
    expect(screens_stop(kit) == SCREENS_OK);
}

static uint64_t ended[4];
static int ended_count, stop_in_end;

static void content_end(void *data, uint64_t content) {
    (void)data;
    if (ended_count < 4) ended[ended_count++] = content;
    if (in_end) stop_in_end = screens_stop(in_end);
}

static void the_end_of_a_content_is_reported_once(void) {
    uint64_t frame = 0;
    screens_options options = {
        .size = sizeof options, .draw = draw, .draw_data = &frame, .content_end = content_end,
        .simulate = "64x48@60", .manual_clock = 1};
    screens_kit *kit = in_end = screens_start(&options);
    expect(kit && screens_advance(kit, 0) == SCREENS_OK && ended_count == 0);
    expect(screens_unplug(kit, "Virtual-1") == SCREENS_OK && screens_advance(kit, 60000000000) == SCREENS_OK);
    expect(ended_count == 1 && stop_in_end == SCREENS_ERROR_IN_CALLBACK);
    expect(screens_plug(kit, "32x32@50", NULL) == SCREENS_OK && screens_advance(kit, 1000000000) == SCREENS_OK);
    in_end = NULL;
    expect(ended_count == 1 && screens_stop(kit) == SCREENS_OK);
    expect(ended_count == 2 && ended[0] != ended[1]);
}

static void modes_of_one_size_and_rate_have_names_of_their_own(void) {
    uint64_t frame = 0;
    screens_kit *kit = simulated("", &frame);
    expect(screens_plug(kit, "64x48@60 32x32@50 64x48@60", NULL) == SCREENS_OK &&
           screens_advance(kit, 0) == SCREENS_OK);
    uint64_t screen = only_screen(kit);
    screens_mode modes[4] = {{.size = sizeof modes[0]}};
    expect(screens_modes(kit, screen, modes, 4) == 3);
    expect(strcmp(modes[0].name, "32x32@50.000") == 0 && modes[0].id == 1);
    expect(strcmp(modes[1].name, "64x48@60.000#2") == 0 && modes[1].id == 2);
    expect(strcmp(modes[2].name, "64x48@60.000#0") == 0 && modes[2].id == 0);
    for (int i = 0; i < 3; i++) {
        screens_settings settings = {.size = sizeof settings};
        strcpy(settings.mode, modes[i].name);
        expect(screens_apply(kit, screen, &settings) == SCREENS_OK);
        screens_settings read = {.size = sizeof read};
        expect(screens_get_settings(kit, screen, &read) == SCREENS_OK && strcmp(read.mode, modes[i].name) == 0);
        expect(screens_apply(kit, screen, &read) == SCREENS_OK);
    }
    static const char *const wrong[] = {"64x48@60.000#1", "64x48@60.000#7", "64x48@60.000#", "#0", "64x48@60.000#-1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        screens_settings settings = {.size = sizeof settings};
        strcpy(settings.mode, wrong[i]);
        expect(screens_apply(kit, screen, &settings) == SCREENS_ERROR_INVALID_ARGUMENT &&
               strstr(screens_error(), wrong[i]));
    }
    expect(screens_stop(kit) == SCREENS_OK);
}

static void ids_are_kept_however_often_another_screen_comes_and_goes(void) {
    uint64_t frame = 0;
    char name[64];
    screens_kit *kit = simulated("64x48@60", &frame);
    uint64_t screen = only_screen(kit);
    for (int i = 0; i < 4200; i++) {
        expect(screens_plug(kit, "64x48@60", name) == SCREENS_OK && screens_advance(kit, 100) == SCREENS_OK);
        expect(screens_list(kit, NULL, 0) == 2);
        expect(screens_unplug(kit, name) == SCREENS_OK && screens_advance(kit, 100) == SCREENS_OK);
    }
    screens_statistics statistics = {.size = sizeof statistics};
    expect(only_screen(kit) == screen && screens_get_statistics(kit, screen, &statistics) == SCREENS_OK);
    expect(screens_stop(kit) == SCREENS_OK);
}

static void settings_are_kept(void) {
    uint64_t frame = 0;
    screens_kit *kit = simulated("64x48@60", &frame);
    uint64_t screen = only_screen(kit);
    screens_settings settings = {.size = sizeof settings};
    expect(screens_get_settings(kit, screen, &settings) == SCREENS_OK);
    expect(settings.rotation == 0 && settings.mode[0] == 0 && settings.overscan[0] == 0 && !settings.is_off);
    settings.rotation = 90;
    strcpy(settings.overscan, "2.5%");
    settings.dimming = 0.25;
    expect(screens_apply(kit, screen, &settings) == SCREENS_OK);
    screens_settings read = {.size = sizeof read};
    expect(screens_get_settings(kit, screen, &read) == SCREENS_OK);
    expect(read.rotation == 90 && strcmp(read.overscan, "2.50%,2.50%,2.50%,2.50%") == 0 && read.dimming == 0.25);
    expect(screens_apply(kit, screen, &read) == SCREENS_OK);
    strcpy(settings.mode, "800x600");
    expect(screens_apply(kit, screen, &settings) == SCREENS_SET_OTHERWISE && strstr(screens_error(), "800x600"));
    strcpy(settings.mode, "nonsense");
    expect(screens_apply(kit, screen, &settings) == SCREENS_ERROR_INVALID_ARGUMENT &&
           strstr(screens_error(), "nonsense"));
    memset(settings.mode, 0, sizeof settings.mode);
    // A text that the program has cut is not taken for another one.
    memcpy(settings.mode, "64x48@60", 8);
    memset(settings.mirror, 'x', sizeof settings.mirror);
    expect(screens_apply(kit, screen, &settings) == SCREENS_ERROR_INVALID_ARGUMENT &&
           strstr(screens_error(), "63 bytes"));
    memset(settings.mode, '1', sizeof settings.mode);
    expect(screens_apply(kit, screen, &settings) == SCREENS_ERROR_INVALID_ARGUMENT &&
           strstr(screens_error(), "127 bytes"));
    settings = (screens_settings){.size = sizeof settings, .rotation = 45};
    expect(screens_apply(kit, screen, &settings) == SCREENS_ERROR_INVALID_ARGUMENT);
    settings = (screens_settings){.size = sizeof settings, .gamma = 99};
    expect(screens_apply(kit, screen, &settings) == SCREENS_ERROR_INVALID_ARGUMENT);
    settings = (screens_settings){.size = sizeof settings, .is_off = 1};
    expect(screens_apply(kit, screen, &settings) == SCREENS_OK);
    screens_screen off = {.size = sizeof off};
    expect(screens_list(kit, &off, 1) == 1 && strcmp(off.dark, "off") == 0);
    expect(screens_stop(kit) == SCREENS_OK);
}

static void a_display_may_wait_for_its_settings(void) {
    uint64_t frame = 99;
    screens_kit *kit = selecting("none", "800x600 64x48", &frame);
    uint64_t screen = only_screen(kit);
    int32_t width = 0, height = 0;
    uint32_t pixels[64 * 48];
    expect(screens_capture(kit, screen, pixels, 64 * 48, &width, &height) < 0 && frame == 99);
    screens_settings settings = {.size = sizeof settings, .driven = 1};
    strcpy(settings.mode, "64x48");
    expect(screens_apply(kit, screen, &settings) == SCREENS_OK);
    expect(screens_capture(kit, screen, pixels, 64 * 48, &width, &height) == SCREENS_OK && width == 64 && frame < 99);
    screens_settings read = {.size = sizeof read};
    expect(screens_get_settings(kit, screen, &read) == SCREENS_OK && read.driven == 1);
    screens_screen listed = {.size = sizeof listed};
    settings.driven = -1;
    expect(screens_apply(kit, screen, &settings) == SCREENS_OK);
    expect(screens_list(kit, &listed, 1) == 1 && strcmp(listed.dark, "unused") == 0);
    settings.driven = 1;
    expect(screens_apply(kit, screen, &settings) == SCREENS_OK && screens_list(kit, &listed, 1) == 1 &&
           !listed.dark[0]);
    expect(screens_stop(kit) == SCREENS_OK);
}

struct watched {
    int events;
    int stop;
    int resumed;
};

static void event(void *data, screens_kit *kit, const screens_event *event) {
    struct watched *watched = data;
    watched->events++;
    if (event->kind != SCREENS_EVENT_CONNECTED) return;
    // Calls that wait are allowed here, but not calls that end the run.
    screens_settings settings = {.size = sizeof settings, .rotation = 180};
    watched->resumed = screens_apply(kit, event->screen, &settings);
    watched->stop = screens_stop(kit);
    screens_quit(kit);
}

static screens_kit *interrupted;

static void interrupt(int signal) {
    (void)signal;
    screens_quit(interrupted);
}

static void a_run_ends_by_a_callback_and_by_a_signal(void) {
    struct watched watched = {0, 0, -1};
    uint64_t frame = 0;
    screens_options options = {.size = sizeof options};
    options.draw = draw;
    options.draw_data = &frame;
    options.event = event;
    options.event_data = &watched;
    options.simulate = "";
    screens_kit *kit = screens_start(&options);
    expect(kit && screens_event_descriptor(kit) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_plug(kit, "64x48@60", NULL) == SCREENS_OK);
    expect(screens_run(kit) == SCREENS_OK && watched.events >= 2);
    expect(watched.stop == SCREENS_ERROR_IN_CALLBACK && watched.resumed == SCREENS_OK);
    interrupted = kit;
    signal(SIGALRM, interrupt);
    struct itimerspec soon = {.it_value = {0, 1000000}};
    timer_t timer;
    expect(timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0 && timer_settime(timer, 0, &soon, NULL) == 0);
    expect(screens_run(kit) == SCREENS_OK);
    timer_delete(timer);
    expect(screens_stop(kit) == SCREENS_OK);
}

static uint64_t only_of(screens_kit *kit, size_t place) {
    screens_screen list[2] = {{.size = sizeof list[0]}};
    expect(screens_list(kit, list, 2) == 2);
    return list[place].id;
}

// A struct of a newer program, and an invalid one.
static void structs_have_the_size_of_the_program(void) {
    uint64_t frame = 0;
    screens_kit *kit = simulated("64x48@60,32x32@50", &frame);
    // No program has smaller structs than version 1.0, whose sizes are these.
    screens_screen list[2] = {{.size = offsetof(screens_screen, refresh_rate) - 8}};
    expect(screens_list(kit, list, 2) == SCREENS_ERROR_INVALID_ARGUMENT && strstr(screens_error(), "sizeof"));
    screens_mode mode = {.size = offsetof(screens_mode, refresh_rate) - 8};
    expect(screens_modes(kit, only_of(kit, 0), &mode, 1) == SCREENS_ERROR_INVALID_ARGUMENT);
    screens_settings settings = {.size = sizeof settings - 8};
    expect(screens_get_settings(kit, only_of(kit, 0), &settings) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_apply(kit, only_of(kit, 0), &settings) == SCREENS_ERROR_INVALID_ARGUMENT);
    screens_statistics statistics = {.size = sizeof statistics - 8};
    expect(screens_get_statistics(kit, only_of(kit, 0), &statistics) == SCREENS_ERROR_INVALID_ARGUMENT);
    screens_event event = {.size = sizeof event - 8};
    expect(screens_next_event(kit, &event) == SCREENS_ERROR_INVALID_ARGUMENT);
    screens_options short_options = {.size = sizeof short_options - 8, .simulate = ""};
    expect(!screens_start(&short_options) && strstr(screens_error(), "sizeof"));
    struct {
        screens_screen known;
        uint64_t unknown;
    } newer = {.known = {.size = sizeof newer}, .unknown = 7};
    expect(screens_list(kit, &newer.known, 1) == 2 && newer.unknown == 0 && newer.known.size == sizeof newer);
    struct {
        screens_options known;
        uint64_t unknown;
    } options = {.known = {.size = sizeof options, .simulate = ""}, .unknown = 0};
    screens_kit *other = screens_start(&options.known);
    expect(other && screens_stop(other) == SCREENS_OK);
    options.unknown = 1;
    expect(!screens_start(&options.known) && strstr(screens_error(), "version"));
    expect(screens_stop(kit) == SCREENS_OK);
}

static void wrong_arguments_are_errors(void) {
    uint64_t frame = 0;
    screens_options options = {0};
    expect(!screens_start(NULL) && screens_error()[0]);
    expect(!screens_start(&options) && strstr(screens_error(), "sizeof"));
    static const char *const wrong[] = {"huge", "64x48@60,", ",", "0x0", "64x48i", "\xFF\xFE"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        options = (screens_options){.size = sizeof options, .simulate = wrong[i]};
        screens_kit *kit = screens_start(&options);
        // Empty parts are ignored.
        if (kit) expect(wrong[i][strlen(wrong[i]) - 1] == ',' && screens_stop(kit) == SCREENS_OK);
    }
    static const char *const selections[] = {",", "Virtual-1,", "Virtual-1, ,Virtual-2", " "};
    for (size_t i = 0; i < sizeof selections / sizeof *selections; i++) {
        options = (screens_options){.size = sizeof options, .simulate = "64x48", .selection = selections[i]};
        expect(!screens_start(&options) && strstr(screens_error(), "a name is empty"));
    }
    options = (screens_options){.size = sizeof options, .simulate = "", .mode = "nonsense"};
    expect(!screens_start(&options));
    options = (screens_options){.size = sizeof options, .simulate = "", .draw = draw, .frame_interval = -1};
    expect(!screens_start(&options));
    options = (screens_options){.size = sizeof options, .manual_clock = 1};
    expect(!screens_start(&options));
    expect(screens_stop(NULL) < 0 && screens_run(NULL) < 0 && screens_pause(NULL) < 0 && screens_resume(NULL) < 0);
    expect(screens_event_descriptor(NULL) < 0 && screens_next_event(NULL, NULL) < 0 && screens_list(NULL, NULL, 0) < 0);
    expect(screens_advance(NULL, 1) < 0 && screens_advance_refreshes(NULL, 1) < 0 && screens_unplug(NULL, NULL) < 0);
    screens_quit(NULL);
    screens_kit *kit = simulated("64x48@60", &frame);
    screens_screen screen = {.size = 3};
    int32_t width, height;
    uint32_t pixel;
    expect(screens_list(kit, &screen, 1) < 0 && screens_list(kit, NULL, 1) < 0);
    screen.size = (size_t)-1;
    expect(screens_list(kit, &screen, 1) < 0);
    expect(screens_next_event(kit, NULL) < 0 && screens_get_settings(kit, only_screen(kit), NULL) < 0);
    expect(screens_modes(kit, 999, NULL, 0) == SCREENS_ERROR_NO_SUCH_SCREEN);
    expect(screens_request_frame(kit, 999) == SCREENS_ERROR_NO_SUCH_SCREEN &&
           screens_request_frame(kit, 0) == SCREENS_OK);
    expect(screens_unplug(kit, NULL) < 0 && screens_plug(kit, NULL, NULL) < 0);
    expect(screens_advance(kit, -5) == SCREENS_OK && screens_advance_refreshes(kit, -5) == 1);
    expect(screens_advance(kit, INT64_MAX) == SCREENS_ERROR_INVALID_ARGUMENT && strstr(screens_error(), "a day"));
    expect(screens_advance_refreshes(kit, INT32_MAX) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(screens_capture(kit, only_screen(kit), &pixel, 1, &width, &height) == SCREENS_ERROR_INVALID_ARGUMENT);
    expect(width == 64 && height == 48 && strstr(screens_error(), "3072"));
    expect(screens_capture(kit, only_screen(kit), NULL, 0, NULL, NULL) < 0);
    expect(screens_stop(kit) == SCREENS_OK);
}

static void selected_names_may_have_spaces_around_them(void) {
    uint64_t frame = 0;
    screens_kit *kit = selecting(" Virtual-1 , Virtual-2", "64x48@60, 32x32@50", &frame);
    screens_screen list[2] = {{.size = sizeof list[0]}};
    expect(screens_list(kit, list, 2) == 2 && !list[0].dark[0] && !list[1].dark[0]);
    expect(screens_stop(kit) == SCREENS_OK);
}

static void *fail_elsewhere(void *error) {
    (void)error;
    expect(screens_stop(NULL) < 0 && strstr(screens_error(), "NULL"));
    return NULL;
}

static void errors_are_those_of_the_thread(void) {
    uint64_t frame = 0;
    screens_kit *kit = simulated("64x48@60", &frame);
    expect(screens_unplug(kit, "elsewhere") < 0 && strstr(screens_error(), "elsewhere"));
    pthread_t thread;
    expect(pthread_create(&thread, NULL, fail_elsewhere, NULL) == 0 && pthread_join(thread, NULL) == 0);
    expect(strstr(screens_error(), "elsewhere"));
    expect(screens_stop(kit) == SCREENS_OK);
}

int main(void) {
    expect(strcmp(screens_version(), SCREENS_VERSION) == 0 && screens_error()[0] == 0);
    frames_and_calls_in_the_draw_function();
    screens_come_and_go();
    the_end_of_a_content_is_reported_once();
    modes_of_one_size_and_rate_have_names_of_their_own();
    ids_are_kept_however_often_another_screen_comes_and_goes();
    settings_are_kept();
    a_display_may_wait_for_its_settings();
    a_run_ends_by_a_callback_and_by_a_signal();
    structs_have_the_size_of_the_program();
    wrong_arguments_are_errors();
    selected_names_may_have_spaces_around_them();
    errors_are_those_of_the_thread();
    puts("all calls keep their promises");
    return 0;
}
