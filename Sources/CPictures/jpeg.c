#include "CPictures.h"

// Without the trait nothing asks for the library.
#ifdef IMAGES
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

// A file may have thousands of passes over few pixels.
static const int scan_count_max = 500;

typedef struct {
  // The library knows this part only.
  struct jpeg_error_mgr manager;
  jmp_buf end;
  CPictureError *error;
  // Whether the file, or the data of a scan, has ended before the library had what it needed.
  bool file_has_ended;
  bool scan_has_ended;
} Outcome;

static void fail(j_common_ptr picture) {
  Outcome *outcome = (Outcome *)picture->err;
  char message[JMSG_LENGTH_MAX];
  outcome->manager.format_message(picture, message);
  snprintf(outcome->error->message, sizeof outcome->error->message, "%s", message);
  longjmp(outcome->end, 1);
}

static void note(j_common_ptr picture, int level) {
  Outcome *outcome = (Outcome *)picture->err;
  if (level >= 0) return;
  if (outcome->manager.msg_code == JWRN_JPEG_EOF) outcome->file_has_ended = true;
  if (outcome->manager.msg_code == JWRN_HIT_MARKER) outcome->scan_has_ended = true;
}

static void count_scans(j_common_ptr picture) {
  if (((j_decompress_ptr)picture)->input_scan_number <= scan_count_max) return;
  Outcome *outcome = (Outcome *)picture->err;
  snprintf(
    outcome->error->message, sizeof outcome->error->message, "it has more than %d scans", scan_count_max);
  longjmp(outcome->end, 1);
}

static void start(Outcome *outcome, CPictureError *error) {
  memset(outcome, 0, sizeof *outcome);
  jpeg_std_error(&outcome->manager);
  outcome->manager.error_exit = fail;
  outcome->manager.emit_message = note;
  outcome->error = error;
}

/// Whether something of the picture is missing that its file has begun to say.
static bool is_incomplete(j_decompress_ptr picture, const Outcome *outcome) {
  if (outcome->scan_has_ended) return true;
  for (int part = 0; part < picture->num_components; part++) {
    // The table is kept with the first scan of the part.
    if (picture->comp_info[part].quant_table == NULL) return true;
    // Scans that the file could still have had: bits that none has brought.
    if (!outcome->file_has_ended || picture->coef_bits == NULL) continue;
    for (int place = 0; place < DCTSIZE2; place++) {
      if (picture->coef_bits[part][place] != 0) return true;
    }
  }
  return false;
}

bool cpicture_jpeg_header(
  const uint8_t *bytes, size_t count, CPictureHeader *header, CPictureError *error
) {
  struct jpeg_decompress_struct picture;
  Outcome outcome;
  start(&outcome, error);
  picture.err = &outcome.manager;
  if (setjmp(outcome.end)) {
    jpeg_destroy_decompress(&picture);
    return false;
  }
  jpeg_create_decompress(&picture);
  jpeg_mem_src(&picture, bytes, count);
  jpeg_read_header(&picture, TRUE);
  header->width = picture.image_width;
  header->height = picture.image_height;
  header->is_gray = picture.num_components == 1;
  header->is_cmyk = picture.num_components == 4;
  header->has_alpha = false;
  jpeg_destroy_decompress(&picture);
  return true;
}

bool cpicture_jpeg_pixels(
  const uint8_t *bytes, size_t count, unsigned eighths, uint8_t *pixels, size_t pixels_count,
  CPictureError *error
) {
  struct jpeg_decompress_struct picture;
  struct jpeg_progress_mgr progress = {.progress_monitor = count_scans};
  Outcome outcome;
  start(&outcome, error);
  picture.err = &outcome.manager;
  if (setjmp(outcome.end)) {
    jpeg_destroy_decompress(&picture);
    return false;
  }
  jpeg_create_decompress(&picture);
  picture.progress = &progress;
  jpeg_mem_src(&picture, bytes, count);
  jpeg_read_header(&picture, TRUE);
  picture.scale_num = eighths;
  picture.scale_denom = 8;
  picture.out_color_space = picture.num_components == 4 ? JCS_CMYK : JCS_RGB;
  jpeg_start_decompress(&picture);
  size_t stride = (size_t)picture.output_width * picture.output_components;
  bool is_whole = stride * picture.output_height == pixels_count;
  while (is_whole && picture.output_scanline < picture.output_height) {
    JSAMPROW row = pixels + picture.output_scanline * stride;
    jpeg_read_scanlines(&picture, &row, 1);
  }
  // What stands behind the last pixel is not read.
  is_whole = is_whole && !is_incomplete(&picture, &outcome);
  jpeg_destroy_decompress(&picture);
  if (!is_whole) snprintf(error->message, sizeof error->message, "it is cut off");
  return is_whole;
}
#endif
