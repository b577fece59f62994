// A program in a process of its own, whose opens of files can be answered by this process.
#ifndef CLINUX_SPAWN_H
#define CLINUX_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct clinux_program {
    // Terminated by NULL; the first one is searched for in PATH.
    char *const *arguments;
    char *const *environment;
    // Descriptors that it inherits under their numbers.
    const int32_t *descriptors;
    uint32_t descriptor_count;
    // Whether it gets a filter of system calls: opens of files become requests for the listener, and the calls by which a program
    // becomes master of a card, or authenticates itself, succeed without any effect.
    bool is_filtered;
};

// Starts a program with no signal blocked. It is killed with the thread that has started it. Returns its process id, or -1
// with errno, which is that of `execvpe` where `*has_begun` is true.
//
// `listener` is a descriptor to be closed by the caller, or -1: without a filter, or where the kernel allows none, with
// `*filter_error`, and the program runs without it. ENOSYS is that of a kernel before 5.9.
pid_t clinux_start_program(const struct clinux_program *program, int *listener, int *filter_error, bool *has_begun);

// A descriptor that becomes readable when a process ends; -1 with errno, ENOSYS before Linux 5.3.
int clinux_open_process(pid_t process);

// Sends a signal to the process of such a descriptor, and to no later one that has its number. Returns 0 or the errno.
int clinux_signal_process(int descriptor, int signal);

// Makes this process the parent of all processes below it whose own parents have ended.
void clinux_adopt_processes(void);

// Reaps the children that end, until `program` has ended, which is left to be reaped, or there are none.
void clinux_reap_others(pid_t program);

enum { CLINUX_PATH_SIZE = 4096 };

// An open of a file that waits for its answer.
struct clinux_open_request {
    uint64_t id;
    // The thread that makes it.
    pid_t thread;
    // AT_FDCWD, or a descriptor of that process.
    int32_t folder;
    // O_CLOEXEC and others.
    int32_t flags;
    // Whether openat2 restricts how the path is resolved.
    bool is_restricted;
    // Whether the memory of the thread, with the path and what openat2 has there, could be read.
    bool is_readable;
    char path[CLINUX_PATH_SIZE];
};

// Takes the next request. Returns 0, or the errno: ENOENT where its thread has gone meanwhile.
int clinux_take_open_request(int listener, struct clinux_open_request *request);

// Lets the kernel carry it out.
void clinux_let_open(int listener, uint64_t id);

// Answers it with an error.
void clinux_refuse_open(int listener, uint64_t id, int error);

// Answers it with a copy of a descriptor. Returns 0 or the errno; the request waits still then.
int clinux_answer_open(int listener, uint64_t id, int descriptor, bool closes_on_exec);

#endif
