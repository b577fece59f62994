#include "CLinux.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <stdatomic.h>
#include <stdbool.h>

// Whether the processor stores strings in whole lines (ERMS), which need not be read first.
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
#else
void clinux_fill_large(uint32_t *pixels, uint32_t pixel, size_t count) {
    wmemset((wchar_t *)pixels, (wchar_t)pixel, count);
}
#endif
