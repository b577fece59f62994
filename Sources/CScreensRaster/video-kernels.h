// Conversions of luma and chroma, for the vectors of the file that includes this.

// The pixels of a block, and the samples of chroma that are loaded at once.
enum { BLOCK = 2 * LANES };

INLINE codes all_codes(int16_t code) { return (codes)code; }

INLINE codes load_codes(const void *from) {
    codes vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
}

INLINE void store_codes(int16_t *to, codes vector) { __builtin_memcpy(to, &vector, sizeof vector); }

INLINE half_bytes load_bytes(const void *from) {
    half_bytes vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
}

INLINE codes widened(half_bytes vector) { return __builtin_convertvector(vector, codes); }

// Pairs of words.
INLINE codes pairs(int16_t first, int16_t second) {
    return (codes)splat((uint16_t)first | (uint32_t)(uint16_t)second << 16);
}

INLINE codes load_luma(const uint8_t *from, enum craster_luma layout) {
    switch (layout) {
    case CRASTER_LUMA_BYTES:
        return widened(load_bytes(from));
    case CRASTER_LUMA_WORDS:
        return load_codes(from) & 1023;
    case CRASTER_LUMA_HIGH_WORDS:
        return (codes)((words)load_codes(from) >> 6);
    default:
        return load_codes(from) & 255;
    }
}

// Samples of U and V in turn.
struct samples {
    codes low;
    codes high;
};

INLINE struct samples widened_pairs(bytes vector) {
    return (struct samples){widened(vector.lo), widened(vector.hi)};
}

INLINE struct samples load_chroma(const uint8_t *first, const uint8_t *second, enum craster_chroma layout) {
    switch (layout) {
    case CRASTER_CHROMA_BYTES:
        return widened_pairs((bytes)(widened(load_bytes(first)) | widened(load_bytes(second)) << 8));
    case CRASTER_CHROMA_WORDS: {
        codes u = load_codes(first) & 1023, v = load_codes(second) & 1023;
        codes low = zip_low_words(u, v), high = zip_high_words(u, v);
        return (struct samples){low_lanes(low, high), high_lanes(low, high)};
    }
    case CRASTER_CHROMA_BYTE_PAIRS:
        return (struct samples){widened(load_bytes(first)), widened(load_bytes(first + BLOCK))};
    case CRASTER_CHROMA_HIGH_WORD_PAIRS:
        return (struct samples){
            (codes)((words)load_codes(first) >> 6), (codes)((words)load_codes(first + 2 * BLOCK) >> 6)};
    default:
        return (struct samples){
            (codes)((words)load_codes(first) >> 8), (codes)((words)load_codes(first + 2 * BLOCK) >> 8)};
    }
}

INLINE void store_mixed(int16_t *line, struct samples one, struct samples other, struct craster_weights weights) {
    codes own = all_codes(weights.first), next = all_codes(weights.second), zero = all_codes(weights.zero);
    store_codes(line, one.low * own + other.low * next - zero);
    store_codes(line + BLOCK, one.high * own + other.high * next - zero);
}

INLINE void mix_rows(const struct craster_chroma_rows *rows, size_t count, enum craster_chroma layout) {
    const size_t bytes = craster_chroma_bytes(layout);
    const uint8_t *u = rows->first.u, *v = rows->first.v, *next_u = rows->second.u, *next_v = rows->second.v;
    uint8_t last[4][4 * BLOCK] __attribute__((aligned(32))) = {{0}};
    for (size_t x = 0; x < count; x += BLOCK) {
        size_t place = x * bytes;
        if (count - x < BLOCK) {
            const size_t rest = (count - x) * bytes;
            __builtin_memcpy(last[0], u + place, rest);
            __builtin_memcpy(last[2], next_u + place, rest);
            if (layout == CRASTER_CHROMA_BYTES || layout == CRASTER_CHROMA_WORDS) {
                __builtin_memcpy(last[1], v + place, rest);
                __builtin_memcpy(last[3], next_v + place, rest);
            }
            u = last[0], v = last[1], next_u = last[2], next_v = last[3];
            place = 0;
        }
        struct samples one = load_chroma(u + place, v + place, layout);
        struct samples other = load_chroma(next_u + place, next_v + place, layout);
        store_mixed(rows->upper + 2 * x, one, other, rows->for_upper);
        if (rows->lower != NULL) store_mixed(rows->lower + 2 * x, one, other, rows->for_lower);
    }
}

static void mix_chroma(const struct craster_chroma_rows *rows, size_t count, enum craster_chroma layout) {
    switch (layout) {
    case CRASTER_CHROMA_BYTES:
        return mix_rows(rows, count, CRASTER_CHROMA_BYTES);
    case CRASTER_CHROMA_WORDS:
        return mix_rows(rows, count, CRASTER_CHROMA_WORDS);
    case CRASTER_CHROMA_BYTE_PAIRS:
        return mix_rows(rows, count, CRASTER_CHROMA_BYTE_PAIRS);
    case CRASTER_CHROMA_HIGH_WORD_PAIRS:
        return mix_rows(rows, count, CRASTER_CHROMA_HIGH_WORD_PAIRS);
    case CRASTER_CHROMA_YUYV:
        return mix_rows(rows, count, CRASTER_CHROMA_YUYV);
    }
}

// The constants of a conversion.
struct factors {
    codes black, luma, red, green, blue;
    int shift;
};

INLINE struct factors factors_of(const struct craster_conversion *conversion) {
    return (struct factors){
        .black = all_codes(conversion->black),
        // Each code of luma is paired with a one, in sixteenths, which adds half a step for rounding.
        .luma = pairs(conversion->luma, conversion->half),
        .red = pairs(0, conversion->red_by_v),
        .green = pairs(conversion->green_by_u, conversion->green_by_v),
        .blue = pairs(conversion->blue_by_u, 0),
        // Half of each sum is dropped before.
        .shift = conversion->shift - 16,
    };
}

