// Vectors of NEON: `LANES` pixels of 32 bits.

#include <arm_neon.h>

#include "vectors.h"

// Whether all bits of a mask are set in all pixels.
INLINE bool are_set(pixels vector, uint32_t bits) {
    return vminvq_u32((uint32x4_t)((vector & bits) == bits)) != 0;
}

// Numbers of at most 255 * 255, divided by 255 and rounded to the nearest. Exact for all.
INLINE words over_255(words products) {
    words sum = products + 128;
    return (sum + (sum >> 8)) >> 8;
}
