// This declares execvpe; the module's headers do not need it.
#define _GNU_SOURCE
#include "CLinuxSpawn.h"

#include "CLinuxFilter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#ifndef SECCOMP_ADDFD_FLAG_SEND
#define SECCOMP_ADDFD_FLAG_SEND (1UL << 1)
#endif

// Returns the bits that distinguish a request of a card from others: the number, and the type if the kernel looks at
// it, as Linux 5.14 and 5.10.54 do. Other devices have requests with the same numbers.
static uint32_t compared_bits(int card) {
    // DRM_IOCTL_VERSION with another type; the structure is larger than the kernel's.
    char version[256] = {0};
    bool checks_type = ioctl(card, _IOWR('e', 0, version), version) != 0 && errno == ENOTTY;
    return checks_type ? 0xffff : 0xff;
}

// Returns the listener, or -1 with errno. Only root may install a filter without PR_SET_NO_NEW_PRIVS.
static int install_filter(uint32_t compared) {
    struct sock_filter steps[CLINUX_FILTER_STEPS];
    struct sock_fprog filter = {.len = clinux_lease_filter(clinux_own_machine(), compared, steps), .filter = steps};
    if (filter.len == 0) {
        errno = ENOSYS;
        return -1;
    }
    // Without WAIT_KILLABLE_RECV, a signal that the program handles interrupts an open that is being answered, and the
    // program repeats it.
    unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
    if (listener >= 0 || errno != EINVAL) return listener;
    // Linux before 5.19.
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter);
}

// Whether the kernel lets a request continue (5.5) and takes a descriptor as an answer (5.9).
static bool answers_requests(void) {
    struct utsname system;
    if (uname(&system) != 0) return false;
    char *end;
    long major = strtol(system.release, &end, 10);
    long minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;
    return major > 5 || (major == 5 && minor >= 9);
}

// The report of the new process before it becomes the program: the listener, or an errno.
struct report {
    int32_t error;
};

static void send_report(int channel, int error, int descriptor) {
    struct report report = {.error = error};
    struct iovec data = {.iov_base = &report, .iov_len = sizeof report};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof descriptor);
        memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    }
    while (sendmsg(channel, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

// Returns whether there was a report.
static bool take_report(int channel, int *error, int *descriptor) {
    struct report report;
    struct iovec data = {.iov_base = &report, .iov_len = sizeof report};
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count;
    while ((count = recvmsg(channel, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
    }
    *descriptor = -1;
    if (count != (ssize_t)sizeof report) return false;
    *error = report.error;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
            memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
        }
    }
    return true;
}

// Becomes the program, in the new process: nothing here may allocate or take a lock.
static void become(
    const struct clinux_program *program, bool may_filter, uint32_t compared, pid_t parent, int channel) {
    // SIGPIPE ends a program whose reader has gone, unless the program changes that.
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have gone before prctl.
    if (getppid() != parent) _exit(127);
    for (uint32_t place = 0; place < program->descriptor_count; place++) {
        fcntl(program->descriptors[place], F_SETFD, 0);
    }
    int listener = -1, error = 0;
    // Only root may install a filter without this. The rights of a program do not depend on its filter.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
    else if (program->is_filtered && !may_filter) error = ENOSYS;
    else if (program->is_filtered && (listener = install_filter(compared)) < 0) error = errno;
    send_report(channel, error, listener);
    if (error != 0) _exit(127);
    if (listener >= 0) close(listener);
    execvpe(program->arguments[0], program->arguments, program->environment);
    // If this succeeds, the channel closes without a second report.
    send_report(channel, errno, -1);
    _exit(127);
}

void clinux_forbid_tracing(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

pid_t clinux_start_program(const struct clinux_program *program, int *listener, int *filter_error, bool *has_begun) {
    *listener = -1;
    *filter_error = 0;
    *has_begun = false;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -1;
    pid_t parent = getpid();
    bool may_filter = answers_requests();
    uint32_t compared = compared_bits(program->card);
    // The program could trace this process otherwise, which has the card and no filter.
    if (program->is_filtered) clinux_forbid_tracing();
    // The new process handles no signal before it becomes the program.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = fork();
    if (process == 0) {
        close(ends[0]);
        become(program, may_filter, compared, parent, ends[1]);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (process < 0) {
        close(ends[0]);
        errno = error;
        return -1;
    }
    int ignored, failure = 0;
    bool is_there = take_report(ends[0], filter_error, listener);
    bool may_begin = is_there && *filter_error == 0;
    bool has_failed = may_begin && take_report(ends[0], &failure, &ignored);
    close(ends[0]);
    if (may_begin && !has_failed) return process;
    *has_begun = may_begin;
    if (*listener >= 0) close(*listener);
    *listener = -1;
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
    }
    errno = has_failed ? failure : is_there ? *filter_error : ESRCH;
    return -1;
}

int clinux_check_filter(void) {
    if (!answers_requests()) return ENOSYS;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t process = fork();
    if (process == 0) _exit(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || install_filter(0xff) < 0 ? errno : 0);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (process < 0) return error;
    int status = 0;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) return errno;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : ESRCH;
}

// Called between fork and _exit. Only the given descriptor stays open: a reader of standard output would wait for this
// process, too. A command has few descriptors, with the lowest numbers.
static enum clinux_path_kind path_kind(const char *path, int kept) {
    for (int descriptor = 0; descriptor < 1024; descriptor++) {
        if (descriptor != kept) close(descriptor);
    }
    struct stat status;
    if (stat(path, &status) == 0) return S_ISDIR(status.st_mode) ? CLINUX_PATH_FOLDER : CLINUX_PATH_OTHER;
    return errno == ENOENT || errno == ENOTDIR ? CLINUX_PATH_MISSING : CLINUX_PATH_OTHER;
}

int clinux_examine_path(const char *path, pid_t *process) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    // The new process handles no signal.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    *process = fork();
    if (*process == 0) _exit(path_kind(path, ends[1]));
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (*process > 0) return ends[0];
    close(ends[0]);
    errno = error;
    return -1;
}

int clinux_open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int clinux_signal_process(int descriptor, int signal) {
    return syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0) == 0 ? 0 : errno;
}

