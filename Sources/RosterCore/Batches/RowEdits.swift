/// What a change does to all rows of a list, section after section, one edit after the other.
///
/// First all rows that go are removed at once, then rows move one by one, then all rows that come are inserted at once.
/// Rows that move stay in their place until their turn:
///
///     source  a b c d        removed   1..<2         a c d
///                            moves     2 to 0        d a c
///     target  d x a c        inserted  1..<2         d x a c
package struct RowEdits: Hashable, Sendable {
  /// The rows to remove, as ranges of the source, ascending; no two touch.
  package let removed: [Range<Int>]
  /// The moves in their order. A row is taken out of the rows as the edit before has left them, and put in again so that it
  /// then stands at its target.
  package let moves: [Move<Int>]
  /// The rows to insert, as ranges of the target, ascending; no two touch.
  package let inserted: [Range<Int>]
}

extension VerifiedOutline {
  /// Returns what the outline does to the rows of a list.
  ///
  /// - Parameters:
  ///   - source: The rows before.
  ///   - target: The rows after, with headers and footers if those before have them.
  ///   - moveCountMax: The maximum number of moves with which sections are moved row by row. If there would be more, all
  ///     rows of such sections are removed and inserted.
  /// - Complexity: O((*k* + *m*) log *n*) for *k* changes, where *m* is at most `moveCountMax`.
  package func rowEdits(
    from source: FlatRows, to target: FlatRows, moveCountMax: Int
  ) -> RowEdits {
    let departures = Self.changedRows(transform.sections.departures, transform.departures, source)
    let arrivals = Self.changedRows(transform.sections.arrivals, transform.arrivals, target)
    let moves = moves(from: source, to: target, moveCountMax).sorted { $0.target < $1.target }
    let leaving = IndexRuns(ascending: moves.map(\.source).sorted())
    return RowEdits(
      removed: departures.ranges(without: leaving),
      moves: Self.sequentialMoves(moves, departures, arrivals),
      inserted: arrivals.ranges(without: IndexRuns(ascending: moves.map(\.target))))
  }

  /// Returns moves as one edit after the other, behind the removal of all that goes and before the insertion of all that
  /// comes.
  ///
  /// - Parameters:
  ///   - moves: Places in the source and in the target, ascending by target.
  ///   - departures: All that leaves its place, in the source.
  ///   - arrivals: All that takes a place, in the target.
  static func sequentialMoves(
    _ moves: [Move<Int>], _ departures: IndexRuns, _ arrivals: IndexRuns
  ) -> [Move<Int>] {
    let leaving = IndexRuns(ascending: moves.map(\.source).sorted())
    var leavers = Leavers(departures: departures, leaving: leaving)
    // How many that stay where they are stand before each that has moved.
    var placed: [Int] = []
    var edits: [Move<Int>] = []
    for move in moves {
      let from = leavers.position(of: move.source, placed: placed)
      leavers.remove(move.source)
      let survivorsBefore = move.target - arrivals.rank(of: move.target)
      let to = survivorsBefore + placed.count + leavers.count(beforeSurvivor: survivorsBefore)
      if from != to { edits.append(Move(source: from, target: to)) }
      placed.append(survivorsBefore)
    }
    return edits
  }

  /// The rows of sections and items that leave a list, or that arrive in it.
  private static func changedRows(
    _ sections: IndexRuns, _ items: [Int: IndexRuns], _ rows: FlatRows
  ) -> IndexRuns {
    var changed = IndexRuns()
    for section in Set(items.keys).union(sections.ranges.joined()).sorted() {
      let all = rows.rows(ofSection: section)
      if sections.contains(section) {
        changed.appendAscending(all)
        continue
      }
      let start = all.lowerBound + rows.headerCount
      for range in (items[section] ?? IndexRuns()).ranges {
        changed.appendAscending(start + range.lowerBound..<start + range.upperBound)
      }
    }
    return changed
  }

  /// The rows that move, as rows of the source and of the target.
  private func moves(
    from source: FlatRows, to target: FlatRows, _ moveCountMax: Int
  ) -> [Move<Int>] {
    var moves = outline.movedItems.map {
      Move(source: source.row(of: $0.source), target: target.row(of: $0.target))
    }
    let ofSections = outline.movedSections.reduce(0) {
      $0 + source.rows(ofSection: $1.source).count
    }
    guard moves.count + ofSections <= moveCountMax else { return moves }
    let alone = Set(outline.movedItems.map(\.source))
    for section in outline.movedSections {
      if let header = source.row(ofHeader: section.source),
        let place = target.row(ofHeader: section.target)
      {
        moves.append(Move(source: header, target: place))
      }
      for item in 0..<source.list.itemCount(inSection: section.source) {
        let path = ItemPath(section: section.source, item: item)
        guard !alone.contains(path), let place = transform.targetPath(forSource: path) else {
          continue
        }
        moves.append(Move(source: source.row(of: path), target: target.row(of: place)))
      }
      if let footer = source.row(ofFooter: section.source),
        let place = target.row(ofFooter: section.target)
      {
        moves.append(Move(source: footer, target: place))
      }
    }
    return moves
  }
}
