/// What the items of a list are searched for, and in what.
struct TextSearch<Model: Sendable>: Sendable {
  var text: String
  let texts: @Sendable (Model) -> [String]

  /// The words of the search text; none if it is to find everything.
  var words: [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// How the text of a definition says it.
  var `operator`: String { DefinitionText.searchOperator + words.joined(separator: " ") }
}

/// The texts of an item, as an index of words has them: one behind the other.
enum IndexedTexts {
  private static let separator: [UInt8] = [0x0A]

  /// FTS5 takes a zero byte for an end in places. A space separates words like it.
  static func joined(_ texts: [String]) -> [UInt8] {
    Array(texts.map { $0.utf8.map { $0 == 0 ? 0x20 : $0 } }.joined(separator: separator))
  }

  /// Returns the parts of ranges of the joined texts that are in each text.
  static func split(_ ranges: [Range<Int>], among texts: [String]) -> [[Range<String.Index>]] {
    var start = 0
    return texts.map { text in
      let end = start + text.utf8.count
      defer { start = end + separator.count }
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
