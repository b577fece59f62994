#include "CScreensPictures.h"

#if !__has_include(<png.h>)
#error "the headers of libpng are missing: on Debian, install libpng-dev"
#endif
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cpictures_png {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t left;
    char message[CPICTURES_MESSAGE_SIZE];
};

static void fail(png_structp png, png_const_charp message) {
    struct cpictures_png *reader = png_get_error_ptr(png);
    snprintf(reader->message, sizeof reader->message, "%s", message);
    longjmp(png_jmpbuf(png), 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void take(png_structp png, png_bytep target, size_t count) {
    struct cpictures_png *reader = png_get_io_ptr(png);
    if (count > reader->left) png_error(png, "read beyond end of data");
    memcpy(target, reader->bytes, count);
    reader->bytes += count;
    reader->left -= count;
}

struct cpictures_png *cpictures_png_begin(const uint8_t *bytes, size_t count) {
    struct cpictures_png *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->bytes = bytes;
    reader->left = count;
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, ignore);
    if (reader->png) reader->info = png_create_info_struct(reader->png);
    if (reader->info) return reader;
    cpictures_png_end(reader);
    return NULL;
}

// Requests 8 bits per colour as libpng's simplified interface does, so that both give the same pixels.
static void request_pixels(png_structp png, png_infop info) {
    int kind = png_get_color_type(png, info);
    bool has_opacity = (kind & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
    png_set_expand(png);
    if (!(kind & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
    // The gamma of a file without its own, and then the gamma of the display.
    png_set_alpha_mode_fixed(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
    if (png_get_bit_depth(png, info) == 16) png_set_scale_16(png);
    if (!has_opacity) png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
    png_set_alpha_mode_fixed(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
    png_set_bgr(png);
    png_read_update_info(png, info);
}

bool cpictures_png_header(struct cpictures_png *reader, uint32_t *width, uint32_t *height) {
    if (setjmp(png_jmpbuf(reader->png))) return false;
    png_set_benign_errors(reader->png, 1);
    png_set_read_fn(reader->png, reader, take);
    png_read_info(reader->png, reader->info);
    *width = png_get_image_width(reader->png, reader->info);
    *height = png_get_image_height(reader->png, reader->info);
    request_pixels(reader->png, reader->info);
    if (png_get_rowbytes(reader->png, reader->info) != (size_t)*width * 4)
        png_error(reader->png, "unexpected kind of pixels");
    return true;
}

bool cpictures_png_row(struct cpictures_png *reader, uint32_t *row) {
    if (setjmp(png_jmpbuf(reader->png))) return false;
    png_read_row(reader->png, (png_bytep)row, NULL);
    return true;
}

const char *cpictures_png_message(const struct cpictures_png *reader) { return reader->message; }

void cpictures_png_end(struct cpictures_png *reader) {
    png_destroy_read_struct(&reader->png, &reader->info, NULL);
    free(reader);
}
