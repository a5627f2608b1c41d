/// A string of bytes, ordered byte by byte, for paths in git and keys in JSON.
///
/// A `String` would not do: it compares canonically equivalent names as equal, and cannot hold
/// bytes that are not UTF-8.
struct ByteString: Hashable, Sendable {
  var bytes: [UInt8]
}

extension ByteString: ExpressibleByStringLiteral {
  init(_ text: String) { bytes = Array(text.utf8) }
  init(stringLiteral text: String) { self.init(text) }
}

extension ByteString: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