void clinux_adopt_processes(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

void clinux_reap_others(pid_t program) {
    while (true) {
        siginfo_t ended;
        if (waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT) != 0) {
            if (errno == EINTR) continue;
            return;
        }
        if (ended.si_pid == program) return;
        waitpid(ended.si_pid, NULL, WNOHANG);
    }
}

// Opens the memory of another process; -1 if it may not be read. Kernels can lack process_vm_readv, so it is not used.
static int open_memory(pid_t thread) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)thread);
    return open(path, O_RDONLY | O_CLOEXEC);
}

// Reads bytes up to the first NUL.
static bool read_path(int memory, uint64_t address, char *path) {
    size_t done = 0;
    while (done < CLINUX_PATH_SIZE) {
        // No further than the end of a page: the next page may be unmapped.
        size_t count = 4096 - (address + done) % 4096;
        if (count > CLINUX_PATH_SIZE - done) count = CLINUX_PATH_SIZE - done;
        ssize_t got = pread(memory, path + done, count, (off_t)(address + done));
        if (got <= 0) return false;
        if (memchr(path + done, 0, (size_t)got)) return true;
        done += (size_t)got;
    }
    return false;
}

// The first fields of `struct open_how`, which older headers lack.
struct how {
    uint64_t flags, mode, resolve;
};

int clinux_take_open_request(int listener, struct clinux_open_request *request) {
    // The kernel's structure may have grown; the kernel fills in no more than it knows.
    struct seccomp_notif_sizes sizes;
    if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0) return errno;
    size_t known = sizeof(struct seccomp_notif), size = sizes.seccomp_notif > known ? sizes.seccomp_notif : known;
    struct seccomp_notif *notification = calloc(1, size);
    if (!notification) return ENOMEM;
    int error = ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, notification) == 0 ? 0 : errno;
    if (error == 0) {
        const struct seccomp_data *call = &notification->data;
        uint64_t address = call->args[1];
        struct how how = {.flags = call->args[2]};
        request->folder = (int32_t)call->args[0];
#ifdef __NR_open
        if (call->nr == __NR_open) {
            request->folder = AT_FDCWD;
            address = call->args[0];
            how.flags = call->args[1];
        }
#endif
#ifdef __NR_creat
        if (call->nr == __NR_creat) {
            request->folder = AT_FDCWD;
            address = call->args[0];
            how.flags = O_CREAT | O_WRONLY | O_TRUNC;
        }
#endif
        int memory = open_memory((pid_t)notification->pid);
        request->is_readable = memory >= 0;
        if (memory >= 0 && call->nr == __NR_openat2
            && pread(memory, &how, sizeof how, (off_t)call->args[2]) != (ssize_t)sizeof how) {
            // The kernel will refuse the open.
            how = (struct how){0};
        }
        request->id = notification->id;
        request->thread = (pid_t)notification->pid;
        request->flags = (int32_t)how.flags;
        request->is_restricted = how.resolve != 0;
        // The kernel refuses an invalid address as it refuses an empty path.
        if (memory < 0 || !read_path(memory, address, request->path)) request->path[0] = 0;
        if (memory >= 0) close(memory);
        // Another process may have taken the number while the memory was read.
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &request->id) != 0) error = ENOENT;
    }
    free(notification);
    return error;
}

static void answer(int listener, struct seccomp_notif_resp response) {
    // This fails if the thread has gone.
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

void clinux_let_open(int listener, uint64_t id) {
    answer(listener, (struct seccomp_notif_resp){.id = id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE});
}

void clinux_refuse_open(int listener, uint64_t id, int error) {
    answer(listener, (struct seccomp_notif_resp){.id = id, .error = -error});
}

int clinux_answer_open(int listener, uint64_t id, int descriptor, bool closes_on_exec) {
    struct seccomp_notif_addfd addition = {
        .id = id,
        .flags = SECCOMP_ADDFD_FLAG_SEND,
        .srcfd = (uint32_t)descriptor,
        .newfd_flags = closes_on_exec ? O_CLOEXEC : 0,
    };
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &addition) >= 0) return 0;
    if (errno != EINVAL) return errno;
    // Before Linux 5.14 this takes two steps.
    addition.flags = 0;
    int number = ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &addition);
    if (number < 0) return errno;
    answer(listener, (struct seccomp_notif_resp){.id = id, .val = number});
    return 0;
}
