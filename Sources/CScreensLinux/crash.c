// This declares the SYS_ constants and sigaction's fields; the module's headers do not need it.
#define _GNU_SOURCE
#include "CLinuxCrash.h"
#include "CLinuxMemory.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { PLANS = 64, ATTEMPTS = 1000 };

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS, SIGFPE};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

struct clinux_crash_plan {
    enum clinux_crash_turn turn;
    uint32_t count;
    struct clinux_crash_call calls[];
};

// The code that takes a plan out of its place owns it: the removal, or the handler.
static _Atomic(struct clinux_crash_plan *) plans[PLANS];
// The number of threads that handle a crash; other threads sleep on it.
static _Atomic uint32_t crashing;
// Whether one of them is making the calls.
static atomic_bool restoring;
// The earlier handlers, by signal number, which run after ours.
static struct sigaction previous[_NSIG];
// The process that installed the handler: a child of a fork shares the descriptors, and restores nothing.
static pid_t owner;

static long futex(uint32_t operation, uint32_t value) {
    return syscall(SYS_futex, &crashing, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

struct clinux_crash_plan *clinux_crash_add(const struct clinux_crash_call *calls, uint32_t count,
                                           enum clinux_crash_turn turn) {
    struct clinux_crash_plan *plan = malloc(sizeof *plan + count * sizeof *calls);
    if (plan == NULL) return NULL;
    plan->turn = turn;
    plan->count = count;
    memcpy(plan->calls, calls, count * sizeof *calls);
    for (int index = 0; index < PLANS; index++) {
        struct clinux_crash_plan *none = NULL;
        if (atomic_compare_exchange_strong(&plans[index], &none, plan)) return plan;
    }
    free(plan);
    return NULL;
}

void clinux_crash_remove(struct clinux_crash_plan *plan) {
    bool found = false;
    for (int index = 0; index < PLANS && !found; index++) {
        struct clinux_crash_plan *expected = plan;
        found = atomic_compare_exchange_strong(&plans[index], &expected, NULL);
    }
    // The handler has taken the plan: the wait ends with the process, or with a handler of the host that lets the
    // process live on.
    while (!found) {
        uint32_t count = atomic_load(&crashing);
        if (count == 0) break;
        futex(FUTEX_WAIT, count);
    }
    free(plan);
}

bool clinux_crash_has_begun(void) { return atomic_load_explicit(&crashing, memory_order_relaxed) != 0; }

// From here on everything runs in the handler: no allocation, no lock, no call that is not async-signal-safe.

static bool perform(const struct clinux_crash_call *call) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (ioctl(call->descriptor, call->request, call->argument) == 0) return true;
        if (errno != EINTR && errno != EAGAIN) return false;
    }
    return false;
}

static void perform_plans(void) {
    struct clinux_crash_plan *taken[PLANS];
    for (int index = 0; index < PLANS; index++) taken[index] = atomic_exchange(&plans[index], NULL);
    for (int turn = CLINUX_CRASH_CARDS; turn <= CLINUX_CRASH_TERMINALS; turn++) {
        for (int index = 0; index < PLANS; index++) {
            const struct clinux_crash_plan *plan = taken[index];
            if (plan == NULL || (int)plan->turn != turn) continue;
            for (uint32_t next = 0; next < plan->count; next++) {
                if (perform(&plan->calls[next])) next += plan->calls[next].after_success;
            }
        }
    }
}

// A second thread that crashes must neither end the process while the first is at work, nor wait for a driver forever.
static void restore_once(void) {
    if (!atomic_exchange(&restoring, true)) {
        perform_plans();
        atomic_store(&restoring, false);
        return;
    }
    const struct timespec pause = {0, 5 * 1000 * 1000};
    for (int attempt = 0; attempt < ATTEMPTS && atomic_load(&restoring); attempt++) nanosleep(&pause, NULL);
}

// Returns whether the process may go on.
static bool pass_on(int number, siginfo_t *info, void *context) {
    struct sigaction *next = &previous[number];
    struct sigaction standard = {.sa_handler = SIG_DFL};
    if ((next->sa_flags & SA_SIGINFO) == 0 && next->sa_handler == SIG_DFL) {
        // Sends the same signal again, with its sender and address; it arrives when this handler returns. Returning
        // alone is enough for a faulting instruction, but not for a breakpoint or a signal that was sent.
        sigaction(number, &standard, NULL);
        if (syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), number, info) != 0) raise(number);
        return false;
    }
    void (*plain)(int) = next->sa_handler;
    void (*informed)(int, siginfo_t *, void *) = next->sa_sigaction;
    bool is_informed = (next->sa_flags & SA_SIGINFO) != 0;
    sigset_t mask, before;
    memcpy(&mask, &next->sa_mask, sizeof mask);
    if ((next->sa_flags & SA_NODEFER) == 0) sigaddset(&mask, number);
    pthread_sigmask(SIG_BLOCK, &mask, &before);
    if ((next->sa_flags & SA_RESETHAND) != 0) sigaction(number, &standard, NULL);
    if (is_informed) {
        informed(number, info, context);
    } else {
        plain(number);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return true;
}

static void handle(int number, siginfo_t *info, void *context) {
    int error = errno;
    bool is_ours = getpid() == owner;
    // Only the kernel states an address: the code of a signal that was sent is not positive.
    if (is_ours && number == SIGBUS && info->si_code > 0 && clinux_memory_replace(info->si_addr)) {
        errno = error;
        return;
    }
    if (is_ours) {
        atomic_fetch_add(&crashing, 1);
        restore_once();
    }
    errno = error;
    bool goes_on = pass_on(number, info, context);
    if (is_ours && goes_on && atomic_fetch_sub(&crashing, 1) == 1) futex(FUTEX_WAKE, INT_MAX);
    errno = error;
}

int clinux_crash_install(void) {
    if (owner != 0) return 0;
    owner = getpid();
    // The handler runs on the thread's alternate stack, if any: its own stack may have run out.
    struct sigaction ours = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    ours.sa_sigaction = handle;
    sigemptyset(&ours.sa_mask);
    for (int index = 0; index < SIGNALS; index++) sigaddset(&ours.sa_mask, signals[index]);
    // A background process that sets a terminal would be stopped otherwise.
    sigaddset(&ours.sa_mask, SIGTTOU);
    for (int index = 0; index < SIGNALS; index++) {
        struct sigaction *found = &previous[signals[index]];
        // The earlier handler is read before ours is set: the signal may come at once.
        if (sigaction(signals[index], NULL, found) != 0) return errno;
        if ((found->sa_flags & SA_SIGINFO) == 0 && found->sa_handler == SIG_IGN) continue;
        if (sigaction(signals[index], &ours, NULL) != 0) return errno;
    }
    return 0;
}
