// The Linux calls that Swift's Glibc module does not import.
#ifndef CLINUX_H
#define CLINUX_H

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/futex.h>
#include <linux/openat2.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

// Sleeps while *word is `expected`, until woken or until `deadline` (CLOCK_MONOTONIC, absolute; NULL is forever).
// Returns 0 or the errno.
static inline int clinux_futex_wait(const void *word, uint32_t expected, const struct timespec *deadline) {
    long result = syscall(SYS_futex, word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected, deadline, NULL,
                          FUTEX_BITSET_MATCH_ANY);
    return result == 0 ? 0 : errno;
}

// Wakes one thread that sleeps on `word`.
static inline void clinux_futex_wake(const void *word) {
    syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
}

static inline void clinux_futex_wake_all(const void *word) {
    syscall(SYS_futex, word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT32_MAX, NULL, NULL, 0);
}

// Makes a file in memory without a name, closed by exec. Calls by number, because memfd_create needs _GNU_SOURCE.
static inline int clinux_memory_file(const char *name) {
    const unsigned close_on_exec = 1;
    return (int)syscall(SYS_memfd_create, name, close_on_exec);
}

// O_PATH, which needs _GNU_SOURCE.
enum { CLINUX_PATH_ALONE = 010000000 };

// Opens a name in an open folder for its path alone (O_PATH), and never follows a link. Unless `crosses` is set, a
// mount on the way is refused with EXDEV, before it is touched. Returns -1 with errno on failure. Calls by number,
// because glibc has no openat2.
static inline int clinux_open_path(int folder, const char *name, bool is_folder, bool crosses) {
    uint64_t flags = CLINUX_PATH_ALONE | O_NOFOLLOW | O_CLOEXEC | (is_folder ? O_DIRECTORY : 0);
    if (crosses) return openat(folder, name, (int)flags);
    struct open_how how = {.flags = flags, .resolve = RESOLVE_NO_XDEV};
    return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}

// Installs a filter of system calls that refuses execve and execveat with EPERM, in the calling thread and in all
// threads and processes that it starts. Returns 0 or the errno.
int clinux_forbid_execution(void);

// Waits at most `timeout`; NULL is forever. Calls by number, because ppoll needs _GNU_SOURCE.
static inline int clinux_poll(struct pollfd *descriptors, unsigned count, struct timespec *timeout) {
    return (int)syscall(SYS_ppoll, descriptors, count, timeout, NULL, 0);
}

// The size in pixels, a mebibyte, beyond which fills are larger than the caches.
enum { CLINUX_LARGE_FILL = 1 << 18 };

void clinux_fill_large(uint32_t *pixels, uint32_t pixel, size_t count);

// Fills pixels like wmemset, which Glibc's module leaves out, with the C library's widest stores for this machine;
// beyond the caches, with the stores of memset, which wmemset does not use.
static inline void clinux_fill(uint32_t *pixels, uint32_t pixel, size_t count) {
    if (count < CLINUX_LARGE_FILL) wmemset((wchar_t *)pixels, (wchar_t)pixel, count);
    else clinux_fill_large(pixels, pixel, count);
}

// The size in bytes beyond which copies are larger than the caches of a core.
enum { CLINUX_LARGE_COPY = 1 << 20 };

void clinux_copy_large(void *to, const void *from, size_t count);

// memcpy into ordinary, not write-combined, memory: large copies take the fastest stores of this machine.
static inline void clinux_copy(void *to, const void *from, size_t count) {
    if (count < CLINUX_LARGE_COPY) memcpy(to, from, count);
    else clinux_copy_large(to, from, count);
}

// Sets the nice value of the calling thread alone: to Linux each thread is a process. If it is not allowed, nothing
// changes.
static inline void clinux_set_nice_of_this_thread(int nice) {
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), nice);
}

