internal import GRDB
package import RosterCore
internal import RosterRows

extension SQLiteList {
  /// Returns the states of all scopes of items, headers and footers as they were at a revision, also
  /// after later commits.
  ///
  /// - Throws: `corrupt` if the scope of a state is unreadable; `compacted` if the revision is no
  ///   longer kept.
  /// - Complexity: O(log *n*) for each tree and for each of its states. For a revision before the
  ///   last one, also for each scope that the tree ever had. The number of times that a state was
  ///   written does not matter.
  package func states(
    of trees: [TreeID], at revision: Revision
  ) throws(StorageError) -> [[ScopePath: StoredState]] {
    if trees.isEmpty { return [] }
    return try store.read { database in
      guard try store.hasStates(database) else { return trees.map { _ in [:] } }
      let hasSupplements = try store.hasSupplementStates(database)
      let isNewest = try isNewest(revision, database)
      var readers: [StateTable: StateReader] = [:]
      return try trees.map { tree in
        let table = StateTable(tree)
        guard table == .items || hasSupplements else { return [:] }
        let reader =
          try readers[table]
          ?? StateReader(table, of: self, database, revision: revision, isNewest: isNewest)
        readers[table] = reader
        return try reader.states(of: tree.number)
      }
    }
  }

  /// Returns whether no later revision exists.
  ///
  /// - Throws: `compacted` if it is no longer kept.
  private func isNewest(_ revision: Revision, _ database: Database) throws -> Bool {
    if try revision >= storedRevision(database) { return true }
    let oldest = try oldestRevision(database)
    guard revision >= oldest else { throw isCompacted(revision, oldest: oldest) }
    return false
  }
}

/// Reads states of items, of headers or of footers as they were at one revision, within a
/// transaction.
struct StateReader {
  private let table: StateTable
  private let list: SQLiteList
  private let revision: Revision
  /// Whether no later revision exists.
  private let isNewest: Bool
  private let current: PreparedStatement
  private let earlier: PreparedStatement

  init(
    _ table: StateTable, of list: SQLiteList, _ database: Database, revision: Revision,
    isNewest: Bool
  ) throws {
    self.table = table
    self.list = list
    self.revision = revision
    self.isNewest = isNewest
    current = try database.cachedPrepared(
      "SELECT scope, type_version, value FROM \(table.name) WHERE \(table.isOwn) AND version <= ?2")
    earlier = try database.cachedPrepared(
      """
      SELECT scope, until, version, type_version, value FROM \(table.name)_history
      WHERE \(table.isOwn) AND (scope, until) > (?2, ?3) ORDER BY scope, until LIMIT 1
      """)
  }

  /// Returns the states of all scopes of an item, or of the header or footer of a section.
  func states(of number: Int) throws -> [ScopePath: StoredState] {
    var states: [ScopePath: StoredState] = [:]
    let key = list.keys.key(number)
    try current.forEachRow(key, revision) { row in
      states[try scope(row, number)] = StoredState(
        typeVersion: row.integer(1), value: StoredValue(row, 2))
    }
    if !isNewest { try addEarlierStates(of: number, to: &states) }
    return states
  }

  /// Adds the before-images that were valid at the revision.
  ///
  /// Of each scope, only the first before-image that ends after the revision can be valid. So the
  /// search goes from there to the next scope, however many before-images the scope has.
  private func addEarlierStates(
    of number: Int, to states: inout [ScopePath: StoredState]
  ) throws {
    let key = list.keys.key(number)
    // The search begins at the empty text, which precedes all others.
    var place: (scope: String, until: Revision)? = ("", revision)
    while let current = place {
      place = nil
      try earlier.forEachRow(key, current.scope, current.until) { row in
        let text = row.text(0)
        guard row.integer(1) > revision else {
          place = (text, revision)
          return
        }
        place = (text, .max)
        guard row.integer(2) <= revision else { return }
        states[try scope(row, number)] = StoredState(
          typeVersion: row.integer(3), value: StoredValue(row, 4))
      }
    }
  }

  /// The scope in the first column.
  private func scope(
    _ row: borrowing PreparedStatement.Row, _ number: Int
  ) throws -> ScopePath {
    guard let scope = StateScope.decode(row.bytes(0)) else {
      throw StorageError(
        .corrupt,
        "\(list.store.path), list \"\(list.name)\": the scope of a state of "
          + "\(table.tree(number)) is unreadable")
    }
    return scope
  }
}
