#if Images
  internal import CPictures
  internal import RosterMounting

  /// A JPEG that is being decoded, by libjpeg-turbo.
  struct JPEGDecoding {
    private let bytes: [UInt8]
    private let request: ImageRequest
    private let limits: ImageLimits

    init(_ bytes: [UInt8], _ request: ImageRequest, _ limits: ImageLimits) {
      (self.bytes, self.request, self.limits) = (bytes, request, limits)
    }

    func picture() throws(ImageError) -> Picture {
      var (header, error) = (CPictureHeader(), CPictureError())
      guard cpicture_jpeg_header(bytes, bytes.count, &header, &error) else {
        throw .damaged("JPEG", error.reason)
      }
      let (width, height) = (Int(header.width), Int(header.height))
      try limits.check(width: width, height: height)
      let segments = JPEGSegments(bytes)
      // The profile of a printer has tables of several dimensions.
      let profile = header.is_cmyk ? nil : segments.profile?.forPicture(isGray: header.is_gray)
      let finish = PictureFinish(
        width: width, height: height, for: request, ImageOrientation(exif: segments.exif), profile)
      guard let picture = finish.picture(of: try pixels(header, finish.size)) else {
        throw .damaged("JPEG", "it has no pixels")
      }
      return picture
    }

    /// Decodes the pixels, as few as are enough: the decoder can leave out what is not needed.
    private func pixels(
      _ header: CPictureHeader, _ enough: (width: Int, height: Int)
    ) throws(ImageError) -> Picture {
      // As the library rounds.
      func length(_ whole: UInt32, _ eighths: Int) -> Int { (Int(whole) * eighths + 7) / 8 }
      let eighths =
        (1...8).first {
          length(header.width, $0) >= enough.width && length(header.height, $0) >= enough.height
        } ?? 8
      let (width, height) = (length(header.width, eighths), length(header.height, eighths))
      let byteCount = width * height * (header.is_cmyk ? 4 : 3)
      var (error, isRead) = (CPictureError(), false)
      var pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
        buffer.initialize(repeating: 0)
        count = byteCount
        guard let start = buffer.baseAddress else { return }
        isRead = cpicture_jpeg_pixels(
          bytes, bytes.count, UInt32(eighths), start, byteCount, &error)
      }
      guard isRead else { throw .damaged("JPEG", error.reason) }
      if header.is_cmyk { pixels = Self.rgb(cmyk: pixels) }
      guard let picture = Picture(width: width, height: height, bytes: pixels) else {
        throw .damaged("JPEG", "it has no pixels")
      }
      return picture
    }

    /// Such files have their colours inverted, as Adobe writes them.
    private static func rgb(cmyk: [UInt8]) -> [UInt8] {
      var rgb: [UInt8] = []
      rgb.reserveCapacity(cmyk.count / 4 * 3)
      for start in stride(from: 0, to: cmyk.count - 3, by: 4) {
        let black = Int(cmyk[start + 3])
        for part in 0..<3 { rgb.append(UInt8(Int(cmyk[start + part]) * black / 255)) }
      }
      return rgb
    }
  }
#endif
