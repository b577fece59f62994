// Gives a program the lease of a screen in the place of the card that it opens. It is loaded into the program by LD_PRELOAD, where no
// filter of system calls is possible: `screens lease --preload`. The descriptor of the lease is inherited, and its number is in
// SCREENS_LEASE_FD.
#define _GNU_SOURCE
// With these `open` would be another name of `open64`, and inlined.
#undef _FORTIFY_SOURCE
#undef _FILE_OFFSET_BITS
#undef _TIME_BITS
#include "CLinuxCards.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// Not an answer to an open.
enum { PASS = -2 };

static bool is_card(const struct stat *status) {
    return S_ISCHR(status->st_mode) && major(status->st_rdev) == CLINUX_GRAPHICS && minor(status->st_rdev) < CLINUX_CARDS;
}

// The descriptor of the lease, and the device of its card; -1 where there is none. Read each time: functions of other libraries may
// come before the constructor of this one, and a program may have closed it.
static int lease(dev_t *card) {
    const char *text = getenv("SCREENS_LEASE_FD");
    if (!text) return -1;
    char *end;
    long number = strtol(text, &end, 10);
    struct stat status;
    if (end == text || *end || number < 0 || fstat((int)number, &status) != 0 || !is_card(&status)) return -1;
    *card = status.st_rdev;
    return (int)number;
}

// The answer to an open; PASS where the C library is to carry it out.
static int answer(int folder, const char *path, int flags) {
    int before = errno, found = PASS;
    struct stat status;
    dev_t card;
    if (path && !(flags & O_PATH)
        && fstatat(folder, path, &status, flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0) == 0 && is_card(&status)) {
        int descriptor = lease(&card);
        if (descriptor >= 0 && status.st_rdev == card) {
            found = fcntl(descriptor, flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
            if (found < 0) return -1;
        } else if (descriptor >= 0) {
            errno = EACCES;
            return -1;
        }
    }
    errno = before;
    return found;
}

// The next definition of a function, that of the C library. Two threads that come here at once find the same.
#define NEXT(name, type) \
    static type next; \
    if (!next) next = (type)dlsym(RTLD_NEXT, #name)

typedef int (*open_function)(const char *, int, ...);
typedef int (*openat_function)(int, const char *, int, ...);
typedef int (*checked_open_function)(const char *, int);
typedef int (*checked_openat_function)(int, const char *, int);
typedef int (*ioctl_function)(int, unsigned long, ...);

static bool has_mode(int flags) { return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE; }

#define TAKE_MODE(last) \
    mode_t mode = 0; \
    if (has_mode(flags)) { \
        va_list more; \
        va_start(more, last); \
        mode = va_arg(more, mode_t); \
        va_end(more); \
    }

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        TAKE_MODE(flags) \
        int found = answer(AT_FDCWD, path, flags); \
        NEXT(name, open_function); \
        return found == PASS ? next(path, flags, mode) : found; \
    }

#define OPENAT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        TAKE_MODE(flags) \
        int found = answer(folder, path, flags); \
        NEXT(name, openat_function); \
        return found == PASS ? next(folder, path, flags, mode) : found; \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int creat64(const char *path, mode_t mode) { return open64(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

// Those that programs call which were compiled with _FORTIFY_SOURCE.
int __open_2(const char *path, int flags) {
    int found = answer(AT_FDCWD, path, flags);
    NEXT(__open_2, checked_open_function);
    return found == PASS ? next(path, flags) : found;
}

int __open64_2(const char *path, int flags) {
    int found = answer(AT_FDCWD, path, flags);
    NEXT(__open64_2, checked_open_function);
    return found == PASS ? next(path, flags) : found;
}

int __openat_2(int folder, const char *path, int flags) {
    int found = answer(folder, path, flags);
    NEXT(__openat_2, checked_openat_function);
    return found == PASS ? next(folder, path, flags) : found;
}

int __openat64_2(int folder, const char *path, int flags) {
    int found = answer(folder, path, flags);
    NEXT(__openat64_2, checked_openat_function);
    return found == PASS ? next(folder, path, flags) : found;
}

// A lessee cannot become master of the card, and needs no permission of one: these succeed without any effect.
int ioctl(int descriptor, unsigned long request, ...) {
    va_list more;
    va_start(more, request);
    void *argument = va_arg(more, void *);
    va_end(more);
    switch ((unsigned)request) {
    case CLINUX_AUTH_MAGIC:
    case CLINUX_SET_MASTER:
    case CLINUX_DROP_MASTER: {
        int before = errno;
        struct stat status;
        dev_t card;
        if (fstat(descriptor, &status) == 0 && is_card(&status) && lease(&card) >= 0 && status.st_rdev == card) return 0;
        errno = before;
        break;
    }
    default: break;
    }
    NEXT(ioctl, ioctl_function);
    return next(descriptor, request, argument);
}
