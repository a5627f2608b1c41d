// Swift's own `firstRange(of:)`, `contains(_:)` and `replacing(_:with:)` for texts belong to its regular expressions,
// which the library for C does without.

/// Finds a text in another one, byte by byte.
extension StringProtocol {
  /// Returns where a text stands first in this one; `nil` if it stands nowhere.
  package func firstOccurrence(of text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    // Bytes that lie together are compared without asking for their types.
    let found: Int? =
      utf8.withContiguousStorageIfAvailable { $0.firstOffset(of: wanted) }
      ?? Array(utf8).withUnsafeBufferPointer { $0.firstOffset(of: wanted) }
    guard let found else { return nil }
    let start = utf8.index(startIndex, offsetBy: found)
    return start..<utf8.index(start, offsetBy: wanted.count)
  }

  /// Returns whether a text stands somewhere in this one.
  package func contains(text: String) -> Bool { firstOccurrence(of: text) != nil }

  /// Returns the text with another one in the place of each occurrence of a text, which is not empty.
  package func replacing(text: String, with replacement: String) -> String {
    var result = ""
    var rest = Substring(self)
    while let place = rest.firstOccurrence(of: text) {
      result += rest[..<place.lowerBound]
      result += replacement
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns where bytes stand first; `nil` if they stand nowhere.
  fileprivate func firstOffset(of wanted: [UInt8]) -> Int? {
    var start = 0
    while start + wanted.count <= count {
      if self[start..<start + wanted.count].elementsEqual(wanted) { return start }
      start += 1
    }
    return nil
  }
}
