// Rows of gradients, for the vectors of the file that includes this.

// All sets of instructions round each product and each sum.
#pragma STDC FP_CONTRACT OFF

typedef float floats __attribute__((ext_vector_type(LANES)));

// The number of each pixel of a vector.
#if LANES == 8
#define PIXEL_NUMBERS ((pixels){0, 1, 2, 3, 4, 5, 6, 7})
#else
#define PIXEL_NUMBERS ((pixels){0, 1, 2, 3})
#endif

static void linear_gradient(
    uint32_t *target, size_t count, const uint32_t *colors, int bits, uint32_t start, uint32_t step, bool reflects) {
    const int shift = reflects ? 31 - bits : 32 - bits;
    pixels places = start + step * PIXEL_NUMBERS, fold = splat(reflects ? UINT32_MAX : 0);
    for (size_t x = 0; x < count; x += LANES, places += step * LANES) {
        // The second half of a reflected period runs backwards.
        pixels numbers = (places ^ ((pixels)((sums)places >> 31) & fold)) >> shift;
        if (x + LANES <= count)
            store(target + x, colors_at(colors, numbers));
        else
            store_part(target + x, colors_at(colors, numbers), count - x);
    }
}

INLINE void radial_row(
    uint32_t *target, size_t count, const uint32_t *colors, int bits, const struct craster_ray *ray,
    enum craster_spread spread) {
    const uint32_t last = (1u << bits) - 1;
    pixels pixel = PIXEL_NUMBERS;
    for (size_t x = 0; x < count; x += LANES, pixel += LANES) {
        floats number = __builtin_convertvector((sums)pixel, floats);
        floats across = ray->x + number * ray->dx, down = ray->y + number * ray->dy;
        floats distance = __builtin_elementwise_sqrt(across * across + down * down);
        pixels numbers = (pixels)__builtin_convertvector(distance, sums);
        switch (spread) {
        case CRASTER_PAD:
            numbers = __builtin_elementwise_min(numbers, splat(last));
            break;
        case CRASTER_REPEAT:
            numbers &= last;
            break;
        case CRASTER_REFLECT:
            numbers &= 2 * last + 1;
            numbers = __builtin_elementwise_min(numbers, 2 * last + 1 - numbers);
            break;
        }
        if (x + LANES <= count)
            store(target + x, colors_at(colors, numbers));
        else
            store_part(target + x, colors_at(colors, numbers), count - x);
    }
}

static void radial_gradient(
    uint32_t *target, size_t count, const uint32_t *colors, int bits, const struct craster_ray *ray,
    enum craster_spread spread) {
    switch (spread) {
    case CRASTER_PAD:
        return radial_row(target, count, colors, bits, ray, CRASTER_PAD);
    case CRASTER_REPEAT:
        return radial_row(target, count, colors, bits, ray, CRASTER_REPEAT);
    case CRASTER_REFLECT:
        return radial_row(target, count, colors, bits, ray, CRASTER_REFLECT);
    }
}

#define GRADIENT_KERNELS .linear_gradient = linear_gradient, .radial_gradient = radial_gradient
