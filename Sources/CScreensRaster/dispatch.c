#include <stdatomic.h>

#include "tables.h"

const struct craster_kernels *craster_kernels_of(enum craster_set set) {
    switch (set) {
    case CRASTER_PORTABLE:
        return &craster_portable;
#if defined(__x86_64__) || defined(__aarch64__)
    case CRASTER_BASELINE:
        return &craster_baseline;
#endif
#if defined(__x86_64__)
    case CRASTER_AVX2:
        // This also asks whether the kernel saves the upper halves of the registers.
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") ? &craster_avx2 : NULL;
#endif
    default:
        return NULL;
    }
}

const struct craster_kernels *craster_best_kernels(void) {
    static const struct craster_kernels *_Atomic best;
    const struct craster_kernels *found = atomic_load_explicit(&best, memory_order_relaxed);
    if (found != NULL) return found;
    // All threads find the same.
    for (int set = CRASTER_SETS - 1; found == NULL; set--) found = craster_kernels_of((enum craster_set)set);
    atomic_store_explicit(&best, found, memory_order_relaxed);
    return found;
}
