// Reads the rows of a PNG picture one after the other, so that no more than a row of it is in memory. libpng reports errors by
// `longjmp` there, which stays within these functions.
#ifndef CSCREENSPICTURES_H
#define CSCREENSPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CPICTURES_MESSAGE_SIZE = 64 };

struct cpictures_png;

// Begins to read a picture that is not interlaced; NULL without memory. `bytes` have to last as long as the reader.
struct cpictures_png *cpictures_png_begin(const uint8_t *bytes, size_t count);

// Reads what comes before the pixels. Returns false after an error; the message says which.
bool cpictures_png_header(struct cpictures_png *reader, uint32_t *width, uint32_t *height);

// Reads the next row: in memory blue, green, red and opacity, of 8 bits each, the colours not multiplied by the opacity.
bool cpictures_png_row(struct cpictures_png *reader, uint32_t *row);

// The error, NUL-terminated.
const char *cpictures_png_message(const struct cpictures_png *reader);

void cpictures_png_end(struct cpictures_png *reader);

#endif
