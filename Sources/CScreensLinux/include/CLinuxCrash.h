// System calls that are prepared ahead, and made when a signal is about to end the process.
#ifndef CLINUX_CRASH_H
#define CLINUX_CRASH_H

#include <stdbool.h>
#include <stdint.h>

// A complete ioctl. `after_success` is the number of following calls to skip if it succeeds: they are the attempts
// after a refusal.
struct clinux_crash_call {
    unsigned long request;
    uintptr_t argument;
    int32_t descriptor;
    uint32_t after_success;
};

// The turn in which a plan's calls are made: terminals after all cards, because the console draws as soon as its
// terminal shows text again.
enum clinux_crash_turn { CLINUX_CRASH_CARDS, CLINUX_CRASH_TERMINALS };

struct clinux_crash_plan;

// Registers calls to be made if the process crashes. Everything that they point to must stay until the plan is removed.
// Returns NULL if there are too many plans, or no memory.
struct clinux_crash_plan *clinux_crash_add(const struct clinux_crash_call *calls, uint32_t count,
                                           enum clinux_crash_turn turn);

// Removes a plan, so that none of its calls is made later. While another thread handles a crash this does not return,
// because the memory that the plan points to is in use.
void clinux_crash_remove(struct clinux_crash_plan *plan);

// Handles SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS and SIGFPE from now on, except ignored signals, and passes them on
// to the earlier handlers. A SIGBUS in memory of CLinuxMemory.h is answered and not passed on. Two threads must
// not call this at once. Returns 0 or the errno.
int clinux_crash_install(void);

// Whether a crash is being handled, so that nothing may be shown from now on.
bool clinux_crash_has_begun(void);

#endif
