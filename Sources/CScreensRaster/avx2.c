// The kernels for processors with AVX2.

#include "tables.h"

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define LANES 8
#include "vectors-x86.h"

#include "blend-kernels.h"
#include "gradient-kernels.h"
#include "video-kernels.h"
#pragma clang attribute pop

const struct craster_kernels craster_avx2 = {.name = "AVX2", BLEND_KERNELS, VIDEO_KERNELS, GRADIENT_KERNELS};
#endif
