internal import RosterConcurrency
internal import RosterCore
internal import RosterRows

/// Finds words in texts that are in no index, by the rules of the index: SQLite's FTS5, with a table in memory.
final class WordMatcher: Sendable {
  /// How FTS5 takes words out of a text: letters and digits, without case, and without the accents of Latin letters.
  static let tokenizer = "unicode61 remove_diacritics 2"

  /// What FTS5 was asked for.
  private struct Answers {
    /// The number of answers in memory at most.
    static let countMax = 1 << 14

    let connection: StoreConnection
    var foldings: [Unicode.Scalar: FoldedText.Folding] = [:]
  }

  private let answers: Guarded<Answers>

  /// - Throws: If SQLite has no FTS5.
  init() throws {
    let connection = try StoreConnection.inMemory()
    try connection.execute(
      """
      CREATE VIRTUAL TABLE letter USING fts5(text, content='', tokenize="\(Self.tokenizer)");
      CREATE VIRTUAL TABLE letter_word USING fts5vocab(letter, 'instance')
      """)
    answers = Guarded(Answers(connection: connection))
  }

  // MARK: Texts

  /// Returns a text as FTS5 compares it.
  func folded(_ text: String) throws -> FoldedText {
    FoldedText(text, try foldings(of: CollectionOfOne(text)))
  }

  /// Returns where texts have some words; `nil` for a text that has not all of them.
  func matches(
    of words: [String], by matching: WordMatching, in texts: [String]
  ) throws -> [WordMatches?] {
    let forms = try words.map(forms)
    let foldings = try foldings(of: texts)
    return texts.map { text in
      let text = FoldedText(text, foldings)
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

  /// Returns a word in the ways in which it can be written, since FTS5 compares code points.
  private static func spellings(of word: String) -> [String] {
    [word.composed, word.decomposed]
  }

  // MARK: Queries

  /// Returns words in the language of FTS5, in which each is to begin a word. One that can be written in two ways is
  /// looked for in both.
  ///
  ///     lun noo    "lun"* AND "noo"*
  static func pattern(_ words: [String]) -> String {
    words.map { word in
      let forms = spellings(of: word).map { "\"\($0.replacing(text: "\"", with: "\"\""))\"*" }
      // Equal texts of Swift are not the same code points.
      return forms[0].utf8.elementsEqual(forms[1].utf8)
        ? forms[0] : "(\(forms.joined(separator: " OR ")))"
    }
    .joined(separator: " AND ")
  }

  /// A search in an index of suffixes.
  struct SuffixQuery {
    /// The query in the language of FTS5.
    var pattern: String
    /// Whether it finds no other texts than those that have the words: one that is longer than a suffix, or that FTS5
    /// takes for several, is looked for by its parts.
    var isExact: Bool
  }

  /// Returns a query for suffixes of which each of some words begins one; `nil` if a word has nothing that FTS5 takes for a
  /// letter or digit, so that no text has it.
  ///
  ///     unc oo    "unc"* AND "oo"*
  func suffixQuery(_ words: [String]) throws -> SuffixQuery? {
    var query = SuffixQuery(pattern: "", isExact: true)
    var patterns: [String] = []
    for word in words {
      let forms = try forms(of: word)
      if forms.isEmpty { return nil }
      let alternatives = forms.map { form in
        let parts = form.split(separator: FoldedText.separator)
        if parts.count > 1 || form.count > FoldedText.suffixLengthMax { query.isExact = false }
        return parts.map { part in
          var text = String.UnicodeScalarView()
          text.append(contentsOf: part.prefix(FoldedText.suffixLengthMax))
          return "\"\(String(text))\"*"
        }.joined(separator: " AND ")
      }
      patterns.append(
        alternatives.count == 1 ? alternatives[0] : "(\(alternatives.joined(separator: " OR ")))")
    }
    query.pattern = patterns.joined(separator: " AND ")
    return query
  }

  // MARK: Letters

  /// Returns what FTS5 makes of the code points of texts.
  private func foldings(
    of texts: some Collection<String>
  ) throws -> [Unicode.Scalar: FoldedText.Folding] {
    try answers.withLock { answers in
      if answers.foldings.count > Answers.countMax { answers.foldings = [:] }
      var unknown: Set<Unicode.Scalar> = []
      for text in texts {
        for scalar in text.unicodeScalars where answers.foldings[scalar] == nil {
          unknown.insert(scalar)
        }
      }
      if !unknown.isEmpty { try Self.ask(for: unknown, &answers) }
      return answers.foldings
    }
  }

  /// Asks FTS5 for the words of a code point between two letters:
  ///
  ///     xÜx    xux       a letter
  ///     x´x    xx        an accent
  ///     x-x    x, x      a separator
  private static func ask(for scalars: Set<Unicode.Scalar>, _ answers: inout Answers) throws {
    let connection = answers.connection
    let insert = try connection.cachedPrepared("INSERT INTO letter (rowid, text) VALUES (?, ?)")
    let read = try connection.cachedPrepared("SELECT doc, term FROM letter_word")
    let rollback = try connection.cachedPrepared("ROLLBACK")
    var words: [Int: [String]] = [:]
    try connection.cachedPrepared("BEGIN").run()
    do {
      defer { try? rollback.run() }
      // SQLite takes a zero for the end of a text in places.
      for scalar in scalars where scalar != "\0" {
        try insert.run(Int(scalar.value), "x\(scalar)x")
      }
      try read.forEachRow { words[$0.integer(0), default: []].append($0.text(1)) }
    }
    for scalar in scalars {
      let found = words[Int(scalar.value)] ?? []
      guard found.count == 1 else {
        answers.foldings[scalar] = .separator
        continue
      }
      answers.foldings[scalar] =
        found[0].unicodeScalars.dropFirst().dropLast().first.map { .letter($0) } ?? .accent
    }
  }
}
