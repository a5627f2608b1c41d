/// A place where a line may or must end.
package struct LineBreakOpportunity: Hashable, Sendable {
  /// The place where the next line begins.
  package let index: String.Index
  /// Whether the line must end: after a newline, and at the end of the text.
  package let isMandatory: Bool
}

extension String {
  /// The places where a line may end: UAX #14 of Unicode 15.0, tailored only for numbers, which are
  /// kept whole as in example 7 of its section 8.2.
  ///
  /// Text without spaces that needs a dictionary, such as Thai, has no opportunities within. The
  /// end of a non-empty text is one.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  package var lineBreakOpportunities: [LineBreakOpportunity] {
    var text = self
    var places: [(offset: Int, isMandatory: Bool)] = []
    text.withUTF8 { bytes in
      var breaker = LineBreaker()
      var offset = 0
      while offset < bytes.count {
        let (value, length) = bytes.scalar(at: offset)
        let action = breaker.step(UnicodeTable.shared[value].classValue) {
          bytes.numberFollows(at: offset + length)
        }
        if action != .prohibited { places.append((offset, action == .mandatory)) }
        offset += length
      }
      if offset > 0 { places.append((offset, true)) }
    }
    return places.map {
      LineBreakOpportunity(
        index: text.utf8.index(text.startIndex, offsetBy: $0.offset), isMandatory: $0.isMandatory)
    }
  }
}
