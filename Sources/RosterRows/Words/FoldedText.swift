package import RosterCore

/// A text as an index of words compares it: the letters and digits of its words, without case and accents, and a space
/// between two words.
///
///     Über-Lunch:     u b e r _ l u n c h _
///
/// It remembers where each of them is in the text.
package struct FoldedText {
  /// What becomes of a code point. Each one is looked at by itself.
  package enum Folding: Hashable, Sendable {
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

  /// - Parameter folding: Returns what becomes of a code point.
  init(_ text: String, _ folding: (Unicode.Scalar) -> Folding) {
    var offset = 0
    for scalar in text.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      let isBetweenWords = scalars.isEmpty || scalars.last == Self.separator
      switch folding(scalar) {
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
  package var words: [ArraySlice<Unicode.Scalar>] { scalars.split(separator: Self.separator) }

  // MARK: Matches

  /// Returns where the text has a word that is searched for, in ascending order.
  ///
  /// - Parameter word: Its letters and digits, with a separator where it is several words for an index. They must stand in
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

  // MARK: Entries

  /// The number of letters of a word or suffix that are kept: of a word without end there are as many suffixes as letters.
  package static let entryLengthMax = 16

  /// Returns what an index has of the text, each once: a search finds the text by the beginning of such an entry.
  ///
  ///     noon lunch     words:       noon lunch
  ///                    parts of it: noon oon on n lunch unch nch ch h
  ///
  /// - Parameter matching: For parts of words, each word also without its first letters, as a part of a word is the
  ///   beginning of such a suffix.
  package func entries(for matching: WordMatching) -> [String] {
    var known: Set<ArraySlice<Unicode.Scalar>> = []
    var entries: [String] = []
    for word in words {
      for start in matching == .prefix ? word.indices.prefix(1) : word.indices {
        let entry = word[start...].prefix(Self.entryLengthMax)
        guard known.insert(entry).inserted else { continue }
        entries.append(String(scalars: entry))
      }
    }
    return entries
  }
}

extension String {
  init(scalars: ArraySlice<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
