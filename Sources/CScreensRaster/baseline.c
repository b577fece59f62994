// The kernels for the vectors that each processor of the architecture has.

#include "tables.h"

#if defined(__x86_64__) || defined(__aarch64__)
#define LANES 4
#if defined(__x86_64__)
#include "vectors-x86.h"
#define NAME "SSE2"
#else
#include "vectors-neon.h"
#define NAME "NEON"
#endif

#include "blend-kernels.h"
#include "gradient-kernels.h"
#include "video-kernels.h"

const struct craster_kernels craster_baseline = {.name = NAME, BLEND_KERNELS, VIDEO_KERNELS, GRADIENT_KERNELS};
#endif
