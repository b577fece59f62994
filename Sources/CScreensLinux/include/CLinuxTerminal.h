// Virtual terminals: the ioctls of linux/vt.h and linux/kd.h, and the signals by which the kernel requests a terminal
// and shows it again.
#ifndef CLINUX_TERMINAL_H
#define CLINUX_TERMINAL_H

#include <linux/kd.h>
#include <linux/vt.h>
#include <stdint.h>

// The number that a signal adds to the eventfd.
static const uint64_t CLINUX_TERMINAL_RELEASE = 1;
static const uint64_t CLINUX_TERMINAL_ACQUIRE = UINT64_C(1) << 32;

// Adds to an eventfd at each of two unused real-time signals, which this thread takes even if other threads block them.
// Returns 0 or the errno: EBUSY if this process already listens, EAGAIN if every signal is in use.
int clinux_terminal_listen(int eventfd, int *release, int *acquire);

// Releases the signals. The kernel must have stopped sending them; pending ones are dropped.
void clinux_terminal_ignore(void);

// Returns the number of the virtual terminal behind a descriptor, which may be /dev/tty; -1 if it is not a terminal.
int clinux_terminal_number(int descriptor);

#endif
