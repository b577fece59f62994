// Combinations of rows, for the vectors of the file that includes this.

// The channels of pixels as words of 0 to 255.
struct channels {
    words blue_and_red;
    words green_and_alpha;
};

INLINE struct channels separated(pixels vector) {
    return (struct channels){(words)(vector & 0x00FF00FFu), (words)vector >> 8};
}

INLINE pixels joined(struct channels channels) {
    return (pixels)(channels.blue_and_red | channels.green_and_alpha << 8);
}

INLINE struct channels products(struct channels one, struct channels other) {
    return (struct channels){
        over_255(one.blue_and_red * other.blue_and_red), over_255(one.green_and_alpha * other.green_and_alpha)};
}

// 255 minus alpha, for both words of each pixel.
INLINE words transparency(pixels vector) {
    pixels rest = 255 - (vector >> 24);
    return (words)(rest | rest << 16);
}

INLINE pixels faded_by(pixels vector, words factor) {
    return joined(products(separated(vector), (struct channels){factor, factor}));
}

INLINE pixels copied(pixels ours, pixels theirs) { return (void)theirs, ours; }

INLINE pixels blended(pixels ours, pixels theirs) { return ours + faded_by(theirs, transparency(ours)); }

INLINE pixels added(pixels ours, pixels theirs) {
    return (pixels)__builtin_elementwise_add_sat((bytes)ours, (bytes)theirs);
}

INLINE pixels multiplied_onto_opaque(pixels ours, pixels theirs) {
    words rest = transparency(ours);
    struct channels own = separated(ours);
    return joined(
        products(separated(theirs), (struct channels){rest + own.blue_and_red, rest + own.green_and_alpha}));
}

INLINE pixels multiplied(pixels ours, pixels theirs) {
    words our_rest = transparency(ours), their_rest = transparency(theirs);
    struct channels own = separated(ours), other = separated(theirs);
    return joined((struct channels){
        over_255(other.blue_and_red * (our_rest + own.blue_and_red) + own.blue_and_red * their_rest),
        over_255(other.green_and_alpha * (our_rest + own.green_and_alpha) + own.green_and_alpha * their_rest)});
}

INLINE pixels screened(pixels ours, pixels theirs) {
    // s + d (1 - s): no sum exceeds 255, so whole pixels can be added.
    struct channels own = separated(ours);
    return ours
        + joined(products(
            separated(theirs), (struct channels){255 - own.blue_and_red, 255 - own.green_and_alpha}));
}

typedef pixels combining(pixels ours, pixels theirs);

INLINE pixels combined(
    pixels ours, pixels theirs, struct craster_combination combination, bool modulates, combining *mode) {
    ours |= combination.source_bits;
    if (modulates) ours = joined(products(separated(ours), separated(splat(combination.factors))));
    return mode(ours, theirs) & ~combination.target_bits;
}

INLINE void combine_rows(
    uint32_t *target, const uint32_t *source, size_t count, struct craster_combination combination, bool modulates,
    combining *mode) {
    size_t x = 0;
    for (; x + LANES <= count; x += LANES)
        store(target + x, combined(load(source + x), load(target + x), combination, modulates, mode));
    if (x == count) return;
    size_t left = count - x;
    pixels last =
        combined(load_part(source + x, left), load_part(target + x, left), combination, modulates, mode);
    store_part(target + x, last, left);
}

#define COMBINE(NAME, MODE)                                                                                       \
    static void NAME(                                                                                              \
        uint32_t *target, const uint32_t *source, size_t count, struct craster_combination combination) {          \
        if (combination.factors == UINT32_MAX)                                                                     \
            combine_rows(target, source, count, combination, false, MODE);                                        \
        else                                                                                                       \
            combine_rows(target, source, count, combination, true, MODE);                                         \
    }

COMBINE(combine_copy, copied)
COMBINE(combine_over, blended)
COMBINE(combine_add, added)
COMBINE(combine_multiply_opaque, multiplied_onto_opaque)
COMBINE(combine_multiply, multiplied)
COMBINE(combine_screen, screened)

// Blends one pixel over an opaque one.
INLINE uint32_t blended_pixel(uint32_t ours, uint32_t below) {
    uint32_t rest = 255 - (ours >> 24);
    uint32_t even = (below & 0x00FF00FF) * rest + 0x00800080, green = (below >> 8 & 0xFF) * rest + 0x80;
    even = (even + (even >> 8 & 0x00FF00FF)) >> 8 & 0x00FF00FF;
    green = (green + (green >> 8)) >> 8;
    return (ours + (even | green << 8)) & 0x00FFFFFF;
}

static void over(uint32_t *target, const uint32_t *below, const uint32_t *source, size_t count) {
    const uint32_t alpha = 0xFF000000u;
    size_t x = 0;
    for (; x + LANES <= count; x += LANES) {
        pixels ours = load(source + x);
        // Most pixels are opaque or transparent, and so are their neighbours.
        if (are_set(ours, alpha)) {
            store(target + x, ours & ~alpha);
        } else if (are_set(~ours, alpha)) {
            if (target != below) store(target + x, load(below + x));
        } else {
            store(target + x, blended(ours, load(below + x)) & ~alpha);
        }
    }
    // Sprites have many short rows.
    SHORT_LOOP for (; x < count; x++) target[x] = blended_pixel(source[x], below[x]);
}

INLINE pixels faded(pixels ours, pixels theirs, uint32_t source_bits, words share) {
    struct channels above = separated(blended(ours | source_bits, theirs)), below = separated(theirs);
    words rest = 255 - share;
    pixels mixed = joined((struct channels){
        over_255(above.blue_and_red * share + below.blue_and_red * rest),
        over_255(above.green_and_alpha * share + below.green_and_alpha * rest)});
    return mixed & 0x00FFFFFFu;
}

static void fade(
    uint32_t *target, const uint32_t *below, const uint32_t *source, size_t count, uint32_t source_bits,
    uint8_t opacity) {
    words share = (words)splat(opacity * 0x00010001u);
    size_t x = 0;
    for (; x + LANES <= count; x += LANES)
        store(target + x, faded(load(source + x), load(below + x), source_bits, share));
    if (x == count) return;
    size_t left = count - x;
    pixels last = faded(load_part(source + x, left), load_part(below + x, left), source_bits, share);
    store_part(target + x, last, left);
}

#define BLEND_KERNELS                                                                                             \
    .combine =                                                                                                    \
        {                                                                                                         \
            [CRASTER_COPY] = combine_copy,                                                                        \
            [CRASTER_OVER] = combine_over,                                                                        \
            [CRASTER_ADD] = combine_add,                                                                          \
            [CRASTER_MULTIPLY_OPAQUE] = combine_multiply_opaque,                                                  \
            [CRASTER_MULTIPLY] = combine_multiply,                                                                \
            [CRASTER_SCREEN] = combine_screen,                                                                    \
    },                                                                                                            \
    .over = over, .fade = fade
