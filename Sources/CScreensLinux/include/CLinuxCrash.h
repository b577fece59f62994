// Calls of the kernel that are prepared ahead, and made when the process is about to die of a signal.
#ifndef CLINUX_CRASH_H
#define CLINUX_CRASH_H

#include <stdbool.h>
#include <stdint.h>

// A complete ioctl. `after_success` is the number of calls after it that are skipped where it succeeds: they are the
// attempts for where it is refused.
struct clinux_crash_call {
    unsigned long request;
    uintptr_t argument;
    int32_t descriptor;
    uint32_t after_success;
};

// When the calls of a plan are made: those for terminals come after those for all cards, because the console draws as
// soon as its terminal shows text again.
enum clinux_crash_turn { CLINUX_CRASH_CARDS, CLINUX_CRASH_TERMINALS };

struct clinux_crash_plan;

// Registers calls to be made if the process crashes. Everything that they point to must stay until the plan is removed.
// Returns NULL where there are too many plans already, or no memory.
struct clinux_crash_plan *clinux_crash_add(const struct clinux_crash_call *calls, uint32_t count,
                                           enum clinux_crash_turn turn);

// Removes a plan: none of its calls is made any more. It does not return while a crash is handled on another thread,
// because the memory that the plan points to is in use then.
void clinux_crash_remove(struct clinux_crash_plan *plan);

// Handles SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGBUS and SIGFPE from now on, except those that are ignored, and passes
// them on to the handlers before; a SIGBUS in memory of CLinuxMemory.h is answered, and goes no further. Two threads must not
// call it at once. Returns 0 or the errno.
int clinux_crash_install(void);

// Whether a crash is being handled: nothing may be shown any more.
bool clinux_crash_has_begun(void);

#endif
