internal import RosterCore
internal import RosterRows

/// How far a damage of the history reaches.
///
/// A value that a revision wrote is valid until a later one replaces it. So is a value of which the
/// revision's digest can no longer tell whether it was altered:
///
///     revision          2          3          4          5
///     item 1            "pay 10"   "pay 10"   "pay 90"   "pay 90"
///     digest            wrong      right      right      right
///     intact            no         no         yes        yes
///
/// Had revision 4 not replaced it, no revision would be intact.
struct HistoryDamage {
  /// The last revision whose entry does not match what it wrote; 0 if there is none.
  private(set) var lastRevision: Revision = 0
  /// The first revision in which nothing is valid that may have been altered and was replaced later.
  private(set) var end: Revision = 0
  /// What damaged revisions wrote and is still valid.
  private(set) var doubts = DoubtfulRows()

  /// Makes the damage of a list without any.
  init() {}

  /// Finds how far damaged revisions reach.
  ///
  /// - Parameters:
  ///   - newest: The last revision of the list.
  ///   - broken: The rules that are broken, with the damaged revisions.
  ///   - missing: States that damaged revisions name and that are not there.
  /// - Complexity: O(*n*) for all rows with models and states of the list.
  init(
    in list: SQLiteList, _ database: ListConnection, at newest: Revision, _ broken: BrokenRules,
    _ missing: [(address: StateAddress, revision: Revision)]
  ) throws {
    let damaged = DamagedRevisions(broken.damagedRevisions)
    lastRevision = max(0, damaged.last ?? 0)
    end = max(lastRevision, broken.end)
    let keys = list.keys
    for table in try list.store.valueTables(database) {
      try database.cachedPrepared(
        """
        SELECT version, max(until) FROM \(table.history)
        WHERE \(table.owner) BETWEEN ? AND ? GROUP BY version
        """
      ).forEachRow(keys.first, keys.last) { row in
        if damaged.contains(row.integer(0)) { end = max(end, row.integer(1)) }
      }
      try database.cachedPrepared(
        "SELECT \(table.key), version FROM \(table.name) WHERE \(table.key) BETWEEN ? AND ?"
      ).forEachRow(keys.first, keys.last) { row in
        let version = row.integer(1)
        guard damaged.contains(version) || version < 1 || version > newest else { return }
        doubts.insert(keys.number(row.integer(0)), of: table)
      }
    }
    for (address, revision) in missing {
      if let next = try Self.end(of: address, after: revision, keys, database) {
        end = max(end, next)
      } else {
        doubts.insert(address.tree.number, of: ValueTable(StateTable(address.tree)))
      }
    }
  }

  /// Returns the revision at which a state that is not there had ended at the latest; `nil` if it may
  /// still be valid.
  private static func end(
    of address: StateAddress, after revision: Revision, _ keys: RowKey, _ database: ListConnection
  ) throws -> Revision? {
    let table = StateTable(address.tree)
    let (owner, scope) = (keys.key(address.tree.number), address.scope.description)
    var end: Revision?
    try database.cachedPrepared(
      """
      SELECT min(version) FROM (
        SELECT version FROM \(table.name) WHERE \(table.isOwn) AND scope = ?2
        UNION ALL
        SELECT version FROM \(table.name)_history WHERE \(table.isOwn) AND scope = ?2)
      WHERE version > ?3
      """
    ).forEachRow(owner, scope, revision) { if !$0.isNull(0) { end = $0.integer(0) } }
    if end != nil { return end }
    // The states of what was removed ended with it.
    try database.cachedPrepared(
      """
      SELECT max(until) FROM \(table.owner)_history
      WHERE \(table.owner) = ?1 AND NOT EXISTS (SELECT 1 FROM \(table.owner) WHERE id = ?1)
      """
    ).forEachRow(owner) { if !$0.isNull(0) { end = $0.integer(0) } }
    return end
  }
}

/// The items and sections of a list whose current model or states may have been altered.
struct DoubtfulRows {
  private(set) var items: Set<ItemID> = []
  private(set) var sections: Set<SectionID> = []

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  mutating func insert(_ number: Int, of table: ValueTable) {
    switch table {
    case .items, .states: items.insert(ItemID(rawValue: number))
    case .sections, .supplementStates: sections.insert(SectionID(rawValue: number))
    }
  }

  /// A sentence for the items and one for the sections.
  var descriptions: [String] {
    [
      ("items", items.map(\.rawValue)), ("sections", sections.map(\.rawValue)),
    ].filter { !$1.isEmpty }.map { kind, numbers in
      let shown = numbers.sorted().prefix(20).map(String.init).joined(separator: ", ")
      let rest = numbers.count > 20 ? " and \(numbers.count - 20) more" : ""
      return "the models or states of \(kind) \(shown)\(rest) may have been altered or lost"
    }
  }
}

/// A set of revisions, as ranges that neither overlap nor touch.
private struct DamagedRevisions {
  private var ranges: [ClosedRange<Revision>] = []

  init(_ ranges: [ClosedRange<Revision>]) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound {
        self.ranges[self.ranges.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  var last: Revision? { ranges.last?.upperBound }

  /// - Complexity: O(log *k*) for *k* ranges.
  func contains(_ revision: Revision) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < revision { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(revision)
  }
}
