/* Counts a program's DRM ioctls by kind, and makes one call of one kind fail.
 *
 * IOCTLS_FILE is a file of 64-bit numbers that are right at every moment: the calls of each kind, then the failures,
 * then the calls of GETCONNECTOR that request a probe.
 * FAIL_KIND, FAIL_ERRNO and FAIL_CALL (the first is 1) say which call fails, and how. Later calls of the kind pass. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/ioctl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A kind is the ioctl's number; commits have one kind for each of their uses, after all numbers. */
enum { GETCONNECTOR = 0xA7, COMMIT = 0xBC, TEST = 256, MODESET, FLIP, KINDS };
enum { FAILURES = KINDS, PROBES, COUNTS };
enum { TEST_ONLY = 0x100, ALLOW_MODESET = 0x400 };

static _Atomic uint64_t before_start[COUNTS];
static _Atomic uint64_t *counts = before_start;
static unsigned failing_kind = KINDS;
static uint64_t failing_call;
static int failing_errno;

__attribute__((constructor)) static void start(void) {
    int file = open(getenv("IOCTLS_FILE"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof before_start) != 0) abort();
    void *memory = mmap(NULL, sizeof before_start, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) abort();
    close(file);
    counts = memory;
    if (getenv("FAIL_KIND") == NULL) return;
    failing_kind = atoi(getenv("FAIL_KIND"));
    failing_call = atoi(getenv("FAIL_CALL"));
    failing_errno = atoi(getenv("FAIL_ERRNO"));
}

static unsigned kind_of(unsigned long request, const void *argument) {
    if (_IOC_NR(request) != COMMIT) return _IOC_NR(request);
    uint32_t flags = *(const uint32_t *)argument;
    return flags & TEST_ONLY ? TEST : flags & ALLOW_MODESET ? MODESET : FLIP;
}

/* The start of `struct drm_mode_get_connector`. */
struct connector {
    uint64_t pointers[4];
    uint32_t count_modes;
};

/* The kernel probes for a master whose request has no room for modes. */
static int is_probe(unsigned kind, const void *argument) {
    return kind == GETCONNECTOR && ((const struct connector *)argument)->count_modes == 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (_IOC_TYPE(request) == 'd') {
        unsigned kind = kind_of(request, argument);
        uint64_t call = atomic_fetch_add(&counts[kind], 1) + 1;
        if (is_probe(kind, argument)) atomic_fetch_add(&counts[PROBES], 1);
        if (kind == failing_kind && call == failing_call) {
            atomic_fetch_add(&counts[FAILURES], 1);
            errno = failing_errno;
            return -1;
        }
    }
    return syscall(SYS_ioctl, descriptor, request, argument);
}
