/// The pixels of a picture, row by row from the top.
///
/// Equal pictures have equal pixels. Copies share their bytes.
public struct Picture: Equatable, Sendable {
  /// The number of pixels in a row; at least 1.
  public let width: Int
  /// The number of rows; at least 1.
  public let height: Int
  /// Whether a pixel has a fourth byte: 0 where nothing is to be seen of it, 255 where it hides
  /// what is behind it. The other bytes are not multiplied with it.
  public let hasAlpha: Bool
  /// The bytes of each pixel: red, green, blue, and alpha if there is one.
  public let bytes: [UInt8]

  /// Makes a picture of its bytes.
  ///
  /// Returns `nil` if there are no pixels, or not as many bytes as the pixels need.
  public init?(width: Int, height: Int, hasAlpha: Bool = false, bytes: [UInt8]) {
    guard width > 0, height > 0 else { return nil }
    let (pixelCount, isTooWide) = width.multipliedReportingOverflow(by: height)
    let (byteCount, isTooLarge) = pixelCount.multipliedReportingOverflow(by: hasAlpha ? 4 : 3)
    guard !isTooWide, !isTooLarge, bytes.count == byteCount else { return nil }
    (self.width, self.height) = (width, height)
    (self.hasAlpha, self.bytes) = (hasAlpha, bytes)
  }

  /// The number of bytes of a pixel.
  public var bytesPerPixel: Int { hasAlpha ? 4 : 3 }
}
