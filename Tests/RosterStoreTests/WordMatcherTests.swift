import Foundation
import RosterCore
import RosterTestKit
import Testing

@testable import RosterRows
@testable import RosterStore

/// What folds the letters of texts: FTS5, or the table of the lists on a server.
enum Letters: CaseIterable {
  case fts5, table

  func matcher() throws -> WordMatcher {
    switch self {
    case .fts5: WordMatcher(try FTS5Letters())
    case .table: WordMatcher(LetterTable.shared)
    }
  }
}

@Suite("Words of texts")
struct WordMatcherTests {
  private typealias Match = WordMatches.Match

  /// Letters of several scripts, accents by themselves and with a letter, and what separates words.
  private static let scalars: [Unicode.Scalar] = [
    "a", "b", "x", "Z", "9", " ", "-", "\n", "\"", "\u{301}", "\u{308}", "\u{345}", "\u{FC}",
    "\u{C5}",
    "\u{130}", "\u{131}", "\u{DF}", "\u{1E9E}", "\u{4E2D}", "\u{1112}", "\u{1161}", "\u{93F}",
    "\u{939}",
    "\u{1F600}", "\u{FE0F}", "\u{20E3}", "\u{E000}", "\u{2014}", "\u{A0}", "\u{200D}", "\u{10400}",
  ]

