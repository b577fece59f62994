/* Ends a program before its n-th operation on the files of a folder, and keeps the state that a disk would then have:
 * the content of each file as of its last fsync, by its inode, and the names of the folder as of the folder's last
 * fsync. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *folder, *disk;
static long cut, count;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void start(void) {
    folder = getenv("POWER_CUT_FOLDER");
    disk = getenv("POWER_CUT_DISK");
    cut = atol(getenv("POWER_CUT_AT"));
}

static int is_inside(const char *path) { return strncmp(path, folder, strlen(folder)) == 0; }

static int path_of(int descriptor, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, 4095);
    if (length < 0) return 0;
    path[length] = 0;
    return is_inside(path);
}

static FILE *open_on_disk(const char *name, unsigned long number) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%lu", disk, name, number);
    return fopen(path, "w");
}

/* Counts an operation that is about to be made. Threads take turns, because the end must not come while another thread
 * records the state of the disk. */
static void begin_step(void) {
    pthread_mutex_lock(&turn);
    FILE *file = open_on_disk("count", 0);
    fprintf(file, "%ld", ++count);
    fclose(file);
    if (count == cut) _exit(137);
}

static void end_step(void) { pthread_mutex_unlock(&turn); }

static void keep_content(int descriptor, unsigned long inode) {
    char path[64], bytes[65536];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    int from = open(path, O_RDONLY | O_CLOEXEC);
    FILE *to = open_on_disk("inode", inode);
    for (ssize_t length; (length = read(from, bytes, sizeof bytes)) > 0;) fwrite(bytes, 1, length, to);
    fclose(to);
    close(from);
}

static void keep_names(const char *path) {
    DIR *list = opendir(path);
    FILE *to = open_on_disk("names", 0);
    for (struct dirent *entry; (entry = readdir(list));)
        if (entry->d_name[0] != '.') fprintf(to, "%lu %s\n", (unsigned long)entry->d_ino, entry->d_name);
    fclose(to);
    closedir(list);
}

int fsync(int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
    char path[4096];
    if (!path_of(descriptor, path)) return real(descriptor);
    begin_step();
    struct stat status;
    fstat(descriptor, &status);
    if (S_ISDIR(status.st_mode)) keep_names(path); else keep_content(descriptor, status.st_ino);
    end_step();
    return 0;
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    char path[4096];
    if (!path_of(descriptor, path)) return real(descriptor, bytes, length);
    begin_step();
    ssize_t result = real(descriptor, bytes, length);
    end_step();
    return result;
}

static int opened(const char *symbol, const char *path, int flags, mode_t mode) {
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, symbol);
    if (!(flags & O_EXCL) || !is_inside(path)) return real(path, flags, mode);
    begin_step();
    int descriptor = real(path, flags, mode);
    struct stat status;
    /* Nothing of a new file is on the disk, even if it has the number of a removed one. */
    if (descriptor >= 0 && fstat(descriptor, &status) == 0) fclose(open_on_disk("inode", status.st_ino));
    end_step();
    return descriptor;
}

static mode_t mode_of(int flags, va_list rest) {
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = mode_of(flags, rest);
    va_end(rest);
    return opened("open64", path, flags, mode);
}

/* Keeps a file that loses its name: a disk does not reuse its inode before the folder's next fsync, but a kernel does
 * at once. */
static void keep_inode(const char *path) { (void)!open(path, O_PATH | O_CLOEXEC); }

int rename(const char *from, const char *to) {
    int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
    if (!is_inside(to)) return real(from, to);
    begin_step();
    keep_inode(to);
    int result = real(from, to);
    end_step();
    return result;
}

int unlink(const char *path) {
    int (*real)(const char *) = dlsym(RTLD_NEXT, "unlink");
    if (!is_inside(path)) return real(path);
    begin_step();
    keep_inode(path);
    int result = real(path);
    end_step();
    return result;
}
