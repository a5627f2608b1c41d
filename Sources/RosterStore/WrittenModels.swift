internal import RosterCore
internal import RosterRows

/// Finds the models and states that a revision wrote, wherever they are stored now.
struct WrittenModels {
  private let database: ListConnection
  private let keys: RowKey
  /// Whether digests also cover the numbers of the journal's row; not in older formats.
  private let hasNumbers: Bool
  /// Whether items can have keys; not in older formats.
  private let hasKeys: Bool

  init(_ list: SQLiteList, _ database: ListConnection) throws {
    self.database = database
    keys = list.keys
    hasNumbers = try list.store.format(database).hasSeals
    hasKeys = try list.store.format(database).hasKeys
  }

  /// Returns the digest of a revision, from its row in the journal and its models and states as
  /// they are.
  ///
  /// - Parameters:
  ///   - states: The result of ``states(of:)``.
  ///   - row: A row of `ListFormat.journalSQL`.
  /// - Returns: `nil` if a model is gone.
  func digest(
    of entry: JournalEntry, _ states: [StoredState?], _ row: SQLiteRow
  ) throws -> Int? {
    var digest = RevisionDigest(entry, row)
    let identities = entry.record.identities
    let isComplete =
      try add(
        (identities.updatedItems + identities.insertedItems).lazy.map(\.rawValue),
        of: "item", at: entry.revision, to: &digest)
      && add(
        (identities.updatedSections + identities.insertedSections).lazy.map(\.rawValue),
        of: "section", at: entry.revision, to: &digest)
    for state in states { digest.add(state) }
    if hasNumbers { digest.add(JournalNumbers(row)) }
    return isComplete ? digest.value : nil
  }

  /// Returns whether a revision has the digest of what it wrote.
  ///
  /// - Parameter row: A row of `ListFormat.journalSQL`.
  func isUnaltered(
    _ entry: JournalEntry, _ row: SQLiteRow
  ) throws -> Bool {
    try digest(of: entry, states(of: entry), row) == row.integer(4)
  }

  /// Returns the states that a revision wrote, in the order of the entry; `nil` for removed ones.
  func states(of entry: JournalEntry) throws -> [StoredState?] {
    try entry.states.map { try state(at: $0, writtenBy: entry.revision) }
  }

  private func state(
    at address: StateAddress, writtenBy revision: Revision
  ) throws -> StoredState? {
    let table = StateTable(address.tree)
    let current = try database.cachedPrepared(
      """
      SELECT type_version, value FROM \(table.name)
      WHERE \(table.isOwn) AND scope = ?2 AND version = ?3
      """)
    let earlier = try database.cachedPrepared(
      """
      SELECT type_version, value, version FROM \(table.name)_history
      WHERE \(table.isOwn) AND scope = ?2 AND until > ?3 ORDER BY until LIMIT 1
      """)
    let owner = keys.key(address.tree.number)
    let scope = address.scope.description
    var state: StoredState?
    try current.forEachRow(owner, scope, revision) { row in
      state = StoredState(typeVersion: row.integer(0), value: StoredValue(row, 1))
    }
    if state == nil {
      try earlier.forEachRow(owner, scope, revision) { row in
        guard row.integer(2) == revision else { return }
        state = StoredState(typeVersion: row.integer(0), value: StoredValue(row, 1))
      }
    }
    return state
  }

  /// - Returns: Whether all models exist.
  private func add(
    _ numbers: some Sequence<Int>, of table: String, at revision: Revision,
    to digest: inout RevisionDigest
  ) throws -> Bool {
    let keyColumn = hasKeys && table == ValueTable.items.name ? "model_key" : "NULL"
    let current = try database.cachedPrepared(
      "SELECT model, \(keyColumn) FROM \(table) WHERE id = ? AND version = ?")
    let earlier = try database.cachedPrepared(
      """
      SELECT model, \(keyColumn), version FROM \(table)_history WHERE \(table) = ? AND until > ?
      ORDER BY until LIMIT 1
      """)
    for number in numbers {
      let key = keys.key(number)
      var model: StoredValue?
      var modelKey: ModelKey?
      try current.forEachRow(key, revision) { row in
        (model, modelKey) = (StoredValue(row, 0), row.modelKey(1))
      }
      if model == nil {
        // As the list reads it, so that another before-image does not stand in for it.
        try earlier.forEachRow(key, revision) { row in
          if row.integer(2) == revision {
            (model, modelKey) = (StoredValue(row, 0), row.modelKey(1))
          }
        }
      }
      guard let model else { return false }
      digest.add(model, modelKey)
    }
    return true
  }
}
