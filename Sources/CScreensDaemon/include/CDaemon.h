// Calls of Linux that Swift's Glibc module does not import, and the hooks of Swift's runtime for the jobs of its global
// executor.
#ifndef CDAEMON_H
#define CDAEMON_H

#include <malloc.h>
#include <stdint.h>
#include <sys/signalfd.h>

// Passes every job that belongs to no actor to `enqueue`, and every delayed one to `enqueue_later` with its delay in
// nanoseconds. Both are called on any thread and must not start a job themselves. Call this once, before there is a
// task.
void cdaemon_take_global_jobs(void (*enqueue)(void *job), void (*enqueue_later)(uint64_t delay, void *job));

#endif
