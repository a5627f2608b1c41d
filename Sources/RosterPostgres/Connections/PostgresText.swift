#if Postgres
  /// Texts as PostgreSQL keeps them: its text has no zero byte.
  ///
  ///     "a\u{0}b"     is kept as   "a\u{1A}0b"
  ///     "a\u{1A}b"    is kept as   "a\u{1A}1b"
  enum PostgresText {
    private static let mark: UInt8 = 0x1A

    /// Appends the bytes that are kept of a text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
      for byte in text.utf8 {
        switch byte {
        case 0: bytes += [mark, UInt8(ascii: "0")]
        case mark: bytes += [mark, UInt8(ascii: "1")]
        default: bytes.append(byte)
        }
      }
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
