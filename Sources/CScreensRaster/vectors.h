// Vectors of `LANES` pixels, by the compiler's own types.

#define INLINE static inline __attribute__((always_inline))
// Before a loop of less than a vector: unrolled, it would be larger than the kernel.
#define SHORT_LOOP _Pragma("clang loop unroll(disable) vectorize(disable)")

typedef uint32_t pixels __attribute__((ext_vector_type(LANES)));
typedef uint16_t words __attribute__((ext_vector_type(2 * LANES)));
typedef uint8_t bytes __attribute__((ext_vector_type(4 * LANES)));
// Codes of luma and chroma, and the sums of their products.
typedef int16_t codes __attribute__((ext_vector_type(2 * LANES)));
typedef int32_t sums __attribute__((ext_vector_type(LANES)));
typedef uint8_t half_bytes __attribute__((ext_vector_type(2 * LANES)));

INLINE pixels splat(uint32_t pixel) { return (pixels)pixel; }

INLINE pixels load(const uint32_t *from) {
    pixels vector;
    __builtin_memcpy(&vector, from, sizeof vector);
    return vector;
}

INLINE void store(uint32_t *to, pixels vector) { __builtin_memcpy(to, &vector, sizeof vector); }

// Loads the first pixels; the others are 0.
INLINE pixels load_part(const uint32_t *from, size_t count) {
    pixels vector = splat(0);
    SHORT_LOOP for (size_t x = 0; x < count; x++) vector[x] = from[x];
    return vector;
}

INLINE void store_part(uint32_t *to, pixels vector, size_t count) {
    SHORT_LOOP for (size_t x = 0; x < count; x++) to[x] = vector[x];
}

// The high words of sums, in turn.
INLINE codes high_words(sums even, sums odd) { return (codes)(((pixels)even >> 16) | ((pixels)odd & 0xFFFF0000u)); }

// The pairs of words with even numbers, and with odd ones, of two vectors that follow one another.
INLINE codes even_pairs(codes first, codes second) {
    pixels one = (pixels)first, other = (pixels)second;
#if LANES == 8
    return (codes)__builtin_shufflevector(one, other, 0, 2, 4, 6, 8, 10, 12, 14);
#else
    return (codes)__builtin_shufflevector(one, other, 0, 2, 4, 6);
#endif
}

INLINE codes odd_pairs(codes first, codes second) {
    pixels one = (pixels)first, other = (pixels)second;
#if LANES == 8
    return (codes)__builtin_shufflevector(one, other, 1, 3, 5, 7, 9, 11, 13, 15);
#else
    return (codes)__builtin_shufflevector(one, other, 1, 3, 5, 7);
#endif
}
