internal import RosterCore

/// What the items of a list are searched for, and in what.
struct TextSearch<Model: Sendable>: Sendable {
  var text: String
  let texts: @Sendable (Model) -> [String]
  var matching = WordMatching.prefix
  /// Whether the best matches come first.
  var isByRelevance = false

  /// The words of the search text; none if it is to find everything.
  var words: [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// How the text of a definition says it. Words have no colon.
  var `operator`: String {
    var kinds: [String] = []
    if matching == .substring { kinds.append("inside words:") }
    if isByRelevance { kinds.append(DefinitionText.relevance) }
    return DefinitionText.searchOperator + (kinds + words).joined(separator: " ")
  }

  /// Returns how well a model matches the search text, the best with the lowest number; `nil` if items are not ordered by
  /// that.
  ///
  /// It depends on the model and the search text alone, so that a change of an item moves no other one.
  func relevance(
    of model: Model, in index: (any SearchableStorage)?
  ) throws(StorageError) -> Int? {
    let words = words
    guard isByRelevance, !words.isEmpty, let index else { return nil }
    let texts = texts(model)
    let joined = String(decoding: IndexedTexts.joined(texts), as: UTF8.self)
    let matches = try index.matches(of: words, by: matching, in: [joined])[0]
    return matches.map { IndexedTexts.relevance($0, among: texts) } ?? .max
  }
}

/// The texts of an item, as an index of words has them: one behind the other.
enum IndexedTexts {
  private static let separator: [UInt8] = [0x0A]

  /// FTS5 takes a zero byte for an end in places. A space separates words like it.
  static func joined(_ texts: [String]) -> [UInt8] {
    Array(texts.map { $0.utf8.map { $0 == 0 ? 0x20 : $0 } }.joined(separator: separator))
  }

  /// Returns the parts of ranges of the joined texts that are in each text, as whole characters.
  static func split(_ ranges: [Range<Int>], among texts: [String]) -> [[Range<String.Index>]] {
    var start = 0
    return texts.map { text in
      let end = start + text.utf8.count
      defer { start = end + separator.count }
      func index(_ offset: Int) -> String.Index {
        text.utf8.index(text.startIndex, offsetBy: offset)
      }
      var found: [Range<String.Index>] = []
      for range in ranges {
        let own = range.clamped(to: start..<end)
        if own.isEmpty { continue }
        var (first, last) = (index(own.lowerBound - start), index(own.upperBound - start))
        while String.Index(first, within: text) == nil {
          first = text.unicodeScalars.index(before: first)
        }
        while String.Index(last, within: text) == nil {
          last = text.unicodeScalars.index(after: last)
        }
        if let former = found.last, first < former.upperBound {
          found[found.count - 1] = former.lowerBound..<max(last, former.upperBound)
        } else {
          found.append(first..<last)
        }
      }
      return found
    }
  }

  /// Returns how well joined texts match, the best with the lowest number: for each word that is searched for the first of
  /// the texts that has it, and in this one whether as a word, at the beginning of one, or inside.
  static func relevance(_ matches: WordMatches, among texts: [String]) -> Int {
    var ends: [Int] = []
    for text in texts {
      let start = ends.last.map { $0 + separator.count } ?? 0
      ends.append(start + text.utf8.count)
    }
    return matches.matches.reduce(0) { sum, matches in
      let best = matches.map { match in
        let text = ends.firstIndex { match.range.lowerBound < $0 } ?? texts.count
        return text * 3 + match.extent.rawValue
      }.min()
      return sum + (best ?? 0)
    }
  }
}
