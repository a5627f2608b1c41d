/// Items or sections that stand next to each other and come from places next to each other.
struct Piece: Weighted {
  /// Where things come from.
  enum Origin {
    /// They were in the source and have not moved.
    case kept
    /// They were in the source and have moved.
    case moved
    /// They are new; their models have consecutive numbers, beginning with that of the first one.
    case inserted
    /// They do not exist: the places behind the items of a new section.
    case missing
  }

  var origin: Origin
  /// The source section of items that were in the source.
  var section = 0
  /// The index of the first one in the source, or the number of its model if it is new.
  var start: Int
  var count: Int

  var weight: Int { count }

  /// Returns the part of the piece at some offsets.
  func part(_ offsets: Range<Int>) -> Piece {
    Piece(
      origin: origin, section: section, start: start + offsets.lowerBound, count: offsets.count)
  }

  /// Returns whether another piece continues where this one ends.
  func isContinued(by next: Piece) -> Bool {
    origin == next.origin && section == next.section && start + count == next.start
  }

  /// The source paths of items that were in the source.
  var sourcePaths: some Sequence<ItemPath> {
    (start..<start + count).lazy.map { [section] in ItemPath(section: section, item: $0) }
  }

  /// More elements than any list holds. A row whose length in the source is unknown ends in this
  /// many.
  static var endlessCount: Int { 1 << 60 }
  /// The possible indexes of a place. All of them lie within the pieces of a row.
  static var indexes: Range<Int> { 0..<1 << 59 }
}
