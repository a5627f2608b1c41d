/// What the items of a list are searched for, and in what.
struct TextSearch<Model: Sendable>: Sendable {
  var text: String
  let texts: @Sendable (Model) -> [String]

  var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// How the text of a definition says it.
  var `operator`: String { DefinitionText.searchOperator + words.joined(separator: " ") }
}

/// The texts of an item, as an index of words has them: one behind the other.
enum IndexedTexts {
  private static let separator = "\n"

  static func joined(_ texts: [String]) -> [UInt8] {
    Array(texts.joined(separator: separator).utf8)
  }

  /// Returns the parts of ranges of the joined texts that are in each text.
  static func split(_ ranges: [Range<Int>], among texts: [String]) -> [[Range<String.Index>]] {
    var start = 0
    return texts.map { text in
      let end = start + text.utf8.count
      defer { start = end + separator.utf8.count }
      return ranges.compactMap { range in
        let own = range.clamped(to: start..<end)
        func index(_ offset: Int) -> String.Index {
          text.utf8.index(text.startIndex, offsetBy: offset - start)
        }
        return own.isEmpty ? nil : index(own.lowerBound)..<index(own.upperBound)
      }
    }
  }
}
