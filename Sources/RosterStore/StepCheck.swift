internal import GRDB
internal import RosterCore
internal import RosterRows

/// Checks what undo and redo revert, entry by entry, within a transaction.
struct StepCheck {
  private let keys: RowKey
  private let statement: PreparedStatement
  /// The last revision whose tops the journal does not have.
  private let oldest: Revision
  /// The tops after the entry before; `nil` before the first one.
  private var former: StepTops?

  init(_ list: SQLiteList, _ database: Database) throws {
    keys = list.keys
    oldest = try list.oldestRevision(database)
    // A file without steps has nothing to read; any statement of that shape will do.
    statement = try database.cachedPrepared(
      list.store.hasSteps(database)
        ? StepReader.topsSQL : "SELECT id, NULL, NULL, 1 FROM journal WHERE id BETWEEN ? AND ?")
  }

  /// Returns whether the tops in a row follow from those in the row before.
  ///
  /// - Parameter row: A row of `SQLiteList.journalSQL`.
  mutating func isSound(
    _ entry: JournalEntry, _ row: borrowing PreparedStatement.Row
  ) throws -> Bool {
    guard !row.isNull(11), !row.isNull(12) else {
      former = nil
      return row.isNull(10)
    }
    // The revisions that the row names lie before it; otherwise the entry would not have been read.
    let tops = StepTops(undo: row.integer(11), redo: row.integer(12))
    let former = try former ?? self.tops(at: entry.revision - 1)
    self.former = tops
    switch entry.step {
    case .change: return tops.redo == 0
    case .update: return former == nil || tops == former
    case .takingBack(let revision) where tops.redo == entry.revision:
      let beneath = try self.tops(at: revision - 1)
      return (former == nil || revision == former?.undo)
        && (beneath == nil || tops.undo == beneath?.undo)
    case .takingBack(let revision):
      let beneath = try self.tops(at: revision - 1)
      return (former == nil || revision == former?.redo) && tops.undo == entry.revision
        && (beneath == nil || tops.redo == beneath?.redo)
    }
  }

  /// Returns the tops after a revision, `nil` if the journal does not have them.
  private func tops(at revision: Revision) throws -> StepTops? {
    guard revision > oldest || revision == 0 else { return nil }
    return try StepReader.tops(at: revision, keys, statement)
  }
}