// The size of a dma-buf in bytes; 0 for any other file. Its file system is not called, which could block: an anonymous
// inode has no type (S_IFMT), and what the kernel has of other files is enough to see that they have one. Its name in
// `/proc` distinguishes it from other anonymous inodes.
static inline int64_t clinux_dma_buffer_size(int descriptor) {
    char path[sizeof "/proc/self/fd/" + 11], name[9] = {0};
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    // The name may be longer.
    if (readlink(path, name, sizeof name - 1) < 0 || memcmp(name, "/dmabuf:", 8) != 0)
        return 0;
    // A file in a mount of another program may have that name too.
    struct {
        uint32_t mask, block_size;
        uint64_t attributes;
        uint32_t links, user, group;
        uint16_t mode, spare;
        uint64_t inode, size, rest[28];
    } status = {0};
    // AT_EMPTY_PATH | AT_STATX_DONT_SYNC, and STATX_TYPE | STATX_SIZE; by number, because they need _GNU_SOURCE.
    if (syscall(SYS_statx, descriptor, "", 0x1000 | 0x4000, 0x1 | 0x200, &status) != 0)
        return 0;
    return (status.mode & S_IFMT) == 0 ? (int64_t)status.size : 0;
}

// Begins to read the memory of a mapped dma-buf, or ends it. Beginning waits until the device has written the memory.
// Returns 0 or the errno.
static inline int clinux_dma_buffer_read(int descriptor, int ends) {
    struct dma_buf_sync sync = {.flags = DMA_BUF_SYNC_READ | (ends ? DMA_BUF_SYNC_END : DMA_BUF_SYNC_START)};
    int result;
    do {
        result = ioctl(descriptor, DMA_BUF_IOCTL_SYNC, &sync);
    } while (result != 0 && (errno == EINTR || errno == EAGAIN));
    return result == 0 ? 0 : errno;
}

// Takes a lock of an open file (F_OFD_SETLK, by number, because it needs _GNU_SOURCE). Closing another descriptor of
// the same file elsewhere in the process does not release it.
static inline int clinux_lock_file(int descriptor) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, 37, &lock) == 0 ? 0 : errno;
}

// Unlocks explicitly: a copy of the descriptor, such as a child has between fork and exec, would keep the lock after a
// close.
static inline void clinux_unlock_file(int descriptor) {
    struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
    (void)fcntl(descriptor, 37, &lock);
}

// Returns 1 if another open file has the lock, 0 if none has, and -1 if that is unknown. A read lock does not count: it
// only blocks taking the lock.
static inline int clinux_file_is_locked(int descriptor) {
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    return fcntl(descriptor, 36, &lock) != 0 ? -1 : lock.l_type != F_UNLCK;
}

// Whether users and groups have rights to a file beyond its mode, whose group bits then mean something else.
static inline int clinux_has_access_list(const char *path) {
    return getxattr(path, "system.posix_acl_access", NULL, 0) > 0;
}

// Returns the largest error of the clock that the kernel reckons with, in microseconds; -1 if it does not say. It is
// 16 s if no program has synchronized the clock, and some hours after the last correction. STA_UNSYNC does not matter:
// chrony may set it to keep the kernel from the clock chip.
static inline int64_t clinux_clock_error(void) {
    struct timex clock = {0};
    return adjtimex(&clock) >= 0 ? clock.maxerror : -1;
}

// Names the calling thread in at most 15 bytes; a longer name is cut. It uses prctl, because pthread_setname_np needs
// _GNU_SOURCE, which would make this module's C types differ from the types of Glibc's module.
static inline void clinux_name_this_thread(const char *name) { prctl(PR_SET_NAME, name); }

// Returns the thread's id, with one system call per thread: Swift checks the thread of an actor before each closure of
// the actor that a function of the standard library calls, so for each element of an array.
static inline int32_t clinux_thread_id(void) {
    static _Thread_local int32_t id;
    if (id == 0) id = (int32_t)syscall(SYS_gettid);
    return id;
}

static const uint32_t CLINUX_EPOLLPRI = EPOLLPRI;
static const uint32_t CLINUX_EPOLLIN = EPOLLIN;
static const uint32_t CLINUX_EPOLLOUT = EPOLLOUT;
static const uint32_t CLINUX_EPOLLHUP = EPOLLHUP;
static const uint32_t CLINUX_EPOLLERR = EPOLLERR;

#endif
