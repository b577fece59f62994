// Swift's module of the C library lacks these.
#include <linux/memfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// Makes an anonymous file of `size` bytes in memory, which exec closes. Returns -1 with errno if that fails.
static inline int cserving_memory(long size) {
    int file = (int)syscall(SYS_memfd_create, "picture", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, size) == 0) return file;
    close(file);
    return -1;
}
