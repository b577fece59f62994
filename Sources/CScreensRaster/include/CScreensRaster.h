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

// The kernels for one set of instructions.
struct craster_kernels {
    // The name of the set of instructions.
    const char *_Nonnull name;
    // Combines rows, by mode.
    craster_combine *_Nonnull combine[CRASTER_MODES];
    // Blends premultiplied ARGB8888 over XRGB8888, and writes the outcome to the target, which may be `below`.
    void (*_Nonnull over)(
        uint32_t *_Nonnull target, const uint32_t *_Nonnull below, const uint32_t *_Nonnull source, size_t count);
    // Blends like `over`, and then mixes the outcome with the former target by an opacity of 0 to 255.
    void (*_Nonnull fade)(
        uint32_t *_Nonnull target, const uint32_t *_Nonnull source, size_t count, uint32_t source_bits,
        uint8_t opacity);
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
