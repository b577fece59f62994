/* Pauses a program at its hand-overs from thread to thread, so that a wake-up that can be lost is lost: before and
 * after each wait and each wake (futex, ppoll, epoll, reads and writes of an eventfd) and each ioctl.
 *
 * Each PAUSE_SEED gives another order of pauses; one place in four pauses for up to 40 ms, which costs nothing in
 * virtual time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PLACES = 4, LONGEST_NANOSECONDS = 40000000 };

static _Atomic uint64_t seed;

__attribute__((constructor)) static void start(void) {
    const char *text = getenv("PAUSE_SEED");
    atomic_store(&seed, text ? strtoull(text, NULL, 10) : 0);
}

static uint64_t next(void) {
    /* splitmix64: each call has its own number, on any thread. */
    uint64_t number = atomic_fetch_add(&seed, 0x9E3779B97F4A7C15u) + 0x9E3779B97F4A7C15u;
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9u;
    number = (number ^ number >> 27) * 0x94D049BB133111EBu;
    return number ^ number >> 31;
}

static void pause_here(void) {
    uint64_t number = next();
    if (number % PLACES != 0) return;
    int kept = errno;
    struct timespec time = {0, (long)(number / PLACES % LONGEST_NANOSECONDS)};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
    errno = kept;
}

#define PAUSED(type, call)                                                                                     \
    do {                                                                                                       \
        pause_here();                                                                                          \
        type result = call;                                                                                    \
        pause_here();                                                                                          \
        return result;                                                                                         \
    } while (0)

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

long syscall(long number, ...) {
    static _Atomic(long (*)(long, ...)) known;
    long (*original)(long, ...) = atomic_load(&known);
    if (original == NULL) atomic_store(&known, original = (long (*)(long, ...))real("syscall"));
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long);
    long e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    if (number != SYS_futex && number != SYS_ppoll && number != SYS_ioctl) return original(number, a, b, c, d, e, f);
    PAUSED(long, original(number, a, b, c, d, e, f));
}

int epoll_wait(int descriptor, struct epoll_event *events, int count, int timeout) {
    PAUSED(int, epoll_pwait(descriptor, events, count, timeout, NULL));
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    static _Atomic(ssize_t (*)(int, void *, size_t)) known;
    ssize_t (*original)(int, void *, size_t) = atomic_load(&known);
    if (original == NULL) atomic_store(&known, original = (ssize_t(*)(int, void *, size_t))real("read"));
    if (count != sizeof(uint64_t)) return original(descriptor, bytes, count);
    PAUSED(ssize_t, original(descriptor, bytes, count));
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    static _Atomic(ssize_t (*)(int, const void *, size_t)) known;
    ssize_t (*original)(int, const void *, size_t) = atomic_load(&known);
    if (original == NULL) atomic_store(&known, original = (ssize_t(*)(int, const void *, size_t))real("write"));
    if (count != sizeof(uint64_t)) return original(descriptor, bytes, count);
    PAUSED(ssize_t, original(descriptor, bytes, count));
}