  @Test(arguments: Letters.allCases)
  func foldedWordsAreThoseOfFTS5(letters: Letters) throws {
    let seed: UInt64 = 41
    var random = SplitMix64(seed: seed)
    let matcher = try letters.matcher()
    let connection = try StoreConnection.inMemory()
    try connection.execute(
      """
      CREATE VIRTUAL TABLE note USING fts5(text, tokenize="\(FTS5Letters.tokenizer)");
      CREATE VIRTUAL TABLE word USING fts5vocab(note, 'instance')
      """)
    var texts: [String] = []
    let insert = try connection.cachedPrepared("INSERT INTO note (rowid, text) VALUES (?, ?)")
    for row in 0..<1_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<random.index(below: 10) {
        text.append(Self.scalars[random.index(below: Self.scalars.count)])
      }
      texts.append(String(text))
      try insert.run(row, texts[row])
    }
    var words: [Int: [String]] = [:]
    try connection.cachedPrepared("SELECT doc, term FROM word ORDER BY doc, offset")
      .forEachRow { words[$0.integer(0), default: []].append($0.text(1)) }
    for (row, text) in texts.enumerated() {
      let folded = try matcher.folded(text).words.map { word in
        word.reduce(into: "") { $0.unicodeScalars.append($1) }
      }
      // Equal texts of Swift need not be the same code points.
      #expect(
        folded.map { Array($0.utf8) } == (words[row] ?? []).map { Array($0.utf8) },
        "seed \(seed), \(text.unicodeScalars.map { $0.escaped(asASCII: true) })")
    }
  }

  /// Where the words of a text have a part, told by the words.
  private func matches(of part: String, by matching: WordMatching, in text: String) -> [Match] {
    var matches: [Match] = []
    var offset = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      defer { offset += word.utf8.count + 1 }
      for start in 0..<word.count where word.dropFirst(start).hasPrefix(part) {
        if start > 0, matching == .prefix { continue }
        let length = matching == .prefix ? word.count : part.count
        matches.append(
          Match(
            range: (offset + start)..<(offset + start + length),
            extent: start > 0 ? .inside : word == part ? .word : .beginning))
      }
    }
    return matches
  }

  /// Every text of up to five letters and spaces, and every part of up to three letters.
  @Test(arguments: WordMatching.allCases, Letters.allCases)
  func partsOfSmallTextsAreFoundWhereTheyAre(matching: WordMatching, letters: Letters) throws {
    let matcher = try letters.matcher()
    var texts: Set<String> = [""]
    for _ in 0..<5 { texts.formUnion(texts.flatMap { text in ["a", "b", " "].map { text + $0 } }) }
    #expect(texts.count == 364)
    let parts = texts.filter { !$0.isEmpty && $0.count <= 3 && !$0.contains(" ") }
    #expect(parts.count == 14)
    let all = texts.sorted()
    for part in parts.sorted() {
      let found = try matcher.matches(of: [part], by: matching, in: all)
      for (text, found) in zip(all, found) {
        let expected = matches(of: part, by: matching, in: text)
        #expect(
          found?.matches == (expected.isEmpty ? nil : [expected]), "\(part) in \"\(text)\"")
      }
    }
  }

  @Test func textsAreComposedAndDecomposedAsByFoundation() {
    let seed: UInt64 = 46
    var random = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<random.index(below: 8) {
        scalars.append(Self.scalars[random.index(below: Self.scalars.count)])
      }
      let text = String(scalars)
      // Texts that are written in different ways are equal in Swift.
      #expect(
        Array(text.composed.utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8),
        "seed \(seed), \(scalars.map { $0.escaped(asASCII: true) })")
      #expect(
        Array(text.decomposed.utf8) == Array(text.decomposedStringWithCanonicalMapping.utf8),
        "seed \(seed), \(scalars.map { $0.escaped(asASCII: true) })")
    }
  }

  @Test func aQuoteIsDoubledAlsoBelowAnAccent() {
    #expect(
      Array(WordMatcher.pattern(["a\"\u{301}b"]).utf8) == Array("\"a\"\"\u{301}b\"*".utf8))
  }

  @Test func rangesThatOverlapOrTouchAreOne() {
    func ranges(_ ranges: [[Range<Int>]]) -> [Range<Int>] {
      WordMatches(ranges.map { $0.map { Match(range: $0, extent: .inside) } }).ranges
    }
    #expect(ranges([[]]) == [])
    #expect(ranges([[4..<6], [0..<2, 5..<9]]) == [0..<2, 4..<9])
    #expect(ranges([[2..<4], [0..<2, 4..<5]]) == [0..<5])
    #expect(ranges([[0..<9, 12..<13], [3..<5, 10..<11]]) == [0..<9, 10..<11, 12..<13])
  }

  @Test(arguments: Letters.allCases)
  func entriesAreOfTheWordsWithoutCaseAndAccents(letters: Letters) throws {
    let matcher = try letters.matcher()
    func entries(_ text: String, _ matching: WordMatching) throws -> [String] {
      try matcher.folded(text).entries(for: matching)
    }
    #expect(try entries("No\u{301}, on no!", .substring) == ["no", "o", "on", "n"])
    #expect(try entries("No\u{301}, on no!", .prefix) == ["no", "on"])
    #expect(try entries("-- \0", .substring) == [])
    #expect(try entries("-- \0", .prefix) == [])
    let word = "abcdefghijklmnopqr"
    let suffixes = try entries(word, .substring)
    #expect(suffixes.count == 18)
    #expect(suffixes[0] == "abcdefghijklmnop" && suffixes[2] == "cdefghijklmnopqr")
    #expect(suffixes[3] == "defghijklmnopqr" && suffixes[17] == "r")
    #expect(try entries("\(word) \(word)x", .prefix) == ["abcdefghijklmnop"])
  }

  @Test(arguments: Letters.allCases)
  func aQueryLooksForTheBeginningsOfEntries(letters: Letters) throws {
    let matcher = try letters.matcher()
    let query = try #require(try matcher.query(["Unc", "oo", "UNC"]))
    #expect(query.words == [[["unc"]], [["oo"]]])
    #expect(query.pattern == #""unc"* AND "oo"*"#)
    #expect(query.isExact)
    let long = try #require(try matcher.query(["abcdefghijklmnopq"]))
    #expect(long.words == [[["abcdefghijklmnop"]]])
    #expect(!long.isExact)
    let several = try #require(try matcher.query(["\u{928}\u{94D}\u{926}\u{940}"]))
    #expect(several.words == [[["\u{928}", "\u{926}"]]])
    #expect(several.pattern == "\"\u{928}\"* AND \"\u{926}\"*")
    #expect(!several.isExact)
    let spelled = try #require(try matcher.query(["\u{AD6D}"]))
    #expect(spelled.words.map(\.count) == [2])
    #expect(
      spelled.pattern.unicodeScalars.elementsEqual(
        "(\"\u{AD6D}\"* OR \"\u{1100}\u{116E}\u{11A8}\"*)".unicodeScalars))
    #expect(spelled.isExact)
    // Nothing of it is a letter.
    #expect(try matcher.query(["a", "\u{1F600}"])?.words == nil)
  }

  // MARK: The table of letters

  /// Compares the table of some scalars with FTS5.
  private func compare(_ values: some Sequence<UInt32>, _ letters: FTS5Letters) throws {
    let scalars = values.compactMap(Unicode.Scalar.init)
    let text = scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    let folding = try letters.folding(of: [text])
    let other = scalars.first { LetterTable.shared[$0] != folding($0) }
    #expect(other == nil)
  }

  @Test func theTableOfLettersIsWhatFTS5SaysWhereItsRunsBegin() throws {
    let boundaries = LetterTable.shared.boundaries
    #expect(boundaries.count > 1_000)
    let letters = try FTS5Letters()
    for part in stride(from: 0, to: boundaries.count, by: 512) {
      let starts = boundaries[part..<min(part + 512, boundaries.count)]
      try compare(Set(starts.flatMap { [$0, $0 + 1, max($0, 1) - 1] }), letters)
    }
  }

  @Test func theTableOfLettersIsWhatFTS5SaysOfEveryScalar() throws {
    let letters = try FTS5Letters()
    for start in stride(from: UInt32(0), to: 0x110000, by: 0x2000) {
      try compare(start..<(start + 0x2000), letters)
    }
  }
}
