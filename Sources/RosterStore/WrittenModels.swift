internal import RosterCore
internal import RosterRows

/// Finds the models and states that a revision wrote, wherever they are stored now.
struct WrittenModels {
  /// Receives a row of `columns` of the table, or of `historyColumns`.
  typealias RowVisit = (_ row: SQLiteRow, _ table: ValueTable) -> Void

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
  ///   - visit: Receives the row of each model.
  /// - Returns: `nil` if a model is gone.
  func digest(
    of entry: JournalEntry, _ states: [StoredState?], _ row: SQLiteRow,
    visit: RowVisit = { _, _ in }
  ) throws -> Int? {
    var digest = RevisionDigest(entry, row)
    let identities = entry.record.identities
    let isComplete =
      try add(
        (identities.updatedItems + identities.insertedItems).lazy.map(\.rawValue),
        of: .items, at: entry.revision, to: &digest, visit)
      && add(
        (identities.updatedSections + identities.insertedSections).lazy.map(\.rawValue),
        of: .sections, at: entry.revision, to: &digest, visit)
    for state in states { digest.add(state) }
    if hasNumbers { digest.add(JournalNumbers(row)) }
    return isComplete ? digest.value : nil
  }

  /// Returns whether a revision has the digest of what it wrote.
  ///
  /// - Parameters:
  ///   - row: A row of `ListFormat.journalSQL`.
  ///   - visit: Receives the row of each model and state, also if the revision is altered.
  func isUnaltered(
    _ entry: JournalEntry, _ row: SQLiteRow, visit: RowVisit = { _, _ in }
  ) throws -> Bool {
    try digest(of: entry, states(of: entry, visit: visit), row, visit: visit) == row.integer(4)
  }

  /// Returns the states that a revision wrote, in the order of the entry; `nil` for removed ones.
  ///
  /// - Parameter visit: Receives the row of each state.
  func states(
    of entry: JournalEntry, visit: RowVisit = { _, _ in }
  ) throws -> [StoredState?] {
    try entry.states.map { try state(at: $0, writtenBy: entry.revision, visit) }
  }

  private func state(
    at address: StateAddress, writtenBy revision: Revision, _ visit: RowVisit
  ) throws -> StoredState? {
    let place = StateTable(address.tree)
    let table = ValueTable(place)
    let current = try database.cachedPrepared(
      """
      SELECT \(table.columns()) FROM \(table.name)
      WHERE \(place.isOwn) AND scope = ?2 AND version = ?3
      """)
    // As the list reads it, so that another before-image does not stand in for it.
    let earlier = try database.cachedPrepared(
      """
      SELECT \(table.historyColumns()) FROM \(table.history)
      WHERE \(place.isOwn) AND scope = ?2 AND until > ?3 ORDER BY until LIMIT 1
      """)
    let owner = keys.key(address.tree.number)
    let scope = address.scope.description
    var state: StoredState?
    for statement in [current, earlier] where state == nil {
      try statement.forEachRow(owner, scope, revision) { row in
        guard row.integer(3) == revision else { return }
        state = StoredState(typeVersion: row.integer(4), value: StoredValue(row, 6))
        visit(row, table)
      }
    }
    return state
  }

  /// - Returns: Whether all models exist.
  private func add(
    _ numbers: some Sequence<Int>, of table: ValueTable, at revision: Revision,
    to digest: inout RevisionDigest, _ visit: RowVisit
  ) throws -> Bool {
    let current = try database.cachedPrepared(
      """
      SELECT \(table.columns(hasKeys: hasKeys)) FROM \(table.name)
      WHERE \(table.key) = ? AND version = ?
      """)
    // As the list reads it, so that another before-image does not stand in for it.
    let earlier = try database.cachedPrepared(
      """
      SELECT \(table.historyColumns(hasKeys: hasKeys)) FROM \(table.history)
      WHERE \(table.owner) = ? AND until > ? ORDER BY until LIMIT 1
      """)
    for number in numbers {
      let key = keys.key(number)
      var isThere = false
      for statement in [current, earlier] where !isThere {
        try statement.forEachRow(key, revision) { row in
          guard row.integer(3) == revision else { return }
          digest.add(StoredValue(row, 6), row.modelKey(5))
          visit(row, table)
          isThere = true
        }
      }
      guard isThere else { return false }
    }
    return true
  }
}
