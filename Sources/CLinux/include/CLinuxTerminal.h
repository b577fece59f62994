// Virtual terminals: what linux/vt.h and linux/kd.h have, and the signals by which the kernel says that one is to be
// left or is shown again.
#ifndef CLINUX_TERMINAL_H
#define CLINUX_TERMINAL_H

#include <linux/kd.h>
#include <linux/vt.h>
#include <stdint.h>

// What a signal adds to the eventfd.
static const uint64_t CLINUX_TERMINAL_RELEASE = 1;
static const uint64_t CLINUX_TERMINAL_ACQUIRE = UINT64_C(1) << 32;

// Has two real-time signals that nobody uses add to an eventfd, and takes them on this thread whatever others block.
// Returns 0, or the errno: EBUSY where this process listens already, EAGAIN where every signal is in use.
int clinux_terminal_listen(int eventfd, int *release, int *acquire);

// Ends that. The kernel must not be sending the signals any more; those that are pending are dropped.
void clinux_terminal_ignore(void);

// The number of the virtual terminal that is behind a descriptor, which may be that of /dev/tty; -1 where it is none.
int clinux_terminal_number(int descriptor);

#endif
