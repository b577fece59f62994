/* Lets a program map no dma-buf, as a driver whose memory only devices read. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_shared(int descriptor) {
    char path[32], name[64] = "";
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return readlink(path, name, sizeof name - 1) > 0 && strstr(name, "dmabuf") != NULL;
}

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
    if (descriptor >= 0 && is_shared(descriptor)) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    return (void *)syscall(SYS_mmap, address, size, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t size, int protection, int flags, int descriptor, off64_t offset) {
    return mmap(address, size, protection, flags, descriptor, offset);
}
