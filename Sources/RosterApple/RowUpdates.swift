public import RosterCore

/// What a view is told of a batch that has rows and no sections, and takes one call after the other: `NSTableView`.
///
///     func indexes(_ ranges: [Range<Int>]) -> IndexSet {
///       ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) }
///     }
///     let updates = batch.changes.rowUpdates(hasHeaders: true)
///     shown = batch.target  // what the data source of the view answers from
///     view.beginUpdates()
///     view.removeRows(at: indexes(updates.removedRows), withAnimation: .effectFade)
///     for move in updates.movedRows { view.moveRow(at: move.source, to: move.target) }
///     view.insertRows(at: indexes(updates.insertedRows), withAnimation: .effectFade)
///     view.endUpdates()
///
/// The rows are those of all sections, each behind its header if there are headers, and before its footer if there are
/// footers. Such a view carries out each call at once, with the indexes that the call before has left. So all rows that go
/// are removed first, in one call, while the indexes are those of the source. Then rows move one by one, and keep their
/// cells. All rows that come are inserted last, in one call, when the indexes are those of the target: if the view then asks
/// its data source for a cell, the row is there.
///
/// There are at most two calls more than rows that move. A section that moves is moved row by row if the moves are few, so
/// that its rows keep their cells. Otherwise its rows are removed and inserted: that is no call more, however many they are,
/// and the view makes cells for those that it shows.
public struct RowUpdates: Hashable, Sendable {
  /// The rows to remove in one call, as ranges of the source, ascending; no two touch.
  public let removedRows: [Range<Int>]
  /// The rows to move, in this order: each is taken out of the rows as the call before has left them, and put in again so
  /// that it then stands at its target.
  public let movedRows: [Move<Int>]
  /// The rows to insert in one call, as ranges of the target, ascending; no two touch.
  public let insertedRows: [Range<Int>]
  /// The rows whose cells stay and show something else, headers and footers among them, as indexes in the target, ascending:
  /// to be changed in place after the other calls.
  public private(set) var updatedRows: [Int] = []
  private let hasHeaders: Bool
  private let hasFooters: Bool

  fileprivate init(_ edits: RowEdits, in target: FlatRows) {
    (removedRows, movedRows, insertedRows) = (edits.removed, edits.moves, edits.inserted)
    (hasHeaders, hasFooters) = (target.hasHeaders, target.hasFooters)
  }

  private func comes(_ row: Int) -> Bool {
    var (low, high) = (0, insertedRows.count)
    while low < high {
      let middle = (low + high) / 2
      if insertedRows[middle].upperBound > row { high = middle } else { low = middle + 1 }
    }
    return low < insertedRows.count && insertedRows[low].contains(row)
  }
}

extension RowUpdates: ListUpdates {
  /// The number of calls for rows that come, go or move.
  public var callCount: Int {
    (removedRows.isEmpty ? 0 : 1) + movedRows.count + (insertedRows.isEmpty ? 0 : 1)
  }

  /// The number of rows that are changed in place.
  public var updateCount: Int { updatedRows.count }

  /// Adds rows whose cells show something else. Those that come do so already, and are left out.
  ///
  /// - Complexity: O(*m* (log *n* + log *k*)) for *m* rows among *k* changes.
  public mutating func update(items: [ItemPath], headersOf sections: [Int], in target: ListState) {
    let rows = FlatRows(target, hasHeaders: hasHeaders, hasFooters: hasFooters)
    let updated =
      items.map(rows.row(of:)) + sections.compactMap(rows.row(ofHeader:))
      + sections.compactMap(rows.row(ofFooter:))
    updatedRows = Set(updatedRows + updated.filter { !comes($0) }).sorted()
  }

  /// Returns how many rows move, if they are more than a limit; `nil` if they are not.
  public static func callCount<Model, SectionModel>(
    of batch: ChangeBatch<Model, SectionModel>, over limit: Int
  ) -> Int? {
    let count = batch.changeset.outline.movedItems.count
    return count > limit ? count : nil
  }
}

extension ChangeBatch {
  /// Returns the batch for a table view that has rows and no sections.
  ///
  /// - Parameters:
  ///   - hasHeaders: Whether each section has a row for its header, before its items.
  ///   - hasFooters: Whether each section has a row for its footer, behind its items.
  ///   - moveCountMax: The maximum number of moves of a batch in which sections are moved row by row. If there would be
  ///     more, all rows of such sections are removed and inserted.
  /// - Complexity: O(*k* log *n*) for *k* changes, at every call.
  public func rowUpdates(
    hasHeaders: Bool = false, hasFooters: Bool = false, moveCountMax: Int = 50
  ) -> RowUpdates {
    func rows(_ list: ListState) -> FlatRows {
      FlatRows(list, hasHeaders: hasHeaders, hasFooters: hasFooters)
    }
    let (source, target) = (rows(self.source), rows(self.target))
    var updates = RowUpdates(
      verified.proof.rowEdits(from: source, to: target, moveCountMax: moveCountMax), in: target)
    updates.update(
      items: updatedPaths.map(\.target),
      headersOf: updatedSections.compactMap(targetSection(forSource:)), in: self.target)
    return updates
  }
}
