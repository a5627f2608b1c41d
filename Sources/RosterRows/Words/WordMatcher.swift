package import RosterCore

/// Says what becomes of the letters of texts in an index of words.
package protocol LetterFolding: Sendable {
  /// Returns what becomes of each code point of some texts.
  ///
  /// - Throws: If the index cannot be asked.
  func folding(
    of texts: some Collection<String>
  ) throws -> (Unicode.Scalar) -> FoldedText.Folding
}

/// Finds words in texts that are in no index, by the rules of the index.
package struct WordMatcher: Sendable {
  private let letters: any LetterFolding

  package init(_ letters: some LetterFolding) { self.letters = letters }

  // MARK: Texts

  /// Returns a text as the index compares it.
  package func folded(_ text: String) throws -> FoldedText {
    FoldedText(text, try letters.folding(of: CollectionOfOne(text)))
  }

  /// Returns where texts have some words; `nil` for a text that has not all of them.
  package func matches(
    of words: [String], by matching: WordMatching, in texts: [String]
  ) throws -> [WordMatches?] {
    let forms = try words.map(forms)
    let folding = try letters.folding(of: texts)
    return texts.map { text in
      let text = FoldedText(text, folding)
      var matches: [[WordMatches.Match]] = []
      for forms in forms {
        let found = forms.flatMap { text.matches(of: $0, by: matching) }
        if found.isEmpty { return nil }
        matches.append(found.sorted { $0.range.lowerBound < $1.range.lowerBound })
      }
      return WordMatches(matches)
    }
  }

  /// Returns the ways in which a word that is searched for may be written, folded.
  private func forms(of word: String) throws -> [ArraySlice<Unicode.Scalar>] {
    var forms: [ArraySlice<Unicode.Scalar>] = []
    for form in Self.spellings(of: word) {
      let scalars = try folded(form).scalars
      // Nothing of a text need be behind the word.
      let letters = scalars.last == FoldedText.separator ? scalars.dropLast() : scalars[...]
      if !letters.isEmpty, !forms.contains(letters) { forms.append(letters) }
    }
    return forms
  }

  /// Returns a word in the ways in which it can be written, since an index compares code points.
  package static func spellings(of word: String) -> [String] {
    [word.composed, word.decomposed]
  }

  // MARK: Queries

  /// A search in an index that has the entries of texts.
  package struct EntryQuery: Sendable {
    /// For each word that is searched for, the ways of writing it, each as its parts. A text has the word only if, for one
    /// of these ways, the text has entries that begin with each part.
    package var words: [[[String]]] = []
    /// Whether it finds no other texts than those that have the words: one that is longer than an entry, or that is several
    /// words for the index, is looked for by its parts.
    package var isExact = true
  }

  /// Returns a query for entries of which each of some words begins one; `nil` if a word has nothing that is a letter or
  /// digit for the index, so that no text has it.
  package func query(_ words: [String]) throws -> EntryQuery? {
    var query = EntryQuery()
    var known: Set<[ArraySlice<Unicode.Scalar>]> = []
    for word in words {
      let forms = try forms(of: word)
      if forms.isEmpty { return nil }
      guard known.insert(forms).inserted else { continue }
      let alternatives = forms.map { form in
        let parts = form.split(separator: FoldedText.separator)
        if parts.count > 1 || form.count > FoldedText.entryLengthMax { query.isExact = false }
        return parts.map { String(scalars: $0.prefix(FoldedText.entryLengthMax)) }
      }
      query.words.append(alternatives)
    }
    return query
  }
}
