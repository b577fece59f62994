// The kernels without vectors, for processors that no other file is for. The other kernels write the same bytes.

#include "tables.h"

static uint32_t channel(uint32_t pixel, int number) { return pixel >> 8 * number & 255; }

// A number of at most 255 * 255, divided by 255 and rounded to the nearest.
static uint32_t over_255(uint32_t product) { return (2 * product + 255) / 510; }

static uint32_t copied(uint32_t own, uint32_t other, uint32_t our_rest, uint32_t their_rest) {
    return (void)other, (void)our_rest, (void)their_rest, own;
}

static uint32_t blended(uint32_t own, uint32_t other, uint32_t our_rest, uint32_t their_rest) {
    return (void)their_rest, own + over_255(other * our_rest);
}

static uint32_t added(uint32_t own, uint32_t other, uint32_t our_rest, uint32_t their_rest) {
    (void)our_rest, (void)their_rest;
    return own + other > 255 ? 255 : own + other;
}

static uint32_t multiplied_onto_opaque(uint32_t own, uint32_t other, uint32_t our_rest, uint32_t their_rest) {
    return (void)their_rest, over_255(other * (our_rest + own));
}

static uint32_t multiplied(uint32_t own, uint32_t other, uint32_t our_rest, uint32_t their_rest) {
    return over_255(other * (our_rest + own) + own * their_rest);
}

static uint32_t screened(uint32_t own, uint32_t other, uint32_t our_rest, uint32_t their_rest) {
    return (void)our_rest, (void)their_rest, own + over_255(other * (255 - own));
}

// Combines one channel of the source with one of the target; the rests are 255 minus alpha.
typedef uint32_t combining(uint32_t own, uint32_t other, uint32_t our_rest, uint32_t their_rest);

static uint32_t combined(uint32_t ours, uint32_t theirs, combining *mode) {
    uint32_t pixel = 0;
    for (int number = 0; number < 4; number++) {
        uint32_t value = mode(
            channel(ours, number), channel(theirs, number), 255 - channel(ours, 3), 255 - channel(theirs, 3));
        pixel |= value << 8 * number;
    }
    return pixel;
}

static inline __attribute__((always_inline)) void combine_rows(
    uint32_t *target, const uint32_t *source, size_t count, struct craster_combination combination,
    combining *mode) {
    for (size_t x = 0; x < count; x++) {
        uint32_t pixel = source[x] | combination.source_bits, ours = 0;
        for (int number = 0; number < 4; number++)
            ours |= over_255(channel(pixel, number) * channel(combination.factors, number)) << 8 * number;
        target[x] = combined(ours, target[x], mode) & ~combination.target_bits;
    }
}

#define COMBINE(NAME, MODE)                                                                                       \
    static void NAME(                                                                                              \
        uint32_t *target, const uint32_t *source, size_t count, struct craster_combination combination) {          \
        combine_rows(target, source, count, combination, MODE);                                                   \
    }

COMBINE(combine_copy, copied)
COMBINE(combine_over, blended)
COMBINE(combine_add, added)
COMBINE(combine_multiply_opaque, multiplied_onto_opaque)
COMBINE(combine_multiply, multiplied)
COMBINE(combine_screen, screened)

static void over(uint32_t *target, const uint32_t *below, const uint32_t *source, size_t count) {
    for (size_t x = 0; x < count; x++) target[x] = combined(source[x], below[x], blended) & 0x00FFFFFFu;
}

static void fade(uint32_t *target, const uint32_t *source, size_t count, uint32_t source_bits, uint8_t opacity) {
    for (size_t x = 0; x < count; x++) {
        uint32_t below = target[x], above = combined(source[x] | source_bits, below, blended), pixel = 0;
        for (int number = 0; number < 3; number++)
            pixel |= over_255(channel(above, number) * opacity + channel(below, number) * (255u - opacity))
                << 8 * number;
        target[x] = pixel;
    }
}

const struct craster_kernels craster_portable = {
    .name = "portable",
    .combine =
        {
            [CRASTER_COPY] = combine_copy,
            [CRASTER_OVER] = combine_over,
            [CRASTER_ADD] = combine_add,
            [CRASTER_MULTIPLY_OPAQUE] = combine_multiply_opaque,
            [CRASTER_MULTIPLY] = combine_multiply,
            [CRASTER_SCREEN] = combine_screen,
        },
    .over = over,
    .fade = fade,
};
