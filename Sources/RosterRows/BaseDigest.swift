internal import RosterCore

/// A digest of the models and states that compacted revisions wrote and that still exist. No row of
/// the journal covers them.
///
/// It is the sum of the digests of their rows. A compaction adds the rows that the removed
/// revisions wrote, subtracts the before-images that it removes, and reads no others. A commit only
/// turns such rows into before-images, so it does not change the sum.
package struct BaseDigest: Equatable {
  /// The digest as an SQLite integer.
  package private(set) var value: Int

  package init(_ value: Int = 0) { self.value = value }

  /// Adds the value of a row.
  ///
  /// - Parameter row: A row of `columns` of the table, or of `historyColumns`.
  package mutating func add(_ row: some StoredRow, of table: ValueTable) {
    value &+= Self.digest(row, table)
  }

  /// Takes the value of a row away.
  package mutating func remove(_ row: some StoredRow, of table: ValueTable) {
    value &-= Self.digest(row, table)
  }

  private static func digest(
    _ row: some StoredRow, _ table: ValueTable
  ) -> Int {
    var digest = Digest()
    digest.add(.text(table.name))
    digest.add(row.integer(0))
    digest.add(row.optionalText(1).map(StoredValue.text) ?? .null)
    digest.add(row.optionalText(2).map(StoredValue.text) ?? .null)
    digest.add(row.integer(3))
    digest.add(row.optionalInteger(4))
    digest.add(row.value(6))
    if let key = row.modelKey(5) { digest.add(key: key) }
    return digest.value
  }
}
