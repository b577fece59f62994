/* The state of the calling thread: Swift has no thread-local variables. */
#ifndef CSCREENS_THREAD_H
#define CSCREENS_THREAD_H

#include <stddef.h>

/* Keeps a text of `length` bytes for screens_error(). */
void cscreens_set_error(const char *text, size_t length);
const char *cscreens_error(void);

/* SCREENS_VERSION, in memory that stays valid. */
const char *cscreens_version(void);

/* The functions of the program that the thread may be in. */
enum { CSCREENS_DRAW = 1, CSCREENS_EVENT = 2 };
void cscreens_enter(int function);
void cscreens_leave(int function);
int cscreens_functions(void);

/* Returns a non-blocking eventfd; -1 if the process may have no more descriptors. */
int cscreens_counter(void);

#endif
