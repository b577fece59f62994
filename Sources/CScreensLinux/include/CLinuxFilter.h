// The filter of system calls of a program that has a lease, for each architecture.
#ifndef CLINUX_FILTER_H
#define CLINUX_FILTER_H

#include <linux/filter.h>
#include <stdint.h>

// The architecture of a kernel. It may also run programs of a second one.
enum clinux_machine {
    CLINUX_X86_64, CLINUX_I386, CLINUX_AARCH64, CLINUX_ARM, CLINUX_RISCV64, CLINUX_RISCV32, CLINUX_OTHER_MACHINE
};

// The most steps of a filter.
enum { CLINUX_FILTER_STEPS = 64 };

// Returns the architecture that this program was compiled for.
enum clinux_machine clinux_own_machine(void);

// Makes a filter: opens become requests for a listener, calls by which a program becomes master of a card or
// authenticates itself succeed without effect, and requests for framebuffers fail with EACCES, also by the second
// architecture. Programs of all other architectures can make no call (ENOSYS).
//
// `compared` has the bits of a request that distinguish it from others. Returns the number of the steps, or 0 for an
// architecture that has no filter. It neither allocates nor takes a lock.
uint16_t clinux_lease_filter(enum clinux_machine machine, uint32_t compared, struct sock_filter *steps);

#endif
