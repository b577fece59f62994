// Vectors of `LANES` pixels, by the compiler's own types.

#define INLINE static inline __attribute__((always_inline))
// Before a loop of less than a vector: unrolled, it would be larger than the kernel.
#define SHORT_LOOP _Pragma("clang loop unroll(disable) vectorize(disable)")

typedef uint32_t pixels __attribute__((ext_vector_type(LANES)));
typedef uint16_t words __attribute__((ext_vector_type(2 * LANES)));
typedef uint8_t bytes __attribute__((ext_vector_type(4 * LANES)));

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
