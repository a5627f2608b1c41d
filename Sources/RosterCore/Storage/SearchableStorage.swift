/// How a searched word must be contained in a word of the text: "note" finds "notebook" as a prefix, "book" as a substring.
package enum WordMatching: String, CaseIterable, Sendable {
  /// Its beginning.
  case prefix
  /// Any part of it.
  case substring
}

/// Where a text has the words that are searched for.
package struct WordMatches: Hashable, Sendable {
  /// How much of a word of the text a match is, the most first.
  package enum Extent: Int, Sendable {
    case word, beginning, inside
  }

  package struct Match: Hashable, Sendable {
    /// Where it is, as offsets in UTF-8: the whole word if words are searched for by their beginnings.
    package var range: Range<Int>
    package var extent: Extent

    package init(range: Range<Int>, extent: Extent) {
      self.range = range
      self.extent = extent
    }
  }

  /// The matches of each word that is searched for, in ascending order; none of the words is without one.
  package let matches: [[Match]]

  package init(_ matches: [[Match]]) { self.matches = matches }

  /// Where any of the words is, in ascending order: matches that overlap or touch make one range.
  package var ranges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for range in matches.joined().map(\.range).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }
}

/// Storage that finds the items of a list by the words of texts that stand in place of their models.
///
/// Words that are searched for have letters and digits only.
package protocol SearchableStorage: ListStorage {
  /// Keeps an index for a kind of search from now on, in the transactions that write the texts, and makes it anew if it
  /// is not that of the newest revision. The list has one index: that for the other kind forgets it.
  ///
  /// - Throws: `failed` if the storage cannot have an index.
  /// - Complexity: O(1) if there is one. O(*n*) for the *n* words of the list if it is the first time, and for those of all
  ///   lists of the store that have such an index if it is made anew.
  func indexTexts(for matching: WordMatching) throws(StorageError)

  /// Finds the items whose texts have all of some words.
  ///
  /// - Returns: The items, and the revision of the list in storage, which they are of; `nil` if the index is not that of
  ///   this revision.
  func items(
    withWords words: [String], by matching: WordMatching
  ) throws(StorageError) -> (items: Set<ItemID>, revision: Revision)?

  /// Finds words in texts that are in no index, as an index of them would.
  ///
  /// - Returns: Where each text has them; `nil` for a text that has not all of them.
  /// - Throws: `failed` if the storage cannot have an index.
  /// - Complexity: O(length of the texts) for each word.
  func matches(
    of words: [String], by matching: WordMatching, in texts: [String]
  ) throws(StorageError) -> [WordMatches?]
}
