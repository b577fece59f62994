// Calls of Linux that Swift's Glibc module does not import, and the hooks of Swift's runtime for the jobs of its global
// executor.
#ifndef CDAEMON_H
#define CDAEMON_H

#include <fcntl.h>
#include <linux/memfd.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// Passes every job that belongs to no actor to `enqueue`, and every delayed one to `enqueue_later` with its delay in
// nanoseconds. Both are called on any thread and must not start a job themselves. Call this once, before there is a
// task.
void cdaemon_take_global_jobs(void (*enqueue)(void *job), void (*enqueue_later)(uint64_t delay, void *job));

// Makes a file in memory of a fixed size, closed by exec; -1 with errno if there is no memory. The seals are numbers,
// because their names need _GNU_SOURCE: F_ADD_SEALS with F_SEAL_SEAL, F_SEAL_SHRINK and F_SEAL_GROW.
static inline int cdaemon_sealed_memory(long size) {
    int file = (int)syscall(SYS_memfd_create, "words", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -1;
    if (ftruncate(file, size) == 0 && fcntl(file, 1033, 1 | 2 | 4) == 0) return file;
    close(file);
    return -1;
}

#endif
