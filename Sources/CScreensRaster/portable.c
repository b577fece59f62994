// The kernels without vectors, for processors that no other file is for. The other kernels write the same bytes.

#include "tables.h"

// All sets of instructions round each product and each sum.
#pragma STDC FP_CONTRACT OFF

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

static void fade(
    uint32_t *target, const uint32_t *below, const uint32_t *source, size_t count, uint32_t source_bits,
    uint8_t opacity) {
    for (size_t x = 0; x < count; x++) {
        uint32_t theirs = below[x], above = combined(source[x] | source_bits, theirs, blended), pixel = 0;
        for (int number = 0; number < 3; number++)
            pixel |= over_255(channel(above, number) * opacity + channel(theirs, number) * (255u - opacity))
                << 8 * number;
        target[x] = pixel;
    }
}

static int16_t word(const void *row, size_t number) {
    const uint8_t *bytes = (const uint8_t *)row + 2 * number;
    return (int16_t)(bytes[0] | bytes[1] << 8);
}

// U or V, by `part` 0 or 1, of a sample of chroma.
static int16_t chroma(struct craster_chroma_row row, size_t number, int part, enum craster_chroma layout) {
    const uint8_t *u = row.u;
    switch (layout) {
    case CRASTER_CHROMA_BYTES:
        return ((const uint8_t *)(part ? row.v : row.u))[number];
    case CRASTER_CHROMA_WORDS:
        return word(part ? row.v : row.u, number) & 1023;
    case CRASTER_CHROMA_BYTE_PAIRS:
        return u[2 * number + part];
    case CRASTER_CHROMA_HIGH_WORD_PAIRS:
        return (int16_t)((uint16_t)word(row.u, 2 * number + part) >> 6);
    case CRASTER_CHROMA_YUYV:
        return u[4 * number + 2 * part + 1];
    }
    return 0;
}

static void mix_chroma(const struct craster_chroma_rows *rows, size_t count, enum craster_chroma layout) {
    for (size_t x = 0; x < count; x++) {
        for (int part = 0; part < 2; part++) {
            int one = chroma(rows->first, x, part, layout), other = chroma(rows->second, x, part, layout);
            struct craster_weights upper = rows->for_upper, lower = rows->for_lower;
            rows->upper[2 * x + part] = (int16_t)(one * upper.first + other * upper.second - upper.zero);
            if (rows->lower != NULL)
                rows->lower[2 * x + part] = (int16_t)(one * lower.first + other * lower.second - lower.zero);
        }
    }
}

static int16_t luma_code(const void *luma, size_t number, enum craster_luma layout) {
    switch (layout) {
    case CRASTER_LUMA_BYTES:
        return ((const uint8_t *)luma)[number];
    case CRASTER_LUMA_WORDS:
        return word(luma, number) & 1023;
    case CRASTER_LUMA_HIGH_WORDS:
        return (int16_t)((uint16_t)word(luma, number) >> 6);
    case CRASTER_LUMA_YUYV:
        return word(luma, number) & 255;
    }
    return 0;
}

static uint32_t limited(int32_t value) { return value < 0 ? 0 : value > 255 ? 255 : (uint32_t)value; }

static void convert(
    uint32_t *target, const void *luma, const int16_t *line, size_t count, enum craster_luma layout,
    enum craster_sharing sharing, const struct craster_conversion *conversion) {
    for (size_t x = 0; x < count; x++) {
        int32_t uv[2] = {0, 0};
        for (int part = 0; part < 2 && sharing != CRASTER_NO_CHROMA; part++) {
            if (sharing == CRASTER_OWN_CHROMA) {
                uv[part] = 4 * line[2 * x + part];
            } else {
                const int16_t *own = line + (x & ~(size_t)1) + part;
                int32_t other = x & 1 ? own[2] : own[-2];
                if (sharing == CRASTER_SHARED_BETWEEN)
                    uv[part] = 3 * own[0] + other;
                else
                    uv[part] = x & 1 ? 2 * (own[0] + other) : 4 * own[0];
            }
        }
        int32_t y = 16 * ((luma_code(luma, x, layout) - conversion->black) * conversion->luma + conversion->half);
        int32_t red = (y + uv[1] * conversion->red_by_v) >> conversion->shift;
        int32_t green = (y + uv[0] * conversion->green_by_u + uv[1] * conversion->green_by_v) >> conversion->shift;
        int32_t blue = (y + uv[0] * conversion->blue_by_u) >> conversion->shift;
        target[x] = limited(red) << 16 | limited(green) << 8 | limited(blue);
    }
}

static void linear_gradient(
    uint32_t *target, size_t count, const uint32_t *colors, int bits, uint32_t start, uint32_t step, bool reflects) {
    for (size_t x = 0; x < count; x++) {
        uint32_t place = start + (uint32_t)x * step;
        // The second half of a reflected period runs backwards.
        if (reflects && place >> 31) place = ~place;
        target[x] = colors[place >> (reflects ? 31 - bits : 32 - bits)];
    }
}

static void radial_gradient(
    uint32_t *target, size_t count, const uint32_t *colors, int bits, const struct craster_ray *ray,
    enum craster_spread spread) {
    const uint32_t last = (1u << bits) - 1;
    for (size_t x = 0; x < count; x++) {
        float across = ray->x + (float)x * ray->dx, down = ray->y + (float)x * ray->dy;
        uint32_t number = (uint32_t)__builtin_sqrtf(across * across + down * down);
        if (spread == CRASTER_PAD) {
            number = number < last ? number : last;
        } else {
            number &= spread == CRASTER_REPEAT ? last : 2 * last + 1;
            if (number > last) number = 2 * last + 1 - number;
        }
        target[x] = colors[number];
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
    .mix_chroma = mix_chroma,
    .convert = convert,
    .linear_gradient = linear_gradient,
    .radial_gradient = radial_gradient,
};
