// Mappings of memory that its device may take away: an access then raises SIGBUS.
#ifndef CLINUX_MEMORY_H
#define CLINUX_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

// Registers a mapping. Returns its number, or -1 if there are too many.
int clinux_memory_add(void *start, size_t size);

// Removes a mapping from the table, before it is unmapped.
void clinux_memory_remove(int number);

// Whether the device has taken the memory away, and other memory is in its place.
bool clinux_memory_is_lost(int number);

// Puts ordinary memory in the place of the registered mapping that contains the address, in a handler of SIGBUS.
// Returns whether the access can be repeated.
bool clinux_memory_replace(const void *address);

#endif
