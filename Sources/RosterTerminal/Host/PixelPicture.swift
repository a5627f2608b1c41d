internal import RosterJSON
internal import RosterMounting

/// A picture as its pixels.
struct PixelPicture {
  let width: Int
  let height: Int
  private let bytesPerPixel: Int
  /// Three or four bytes a pixel, row by row.
  private let bytes: [UInt8]

  /// As many pixels are decoded; a larger picture shows its alternative text.
  static let countMax = 1 << 20

  /// Makes a picture of the attribute `pixels`; `nil` if it is none.
  init?(_ value: JSONValue?) {
    guard let value, let width = value["width"]?.intValue, let height = value["height"]?.intValue,
      let text = value["rgb"]?.stringValue, width > 0, height > 0,
      width <= Self.countMax, height <= Self.countMax, width * height <= Self.countMax,
      let bytes = Self.decoded(text), bytes.count == 3 * width * height
    else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
    bytesPerPixel = 3
  }

  /// Makes a picture of one that was loaded.
  init(_ picture: Picture) {
    (width, height, bytes) = (picture.width, picture.height, picture.bytes)
    bytesPerPixel = picture.bytesPerPixel
  }

  /// The colour of a pixel, which must lie within the picture; `nil` if little is to be seen of it.
  private subscript(x: Int, y: Int) -> Components? {
    let start = bytesPerPixel * (y * width + x)
    if bytesPerPixel == 4, bytes[start + 3] < 128 { return nil }
    return Components(bytes[start], bytes[start + 1], bytes[start + 2])
  }

  /// Returns the decoded bytes of base64 (RFC 4648); `nil` if the text is none.
  private static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (bits, count, padding) = (UInt32(0), 0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = digit(byte) else { return nil }
      bits = bits << 6 | digit
      count += 1
      if count % 4 == 0 {
        bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
        bits = 0
      }
    }
    switch count % 4 {
    case 0: break
    case 2: bytes.append(UInt8(bits >> 4 & 0xFF))
    case 3: bytes += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
    default: return nil
    }
    return padding <= 2 ? bytes : nil
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }

  /// How a picture fills its room.
  enum Fit: String {
    /// The whole picture, with its proportions.
    case contain
    /// All of the room, with the proportions of the picture, of which parts are cut off.
    case cover
    /// All of the room.
    case fill
  }

  /// The picture in so many columns and half rows; `nil` where it leaves room free.
  func scaled(columns: Int, halfRows: Int, _ fit: Fit) -> [[Components?]] {
    let (roomX, roomY) = (Double(columns), Double(halfRows))
    var (scaleX, scaleY) = (roomX / Double(width), roomY / Double(height))
    switch fit {
    case .contain: (scaleX, scaleY) = (min(scaleX, scaleY), min(scaleX, scaleY))
    case .cover: (scaleX, scaleY) = (max(scaleX, scaleY), max(scaleX, scaleY))
    case .fill: break
    }
    let (left, top) = (
      (roomX - Double(width) * scaleX) / 2, (roomY - Double(height) * scaleY) / 2
    )
    return (0..<halfRows).map { row in
      (0..<columns).map { column in
        let x = Int(((Double(column) + 0.5 - left) / scaleX).rounded(.down))
        let y = Int(((Double(row) + 0.5 - top) / scaleY).rounded(.down))
        return 0..<width ~= x && 0..<height ~= y ? self[x, y] : nil
      }
    }
  }
}
