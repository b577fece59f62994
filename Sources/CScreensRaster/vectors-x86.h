// Vectors of SSE2 or AVX2: `LANES` pixels of 32 bits.

#include <immintrin.h>

#include "vectors.h"

#if LANES == 8
#define X86(NAME) _mm256_##NAME
typedef __m256i raw_vector;
#else
#define X86(NAME) _mm_##NAME
typedef __m128i raw_vector;
#endif

// Whether all bits of a mask are set in all pixels.
INLINE bool are_set(pixels vector, uint32_t bits) {
    pixels mask = splat(bits);
    return (uint32_t)X86(movemask_epi8)(X86(cmpeq_epi32)((raw_vector)(vector & mask), (raw_vector)mask))
        == (uint32_t)((1ull << 4 * LANES) - 1);
}

// Numbers of at most 255 * 255, divided by 255 and rounded to the nearest. Exact for all.
INLINE words over_255(words products) {
    return (words)X86(mulhi_epu16)((raw_vector)(products + 128), X86(set1_epi16)(0x0101));
}
