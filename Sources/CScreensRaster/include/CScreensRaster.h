// The kernels of ScreensRaster that are chosen at run time by the instructions of the processor.
//
// Each set of instructions has a table of the same kernels, which write the same bytes. Pixels are words of 32 bits as
// in ScreensRaster; rows may begin at any word, and a row may be its own target unless the kernel says otherwise.

#ifndef CSCREENS_RASTER_H
#define CSCREENS_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The combinations of source and target: see `Composition`.
enum craster_mode {
    CRASTER_COPY,
    CRASTER_OVER,
    CRASTER_ADD,
    // Onto an opaque target, two of the three products are one.
    CRASTER_MULTIPLY_OPAQUE,
    CRASTER_MULTIPLY,
    CRASTER_SCREEN,
    CRASTER_MODES,
};

// A combination of rows: each channel of the source is multiplied by its factor first.
struct craster_combination {
    // Premultiplied ARGB8888; all bits set has no effect.
    uint32_t factors;
    // The bits that are set in source pixels first.
    uint32_t source_bits;
    // The bits that are 0 in target pixels.
    uint32_t target_bits;
};

typedef void craster_combine(
    uint32_t *_Nonnull target, const uint32_t *_Nonnull source, size_t count,
    struct craster_combination combination);

// The codes of luma of a row. Codes in words have ten bits, the lower byte first.
enum craster_luma {
    CRASTER_LUMA_BYTES,
    CRASTER_LUMA_WORDS,
    // In the highest bits of words.
    CRASTER_LUMA_HIGH_WORDS,
    // In the first bytes of pairs.
    CRASTER_LUMA_YUYV,
};

// The samples of chroma of a row.
enum craster_chroma {
    // A row of U and a row of V.
    CRASTER_CHROMA_BYTES,
    CRASTER_CHROMA_WORDS,
    // A row of U and V in turn.
    CRASTER_CHROMA_BYTE_PAIRS,
    CRASTER_CHROMA_HIGH_WORD_PAIRS,
    // In the second bytes of pairs.
    CRASTER_CHROMA_YUYV,
};

// The number of bytes of a sample of chroma in each of its rows.
static inline size_t craster_chroma_bytes(enum craster_chroma layout) {
    switch (layout) {
    case CRASTER_CHROMA_BYTES:
        return 1;
    case CRASTER_CHROMA_WORDS:
    case CRASTER_CHROMA_BYTE_PAIRS:
        return 2;
    case CRASTER_CHROMA_HIGH_WORD_PAIRS:
    case CRASTER_CHROMA_YUYV:
        return 4;
    }
    return 0;
}

// The pixels that share a sample of chroma in a line.
enum craster_sharing {
    // Gray: no line is read.
    CRASTER_NO_CHROMA,
    CRASTER_OWN_CHROMA,
    // Two columns share a sample, which is halfway between them: the next sample on the other side has a quarter.
    CRASTER_SHARED_BETWEEN,
    // The sample is at the first column; the second one takes half of the next sample.
    CRASTER_SHARED_AT_FIRST,
};

// The weights of two rows of chroma in a line; their sum is 4. `zero` is four times the code of no colour.
struct craster_weights {
    int16_t first;
    int16_t second;
    int16_t zero;
};

// A row of chroma; `v` is not used if U and V are in one row.
struct craster_chroma_row {
    const void *_Nonnull u;
    const void *_Nonnull v;
};

// Two rows of chroma, and the lines for two rows of pixels between them: quarters of a code, of which no colour is 0, U
// and V in turn. The memory of a line has 64 words more than needed.
struct craster_chroma_rows {
    struct craster_chroma_row first;
    struct craster_chroma_row second;
    int16_t *_Nonnull upper;
    // May be null.
    int16_t *_Nullable lower;
    struct craster_weights for_upper;
    struct craster_weights for_lower;
};

