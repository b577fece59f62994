// This declares MAP_ANONYMOUS.
#define _GNU_SOURCE
#include "CLinuxMemory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>

enum { MAPPINGS = 1024 };

// The start of an entry that is taken but not complete yet; no mapping starts there.
static const uintptr_t RESERVED = 1;

// A free entry has the start 0. The version changes with the mapping, so that the handler does not combine the start of
// one mapping with the size of another.
static struct {
    atomic_uint version;
    atomic_uintptr_t start;
    atomic_size_t size;
    atomic_bool is_lost;
} mappings[MAPPINGS];

int clinux_memory_add(void *start, size_t size) {
    for (int number = 0; number < MAPPINGS; number++) {
        uintptr_t none = 0;
        if (!atomic_compare_exchange_strong(&mappings[number].start, &none, RESERVED)) continue;
        atomic_fetch_add(&mappings[number].version, 1);
        atomic_store(&mappings[number].size, size);
        atomic_store(&mappings[number].is_lost, false);
        atomic_store(&mappings[number].start, (uintptr_t)start);
        return number;
    }
    return -1;
}

void clinux_memory_remove(int number) {
    if (number >= 0) atomic_store(&mappings[number].start, 0);
}

bool clinux_memory_is_lost(int number) {
    return number >= 0 && atomic_load_explicit(&mappings[number].is_lost, memory_order_relaxed);
}

bool clinux_memory_replace(const void *address) {
    for (int number = 0; number < MAPPINGS; number++) {
        unsigned version = atomic_load(&mappings[number].version);
        uintptr_t start = atomic_load(&mappings[number].start);
        size_t size = atomic_load(&mappings[number].size);
        // An entry that changes meanwhile is not the accessed one, because the accessed mapping lasts.
        if (atomic_load(&mappings[number].version) != version) continue;
        if (start <= RESERVED || (uintptr_t)address - start >= size) continue;
        // Several threads may do this for one mapping: what is written there is not shown.
        void *place = mmap((void *)start, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (place == MAP_FAILED) return false;
        atomic_store(&mappings[number].is_lost, true);
        return true;
    }
    return false;
}
