/// Items or sections that stand next to each other and come from places next to each other.
struct Piece: Run {
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

/// A row of items or sections that records where each of them comes from.
///
/// A piece table (Crowley, *Data Structures for Text Sequences*, 1998) that finds its pieces with a
/// counted tree. The length of the row in the source is not known, so the last piece has no end.
///
///     source           0 1 2 3 4 …
///     2 removed, and x inserted at 1
///                      0 x 1 3 4 …     pieces 0..<1, x, 1..<2, 3...
struct PieceRow {
  private var tree: CountedTree<Piece>

  init(_ end: Piece) { tree = CountedTree([end]) }

  /// - Complexity: O(*p*) for *p* pieces.
  var pieces: [Piece] { tree.elements }

  /// The pieces, where those that have moved and stand in the order of the source again are kept.
  ///
  ///     source         a b c
  ///     a moves        b c a     pieces 1..<3 kept, 0..<1 moved, 3... kept
  ///     b, c removed   a         pieces 0..<1 moved, 3... kept; a has not moved after all
  ///
  /// - Parameter section: The source section of the items that belong to the row.
  /// - Complexity: O(*p* log *p*) for *p* pieces.
  func piecesInOrder(ofSection section: Int = 0) -> [Piece] {
    var pieces = pieces
    guard pieces.contains(where: { $0.origin == .moved }) else { return pieces }
    var start = pieces.startIndex
    var lowerBound = 0
    while start < pieces.endIndex {
      let kept = pieces[start...].firstIndex { $0.origin == .kept } ?? pieces.endIndex
      let upperBound = kept < pieces.endIndex ? pieces[kept].start : Piece.endlessCount
      let returned = (start..<kept).filter {
        pieces[$0].origin == .moved && pieces[$0].section == section
          && (lowerBound..<upperBound).contains(pieces[$0].start)
      }
      for position in longestIncreasingSubsequence(of: returned.map { pieces[$0].start }) {
        pieces[returned[position]].origin = .kept
      }
      guard kept < pieces.endIndex else { break }
      lowerBound = pieces[kept].start + pieces[kept].count
      start = kept + 1
    }
    return pieces
  }

  /// Returns the one item or section at an index.
  ///
  /// - Complexity: O(log *p*).
  func piece(at index: Int) -> Piece {
    let location = tree.location(ofOffset: index)
    let offset = index - location.weightBefore
    return location.element.part(offset..<offset + 1)
  }

  /// Puts a piece in, so that its first element then stands at `index`.
  ///
  /// - Complexity: O(log *p*).
  mutating func insert(_ piece: Piece, at index: Int) {
    tree.edit(atOffset: index) { leaf, slot, offset in
      if offset > 0 {
        let rest = leaf[slot].part(offset..<leaf[slot].count)
        leaf[slot].count = offset
        leaf.insert(rest, at: slot + 1)
        leaf.insert(piece, at: slot + 1)
      } else if slot > 0, leaf[slot - 1].isContinued(by: piece) {
        leaf[slot - 1].count += piece.count
      } else {
        leaf.insert(piece, at: slot)
      }
    }
  }

  /// Takes out the element at an index and those behind it in the same piece, at most `countMax` of
  /// them.
  ///
  /// - Complexity: O(log *p*).
  @discardableResult
  mutating func remove(_ countMax: Int = 1, at index: Int) -> Piece {
    tree.edit(atOffset: index) { leaf, slot, start in
      let piece = leaf[slot]
      let end = min(start + countMax, piece.count)
      leaf[slot].count = start
      if end < piece.count { leaf.insert(piece.part(end..<piece.count), at: slot + 1) }
      if start == 0 { leaf.remove(at: slot) }
      leaf.joinRuns(at: slot)
      return piece.part(start..<end)
    }
  }

  /// Gives a new element at an index another model.
  ///
  /// - Complexity: O(log *p*).
  mutating func replace(at index: Int, withModel model: Int) {
    remove(at: index)
    insert(Piece(origin: .inserted, start: model, count: 1), at: index)
  }
}
