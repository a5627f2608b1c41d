internal import RosterRows

extension JournalNumbers {
  /// - Parameter row: A row of `SQLiteList.journalSQL`.
  init(_ row: borrowing PreparedStatement.Row) {
    self.init(
      key: row.integer(0), nextItem: row.integer(1), nextSection: row.integer(2),
      nextLeaf: row.integer(3), committed: row.isNull(13) ? nil : row.integer(13),
      undo: row.isNull(11) ? nil : row.integer(11), redo: row.isNull(12) ? nil : row.integer(12),
      order: row.isNull(14) ? nil : row.integer(14))
  }
}
