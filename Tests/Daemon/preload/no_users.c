// Replaces the system's user database by one that never answers.

#include <pwd.h>
#include <unistd.h>

int getpwuid_r(uid_t uid, struct passwd *entry, char *buffer, size_t size, struct passwd **found) {
    (void)uid, (void)entry, (void)buffer, (void)size, (void)found;
    for (;;) pause();
}
