package import RosterCore

/// What one transaction rewrites: reads the rows of some models, and keeps the digest of what lies before the journal.
///
/// If a row was altered, that digest does not become the one of the new rows, so the damage is found as before.
package struct ModelRewriting {
  /// The row of the list, with that digest.
  package private(set) var seal: ListSeal
  /// The new forms of models, by the keys of their rows.
  package private(set) var new: [(key: Int, model: StoredValue)] = []
  private let table: ValueTable
  private let keys: RowKey
  private let limit: Int
  private var count = 0
  private var last: Int?
  private var remainingCount = 0

  /// Begins with the row of the list as it is.
  package init(_ table: ValueTable, _ keys: RowKey, _ seal: ListSeal, limit: Int) {
    (self.table, self.keys, self.seal, self.limit) = (table, keys, seal, limit)
  }

  /// Looks at the next row.
  ///
  /// - Parameter row: A row of `columns` of the table.
  package mutating func look(
    at row: some StoredRow, _ isOld: (StoredValue) -> Bool,
    _ rewrite: (Int, StoredValue) throws(StorageError) -> StoredValue?
  ) throws(StorageError) {
    let number = keys.number(row.integer(0))
    (count, last) = (count + 1, number)
    let model = row.value(6)
    guard isOld(model) else { return }
    guard row.integer(3) <= seal.oldest, let form = try rewrite(number, model) else {
      remainingCount += 1
      return
    }
    seal.base.remove(row, of: table)
    new.append((key: row.integer(0), model: form))
  }

  /// Whether there are no rows behind those that were looked at. Then the before-images follow.
  package var isAtEnd: Bool { count < limit }

  /// Counts a model that only an earlier revision shows.
  package mutating func count(beforeImage model: StoredValue, _ isOld: (StoredValue) -> Bool) {
    if isOld(model) { remainingCount += 1 }
  }

  /// Takes up a row that was rewritten.
  package mutating func take(_ row: some StoredRow) { seal.base.add(row, of: table) }

  /// What has become of the models.
  package var models: RewrittenModels {
    var models = RewrittenModels()
    models.last = isAtEnd ? nil : last
    (models.rewrittenCount, models.remainingCount) = (new.count, remainingCount)
    return models
  }
}