// Values of the pixels with even numbers, and of the pixels with odd ones.
struct sums_of_pixels {
    sums even;
    sums odd;
};
struct chroma_of_pixels {
    codes even;
    codes odd;
};

// Chroma in sixteenths of a code. `uv` has quarters.
INLINE struct chroma_of_pixels chroma_of(const int16_t *uv, enum craster_sharing sharing) {
    codes own = load_codes(uv);
    switch (sharing) {
    case CRASTER_OWN_CHROMA: {
        codes other = load_codes(uv + BLOCK);
        return (struct chroma_of_pixels){even_pairs(own, other) << 2, odd_pairs(own, other) << 2};
    }
    case CRASTER_SHARED_AT_FIRST:
        return (struct chroma_of_pixels){own << 2, (own + load_codes(uv + 2)) << 1};
    default: {
        codes most = own * 3;
        return (struct chroma_of_pixels){most + load_codes(uv - 2), most + load_codes(uv + 2)};
    }
    }
}

INLINE codes channel(struct sums_of_pixels luma, int shift) {
    return shifted(high_words(luma.even, luma.odd), shift);
}

INLINE codes with_chroma(
    struct sums_of_pixels luma, struct chroma_of_pixels chroma, codes factors, int shift) {
    luma.even += pair_products(chroma.even, factors);
    luma.odd += pair_products(chroma.odd, factors);
    return channel(luma, shift);
}

// Converts a block.
INLINE void convert_block(
    uint32_t *target, const uint8_t *luma, const int16_t *uv, enum craster_luma layout, enum craster_sharing sharing,
    const struct factors *factors) {
    const pixels one = splat(1u << 20);
    pixels y = (pixels)((load_luma(luma, layout) - factors->black) << 4);
    struct sums_of_pixels sums = {
        pair_products((codes)((y & 0xFFFF) | one), factors->luma),
        pair_products((codes)((y >> 16) | one), factors->luma)};
    codes red, green, blue;
    if (sharing == CRASTER_NO_CHROMA) {
        red = green = blue = channel(sums, factors->shift);
    } else {
        struct chroma_of_pixels chroma = chroma_of(uv, sharing);
        blue = with_chroma(sums, chroma, factors->blue, factors->shift);
        red = with_chroma(sums, chroma, factors->red, factors->shift);
        green = with_chroma(sums, chroma, factors->green, factors->shift);
    }
    bytes blue_and_red = packed_codes(blue, red), only_green = packed_codes(green, all_codes(0));
    codes first = zip_low_bytes(blue_and_red, only_green), second = zip_high_bytes(blue_and_red, only_green);
    // The compiler would merge these steps with the next ones into shuffles that take more instructions.
    KEEP(first);
    KEEP(second);
    pixels low = (pixels)zip_low_words(first, second), high = (pixels)zip_high_words(first, second);
    store(target, low_lanes(low, high));
    store(target + LANES, high_lanes(low, high));
}

INLINE void convert_pixels(
    uint32_t *target, const uint8_t *luma, const int16_t *uv, size_t count, enum craster_luma layout,
    enum craster_sharing sharing, const struct craster_conversion *conversion) {
    const struct factors factors = factors_of(conversion);
    const size_t bytes = layout == CRASTER_LUMA_BYTES ? 1 : 2, step = sharing == CRASTER_OWN_CHROMA ? 2 : 1;
    size_t x = 0;
    for (; x + BLOCK <= count; x += BLOCK)
        convert_block(target + x, luma + x * bytes, uv + x * step, layout, sharing, &factors);
    if (x == count) return;
    uint8_t last[2 * BLOCK] = {0};
    uint32_t converted[BLOCK];
    __builtin_memcpy(last, luma + x * bytes, (count - x) * bytes);
    convert_block(converted, last, uv + x * step, layout, sharing, &factors);
    __builtin_memcpy(target + x, converted, (count - x) * sizeof *target);
}

static void convert(
    uint32_t *target, const void *luma, const int16_t *uv, size_t count, enum craster_luma layout,
    enum craster_sharing sharing, const struct craster_conversion *conversion) {
#define CONVERT(LAYOUT, SHARING)                                                                                  \
    if (layout == LAYOUT && sharing == SHARING)                                                                   \
        return convert_pixels(target, luma, uv, count, LAYOUT, SHARING, conversion)
    CONVERT(CRASTER_LUMA_BYTES, CRASTER_SHARED_BETWEEN);
    CONVERT(CRASTER_LUMA_WORDS, CRASTER_SHARED_BETWEEN);
    CONVERT(CRASTER_LUMA_HIGH_WORDS, CRASTER_SHARED_BETWEEN);
    CONVERT(CRASTER_LUMA_YUYV, CRASTER_SHARED_BETWEEN);
    CONVERT(CRASTER_LUMA_BYTES, CRASTER_SHARED_AT_FIRST);
    CONVERT(CRASTER_LUMA_WORDS, CRASTER_SHARED_AT_FIRST);
    CONVERT(CRASTER_LUMA_HIGH_WORDS, CRASTER_SHARED_AT_FIRST);
    CONVERT(CRASTER_LUMA_YUYV, CRASTER_SHARED_AT_FIRST);
    CONVERT(CRASTER_LUMA_BYTES, CRASTER_OWN_CHROMA);
    CONVERT(CRASTER_LUMA_WORDS, CRASTER_OWN_CHROMA);
    CONVERT(CRASTER_LUMA_BYTES, CRASTER_NO_CHROMA);
#undef CONVERT
}

#define VIDEO_KERNELS .mix_chroma = mix_chroma, .convert = convert
