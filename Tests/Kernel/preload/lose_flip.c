/* Loses flips: the completion of a flip is read from a card, and is not passed to the program.
 *
 * The file LOST_FLIPS_FILE has the number of flips to lose, as text. It is read when a flip completes, and each lost
 * flip reduces it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DRM_MAJOR = 226, FLIP_COMPLETE = 2 };

static int file = -1;

__attribute__((constructor)) static void start(void) {
    file = open(getenv("LOST_FLIPS_FILE"), O_RDWR | O_CLOEXEC);
    if (file < 0) abort();
}

/* One thread reads a card's events, so no other thread changes the number meanwhile. */
static int is_to_be_lost(void) {
    char text[16] = {0};
    if (pread(file, text, sizeof text - 1, 0) <= 0) return 0;
    int count = atoi(text);
    if (count <= 0) return 0;
    int length = snprintf(text, sizeof text, "%d\n", count - 1);
    return ftruncate(file, 0) == 0 && pwrite(file, text, length, 0) == length;
}

ssize_t read(int descriptor, void *buffer, size_t size) {
    ssize_t count = syscall(SYS_read, descriptor, buffer, size);
    struct stat status;
    if (count <= 0 || fstat(descriptor, &status) != 0 || !S_ISCHR(status.st_mode) ||
        major(status.st_rdev) != DRM_MAJOR) {
        return count;
    }
    /* Events of the kernel's: a type, a length, and what belongs to the type. */
    char *kept = buffer;
    for (ssize_t offset = 0; offset < count;) {
        char *event = (char *)buffer + offset;
        uint32_t type, length;
        memcpy(&type, event, 4);
        memcpy(&length, event + 4, 4);
        offset += length;
        if (type == FLIP_COMPLETE && is_to_be_lost()) continue;
        memmove(kept, event, length);
        kept += length;
    }
    if (kept != buffer) return kept - (char *)buffer;
    errno = EAGAIN;
    return -1;
}
