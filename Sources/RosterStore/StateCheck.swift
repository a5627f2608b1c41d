internal import GRDB
internal import RosterCore

/// One check of the states of a list, within a transaction: first the rows, then entry by entry
/// what the journal says about them.
struct StateCheck {
  private let list: SQLiteList
  private let database: Database
  /// Before-images that no later value follows, by where they end: a revision must have forgotten
  /// or removed them there.
  private var ends: [Revision: Set<StateAddress>] = [:]
  /// How many values say that a revision wrote them.
  private var valueCounts: [Revision: Int] = [:]
  private var firstRevision: Revision?

  /// A value and the revisions from which and up to which it was there; the current one has no end.
  private struct Value {
    var address: StateAddress
    var version: Revision
    var until: Revision?
  }

  init(_ list: SQLiteList, _ database: Database) {
    self.list = list
    self.database = database
  }

  // MARK: Rows

  /// Reads all rows in the order of items, scopes, and time.
  mutating func checkRows(of directory: ListDirectory, _ broken: inout BrokenRules) throws {
    let keys = list.keys
    var previous: Value?
    try database.cachedPrepared(Self.valuesSQL).forEachRow(keys.first, keys.last) { row in
      let item = keys.number(row.integer(0))
      guard let scope = StateScope.decode(row.bytes(1)) else {
        return broken.note(.stateScope, item)
      }
      let value = Value(
        address: StateAddress(item: ItemID(rawValue: item), scope: scope),
        version: row.integer(2), until: row.isNull(3) ? nil : row.integer(3))
      check(value, after: previous, at: directory.revision, &broken)
      previous = value
    }
    if let previous { noteEnd(of: previous, before: nil) }
    try database.cachedPrepared(Self.strayItemsSQL).forEachRow(keys.first, keys.last) {
      broken.note(.stateWithoutItem, keys.number($0.integer(0)))
    }
  }

  private static let valuesSQL = """
    SELECT item, scope, version, until FROM state_history WHERE item BETWEEN ?1 AND ?2
    UNION ALL
    SELECT item, scope, version, NULL FROM state WHERE item BETWEEN ?1 AND ?2
    ORDER BY item, scope, until NULLS LAST
    """

  private static let strayItemsSQL = """
    SELECT DISTINCT item FROM state
    WHERE item BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM item AS row WHERE row.id = state.item)
    LIMIT 5
    """

  private mutating func check(
    _ value: Value, after previous: Value?, at revision: Revision, _ broken: inout BrokenRules
  ) {
    let item = value.address.item.rawValue
    if let until = value.until {
      if value.version >= until || until > revision { broken.note(.stateHistory, item) }
    } else if value.version > revision {
      broken.note(.stateVersion, item)
    }
    if let previous, previous.address == value.address, previous.until ?? .max > value.version {
      broken.note(.stateTwice, item)
    }
    if let previous { noteEnd(of: previous, before: value) }
    valueCounts[value.version, default: 0] += 1
  }

  private mutating func noteEnd(of value: Value, before next: Value?) {
    guard let until = value.until else { return }
    if let next, next.address == value.address, next.version == until { return }
    ends[until, default: []].insert(value.address)
  }

  // MARK: Journal

  /// Compares what an entry says it did with the rows.
  ///
  /// - Parameter states: The states that are there of those that the entry names.
  mutating func check(
    _ entry: JournalEntry, _ states: [StoredState?], _ broken: inout BrokenRules
  ) throws {
    let revision = entry.revision
    firstRevision = firstRevision ?? revision
    valueCounts[revision]? -= states.count { $0 != nil }
    for (address, state) in zip(entry.states, states) where state == nil {
      ends[revision]?.remove(address)
      if try isThere(address, at: revision) { broken.note(.stateNotForgotten, revision) }
    }
    guard let rest = ends[revision], !rest.isEmpty else { return }
    let removed = Set(entry.record.identities.removedItems.lazy.map(\.id))
    ends[revision] = rest.filter { !removed.contains($0.item) }
  }

  /// Whether there is an earlier value that goes on after a revision.
  private func isThere(_ address: StateAddress, at revision: Revision) throws -> Bool {
    var isFound = false
    try database.cachedPrepared(
      """
      SELECT 1 FROM state WHERE item = ?1 AND scope = ?2 AND version < ?3
      UNION ALL
      SELECT 1 FROM state_history WHERE item = ?1 AND scope = ?2 AND until > ?3 AND version < ?3
      """
    ).forEachRow(
      list.keys.key(address.item.rawValue), address.scope.description, revision
    ) { _ in isFound = true }
    return isFound
  }

  /// Notes what no entry explains; a journal that was cut off explains nothing before the cut.
  func finish(_ broken: inout BrokenRules) {
    for (revision, addresses) in ends.sorted(by: { $0.key < $1.key })
    where revision >= firstRevision ?? 0 {
      for item in addresses.map(\.item).sorted() { broken.note(.stateEnd, item.rawValue) }
    }
    for (revision, count) in valueCounts.sorted(by: { $0.key < $1.key })
    where revision >= firstRevision ?? 0 && count != 0 { broken.note(.stateUnwritten, revision) }
  }
}
