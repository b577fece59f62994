#include "CScreensThread.h"
#include "screens.h"

#include <string.h>
#include <sys/eventfd.h>

static _Thread_local char error[1024];
static _Thread_local int functions;

void cscreens_set_error(const char *text, size_t length) {
    if (length >= sizeof error) {
        length = sizeof error - 1;
        // The end must not split a character of several bytes.
        while (length > 0 && (text[length] & 0xC0) == 0x80) length--;
    }
    memcpy(error, text, length);
    error[length] = 0;
}

const char *cscreens_error(void) { return error; }
const char *cscreens_version(void) { return SCREENS_VERSION; }

void cscreens_enter(int function) { functions |= function; }
void cscreens_leave(int function) { functions &= ~function; }
int cscreens_functions(void) { return functions; }

int cscreens_counter(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
