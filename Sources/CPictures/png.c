#include "CPictures.h"

// Without the trait nothing asks for the library.
#ifdef IMAGES
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <png.h>

typedef struct {
  const uint8_t *bytes;
  size_t count;
} Source;

static void take(png_structp png, png_bytep target, size_t count) {
  Source *source = png_get_io_ptr(png);
  if (count > source->count) png_error(png, "it is cut off");
  memcpy(target, source->bytes, count);
  source->bytes += count;
  source->count -= count;
}

static void fail(png_structp png, png_const_charp message) {
  CPictureError *error = png_get_error_ptr(png);
  snprintf(error->message, sizeof error->message, "%s", message);
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static bool start(png_structp *png, png_infop *info, CPictureError *error) {
  *png = png_create_read_struct(PNG_LIBPNG_VER_STRING, error, fail, ignore);
  *info = *png == NULL ? NULL : png_create_info_struct(*png);
  if (*info != NULL) return true;
  png_destroy_read_struct(png, NULL, NULL);
  snprintf(error->message, sizeof error->message, "there is no memory for the decoder");
  return false;
}

/// Reads what stands before the pixels, and says what is to be made of them.
static void read_header(png_structp png, png_infop info, Source *source) {
  png_set_read_fn(png, source, take);
  png_set_benign_errors(png, 1);
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_WARN_DISCARD);
  png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
  // Some files say a smaller window than they use.
  png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
  // Chunks that only describe the picture: the library would change colours by some of them.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_read_info(png, info);
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
}

/// Whether the last pixel of the last pass has been read.
static bool is_whole(png_structp png, png_infop info) {
  return png_get_interlace_type(png, info) == PNG_INTERLACE_NONE
    ? png_get_current_row_number(png) >= png_get_image_height(png, info)
    : png_get_current_pass_number(png) >= PNG_INTERLACE_ADAM7_PASSES;
}

bool cpicture_png_header(
  const uint8_t *bytes, size_t count, CPictureHeader *header, CPictureError *error
) {
  Source source = {bytes, count};
  png_structp png;
  png_infop info;
  if (!start(&png, &info, error)) return false;
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return false;
  }
  read_header(png, info, &source);
  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->is_gray = (png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR) == 0;
  header->is_cmyk = false;
  png_read_update_info(png, info);
  header->has_alpha = png_get_channels(png, info) == 4;
  png_destroy_read_struct(&png, &info, NULL);
  return true;
}

bool cpicture_png_pixels(
  const uint8_t *bytes, size_t count, uint8_t *pixels, size_t pixels_count, CPictureError *error
) {
  Source source = {bytes, count};
  png_structp png;
  png_infop info;
  if (!start(&png, &info, error)) return false;
  volatile bool has_rows = false;
  if (setjmp(png_jmpbuf(png))) {
    // What stands behind the last pixel may be damaged.
    bool is_shown = has_rows && is_whole(png, info);
    png_destroy_read_struct(&png, &info, NULL);
    return is_shown;
  }
  read_header(png, info, &source);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t stride = png_get_rowbytes(png, info);
  png_uint_32 height = png_get_image_height(png, info);
  if (stride * height != pixels_count) png_error(png, "it has another size than its header says");
  has_rows = true;
  for (int pass = 0; pass < passes; pass++) {
    for (png_uint_32 row = 0; row < height; row++) png_read_row(png, pixels + row * stride, NULL);
  }
  png_destroy_read_struct(&png, &info, NULL);
  return true;
}
#endif
