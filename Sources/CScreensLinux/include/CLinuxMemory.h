// Mappings of memory that its device may take away: an access is a SIGBUS then.
#ifndef CLINUX_MEMORY_H
#define CLINUX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

// Registers a mapping. Returns its number, or -1 where there are too many.
int clinux_memory_add(void *start, size_t size);

// Forgets a mapping, before it is unmapped.
void clinux_memory_remove(int number);

// Whether the device has taken the memory away, and other memory is in its place.
bool clinux_memory_is_lost(int number);

// In a handler of SIGBUS: where the address lies in a registered mapping, puts ordinary memory in the place of that mapping.
// Returns whether the access can be repeated.
bool clinux_memory_replace(const void *address);

#endif
