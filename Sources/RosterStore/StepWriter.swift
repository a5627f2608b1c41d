internal import RosterCore
internal import RosterRows

/// Determines for each revision of a group what undo and redo would revert after it, within a
/// transaction.
struct StepWriter {
  private let keys: RowKey
  private let statements: WritingStatements
  /// The tops after the revision before; `nil` until the writer has needed them.
  private var tops: StepTops?

  /// - Parameter tops: The tops after the last revision of the journal, if its row names them.
  init(keys: RowKey, statements: WritingStatements, tops: StepTops?) {
    self.keys = keys
    self.statements = statements
    self.tops = tops
  }

  /// Returns the tops after the revision of an entry.
  ///
  /// - Throws: `stale` if the entry reverts a revision other than the next one to be reverted.
  mutating func advance(_ entry: JournalEntry) throws -> StepTops {
    let former = try tops ?? self.tops(at: entry.revision - 1)
    let current = try former.advanced(by: entry) { try self.tops(at: $0) }
    tops = current
    return current
  }

  private func tops(at revision: Revision) throws -> StepTops {
    try StepReader.tops(at: revision, keys, statements.tops)
  }
}
