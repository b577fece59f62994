// Programs in processes of their own, whose opens of files this process can answer.
#ifndef CLINUX_SPAWN_H
#define CLINUX_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct clinux_program {
    // The arguments, terminated by NULL; the first is searched for in PATH.
    char *const *arguments;
    char *const *environment;
    // The descriptors that the program inherits under the same numbers.
    const int32_t *descriptors;
    uint32_t descriptor_count;
    // Whether the program gets a filter of system calls: opens of files become requests for the listener, and calls by
    // which a program becomes master of a card, or authenticates itself, succeed without effect. Requests for the
    // framebuffers of a card fail with EACCES, in each architecture whose programs the kernel runs. If the kernel
    // allows no filter, the program is not started. This process cannot be traced by others of its user from then on,
    // and writes no core dump.
    bool is_filtered;
    // An open file of the program's card, by which the filter knows how the kernel reads requests; -1 for none.
    int32_t card;
};

// Starts a program with no signal blocked, which gains no rights by the files that it executes. It is killed when the
// thread that started it ends. Returns its process id, or -1 with errno; the errno is execvpe's if `*has_begun` is
// true.
//
// `listener` is a descriptor that the caller closes, or -1 without a filter. `*filter_error` is the errno if the kernel
// allows no filter. ENOSYS means a kernel before 5.9.
pid_t clinux_start_program(const struct clinux_program *program, int *listener, int *filter_error, bool *has_begun);

// Forbids other processes of this user to trace this process, which writes no core dump from then on. A program that it
// executes can be traced.
void clinux_forbid_tracing(void);

// Returns 0 if a filter can be installed, or else the errno. It is installed in a process that ends at once.
int clinux_check_filter(void);

// Returns a descriptor that becomes readable when a process ends; -1 with errno, ENOSYS before Linux 5.3.
int clinux_open_process(pid_t process);

// Sends a signal to the process of such a descriptor, never to a later process with its number. Returns 0 or the errno.
int clinux_signal_process(int descriptor, int signal);

// The exit status of a process that examines a path.
enum clinux_path_kind { CLINUX_PATH_OTHER, CLINUX_PATH_MISSING, CLINUX_PATH_FOLDER };

// Examines a path in a process of its own. Returns a descriptor that hangs up when the process ends, which is never on
// a dead share; -1 with errno. The caller closes it, and reaps the process.
int clinux_examine_path(const char *path, pid_t *process);

// Makes this process the parent of all processes below it whose own parents have ended.
void clinux_adopt_processes(void);

// Reaps the children that end, until `program` has ended or no children are left; `program` itself is left to be
// reaped.
void clinux_reap_others(pid_t program);

enum { CLINUX_PATH_SIZE = 4096 };

// An open of a file that waits for its answer.
struct clinux_open_request {
    uint64_t id;
    // The thread that makes the open.
    pid_t thread;
    // AT_FDCWD, or a descriptor of the requesting process.
    int32_t folder;
    // O_CLOEXEC and other flags.
    int32_t flags;
    // Whether openat2 restricts how the path is resolved.
    bool is_restricted;
    // Whether the memory of the thread, with the path and the argument of openat2, could be read.
    bool is_readable;
    char path[CLINUX_PATH_SIZE];
};

// Takes the next request. Returns 0 or the errno: ENOENT if its thread has gone meanwhile.
int clinux_take_open_request(int listener, struct clinux_open_request *request);

// Lets the kernel carry out the open.
void clinux_let_open(int listener, uint64_t id);

// Answers the request with an error.
void clinux_refuse_open(int listener, uint64_t id, int error);

// Answers the request with a copy of a descriptor. Returns 0 or the errno; after an error the request still waits.
int clinux_answer_open(int listener, uint64_t id, int descriptor, bool closes_on_exec);

#endif
