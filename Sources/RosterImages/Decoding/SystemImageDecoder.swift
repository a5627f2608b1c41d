#if Images
  public import RosterMounting

  /// Decodes JPEG, PNG and WebP with libjpeg-turbo, libpng and libwebp.
  ///
  /// JPEG and WebP are scaled down while they are decoded. A JPEG or PNG stands upright, as its EXIF
  /// says. Colours become those of sRGB, if the picture says by curves and primaries which it means;
  /// the tables of printers' profiles are not read, and light that is brighter than white (PQ, HLG) is
  /// not known. Pictures that move are not decoded.
  public struct SystemImageDecoder: ImageDecoder {
    /// Makes a decoder.
    public init() {}

    /// Decodes a picture.
    public func picture(
      of bytes: [UInt8], for request: ImageRequest, limits: ImageLimits
    ) throws(ImageError) -> Picture {
      switch ImageFormat(bytes) {
      case .jpeg: try JPEGDecoding(bytes, request, limits).picture()
      case .png: try PNGDecoding(bytes, request, limits).picture()
      case .webp: try WebPDecoding(bytes, request, limits).picture()
      case nil: throw ImageError(.wrongType, "the picture is no JPEG, PNG or WebP")
      }
    }
  }
#endif
