// What the daemon needs of C: calls of Linux that Swift's Glibc module does not import, and where the jobs of Swift's
// global executor go, by the hooks that its runtime has for this.
#ifndef CDAEMON_H
#define CDAEMON_H

#include <malloc.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

// Has every job that belongs to no actor given to `enqueue`, and those that are to wait to `enqueue_later` with their
// delay in nanoseconds. Both are called on any thread, and may not allocate by way of a job. It is called once, before
// there is a task.
void cdaemon_take_global_jobs(void (*enqueue)(void *job), void (*enqueue_later)(uint64_t delay, void *job));

#endif
