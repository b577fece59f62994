// This declares SIGRTMIN and sigaction's fields; the module's headers do not need it.
#define _GNU_SOURCE
#include "CLinuxTerminal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { TTY_MAJOR = 4, LAST_CONSOLE = 63 };

static atomic_bool is_listening;
static _Atomic int target = -1;
static _Atomic int release_signal, acquire_signal;

static void handle(int number) {
    int error = errno;
    uint64_t value = number == release_signal ? CLINUX_TERMINAL_RELEASE : CLINUX_TERMINAL_ACQUIRE;
    if (write(target, &value, sizeof value) < 0) {
        // The counter of the eventfd overflows only after 2^31 switches.
    }
    errno = error;
}

// Real-time signals have no meaning of their own, and the highest are used least; many programs use USR1 and USR2.
static int find_unused(int from) {
    for (int number = from; number >= SIGRTMIN; number--) {
        struct sigaction found;
        if (sigaction(number, NULL, &found) == 0 && (found.sa_flags & SA_SIGINFO) == 0 &&
            found.sa_handler == SIG_DFL) {
            return number;
        }
    }
    return -1;
}

int clinux_terminal_listen(int eventfd, int *release, int *acquire) {
    if (atomic_exchange(&is_listening, true)) return EBUSY;
    *release = find_unused(SIGRTMAX);
    *acquire = find_unused(*release - 1);
    if (*release < 0 || *acquire < 0) {
        is_listening = false;
        return EAGAIN;
    }
    target = eventfd;
    release_signal = *release;
    acquire_signal = *acquire;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, *release);
    sigaddset(&both, *acquire);
    action.sa_mask = both;
    sigaction(*release, &action, NULL);
    sigaction(*acquire, &action, NULL);
    pthread_sigmask(SIG_UNBLOCK, &both, NULL);
    return 0;
}

void clinux_terminal_ignore(void) {
    // The signal is ignored first, because a pending one would end the process.
    struct sigaction ignored = {.sa_handler = SIG_IGN}, standard = {.sa_handler = SIG_DFL};
    int both[] = {release_signal, acquire_signal};
    for (int index = 0; index < 2; index++) {
        sigaction(both[index], &ignored, NULL);
        sigaction(both[index], &standard, NULL);
    }
    target = -1;
    is_listening = false;
}

int clinux_terminal_number(int descriptor) {
    unsigned int device = 0;
    if (ioctl(descriptor, TIOCGDEV, &device) != 0) return -1;
    unsigned int major = (device >> 8) & 0xFFF;
    unsigned int minor = (device & 0xFF) | ((device >> 12) & 0xFFF00);
    return major == TTY_MAJOR && minor >= 1 && minor <= LAST_CONSOLE ? (int)minor : -1;
}
