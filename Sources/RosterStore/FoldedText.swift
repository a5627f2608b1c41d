internal import RosterCore

/// A text as FTS5 compares it: the letters and digits of its words, without case and accents, and a space between two
/// words.
///
///     Über-Lunch:     u b e r _ l u n c h _
///
/// It remembers where each of them is in the text.
struct FoldedText {
  /// What FTS5 makes of a code point. It looks at each one by itself.
  enum Folding: Hashable, Sendable {
    /// A part of a word.
    case letter(Unicode.Scalar)
    /// An accent of the letter before it, which is left out.
    case accent
    /// What is between words.
    case separator
  }

  static let separator: Unicode.Scalar = " "

  /// The letters and digits, and the separators: none at the start, and never two in a row.
  private(set) var scalars: [Unicode.Scalar] = []
  /// Where each of them is in the text, as offsets in UTF-8: a letter without its accents.
  private var ranges: [Range<Int>] = []

  init(_ text: String, _ foldings: [Unicode.Scalar: Folding]) {
    var offset = 0
    for scalar in text.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      let isBetweenWords = scalars.isEmpty || scalars.last == Self.separator
      switch foldings[scalar] ?? .separator {
      case .letter(let letter): append(letter, range)
      case .accent: break
      case .separator: if !isBetweenWords { append(Self.separator, range) }
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ range: Range<Int>) {
    scalars.append(scalar)
    ranges.append(range)
  }

  /// The words of the text.
  var words: [ArraySlice<Unicode.Scalar>] { scalars.split(separator: Self.separator) }

  // MARK: Matches

  /// Returns where the text has a word that is searched for, in ascending order.
  ///
  /// - Parameter word: Its letters and digits, with a separator where FTS5 takes it for several words. They must stand in
  ///   the text one behind the other.
  func matches(
    of word: ArraySlice<Unicode.Scalar>, by matching: WordMatching
  ) -> [WordMatches.Match] {
    guard let first = word.first, word.count <= scalars.count else { return [] }
    return (0...scalars.count - word.count).compactMap { start in
      guard scalars[start] == first else { return nil }
      let begins = isBetweenWords(start - 1)
      var end = start + word.count
      guard begins || matching == .substring, scalars[start..<end] == word else { return nil }
      let extent: WordMatches.Extent = !begins ? .inside : isBetweenWords(end) ? .word : .beginning
      if matching == .prefix {
        while !isBetweenWords(end) { end += 1 }
      }
      return WordMatches.Match(
        range: ranges[start].lowerBound..<ranges[end - 1].upperBound, extent: extent)
    }
  }

  private func isBetweenWords(_ index: Int) -> Bool {
    !scalars.indices.contains(index) || scalars[index] == Self.separator
  }

  // MARK: Suffixes

  /// The number of letters of a suffix that are kept: of a word without end there are as many suffixes as letters.
  static let suffixLengthMax = 16

  /// What an index has in place of the text to find parts of words: each word without its first letters, as a part of a
  /// word is the beginning of such a suffix.
  ///
  ///     noon lunch     noon oon on n lunch unch nch ch h
  var suffixes: String {
    var known: Set<ArraySlice<Unicode.Scalar>> = []
    var text = String.UnicodeScalarView()
    for word in words {
      for start in word.indices {
        let suffix = word[start...].prefix(Self.suffixLengthMax)
        guard known.insert(suffix).inserted else { continue }
        text.append(contentsOf: suffix)
        text.append(Self.separator)
      }
    }
    return String(text)
  }
}