// Factors with fractional bits: see `YUVCoefficients`.
struct craster_conversion {
    int16_t black;
    int16_t luma;
    int16_t half;
    int16_t red_by_v;
    int16_t green_by_u;
    int16_t green_by_v;
    int16_t blue_by_u;
    // The fractional bits of the sums.
    int16_t shift;
};

// The colours of a gradient before its start and after its end.
enum craster_spread {
    CRASTER_PAD,
    CRASTER_REPEAT,
    CRASTER_REFLECT,
};

// The distance of the pixels of a row from the middle of a gradient, in parts of the radius: one for each colour. It is
// below 2^30.
struct craster_ray {
    float x;
    float y;
    // The steps from a pixel to the next.
    float dx;
    float dy;
};

// The kernels for one set of instructions.
struct craster_kernels {
    // The name of the set of instructions.
    const char *_Nonnull name;
    // Combines rows, by mode.
    craster_combine *_Nonnull combine[CRASTER_MODES];
    // Blends premultiplied ARGB8888 over XRGB8888, and writes the outcome to the target, which may be `below`.
    void (*_Nonnull over)(
        uint32_t *_Nonnull target, const uint32_t *_Nonnull below, const uint32_t *_Nonnull source, size_t count);
    // Blends like `over`, and then mixes the outcome with `below` by an opacity of 0 to 255.
    void (*_Nonnull fade)(
        uint32_t *_Nonnull target, const uint32_t *_Nonnull below, const uint32_t *_Nonnull source, size_t count,
        uint32_t source_bits, uint8_t opacity);
    // Mixes the first `count` samples of two rows of chroma into one or two lines.
    void (*_Nonnull mix_chroma)(
        const struct craster_chroma_rows *_Nonnull rows, size_t count, enum craster_chroma layout);
    // Converts luma and a line of chroma to XRGB8888, each channel rounded to the nearest and limited to 0...255.
    // Before and behind the samples of shared columns, the line has one more. For other chroma luma is in bytes, or in
    // words if each pixel has its own chroma; further combinations do not exist, and write nothing.
    void (*_Nonnull convert)(
        uint32_t *_Nonnull target, const void *_Nonnull luma, const int16_t *_Nonnull line, size_t count,
        enum craster_luma layout, enum craster_sharing sharing, const struct craster_conversion *_Nonnull conversion);
    // Writes the colours of a row of a gradient, of a table of 2^bits colours. Places are parts of 2^32, which is the
    // period: the length of the gradient, or twice that if the second half runs backwards.
    void (*_Nonnull linear_gradient)(
        uint32_t *_Nonnull target, size_t count, const uint32_t *_Nonnull colors, int bits, uint32_t start,
        uint32_t step, bool reflects);
    // The same from the middle of a circle outwards.
    void (*_Nonnull radial_gradient)(
        uint32_t *_Nonnull target, size_t count, const uint32_t *_Nonnull colors, int bits,
        const struct craster_ray *_Nonnull ray, enum craster_spread spread);
};

// The sets of instructions, the best last.
enum craster_set {
    // C without vectors, for every processor.
    CRASTER_PORTABLE,
    // The instructions that each processor of the architecture has: SSE2 on x86-64, NEON on arm64.
    CRASTER_BASELINE,
    CRASTER_AVX2,
    CRASTER_SETS,
};

// The kernels of a set, or null if this processor lacks the instructions.
const struct craster_kernels *_Nullable craster_kernels_of(enum craster_set set);

// The kernels of the best set that this processor has. The first call decides.
const struct craster_kernels *_Nonnull craster_best_kernels(void);

// Calls, because Swift cannot index the kernels of the modes.
static inline void craster_combine_row(
    const struct craster_kernels *_Nonnull kernels, enum craster_mode mode, uint32_t *_Nonnull target,
    const uint32_t *_Nonnull source, size_t count, struct craster_combination combination) {
    kernels->combine[mode](target, source, count, combination);
}

#endif
