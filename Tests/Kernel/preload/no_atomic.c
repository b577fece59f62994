/* Makes every driver one without atomic modesetting, for a program that is loaded with this before libdrm.
 * The kernel itself then refuses atomic requests on the program's file, as it does on such drivers. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>

enum { CLIENT_CAP_ATOMIC = 3 };

int drmSetClientCap(int descriptor, uint64_t capability, uint64_t value) {
    if (capability == CLIENT_CAP_ATOMIC) {
        errno = EOPNOTSUPP;
        return -EOPNOTSUPP;
    }
    int (*real)(int, uint64_t, uint64_t) = (int (*)(int, uint64_t, uint64_t))dlsym(RTLD_NEXT, "drmSetClientCap");
    return real(descriptor, capability, value);
}
