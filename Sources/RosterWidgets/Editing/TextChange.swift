internal import RosterText

/// A part of a text that was replaced.
struct TextChange: Hashable {
  /// The part, in UTF-8 offsets of the text before.
  var range: Range<Int>
  /// What stands there now.
  var inserted: String

  init(_ range: Range<Int>, _ inserted: String) {
    (self.range, self.inserted) = (range, inserted)
  }

  /// Makes the change between two texts: what is left after the longest common start, and then the
  /// longest common end. Both ends of the change are between characters of both texts.
  ///
  ///     from  one two      common start "one t", common end ""
  ///     to    one ten      replaces 5..<7 by "en"
  ///
  /// - Complexity: O(*n*), where *n* is the length of the texts.
  init(from old: String, to new: String) {
    let shorter = min(old.utf8.count, new.utf8.count)
    var start = zip(old.utf8, new.utf8).prefix { $0 == $1 }.count
    while !old.isBetweenCharacters(start) || !new.isBetweenCharacters(start) {
      start = min(old.characterStart(at: start), new.characterStart(at: start))
    }
    var end = zip(old.utf8.reversed(), new.utf8.reversed()).prefix { $0 == $1 }.count
    end = min(end, shorter - start)
    while end > 0,
      !old.isBetweenCharacters(old.utf8.count - end)
        || !new.isBetweenCharacters(new.utf8.count - end)
    {
      end -= 1
    }
    self.init(
      start..<(old.utf8.count - end), String(new.part(start..<(new.utf8.count - end))))
  }

  /// The part that stands there now, in offsets of the text after.
  var insertedRange: Range<Int> {
    range.lowerBound..<(range.lowerBound + inserted.utf8.count)
  }

  /// How much longer the text becomes.
  var growth: Int { inserted.utf8.count - range.count }

  var isEmpty: Bool { range.isEmpty && inserted.isEmpty }

  /// Returns where an offset is after the change.
  func moved(_ offset: Int) -> Int {
    if offset <= range.lowerBound { return offset }
    if offset >= range.upperBound { return offset + growth }
    return min(offset, insertedRange.upperBound)
  }

  /// Returns whether something stands between the change and another one of the same text. If they
  /// meet, it is not clear which of them comes first.
  func isApart(from other: TextChange) -> Bool {
    range.upperBound < other.range.lowerBound || other.range.upperBound < range.lowerBound
  }

  /// Returns the change of a text in which another one has been made, which is apart from it.
  func moved(behind other: TextChange) -> TextChange {
    guard range.lowerBound > other.range.lowerBound else { return self }
    let start = range.lowerBound + other.growth
    return TextChange(start..<(start + range.count), inserted)
  }
}

extension String {
  /// The text with a part replaced.
  func applying(_ change: TextChange) -> String {
    var text = String(part(0..<change.range.lowerBound))
    text += change.inserted
    text += part(change.range.upperBound..<utf8.count)
    text.makeContiguousUTF8()
    return text
  }

  /// The part between two UTF-8 offsets.
  func part(_ range: Range<Int>) -> Substring {
    let lower = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[lower..<utf8.index(lower, offsetBy: range.count)]
  }

  /// Whether a UTF-8 offset is between two characters, or at an end of the text.
  func isBetweenCharacters(_ offset: Int) -> Bool { characterStart(at: offset) == offset }
}
