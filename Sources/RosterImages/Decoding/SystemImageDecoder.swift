#if Images
  public import RosterMounting

  /// Decodes JPEG, PNG and WebP with libjpeg-turbo, libpng and libwebp.
  ///
  /// JPEG and WebP are scaled down while they are decoded. A JPEG stands upright, as its EXIF says.
  /// Pictures that move are not decoded.
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

  extension Picture {
    /// Returns the picture as it was asked for, if it has the size of its source or less.
    func finished(_ scaling: PictureScaling) -> Picture? {
      scaled(width: scaling.scaledWidth, height: scaling.scaledHeight)?
        .middle(width: scaling.keptWidth, height: scaling.keptHeight)
    }
  }
#endif
