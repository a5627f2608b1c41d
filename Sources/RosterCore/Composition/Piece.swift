/// Some items, or some sections, that stand in a row and come from a row.
struct Piece: Weighted {
  /// Where things come from.
  enum Origin {
    /// They were in the source, and nobody has moved them.
    case kept
    /// They were in the source, and were moved.
    case moved
    /// They are new; they count from the number of the first one's model on.
    case inserted
    /// They are not there: what stands behind the items of a new section.
    case missing
  }

  var origin: Origin
  /// The source section of items that were in the source.
  var section = 0
  /// The index of the first one in the source, or the number of its model.
  var start: Int
  var count: Int

  var weight: Int { count }

  /// The things at some offsets.
  func part(_ offsets: Range<Int>) -> Piece {
    Piece(
      origin: origin, section: section, start: start + offsets.lowerBound, count: offsets.count)
  }

  /// Whether another piece goes on where this one ends.
  func isContinued(by next: Piece) -> Bool {
    origin == next.origin && section == next.section && start + count == next.start
  }

  /// Where items that were in the source stood.
  var sourcePaths: some Sequence<ItemPath> {
    (start..<start + count).lazy.map { [section] in ItemPath(section: section, item: $0) }
  }

  /// More things than any list holds: a row of a list whose length is not known ends in so many.
  static var endlessCount: Int { 1 << 60 }
  /// The indexes that a place may have, so that every place is within the pieces of its row.
  static var indexes: Range<Int> { 0..<1 << 59 }
}
