internal import GRDB
internal import RosterCore

/// Reads states as they were at one revision, within a transaction.
struct StateReader {
  private let list: SQLiteList
  private let revision: Revision
  /// Whether nothing was written after the revision.
  private let isNewest: Bool
  private let current: PreparedStatement
  private let earlier: PreparedStatement

  init(_ list: SQLiteList, _ database: Database, revision: Revision, isNewest: Bool) throws {
    self.list = list
    self.revision = revision
    self.isNewest = isNewest
    current = try database.cachedPrepared(
      "SELECT scope, type_version, value FROM state WHERE item = ? AND version <= ?")
    earlier = try database.cachedPrepared(
      """
      SELECT scope, until, version, type_version, value FROM state_history
      WHERE item = ? AND (scope, until) > (?, ?) ORDER BY scope, until LIMIT 1
      """)
  }

  func states(of item: ItemID) throws -> [ScopePath: StoredState] {
    var states: [ScopePath: StoredState] = [:]
    let key = list.keys.key(item.rawValue)
    try current.forEachRow(key, revision) { row in
      states[try scope(row, item)] = StoredState(
        typeVersion: row.integer(1), value: StoredValue(row, 2))
    }
    if !isNewest { try addEarlierStates(of: item, to: &states) }
    return states
  }

  /// Adds the before-images that were valid at the revision.
  ///
  /// Of each scope only the first before-image after the revision can be, so the search goes from
  /// there to the next scope, however many there are.
  private func addEarlierStates(
    of item: ItemID, to states: inout [ScopePath: StoredState]
  ) throws {
    let key = list.keys.key(item.rawValue)
    // No text comes before the empty one.
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
        states[try scope(row, item)] = StoredState(
          typeVersion: row.integer(3), value: StoredValue(row, 4))
      }
    }
  }

  /// The scope in the first column.
  private func scope(
    _ row: borrowing PreparedStatement.Row, _ item: ItemID
  ) throws -> ScopePath {
    guard let scope = StateScope.decode(row.bytes(0)) else {
      throw StorageError(
        .corrupt,
        "\(list.store.path), list \"\(list.name)\": the scope of a state of \(item) is unreadable")
    }
    return scope
  }
}
