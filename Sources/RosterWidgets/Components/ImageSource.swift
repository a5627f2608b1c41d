package import RosterJSON

/// A picture: one that the host finds, or one that comes with the view.
public enum ImageSource: Hashable, Sendable {
  /// A picture that the host knows by a name.
  case name(String)
  /// A picture that the host loads from an address.
  case address(String)
  /// The pixels of a picture.
  case pixels(PixelImage)
}

/// The pixels of a small picture, which travel with its view: an avatar, a preview.
public struct PixelImage: Hashable, Sendable {
  /// The largest number of pixels. Views are kept in memory and sent as text, so a large picture
  /// has an address instead.
  public static let maximumPixelCount = 1 << 20

  /// The number of pixels in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The pixels as they stand in an attribute. Equal pictures have equal texts.
  let base64: String

  /// Makes a picture of its pixels, row by row from the top, each in three bytes: red, green, blue.
  ///
  /// Returns `nil` if there are not as many bytes as that needs, no pixels, or too many.
  public init?(width: Int, height: Int, rgb: [UInt8]) {
    guard width > 0, height > 0, width <= Self.maximumPixelCount / height,
      rgb.count == width * height * 3
    else { return nil }
    (self.width, self.height) = (width, height)
    base64 = Base64.text(of: rgb)
  }

  /// The pixels as they stand in an attribute.
  package var json: JSONValue {
    [
      "width": .number(Double(width)), "height": .number(Double(height)), "rgb": .string(base64),
    ]
  }
}

/// Bytes as text (RFC 4648, section 4).
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      // The bytes of the group from the left, in 24 bits.
      let bits = group.enumerated().reduce(0) { $0 | Int($1.element) << (16 - 8 * $1.offset) }
      for place in 0..<4 {
        let hasBits = place <= group.count
        text.append(hasBits ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
