internal import Foundation
internal import RosterConcurrency

/// Finds words in texts that are in no index, by the rules of the index: SQLite's FTS5, with a table in memory.
final class WordMatcher: Sendable {
  /// How FTS5 takes words out of a text: letters and digits, without case, and without the accents of Latin letters.
  static let tokenizer = "unicode61 remove_diacritics 2"

  private let connection: Guarded<StoreConnection>

  /// - Throws: If SQLite has no FTS5.
  init() throws {
    let connection = try StoreConnection.inMemory()
    try connection.execute(
      "CREATE VIRTUAL TABLE word USING fts5(text, tokenize=\"\(Self.tokenizer)\")")
    self.connection = Guarded(connection)
  }

  /// Returns words in the language of FTS5, in which each is to begin a word. One that can be written in two ways is
  /// looked for in both, since FTS5 compares code points.
  ///
  ///     lun noo    "lun"* AND "noo"*
  static func pattern(_ words: [String]) -> String {
    words.map { word in
      let forms = [
        word.precomposedStringWithCanonicalMapping, word.decomposedStringWithCanonicalMapping,
      ].map { "\"\($0.replacing("\"", with: "\"\""))\"*" }
      // Equal texts of Swift are not the same code points.
      return forms[0].utf8.elementsEqual(forms[1].utf8)
        ? forms[0] : "(\(forms.joined(separator: " OR ")))"
    }
    .joined(separator: " AND ")
  }

  /// Returns where texts have words that begin with some words, as offsets in UTF-8; `nil` for a text that has not all of
  /// them.
  func ranges(of words: [String], in texts: [String]) throws -> [[Range<Int>]?] {
    let marks = Self.marks(notIn: texts)
    var found = [[Range<Int>]?](repeating: nil, count: texts.count)
    try connection.withLock { connection in
      let insert = try connection.cachedPrepared("INSERT INTO word (rowid, text) VALUES (?, ?)")
      let match = try connection.cachedPrepared(
        "SELECT rowid, highlight(word, 0, ?, ?) FROM word WHERE word MATCH ?")
      let rollback = try connection.cachedPrepared("ROLLBACK")
      try connection.cachedPrepared("BEGIN").run()
      defer { try? rollback.run() }
      for (index, text) in texts.enumerated() { try insert.run(index, text) }
      try match.forEachRow(String(marks.start), String(marks.end), Self.pattern(words)) {
        found[$0.integer(0)] = Self.ranges(in: $0.text(1), marks)
      }
    }
    return found
  }

  /// Returns two characters that no text has, from those that no text for people has.
  private static func marks(
    notIn texts: [String]
  ) -> (start: Unicode.Scalar, end: Unicode.Scalar) {
    let free = (UInt32(1)...8).lazy.compactMap(Unicode.Scalar.init).filter { mark in
      !texts.contains { $0.unicodeScalars.contains(mark) }
    }
    let marks = Array(free.prefix(2))
    return marks.count == 2 ? (marks[0], marks[1]) : ("\u{1}", "\u{2}")
  }

  private static func ranges(
    in marked: String, _ marks: (start: Unicode.Scalar, end: Unicode.Scalar)
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (offset, start) = (0, 0)
    for scalar in marked.unicodeScalars {
      switch scalar {
      case marks.start: start = offset
      case marks.end: ranges.append(start..<offset)
      default: offset += UTF8.width(scalar)
      }
    }
    return ranges
  }
}
