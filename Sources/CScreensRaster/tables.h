// The tables of kernels, each of which one file defines.

#ifndef CSCREENS_RASTER_TABLES_H
#define CSCREENS_RASTER_TABLES_H

#include "CScreensRaster.h"

extern const struct craster_kernels craster_portable;
#if defined(__x86_64__) || defined(__aarch64__)
extern const struct craster_kernels craster_baseline;
#endif
#if defined(__x86_64__)
extern const struct craster_kernels craster_avx2;
#endif

#endif
