// Kits that end while other threads use them: nothing hangs, nothing runs afterwards, and an old pointer is an error.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include <screens.h>

#include "expect.h"

static void draw(void *data, screens_view *view) {
    (void)data;
    view->pixels[0] = (uint32_t)view->frame;
}

static screens_kit *started(screens_event_function event, void *data) {
    screens_options options = {
        .size = sizeof options, .draw = draw, .event = event, .event_data = data, .simulate = "64x48@60"};
    screens_kit *kit = screens_start(&options);
    expect(kit);
    return kit;
}

static pthread_t thread(void *(*function)(void *), void *data) {
    pthread_t thread;
    expect(pthread_create(&thread, NULL, function, data) == 0);
    return thread;
}

static void *run(void *kit) { return (void *)(intptr_t)screens_run(kit); }

static int result(pthread_t thread) {
    void *value;
    expect(pthread_join(thread, &value) == 0);
    return (int)(intptr_t)value;
}

static void all_calls_fail_after_the_stop(void) {
    screens_kit *kit = started(NULL, NULL), *other = started(NULL, NULL);
    expect(kit != other && screens_stop(kit) == SCREENS_OK);
    // The later kit may have the place of the first one, but not its pointer.
    screens_kit *later = started(NULL, NULL);
    screens_screen screen = {.size = sizeof screen};
    screens_mode mode = {.size = sizeof mode};
    screens_event event = {.size = sizeof event};
    screens_settings settings = {.size = sizeof settings};
    screens_statistics statistics = {.size = sizeof statistics};
    const int results[] = {
        screens_stop(kit), screens_run(kit), screens_pause(kit), screens_resume(kit), screens_event_descriptor(kit),
        screens_next_event(kit, &event), screens_list(kit, &screen, 1), screens_modes(kit, 1, &mode, 1),
        screens_get_settings(kit, 1, &settings), screens_apply(kit, 1, &settings), screens_request_frame(kit, 0),
        screens_get_statistics(kit, 1, &statistics), screens_capture(kit, 1, NULL, 0, NULL, NULL),
        screens_plug(kit, "64x48", NULL), screens_unplug(kit, "Virtual-1"), screens_advance(kit, 1),
        screens_advance_refreshes(kit, 1),
    };
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) expect(results[i] == SCREENS_ERROR_STOPPED);
    expect(strstr(screens_error(), "screens_stop"));
    screens_quit(kit);
    expect(screens_list(other, NULL, 0) == 1 && screens_list(later, NULL, 0) == 1);
    expect(screens_stop(later) == SCREENS_OK && screens_stop(other) == SCREENS_OK);
}

static atomic_int polls;

static void *poll_until_it_is_stopped(void *kit) {
    screens_screen list[2] = {{.size = sizeof list[0]}};
    screens_event event = {.size = sizeof event};
    int count;
    while ((count = screens_list(kit, list, 2)) >= 0) {
        screens_settings settings = {.size = sizeof settings, .rotation = 90 * (int)(++polls % 4)};
        if (count > 0) screens_apply(kit, list[0].id, &settings);
        screens_next_event(kit, &event);
        screens_request_frame(kit, 0);
    }
    return (void *)(intptr_t)count;
}

static void a_stop_waits_for_the_calls_of_other_threads(void) {
    for (int i = 0; i < 40; i++) {
        screens_kit *kit = started(NULL, NULL);
        pthread_t threads[4];
        for (int j = 0; j < 3; j++) threads[j] = thread(poll_until_it_is_stopped, kit);
        threads[3] = thread(run, kit);
        usleep((useconds_t)(i % 8) * 1000);
        expect(screens_stop(kit) == SCREENS_OK);
        for (int j = 0; j < 3; j++) expect(result(threads[j]) == SCREENS_ERROR_STOPPED);
        int ran = result(threads[3]);
        // The quit may come too late for a run.
        expect(ran == SCREENS_OK || ran == SCREENS_ERROR_STOPPED);
    }
    expect(polls > 0);
}

static void *wait_until_it_is_stopped(void *kit) {
    static uint32_t pixels[64 * 48];
    int32_t width, height;
    int advanced;
    while ((advanced = screens_advance(kit, 100000000)) == SCREENS_OK) {
        screens_pause(kit);
        screens_resume(kit);
        screens_capture(kit, 1, pixels, 64 * 48, &width, &height);
    }
    return (void *)(intptr_t)advanced;
}

static void a_stop_ends_calls_that_wait(void) {
    for (int i = 0; i < 40; i++) {
        screens_options options = {.size = sizeof options, .draw = draw, .simulate = "64x48@60", .manual_clock = 1};
        screens_kit *kit = screens_start(&options);
        expect(kit);
        pthread_t waiting = thread(wait_until_it_is_stopped, kit);
        usleep((useconds_t)(i % 8) * 1000);
        expect(screens_stop(kit) == SCREENS_OK && result(waiting) == SCREENS_ERROR_STOPPED);
    }
}

static void one_thread_runs_at_a_time(void) {
    for (int i = 0; i < 40; i++) {
        screens_kit *kit = started(NULL, NULL);
        pthread_t threads[2] = {thread(run, kit), thread(run, kit)};
        usleep((useconds_t)(i % 4) * 1000);
        expect(screens_stop(kit) == SCREENS_OK);
        for (int j = 0; j < 2; j++) {
            int ran = result(threads[j]);
            expect(ran == SCREENS_OK || ran == SCREENS_ERROR_INVALID_ARGUMENT || ran == SCREENS_ERROR_STOPPED);
        }
    }
}

struct slow {
    atomic_int begun, ended;
};

static void slow_event(void *data, screens_kit *kit, const screens_event *event) {
    struct slow *slow = data;
    (void)event;
    slow->begun++;
    // The stop begins meanwhile.
    while (screens_list(kit, NULL, 0) >= 0) usleep(1000);
    slow->ended++;
}

static void no_event_function_runs_after_the_stop(void) {
    struct slow slow = {0, 0};
    screens_kit *kit = started(slow_event, &slow);
    pthread_t runner = thread(run, kit);
    while (!slow.begun) usleep(1000);
    expect(screens_stop(kit) == SCREENS_OK);
    expect(slow.begun == 1 && slow.ended == 1);
    expect(result(runner) == SCREENS_OK);
}

static void *stop(void *kit) { return (void *)(intptr_t)screens_stop(kit); }

static void one_of_two_stops_is_the_one(void) {
    for (int i = 0; i < 20; i++) {
        screens_kit *kit = started(NULL, NULL);
        pthread_t threads[2] = {thread(stop, kit), thread(stop, kit)};
        int first = result(threads[0]), second = result(threads[1]);
        expect((first == SCREENS_OK && second == SCREENS_ERROR_STOPPED) ||
               (second == SCREENS_OK && first == SCREENS_ERROR_STOPPED));
    }
}

int main(void) {
    // A call that hangs ends the test.
    alarm(300);
    all_calls_fail_after_the_stop();
    a_stop_waits_for_the_calls_of_other_threads();
    a_stop_ends_calls_that_wait();
    one_thread_runs_at_a_time();
    no_event_function_runs_after_the_stop();
    one_of_two_stops_is_the_one();
    puts("kits end in order");
    return 0;
}
