// Starts and stops a kit many times, with frames, a plug and events in each cycle: memory, descriptors and threads stay
// the same.
#include <dirent.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <screens.h>

#include "expect.h"

static void draw(void *data, screens_view *view) {
    (*(int *)data)++;
    memset(view->pixels, (int)view->frame, (size_t)view->width * sizeof *view->pixels);
}

static void cycle(void) {
    int frames = 0;
    screens_options options = {.size = sizeof options};
    options.draw = draw;
    options.draw_data = &frames;
    options.simulate = "64x48@60";
    options.manual_clock = 1;
    screens_kit *kit = screens_start(&options);
    expect(kit);
    expect(screens_plug(kit, "32x32@50", NULL) == SCREENS_OK);
    expect(screens_advance(kit, 100000000) == SCREENS_OK);
    screens_event event = {.size = sizeof event};
    while (screens_next_event(kit, &event) == 1) {}
    expect(screens_stop(kit) == SCREENS_OK);
    expect(frames >= 10);
}

static int entries(const char *folder) {
    int count = 0;
    DIR *files = opendir(folder);
    expect(files);
    while (readdir(files)) count++;
    closedir(files);
    return count;
}

// Returns the number of files in a folder of /proc, once it is as low as expected: detached threads take a moment to
// end.
static int settled(const char *folder, int expected) {
    for (int wait = 0; wait < 1000 && entries(folder) > expected; wait++) usleep(1000);
    return entries(folder);
}

static long resident(void) {
    long total = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    expect(file && fscanf(file, "%ld %ld", &total, &pages) == 2);
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE) / 1024;
}

int main(int count, char **words) {
    long cycles = count > 1 ? atol(words[1]) : 1000;
    for (int i = 0; i < 100; i++) cycle();
    // The threads of the first cycles end, except this one and the threads of Swift's pool.
    settled("/proc/self/task", 1);
    int threads = entries("/proc/self/task"), descriptors = entries("/proc/self/fd");
    long before = resident();
    for (long i = 0; i < cycles; i++) cycle();
    int more_threads = settled("/proc/self/task", threads) - threads;
    int more_descriptors = settled("/proc/self/fd", descriptors) - descriptors;
    long kilobytes = resident() - before;
    printf("%ld cycles: %+ld KiB, %+d descriptors, %+d threads\n", cycles, kilobytes, more_descriptors, more_threads);
    // Swift's pool may have started more threads since then.
    expect(more_descriptors <= 0 && more_threads <= sysconf(_SC_NPROCESSORS_ONLN));
#ifndef ANY_MEMORY
    // An instrumented program keeps freed memory for a while.
    expect(kilobytes < 2048);
#endif
    return 0;
}
