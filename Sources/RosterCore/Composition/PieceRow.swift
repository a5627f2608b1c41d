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
      leaf.joinPieces(at: slot)
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

extension ContiguousArray<Piece> {
  /// Joins the pieces on both sides of a slot if the second continues the first, so that an
  /// insertion that was removed again does not split the row. Pieces in different leaves are not
  /// joined.
  fileprivate mutating func joinPieces(at slot: Int) {
    guard slot > 0, slot < count, self[slot - 1].isContinued(by: self[slot]) else { return }
    self[slot - 1].count += self[slot].count
    remove(at: slot)
  }
}
