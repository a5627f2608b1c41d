// Swift's own `firstRange(of:)`, `contains(_:)` and `replacing(_:with:)` for texts belong to its regular expressions,
// which the library for C does without.

/// Finds a text in another one, byte by byte.
extension StringProtocol {
  /// Returns where a text stands first in this one; `nil` if it stands nowhere.
  package func firstOccurrence(of text: String) -> Range<Index>? {
    let wanted = text.utf8
    var start = startIndex
    while !utf8[start...].starts(with: wanted) {
      if start == endIndex { return nil }
      utf8.formIndex(after: &start)
    }
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
