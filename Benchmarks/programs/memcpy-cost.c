// The cost of memcpy alone: a rectangle of 32-bit pixels, row by row, between two pictures of ordinary memory.
//
// usage: memcpy-cost WIDTH DAMAGE-WIDTH DAMAGE-HEIGHT TIMES, prints nanoseconds of processor time per copy
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(int count, char **arguments) {
    if (count != 5) return 64;
    size_t stride = (size_t)atoi(arguments[1]) * 4, bytes = (size_t)atoi(arguments[2]) * 4;
    size_t rows = (size_t)atoi(arguments[3]);
    long times = atol(arguments[4]);
    uint8_t *from = aligned_alloc(4096, (stride * rows + 4095) & ~(size_t)4095);
    uint8_t *to = aligned_alloc(4096, (stride * rows + 4095) & ~(size_t)4095);
    if (!from || !to || times < 1) return 1;
    memset(from, 1, stride * rows);
    memset(to, 0, stride * rows);
    struct timespec begun, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
    for (long time = 0; time < times; time++) {
        for (size_t row = 0; row < rows; row++) memcpy(to + row * stride, from + row * stride, bytes);
        // The optimiser must not remove the copy.
        __asm__ volatile("" : : "r"(to), "r"(from) : "memory");
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    double spent = (double)(ended.tv_sec - begun.tv_sec) * 1e9 + (double)(ended.tv_nsec - begun.tv_nsec);
    printf("%.1f\n", spent / (double)times);
}
