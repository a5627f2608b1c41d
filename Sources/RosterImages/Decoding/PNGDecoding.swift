#if Images
  internal import CPNG
  internal import RosterMounting

  /// A PNG that is being decoded, by the simplified API of libpng, which does not jump out of
  /// calls.
  struct PNGDecoding {
    private let bytes: [UInt8]
    private let request: ImageRequest
    private let limits: ImageLimits

    init(_ bytes: [UInt8], _ request: ImageRequest, _ limits: ImageLimits) {
      (self.bytes, self.request, self.limits) = (bytes, request, limits)
    }

    func picture() throws(ImageError) -> Picture {
      let result: Result<Picture, ImageError> = bytes.withUnsafeBytes { buffer in
        do throws(ImageError) { return .success(try picture(of: buffer)) } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }

    private func picture(of buffer: UnsafeRawBufferPointer) throws(ImageError) -> Picture {
      var image = png_image()
      image.version = png_uint_32(PNG_IMAGE_VERSION)
      defer { png_image_free(&image) }
      guard png_image_begin_read_from_memory(&image, buffer.baseAddress, buffer.count) != 0 else {
        throw .damaged("PNG", Self.reason(image))
      }
      let (width, height) = (Int(image.width), Int(image.height))
      try limits.check(width: width, height: height)
      let hasAlpha = image.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
      // Eight bits for each part, whatever the file has.
      image.format =
        png_uint_32(PNG_FORMAT_FLAG_COLOR) | (hasAlpha ? png_uint_32(PNG_FORMAT_FLAG_ALPHA) : 0)
      let byteCount = width * height * (hasAlpha ? 4 : 3)
      var isRead = false
      let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { pixels, count in
        pixels.initialize(repeating: 0)
        count = byteCount
        isRead = png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) != 0
      }
      guard isRead else { throw .damaged("PNG", Self.reason(image)) }
      let scaling = PictureScaling(width: width, height: height, for: request)
      guard
        let picture = Picture(width: width, height: height, hasAlpha: hasAlpha, bytes: pixels)?
          .finished(scaling)
      else { throw .damaged("PNG", "it has no pixels") }
      return picture
    }

    private static func reason(_ image: png_image) -> String {
      withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  }
#endif
