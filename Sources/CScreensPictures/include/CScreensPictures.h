// Reads the rows of a PNG picture one after the other, so that at most one row is in memory. libpng reports errors by
// `longjmp`, which stays within these functions.
#ifndef CSCREENSPICTURES_H
#define CSCREENSPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CPICTURES_MESSAGE_SIZE = 64 };

struct cpictures_png;

// Begins to read a picture that is not interlaced; returns NULL without memory. `bytes` must outlive the reader.
struct cpictures_png *cpictures_png_begin(const uint8_t *bytes, size_t count);

// Reads the header of the file. Returns false after an error, which the message explains.
bool cpictures_png_header(struct cpictures_png *reader, uint32_t *width, uint32_t *height);

// Reads the next row: blue, green, red and opacity in memory, of 8 bits each, the colours not multiplied by the
// opacity.
bool cpictures_png_row(struct cpictures_png *reader, uint32_t *row);

// The error, NUL-terminated.
const char *cpictures_png_message(const struct cpictures_png *reader);

void cpictures_png_end(struct cpictures_png *reader);

#endif
