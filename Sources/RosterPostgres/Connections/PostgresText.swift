#if Postgres
  internal import Foundation

  /// Texts as PostgreSQL keeps them: its text has no zero byte.
  ///
  ///     "a\u{0}b"     is kept as   "a\u{1A}0b"
  ///     "a\u{1A}b"    is kept as   "a\u{1A}1b"
  enum PostgresText {
    private static let mark: UInt8 = 0x1A

    /// Appends the bytes that are kept of a text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
      var text = text
      text.withUTF8 { utf8 in
        // Hardly any text has such a byte, and the text of a page is long.
        guard contains(0, utf8) || contains(mark, utf8) else {
          return bytes.append(contentsOf: utf8)
        }
        for byte in utf8 {
          switch byte {
          case 0: bytes += [mark, UInt8(ascii: "0")]
          case mark: bytes += [mark, UInt8(ascii: "1")]
          default: bytes.append(byte)
          }
        }
      }
    }

    private static func contains(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      guard let start = bytes.baseAddress else { return false }
      return memchr(start, Int32(byte), bytes.count) != nil
    }

    /// Returns the text of which the bytes are kept.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> String {
      guard bytes.contains(mark) else { return String(decoding: bytes, as: UTF8.self) }
      var text: [UInt8] = []
      var isMarked = false
      for byte in bytes {
        if isMarked {
          text.append(byte == UInt8(ascii: "0") ? 0 : mark)
        } else if byte != mark {
          text.append(byte)
        }
        isMarked = !isMarked && byte == mark
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
#endif
