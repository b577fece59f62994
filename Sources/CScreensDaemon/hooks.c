#include "CDaemon.h"

#include <stdint.h>
#include <time.h>

#define SWIFT __attribute__((swiftcall))

typedef void(SWIFT *enqueue_original)(void *job);
typedef void(SWIFT *enqueue_later_original)(unsigned long long delay, void *job);
typedef void(SWIFT *enqueue_at_original)(long long seconds, long long nanoseconds, long long tolerance_seconds,
                                         long long tolerance_nanoseconds, int clock, void *job);

// The runtime exports this symbol for this purpose.
extern void(SWIFT *swift_task_enqueueGlobal_hook)(void *job, enqueue_original original);
extern void(SWIFT *swift_task_enqueueGlobalWithDelay_hook)(unsigned long long delay, void *job,
                                                           enqueue_later_original original);
extern void(SWIFT *swift_task_enqueueGlobalWithDeadline_hook)(long long seconds, long long nanoseconds,
                                                              long long tolerance_seconds,
                                                              long long tolerance_nanoseconds, int clock, void *job,
                                                              enqueue_at_original original);

static void (*take)(void *);
static void (*take_later)(uint64_t, void *);

static SWIFT void enqueue(void *job, enqueue_original original) {
    (void)original;
    take(job);
}

static SWIFT void enqueue_later(unsigned long long delay, void *job, enqueue_later_original original) {
    (void)original;
    take_later(delay, job);
}

// The clock is 1 if it counts while the machine sleeps (ContinuousClock), and 2 if it does not (SuspendingClock).
static SWIFT void enqueue_at(long long seconds, long long nanoseconds, long long tolerance_seconds,
                             long long tolerance_nanoseconds, int clock, void *job, enqueue_at_original original) {
    (void)tolerance_seconds;
    (void)tolerance_nanoseconds;
    (void)original;
    struct timespec now;
    clock_gettime(clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
    const long long billion = 1000000000;
    long long delay = 0;
    if (__builtin_mul_overflow(seconds - now.tv_sec, billion, &delay)
        || __builtin_add_overflow(delay, nanoseconds - now.tv_nsec, &delay)) {
        delay = seconds > now.tv_sec ? INT64_MAX : 0;
    }
    take_later(delay > 0 ? (uint64_t)delay : 0, job);
}

void cdaemon_take_global_jobs(void (*enqueue_now)(void *), void (*later)(uint64_t, void *)) {
    take = enqueue_now;
    take_later = later;
    swift_task_enqueueGlobal_hook = enqueue;
    swift_task_enqueueGlobalWithDelay_hook = enqueue_later;
    swift_task_enqueueGlobalWithDeadline_hook = enqueue_at;
}
