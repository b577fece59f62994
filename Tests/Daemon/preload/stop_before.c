/* Stops a program, as SIGSTOP does, before it makes a call of the C library: the call STOP_BEFORE, once the file
 * STOP_FLAG exists. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void pass(const char *call) {
    const char *name = getenv("STOP_BEFORE"), *flag = getenv("STOP_FLAG");
    if (name && flag && strcmp(name, call) == 0 && access(flag, F_OK) == 0) raise(SIGSTOP);
}

/* The function of the C library behind one of these. */
static void *next(const char *call) {
    pass(call);
    return dlsym(RTLD_NEXT, call);
}

int accept(int socket, struct sockaddr *address, socklen_t *length) {
    return ((int (*)(int, struct sockaddr *, socklen_t *))next("accept"))(socket, address, length);
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
    return ((ssize_t(*)(int, struct msghdr *, int))next("recvmsg"))(socket, message, flags);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    return ((ssize_t(*)(int, const struct msghdr *, int))next("sendmsg"))(socket, message, flags);
}

int ftruncate(int file, off_t length) { return ((int (*)(int, off_t))next("ftruncate"))(file, length); }

int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    return ((int (*)(struct pollfd *, nfds_t, int))next("poll"))(descriptors, count, timeout);
}
