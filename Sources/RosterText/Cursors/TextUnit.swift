/// A unit in which a cursor moves through a text, whatever the width of its lines.
public enum TextUnit: String, Hashable, Sendable, CaseIterable {
  /// A user-perceived character: a grapheme cluster (UAX #29).
  case character
  /// White space and the word or the symbols behind it (before it, when moving backward).
  ///
  /// A word is a run of letters, digits and underscores; an apostrophe between letters and a point
  /// or comma between digits belong to it. Other characters form words with each other, so that
  /// `foo(bar)` has four. These are not the boundaries of UAX #29: a text without spaces, such as
  /// Japanese, is one word up to its next punctuation mark.
  case word
  /// The text between two newlines.
  case line
  /// The whole text.
  case text
}

/// Offsets are in UTF-8 code units. One that is outside of the text counts as its nearest end, and
/// one within a character as the start of the character.
extension String {
  /// Returns the start of the character at an offset; the end of the text at its end.
  package func characterStart(at offset: Int) -> Int {
    utf8.distance(from: startIndex, to: characterIndex(at: offset))
  }

  /// Returns the end of the unit behind an offset: where a cursor moves that goes forward. It stays
  /// at the end of the text, and by lines at the end of its line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the unit.
  package func offset(after offset: Int, by unit: TextUnit) -> Int {
    var index = characterIndex(at: offset)
    switch unit {
    case .character: if index < endIndex { index = self.index(after: index) }
    case .word:
      while index < endIndex, self[index].isWhitespace { index = self.index(after: index) }
      if index < endIndex { index = wordEnd(from: index) }
    case .line: index = self[index...].firstIndex(where: \.isNewline) ?? endIndex
    case .text: index = endIndex
    }
    return utf8.distance(from: startIndex, to: index)
  }

  /// Returns the start of the unit before an offset: where a cursor moves that goes backward. It
  /// stays at the start of the text, and by lines at the start of its line.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the unit.
  package func offset(before offset: Int, by unit: TextUnit) -> Int {
    var index = characterIndex(at: offset)
    switch unit {
    case .character: if index > startIndex { index = self.index(before: index) }
    case .word:
      while index > startIndex, self[self.index(before: index)].isWhitespace {
        index = self.index(before: index)
      }
      if index > startIndex { index = wordStart(from: self.index(before: index)) }
    case .line:
      let newline = self[..<index].lastIndex(where: \.isNewline)
      index = newline.map { self.index(after: $0) } ?? startIndex
    case .text: index = startIndex
    }
    return utf8.distance(from: startIndex, to: index)
  }

  /// Returns the word, the symbols or the white space at an offset: what a double click selects. At
  /// the end of the text, or of a line, it is what stands before it.
  package func wordRange(at offset: Int) -> Range<Int> {
    var index = characterIndex(at: offset)
    if index > startIndex, index == endIndex || self[index].isNewline {
      index = self.index(before: index)
    }
    guard index < endIndex else { return 0..<0 }
    let (start, end) = (wordStart(from: index), wordEnd(from: index))
    let offset = utf8.distance(from: startIndex, to: start)
    return offset..<(offset + utf8.distance(from: start, to: end))
  }

  /// The index of the character at an offset.
  func characterIndex(at offset: Int) -> Index {
    guard offset > 0 else { return startIndex }
    guard offset < utf8.count else { return endIndex }
    // The next character begins behind the one that contains the index, which begins before it.
    return index(before: index(after: utf8.index(startIndex, offsetBy: offset)))
  }
}

/// What a character is to the words around it.
private enum WordKind {
  case blank, word, symbol
}

extension String {
  private func wordEnd(from start: Index) -> Index {
    let kind = wordKind(at: start)
    var end = index(after: start)
    while end < endIndex, wordKind(at: end) == kind { end = index(after: end) }
    return end
  }

  private func wordStart(from last: Index) -> Index {
    let kind = wordKind(at: last)
    var start = last
    while start > startIndex {
      let before = index(before: start)
      guard wordKind(at: before) == kind else { break }
      start = before
    }
    return start
  }

  private func wordKind(at place: Index) -> WordKind {
    let character = self[place]
    if character.isLetter || character.isNumber || character == "_" { return .word }
    if character.isWhitespace { return .blank }
    let joins: (Character) -> Bool
    switch character {
    case "'", "\u{2019}": joins = { $0.isLetter }
    case ".", ",": joins = { $0.isNumber }
    default: return .symbol
    }
    let next = index(after: place)
    guard place > startIndex, next < endIndex else { return .symbol }
    return joins(self[index(before: place)]) && joins(self[next]) ? .word : .symbol
  }
}
