public import RosterMounting

/// Makes pixels of the bytes of a picture.
public protocol ImageDecoder: Sendable {
  /// Decodes a picture, and scales it down to what was asked for.
  ///
  /// It blocks its thread, and is called on one where it may. The bytes come from elsewhere: they
  /// may be anything.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - request: The size and the fit.
  ///   - limits: What is not decoded.
  /// - Throws: ``ImageError`` with the code `wrongType`, `tooLarge` or `damaged`.
  func picture(
    of bytes: [UInt8], for request: ImageRequest, limits: ImageLimits
  ) throws(ImageError) -> Picture
}

/// The kind of a picture, as its first bytes tell.
enum ImageFormat: String {
  case jpeg = "JPEG"
  case png = "PNG"
  case webp = "WebP"

  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }
}
