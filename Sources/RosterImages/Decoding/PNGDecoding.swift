#if Images
  internal import CPictures
  internal import RosterMounting

  /// A PNG that is being decoded, by libpng.
  struct PNGDecoding {
    private let bytes: [UInt8]
    private let request: ImageRequest
    private let limits: ImageLimits

    init(_ bytes: [UInt8], _ request: ImageRequest, _ limits: ImageLimits) {
      (self.bytes, self.request, self.limits) = (bytes, request, limits)
    }

    func picture() throws(ImageError) -> Picture {
      var (header, error) = (CPictureHeader(), CPictureError())
      guard cpicture_png_header(bytes, bytes.count, &header, &error) else {
        throw .damaged("PNG", error.reason)
      }
      let (width, height) = (Int(header.width), Int(header.height))
      try limits.check(width: width, height: height)
      let byteCount = width * height * (header.has_alpha ? 4 : 3)
      var isRead = false
      let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { pixels, count in
        pixels.initialize(repeating: 0)
        count = byteCount
        guard let start = pixels.baseAddress else { return }
        isRead = cpicture_png_pixels(bytes, bytes.count, start, byteCount, &error)
      }
      guard isRead else { throw .damaged("PNG", error.reason) }
      let chunks = PNGChunks(bytes)
      let finish = PictureFinish(
        width: width, height: height, for: request, ImageOrientation(exif: chunks.exif),
        chunks.profile?.forPicture(isGray: header.is_gray))
      guard
        let picture = Picture(
          width: width, height: height, hasAlpha: header.has_alpha, bytes: pixels
        ).flatMap(finish.picture)
      else { throw .damaged("PNG", "it has no pixels") }
      return picture
    }
  }

  extension CPictureError {
    /// Why a picture cannot be decoded.
    var reason: String {
      withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  }
#endif
