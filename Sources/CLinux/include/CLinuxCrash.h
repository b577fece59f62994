// What is still done when the process is about to die of a signal: calls of the kernel that were made ahead.
#ifndef CLINUX_CRASH_H
#define CLINUX_CRASH_H

#include <stdbool.h>
#include <stdint.h>

// An ioctl, complete. `after_success` is how many of the calls that follow are passed over where it is done: they are
// what is tried where it is refused.
struct clinux_crash_call {
    unsigned long request;
    uintptr_t argument;
    int32_t descriptor;
    uint32_t after_success;
};

// When the calls of a plan are made: those for terminals come after those for all cards, since the console draws as
// soon as its terminal is one for text again.
enum clinux_crash_turn { CLINUX_CRASH_CARDS, CLINUX_CRASH_TERMINALS };

struct clinux_crash_plan;

// Has the calls made if the process crashes. What they lead to must stay until the plan is removed.
// Returns NULL where there are too many already, or no memory.
struct clinux_crash_plan *clinux_crash_add(const struct clinux_crash_call *calls, uint32_t count,
                                           enum clinux_crash_turn turn);

// Afterwards none of the plan's calls is made any more. While a crash is being handled on another thread it does not
// return: what the plan leads to is in use.
void clinux_crash_remove(struct clinux_crash_plan *plan);

// Handles SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS and SIGFPE from now on, but for those that are ignored, and passes
// them on to who handled them before. Not to be called by two threads at once. Returns 0 or the errno.
int clinux_crash_install(void);

// Whether a crash is being handled: nothing may be shown any more.
bool clinux_crash_has_begun(void);

#endif
