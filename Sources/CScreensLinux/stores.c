#include "CLinux.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <stdatomic.h>
#include <stdbool.h>

// Whether the processor stores strings in whole lines (ERMS), which it need not read first.
static bool stores_lines(void) {
    static atomic_int known;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (answer == 0) {
        unsigned a, b = 0, c, d;
        const unsigned erms = 1u << 9;
        answer = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & erms) ? 1 : -1;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer > 0;
}

void clinux_fill_large(uint32_t *pixels, uint32_t pixel, size_t count) {
    if (stores_lines()) {
        __asm__ volatile("rep stosl" : "+D"(pixels), "+c"(count) : "a"(pixel) : "memory");
    } else {
        wmemset((wchar_t *)pixels, (wchar_t)pixel, count);
    }
}

// Whether the processor also copies strings in whole lines, faster than memcpy. All AMD processors with ERMS do; memcpy
// reads each line there before it writes it. On Intel processors memcpy itself chooses between strings and stores past
// the caches.
static bool copies_lines(void) {
    static atomic_int known;
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (answer == 0) {
        unsigned a, b = 0, c, d;
        answer = stores_lines() && __get_cpuid(0, &a, &b, &c, &d) && b == signature_AMD_ebx ? 1 : -1;
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer > 0;
}

// Whether both addresses begin a cache line: if not, string copies are slower than memcpy, on some processors by twenty
// times.
static bool begin_lines(const void *to, const void *from) {
    const uintptr_t line = 64;
    return (((uintptr_t)to | (uintptr_t)from) & (line - 1)) == 0;
}

void clinux_copy_large(void *to, const void *from, size_t count) {
    if (begin_lines(to, from) && copies_lines()) {
        __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
    } else {
        memcpy(to, from, count);
    }
}
#else
void clinux_copy_large(void *to, const void *from, size_t count) { memcpy(to, from, count); }

void clinux_fill_large(uint32_t *pixels, uint32_t pixel, size_t count) {
    wmemset((wchar_t *)pixels, (wchar_t)pixel, count);
}
#endif
