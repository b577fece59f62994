// Vectors of NEON: `LANES` pixels of 32 bits, in one lane of 16 bytes.

#include <arm_neon.h>

#include "vectors.h"

// Ends the compiler's knowledge of how a vector was made.
#define KEEP(VECTOR) __asm__("" : "+w"(VECTOR))

// Whether all bits of a mask are set in all pixels.
INLINE bool are_set(pixels vector, uint32_t bits) {
    return vminvq_u32((uint32x4_t)((vector & bits) == bits)) != 0;
}

// Numbers of at most 255 * 255, divided by 255 and rounded to the nearest. Exact for all.
INLINE words over_255(words products) {
    words sum = products + 128;
    return (sum + (sum >> 8)) >> 8;
}

// The sums of the products of neighbours.
INLINE sums pair_products(codes one, codes other) {
    int16x8_t first = (int16x8_t)one, second = (int16x8_t)other;
    return (sums)vpaddq_s32(
        vmull_s16(vget_low_s16(first), vget_low_s16(second)), vmull_high_s16(first, second));
}

INLINE codes shifted(codes vector, int places) {
    return (codes)vshlq_s16((int16x8_t)vector, vdupq_n_s16((int16_t)-places));
}

// Both vectors, each number limited to a byte.
INLINE bytes packed_codes(codes low, codes high) {
    return (bytes)vqmovun_high_s16(vqmovun_s16((int16x8_t)low), (int16x8_t)high);
}

// Elements of both vectors in turn.
#define ZIP(NAME, TYPE, VECTOR, INSTRUCTION)                                                                      \
    INLINE codes NAME(TYPE one, TYPE other) { return (codes)INSTRUCTION((VECTOR)one, (VECTOR)other); }

ZIP(zip_low_bytes, bytes, uint8x16_t, vzip1q_u8)
ZIP(zip_high_bytes, bytes, uint8x16_t, vzip2q_u8)
ZIP(zip_low_words, codes, uint16x8_t, vzip1q_u16)
ZIP(zip_high_words, codes, uint16x8_t, vzip2q_u16)

// The first lanes of both vectors, and the second ones.
#define low_lanes(ONE, OTHER) (ONE)
#define high_lanes(ONE, OTHER) (OTHER)

// The colours with some numbers.
INLINE pixels colors_at(const uint32_t *colors, pixels numbers) {
    return (pixels){colors[numbers[0]], colors[numbers[1]], colors[numbers[2]], colors[numbers[3]]};
}
