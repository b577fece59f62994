/* Counts how often a program begins and ends to read dma-bufs by the processor (DMA_BUF_IOCTL_SYNC).
 *
 * BUFFER_SYNCS_FILE is a file of two 64-bit numbers that are right at every moment: the beginnings and the ends. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic uint64_t before_start[2];
static _Atomic uint64_t *counts = before_start;

__attribute__((constructor)) static void start(void) {
    int file = open(getenv("BUFFER_SYNCS_FILE"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, sizeof before_start) != 0) abort();
    void *memory = mmap(NULL, sizeof before_start, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) abort();
    close(file);
    counts = memory;
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (request == DMA_BUF_IOCTL_SYNC) {
        uint64_t flags = ((const struct dma_buf_sync *)argument)->flags;
        atomic_fetch_add(&counts[flags & DMA_BUF_SYNC_END ? 1 : 0], 1);
    }
    return syscall(SYS_ioctl, descriptor, request, argument);
}
