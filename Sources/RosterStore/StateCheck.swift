internal import RosterCore
internal import RosterRows

/// Checks the states of a list, within a transaction: first the rows, then what each entry of the
/// journal says about them.
struct StateCheck {
  private let list: SQLiteList
  private let database: ListConnection
  /// Before-images that no later value follows, by the revision at which they end. That revision
  /// must have removed them.
  private var ends: [Revision: Set<StateAddress>] = [:]
  /// The number of values that name each revision as the one that wrote them.
  private var valueCounts: [Revision: Int] = [:]
  private var firstRevision: Revision?

  /// A value, and the revisions at which it begins and ends; the current value has no end.
  private struct Value {
    var address: StateAddress
    var version: Revision
    var until: Revision?
  }

  init(_ list: SQLiteList, _ database: ListConnection) {
    self.list = list
    self.database = database
  }

  // MARK: Rows

  /// Reads all rows, for each item, header and footer in the order of scopes and time.
  mutating func checkRows(of directory: ListDirectory, _ broken: inout BrokenRules) throws {
    try check(.items, of: directory, &broken)
    guard try list.store.format(database).hasSupplementStates else { return }
    try check(.headers, of: directory, &broken)
    try check(.footers, of: directory, &broken)
  }

  private mutating func check(
    _ table: StateTable, of directory: ListDirectory, _ broken: inout BrokenRules
  ) throws {
    let keys = list.keys
    var previous: Value?
    try database.cachedPrepared(Self.valuesSQL(table)).forEachRow(keys.first, keys.last) { row in
      let number = keys.number(row.integer(0))
      guard let scope = StateScope.decode(row.bytes(1)) else {
        return broken.note(table.rules.scope, number)
      }
      let value = Value(
        address: StateAddress(tree: table.tree(number), scope: scope),
        version: row.integer(2), until: row.isNull(3) ? nil : row.integer(3))
      check(value, after: previous, at: directory.revision, &broken)
      previous = value
    }
    if let previous { noteEnd(of: previous, before: nil) }
    try database.cachedPrepared(Self.straysSQL(table)).forEachRow(keys.first, keys.last) {
      broken.note(table.rules.withoutOwner, keys.number($0.integer(0)))
    }
  }

  private static func valuesSQL(_ table: StateTable) -> String {
    let (name, owner) = (table.name, table.owner)
    return """
      SELECT \(owner), scope, version, until FROM \(name)_history WHERE \(table.isOfList)
      UNION ALL
      SELECT \(owner), scope, version, NULL FROM \(name) WHERE \(table.isOfList)
      ORDER BY \(owner), scope, until NULLS LAST
      """
  }

  private static func straysSQL(_ table: StateTable) -> String {
    let (name, owner) = (table.name, table.owner)
    return """
      SELECT DISTINCT \(owner) FROM \(name)
      WHERE \(table.isOfList)
        AND NOT EXISTS (SELECT 1 FROM \(owner) AS row WHERE row.id = \(name).\(owner))
      LIMIT 5
      """
  }

  private mutating func check(
    _ value: Value, after previous: Value?, at revision: Revision, _ broken: inout BrokenRules
  ) {
    let number = value.address.tree.number
    let rules = StateTable(value.address.tree).rules
    if let until = value.until {
      if value.version >= until || until > revision { broken.note(rules.history, number) }
    } else if value.version > revision {
      broken.note(rules.version, number)
    }
    if let previous, previous.address == value.address, previous.until ?? .max > value.version {
      broken.note(rules.twice, number)
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

  /// Compares an entry with the rows.
  ///
  /// - Parameter states: The states that exist of those that the entry names.
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
    let removal = TreeRemoval(entry.record.identities)
    ends[revision] = rest.filter { !removal.takesAlong($0.tree) }
  }

  /// Returns whether an earlier value continues after a revision.
  private func isThere(_ address: StateAddress, at revision: Revision) throws -> Bool {
    var isFound = false
    let table = StateTable(address.tree)
    try database.cachedPrepared(
      """
      SELECT 1 FROM \(table.name) WHERE \(table.isOwn) AND scope = ?2 AND version < ?3
      UNION ALL
      SELECT 1 FROM \(table.name)_history
      WHERE \(table.isOwn) AND scope = ?2 AND until > ?3 AND version < ?3
      """
    ).forEachRow(
      list.keys.key(address.tree.number), address.scope.description, revision
    ) { _ in isFound = true }
    return isFound
  }

  /// Reports what no entry explains. A compacted journal explains nothing before its first entry.
  func finish(_ broken: inout BrokenRules) {
    for (revision, addresses) in ends.sorted(by: { $0.key < $1.key })
    where revision >= firstRevision ?? 0 {
      for tree in addresses.map(\.tree).sorted() {
        broken.note(StateTable(tree).rules.end, tree.number)
      }
    }
    for (revision, count) in valueCounts.sorted(by: { $0.key < $1.key })
    where revision >= firstRevision ?? 0 && count != 0 { broken.note(.stateUnwritten, revision) }
  }
}

extension StateTable {
  /// The rules for the rows of this table.
  fileprivate var rules: StateRules {
    switch self {
    case .items: .ofItems
    case .headers, .footers: .ofSupplements
    }
  }
}

/// The rules for the states of items, or for those of headers and footers.
private struct StateRules {
  var version: CheckRule
  var scope: CheckRule
  var withoutOwner: CheckRule
  var history: CheckRule
  var twice: CheckRule
  var end: CheckRule

  static let ofItems = StateRules(
    version: .stateVersion, scope: .stateScope, withoutOwner: .stateWithoutItem,
    history: .stateHistory, twice: .stateTwice, end: .stateEnd)
  static let ofSupplements = StateRules(
    version: .supplementStateVersion, scope: .supplementStateScope,
    withoutOwner: .stateWithoutSection, history: .supplementStateHistory,
    twice: .supplementStateTwice, end: .supplementStateEnd)
}
