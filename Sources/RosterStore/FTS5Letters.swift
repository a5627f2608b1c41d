internal import RosterConcurrency
internal import RosterRows

/// What SQLite's FTS5 makes of letters: it is asked, with a table in memory.
final class FTS5Letters: LetterFolding {
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

  func folding(
    of texts: some Collection<String>
  ) throws -> (Unicode.Scalar) -> FoldedText.Folding {
    let foldings = try answers.withLock { answers in
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
    return { foldings[$0] ?? .separator }
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

extension WordMatcher {
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
}

extension WordMatcher.EntryQuery {
  /// The query in the language of FTS5, in an index of suffixes.
  ///
  ///     unc oo    "unc"* AND "oo"*
  var pattern: String {
    words.map { forms in
      let alternatives = forms.map { parts in
        parts.map { "\"\($0)\"*" }.joined(separator: " AND ")
      }
      return alternatives.count == 1
        ? alternatives[0] : "(\(alternatives.joined(separator: " OR ")))"
    }
    .joined(separator: " AND ")
  }
}
