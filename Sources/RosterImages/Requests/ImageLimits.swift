/// What a picture may be as large as.
public struct ImageLimits: Hashable, Sendable {
  /// The largest number of bytes of an answer. It is checked while the answer arrives.
  public var byteCountMax = 20_000_000
  /// The largest number of pixels. It is checked before the picture is decoded.
  public var pixelCountMax = 50_000_000
  /// The largest width and height in pixels. They are checked before the picture is decoded.
  public var lengthMax = 16_384

  /// Makes the default limits.
  public init() {}

  /// Checks the size that stands in the header of a picture.
  ///
  /// - Throws: ``ImageError`` with the code `tooLarge`, or `damaged` for a picture without pixels.
  public func check(width: Int, height: Int) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw ImageError(.damaged, "the picture has no pixels")
    }
    guard width <= lengthMax, height <= lengthMax, width <= pixelCountMax / height else {
      throw .tooManyPixels(width: width, height: height)
    }
  }
}
