// Vectors of SSE2 or AVX2: `LANES` pixels of 32 bits. Functions that zip and pack stay within each lane of 16 bytes.

#include <immintrin.h>

#include "vectors.h"

// Ends the compiler's knowledge of how a vector was made.
#define KEEP(VECTOR) __asm__("" : "+x"(VECTOR))

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

// The sums of the products of neighbours.
INLINE sums pair_products(codes one, codes other) {
    return (sums)X86(madd_epi16)((raw_vector)one, (raw_vector)other);
}

INLINE codes shifted(codes vector, int places) {
    return (codes)X86(sra_epi16)((raw_vector)vector, _mm_cvtsi32_si128(places));
}

// Both vectors, each number limited to a byte.
INLINE bytes packed_codes(codes low, codes high) {
    return (bytes)X86(packus_epi16)((raw_vector)low, (raw_vector)high);
}

// Elements of both vectors in turn.
#define ZIP(NAME, TYPE, INSTRUCTION)                                                                              \
    INLINE codes NAME(TYPE one, TYPE other) { return (codes)X86(INSTRUCTION)((raw_vector)one, (raw_vector)other); }

ZIP(zip_low_bytes, bytes, unpacklo_epi8)
ZIP(zip_high_bytes, bytes, unpackhi_epi8)
ZIP(zip_low_words, codes, unpacklo_epi16)
ZIP(zip_high_words, codes, unpackhi_epi16)

// The first lanes of both vectors, and the second ones.
#if LANES == 8
#define LANES_OF(ONE, OTHER, CHOICE)                                                                              \
    ((__typeof__(ONE))_mm256_permute2x128_si256((raw_vector)(ONE), (raw_vector)(OTHER), CHOICE))
#define low_lanes(ONE, OTHER) LANES_OF(ONE, OTHER, 0x20)
#define high_lanes(ONE, OTHER) LANES_OF(ONE, OTHER, 0x31)
#else
#define low_lanes(ONE, OTHER) (ONE)
#define high_lanes(ONE, OTHER) (OTHER)
#endif

// The colours with some numbers.
INLINE pixels colors_at(const uint32_t *colors, pixels numbers) {
#if LANES == 8
    return (pixels)_mm256_i32gather_epi32((const int *)colors, (raw_vector)numbers, 4);
#else
    return (pixels){colors[numbers[0]], colors[numbers[1]], colors[numbers[2]], colors[numbers[3]]};
#endif
}
