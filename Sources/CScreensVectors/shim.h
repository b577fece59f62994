// Vector instructions that Swift has no operator for, inlined into their callers. With SSE2, which every x86-64
// processor has, each is one instruction; on other processors the compiler generates the same work.

#ifndef CSCREENS_VECTORS_SHIM_H
#define CSCREENS_VECTORS_SHIM_H

#include <stdint.h>

typedef int16_t cvectors_words __attribute__((ext_vector_type(8)));
typedef int32_t cvectors_sums __attribute__((ext_vector_type(4)));
typedef uint8_t cvectors_bytes __attribute__((ext_vector_type(16)));

#define CVECTORS_INLINE static inline __attribute__((always_inline))

// Interleaved elements. Vectors that Swift makes of single elements become up to ten instructions when the compiler
// merges several steps.

CVECTORS_INLINE cvectors_words cvectors_low_pairs(cvectors_words one, cvectors_words other) {
    return __builtin_shufflevector(one, other, 0, 8, 1, 9, 2, 10, 3, 11);
}

CVECTORS_INLINE cvectors_words cvectors_high_pairs(cvectors_words one, cvectors_words other) {
    return __builtin_shufflevector(one, other, 4, 12, 5, 13, 6, 14, 7, 15);
}

// The same for pairs of words.
CVECTORS_INLINE cvectors_words cvectors_low_doubles(cvectors_words one, cvectors_words other) {
    return __builtin_shufflevector(one, other, 0, 1, 8, 9, 2, 3, 10, 11);
}

CVECTORS_INLINE cvectors_words cvectors_high_doubles(cvectors_words one, cvectors_words other) {
    return __builtin_shufflevector(one, other, 4, 5, 12, 13, 6, 7, 14, 15);
}

// The same for bytes.
CVECTORS_INLINE cvectors_words cvectors_low_bytes(cvectors_bytes one, cvectors_bytes other) {
    return (cvectors_words)__builtin_shufflevector(
        one, other, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

CVECTORS_INLINE cvectors_words cvectors_high_bytes(cvectors_bytes one, cvectors_bytes other) {
    return (cvectors_words)__builtin_shufflevector(
        one, other, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

#if defined(__SSE2__)
#include <emmintrin.h>

// The sums of the products of neighbours.
CVECTORS_INLINE cvectors_sums cvectors_pair_products(cvectors_words one, cvectors_words other) {
    return (cvectors_sums)_mm_madd_epi16((__m128i)one, (__m128i)other);
}

// Both vectors as words, each limited to the range of a word.
CVECTORS_INLINE cvectors_words cvectors_saturated_words(cvectors_sums low, cvectors_sums high) {
    return (cvectors_words)_mm_packs_epi32((__m128i)low, (__m128i)high);
}

// Both vectors as bytes, each limited to 0...255.
CVECTORS_INLINE cvectors_bytes cvectors_saturated_bytes(cvectors_words low, cvectors_words high) {
    return (cvectors_bytes)_mm_packus_epi16((__m128i)low, (__m128i)high);
}
#else
CVECTORS_INLINE int32_t cvectors_limited(int32_t value, int32_t least, int32_t most) {
    return value < least ? least : value > most ? most : value;
}

CVECTORS_INLINE cvectors_sums cvectors_pair_products(cvectors_words one, cvectors_words other) {
    cvectors_sums sums;
    for (int i = 0; i < 4; i++)
        sums[i] = (int32_t)one[2 * i] * other[2 * i] + (int32_t)one[2 * i + 1] * other[2 * i + 1];
    return sums;
}

CVECTORS_INLINE cvectors_words cvectors_saturated_words(cvectors_sums low, cvectors_sums high) {
    cvectors_words words;
    for (int i = 0; i < 4; i++) {
        words[i] = (int16_t)cvectors_limited(low[i], INT16_MIN, INT16_MAX);
        words[i + 4] = (int16_t)cvectors_limited(high[i], INT16_MIN, INT16_MAX);
    }
    return words;
}

CVECTORS_INLINE cvectors_bytes cvectors_saturated_bytes(cvectors_words low, cvectors_words high) {
    cvectors_bytes bytes;
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)cvectors_limited(low[i], 0, UINT8_MAX);
        bytes[i + 8] = (uint8_t)cvectors_limited(high[i], 0, UINT8_MAX);
    }
    return bytes;
}
#endif

#endif
