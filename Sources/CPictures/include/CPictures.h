#ifndef CPICTURES_H
#define CPICTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The pixels of pictures, by libjpeg and libpng. Both report an error by a jump out of the call, which may
// go through functions of C, but not of Swift. So here are all calls that may fail, and only those: what
// else stands in a file is read in Swift.
//
// The decoders show what browsers show. Checksums are not compared, and what the libraries warn of is
// ignored as long as each pixel is there.

/// What is known of a picture before its pixels.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// Whether it has shades of gray only.
  bool is_gray;
  /// Whether its pixels have an alpha.
  bool has_alpha;
  /// Whether its colours are those of a printer.
  bool is_cmyk;
} CPictureHeader;

/// Why a picture cannot be decoded, in the words of the library.
typedef struct {
  char message[200];
} CPictureError;

/// Reads the header of a JPEG. Returns whether it has one.
bool cpicture_jpeg_header(
  const uint8_t *_Nonnull bytes, size_t count, CPictureHeader *_Nonnull header,
  CPictureError *_Nonnull error);

/// Decodes a JPEG in some eighths of its size, 1 to 8, of which the library rounds up.
///
/// The pixels are red, green and blue, or the four parts of CMYK. Returns whether all of them are there.
bool cpicture_jpeg_pixels(
  const uint8_t *_Nonnull bytes, size_t count, unsigned eighths, uint8_t *_Nonnull pixels,
  size_t pixels_count, CPictureError *_Nonnull error);

/// Reads the header of a PNG. Returns whether it has one.
bool cpicture_png_header(
  const uint8_t *_Nonnull bytes, size_t count, CPictureHeader *_Nonnull header,
  CPictureError *_Nonnull error);

/// Decodes a PNG with eight bits for each part, in the colours that the file has.
///
/// The pixels are red, green, blue, and alpha if the header says so. Returns whether all of them are there.
bool cpicture_png_pixels(
  const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull pixels, size_t pixels_count,
  CPictureError *_Nonnull error);

#endif
