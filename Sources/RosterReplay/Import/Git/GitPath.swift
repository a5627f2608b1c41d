internal import RosterJSON

/// A path in a git tree, split into its folder and its name.
struct GitPath: Hashable, Sendable {
  /// The folder "." of the files without a folder.
  static let rootFolder = ByteString(bytes: [UInt8(ascii: ".")])

  var folder: ByteString
  var name: ByteString

  init(folder: ByteString, name: ByteString) {
    self.folder = folder
    self.name = name
  }

  init(bytes: some BidirectionalCollection<UInt8>) {
    if let slash = bytes.lastIndex(of: UInt8(ascii: "/")) {
      folder = ByteString(bytes: Array(bytes[..<slash]))
      name = ByteString(bytes: Array(bytes[bytes.index(after: slash)...]))
    } else {
      folder = Self.rootFolder
      name = ByteString(bytes: Array(bytes))
    }
  }

  /// The whole path.
  var bytes: [UInt8] {
    folder == Self.rootFolder ? name.bytes : folder.bytes + [UInt8(ascii: "/")] + name.bytes
  }

  /// The path as text in models.
  var text: String { Self.text(of: bytes) }
}

/// Converts paths, which are bytes, to the strings in models.
///
/// A path in UTF-8 is that string. Any other path is written as `git ls-tree` prints it with
/// `core.quotePath` on: in quotation marks, with C's escapes and three octal digits for all bytes
/// from 0x80 on:
///
///     caf\xe9.txt  →  "caf\351.txt"
///
/// So that no two paths have the same text, a path that looks like a quoted one is quoted as well:
/// a file whose name is the thirteen characters `"caf\351.txt"` becomes `"\"caf\\351.txt\""`.
extension GitPath {
  static func text(of path: [UInt8]) -> String {
    mustQuote(path)
      ? String(decoding: quoted(path), as: UTF8.self) : String(decoding: path, as: UTF8.self)
  }

  static func path(ofText text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard let path = unquoted(bytes), mustQuote(path) else { return bytes }
    return path
  }

  private static func mustQuote(_ path: [UInt8]) -> Bool {
    var path = path
    while String(validUTF8: path) != nil {
      guard let inner = unquoted(path) else { return false }
      path = inner
    }
    return true
  }

  private static func quoted(_ path: some Sequence<UInt8>) -> [UInt8] {
    var result = [quote]
    for byte in path {
      if let letter = letters.first(where: { $0.byte == byte })?.letter {
        result += [backslash, letter]
      } else if byte < 0x20 || byte >= 0x7F {
        result += [backslash, zero + byte >> 6, zero + byte >> 3 & 7, zero + byte & 7]
      } else {
        result.append(byte)
      }
    }
    return result + [quote]
  }

  /// Returns the bytes that git quotes in exactly this way, or `nil` if there are none.
  private static func unquoted(_ text: [UInt8]) -> [UInt8]? {
    guard text.count > 2, text.first == quote, text.last == quote else { return nil }
    var result: [UInt8] = []
    var rest = text[1..<(text.count - 1)]
    while let byte = rest.popFirst() {
      if byte != backslash {
        result.append(byte)
      } else if let escape = letters.first(where: { $0.letter == rest.first }) {
        result.append(escape.byte)
        rest.removeFirst()
      } else {
        let digits = rest.prefix(3)
        guard digits.count == 3, digits.allSatisfy({ $0 >= zero && $0 <= zero + 7 }) else {
          return nil
        }
        result.append(digits.reduce(0) { $0 << 3 | ($1 - zero) })
        rest.removeFirst(3)
      }
    }
    return quoted(result) == text ? result : nil
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let zero = UInt8(ascii: "0")

  /// The bytes with an escape of one letter.
  private static let letters: [(byte: UInt8, letter: UInt8)] = [
    (0x07, UInt8(ascii: "a")), (0x08, UInt8(ascii: "b")), (0x09, UInt8(ascii: "t")),
    (0x0A, UInt8(ascii: "n")), (0x0B, UInt8(ascii: "v")), (0x0C, UInt8(ascii: "f")),
    (0x0D, UInt8(ascii: "r")), (quote, quote), (backslash, backslash),
  ]
}
