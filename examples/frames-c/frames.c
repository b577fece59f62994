// Draws a bar that moves a pixel at each refresh on a screen of the daemon, in shared memory and without a library.
// cc -O2 -o frames frames.c; ./frames HDMI-A-1 [FRAMES]
// Without a display: screensd --simulate 640x480@60 --socket /tmp/screens, and in another terminal
// SCREENS_SOCKET=/tmp/screens ./frames Virtual-1
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int daemon_socket;
static char reply[1 << 16];

// Makes a call, with a descriptor unless it is negative. The text and its reply are JSON with a NUL at the end.
static void call(const char *text, int file) {
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof file)];
    } control = {.header = {CMSG_LEN(sizeof file), SOL_SOCKET, SCM_RIGHTS}};
    memcpy(CMSG_DATA(&control.header), &file, sizeof file);
    struct iovec part = {(char *)text, strlen(text) + 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (file >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    if (sendmsg(daemon_socket, &message, MSG_NOSIGNAL) < 0) err(1, "sendmsg");
    size_t length = 0;
    do {
        ssize_t count = read(daemon_socket, reply + length, sizeof reply - length);
        if (count <= 0) errx(1, "the daemon has closed the connection");
        length += (size_t)count;
    } while (reply[length - 1] != 0 && length < sizeof reply);
    if (strstr(reply, "\"error\"")) errx(1, "%s", reply);
}

// Returns a number of the reply by its name.
static long long number(const char *name) {
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *place = strstr(reply, key);
    return place ? strtoll(place + strlen(key), NULL, 10) : 0;
}

int main(int count, char **arguments) {
    if (count < 2) errx(64, "usage: frames SCREEN [FRAMES]");
    const int width = 320, height = 240;
    const size_t size = (size_t)width * height * 4;
    long long frames = count > 2 ? atoll(arguments[2]) : -1, missed = 0;

    struct sockaddr_un address = {AF_UNIX, "/run/screens/screens.Manager"};
    const char *path = getenv("SCREENS_SOCKET");
    if (path) snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    daemon_socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(daemon_socket, (struct sockaddr *)&address, sizeof address)) err(1, "%s", address.sun_path);

    // Two buffers in one file, sealed so that it cannot shrink.
    int file = memfd_create("frames", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0 || ftruncate(file, (off_t)(2 * size)) || fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK))
        err(1, "memfd_create");
    char *memory = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) err(1, "mmap");

    char text[512];
    snprintf(text, sizeof text,
             "{\"method\":\"screens.Manager.Draw\",\"parameters\":{\"screen\":\"%s\","
             "\"size\":{\"width\":%d,\"height\":%d},\"format\":\"xrgb8888\","
             "\"buffers\":[{\"fd\":0},{\"fd\":0,\"offset\":%zu}]}}",
             arguments[1], width, height, size);
    call(text, file);
    close(file);

    long long place = number("refresh"), buffer = 0;
    for (long long frame = 0; frame != frames; frame++) {
        uint32_t *pixels = (uint32_t *)(memory + (size_t)buffer * size);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                pixels[y * width + x] = (x + width - place % width) % width < 32 ? 0xFFFFFF : 0x204060;
        snprintf(text, sizeof text, "{\"method\":\"screens.Manager.Frame\",\"parameters\":{\"buffer\":%lld}}", buffer);
        // This returns when the next frame is due.
        call(text, -1);
        place = number("refresh") + 1;
        buffer = number("free");
        if (frame > 0) missed += number("missed");
    }
    printf("%lld frames, %lld refreshes missed\n", frames, missed);
    return 0;
}
