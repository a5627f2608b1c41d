internal import GRDB
internal import RosterCore
internal import RosterRows

/// A digest of the models and states that compacted revisions wrote and that still exist. No row of
/// the journal covers them.
///
/// It is the sum of the digests of their rows. A compaction adds the rows that the removed
/// revisions wrote, subtracts the before-images that it removes, and reads no others. A commit only
/// turns such rows into before-images, so it does not change the sum.
struct BaseDigest: Equatable {
  /// The digest as an SQLite integer.
  private(set) var value: Int

  init(_ value: Int = 0) { self.value = value }

  /// - Parameter row: A row of `columns` of the table, or of `historyColumns`.
  mutating func add(_ row: borrowing PreparedStatement.Row, of table: ValueTable) {
    value &+= Self.digest(row, table)
  }

  mutating func remove(_ row: borrowing PreparedStatement.Row, of table: ValueTable) {
    value &-= Self.digest(row, table)
  }

  private static func digest(
    _ row: borrowing PreparedStatement.Row, _ table: ValueTable
  ) -> Int {
    var digest = Digest()
    digest.add(.text(table.name))
    digest.add(row.integer(0))
    digest.add(StoredValue(row, 1))
    digest.add(StoredValue(row, 2))
    digest.add(row.integer(3))
    digest.add(row.isNull(4) ? nil : row.integer(4))
    digest.add(StoredValue(row, 5))
    return digest.value
  }

  /// Reads all rows of a list that were written up to a revision.
  ///
  /// - Complexity: O(*n*) for all rows with models and states of the list.
  init(_ keys: RowKey, _ database: Database, upTo revision: Revision) throws {
    var sum = BaseDigest()
    for table in ValueTable.allCases {
      for (name, key, columns) in [
        (table.name, table.key, table.columns),
        (table.history, table.owner, table.historyColumns),
      ] {
        try database.cachedPrepared(
          "SELECT \(columns) FROM \(name) WHERE \(key) BETWEEN ? AND ? AND version <= ?"
        ).forEachRow(keys.first, keys.last, revision) { sum.add($0, of: table) }
      }
    }
    self = sum
  }
}
