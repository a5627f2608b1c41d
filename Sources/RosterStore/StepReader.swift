internal import RosterCore
internal import RosterRows

/// Reads what undo and redo would revert, within a transaction.
struct StepReader {
  private let keys: RowKey
  private let tops: PreparedStatement
  private let scopedTops: PreparedStatement
  private let group: PreparedStatement
  private let oldest: Revision

  /// Makes a reader for a list.
  init(_ list: SQLiteList, _ database: ListConnection) throws {
    keys = list.keys
    tops = try database.cachedPrepared(Self.topsSQL)
    scopedTops = try database.cachedPrepared(
      list.store.format(database).hasScopes ? Self.scopedTopsSQL : Self.noScopedTopsSQL)
    group = try database.cachedPrepared("SELECT step_group FROM journal WHERE id = ?")
    oldest = try list.oldestRevision(database)
  }

  static let topsSQL = topsSQL(and: "NULL")

  /// - Parameter columns: Other columns of the row to read.
  static func topsSQL(and columns: String) -> String {
    """
    SELECT id, undo, redo,
      CASE WHEN undo IS NULL THEN change IN ('{}') OR change LIKE '{"states":%' END, \(columns)
    FROM journal WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1
    """
  }

  /// The last row of a scope: the list, the scope, and the key up to which it may be.
  static let scopedTopsSQL = """
    SELECT id, scope_undo, scope_redo FROM journal
    WHERE step_scope = ?2 AND list = ?1 AND id <= ?3 ORDER BY id DESC LIMIT 1
    """

  /// The same for a file that has no scopes.
  static let noScopedTopsSQL =
    "SELECT id, 0, 0 FROM journal WHERE ?1 IS NULL AND ?2 IS NULL AND ?3 IS NULL"

  func steps(at revision: Revision, in scope: UndoScope) throws -> JournalSteps {
    try StepWalk(keys, oldest: oldest) { revision in
      guard let name = scope.name else { return try Self.tops(at: revision, keys, tops) }
      return try Self.scopedTops(at: revision, inScope: name, keys, scopedTops)
        ?? StepTops(undo: min(revision, oldest))
    } groupName: {
      try groupName(of: $0)
    }.steps(at: revision)
  }

  private func groupName(of revision: Revision) throws -> String? {
    var name: String?
    try group.forEachRow(keys.key(revision)) { if !$0.isNull(0) { name = $0.text(0) } }
    return name
  }

  /// Returns the tops after a revision.
  ///
  /// A revision of an older format names no tops: it is its own top, unless it changes only states,
  /// which undo skips. A revision that the journal no longer has may be its own top, but can no
  /// longer be reverted.
  ///
  /// - Parameter statement: `topsSQL`.
  static func tops(
    at revision: Revision, _ keys: RowKey, _ statement: PreparedStatement
  ) throws -> StepTops {
    var next = revision
    while next > 0 {
      let (row, found) = try last(upTo: keys.key(next), keys, statement)
      guard row == next else { return StepTops(undo: next) }
      if let found { return found }
      next -= 1
    }
    return StepTops()
  }

  /// Returns the tops in a scope of the application after a revision; `nil` if the journal has no
  /// revision of the scope up to then. If the journal was compacted, one that is gone may have been its
  /// top, but can no longer be reverted.
  ///
  /// - Parameter statement: `scopedTopsSQL`.
  static func scopedTops(
    at revision: Revision, inScope scope: String, _ keys: RowKey, _ statement: PreparedStatement
  ) throws -> StepTops? {
    var tops: StepTops?
    try statement.forEachRow(keys.list, scope, keys.key(revision)) { row in
      let found = 0...keys.number(row.integer(0))
      guard found.contains(row.integer(1)), found.contains(row.integer(2)) else {
        throw DamagedRow("journal", row.integer(0))
      }
      tops = StepTops(undo: row.integer(1), redo: row.integer(2))
    }
    return tops
  }

  /// Returns the revision before the first one of the journal.
  ///
  /// - Parameter statement: `SQLiteList.oldestSQL`.
  static func oldest(_ keys: RowKey, _ statement: PreparedStatement) throws -> Revision {
    var oldest = 0
    try statement.forEachRow(keys.first, keys.last) { oldest = keys.number($0.integer(0)) - 1 }
    return oldest
  }

  /// Returns the last revision of the journal up to a key, and the tops after it. The tops are
  /// `nil` if its row does not name them; the revision is 0 if there is none.
  ///
  /// - Parameters:
  ///   - statement: `topsSQL`.
  ///   - visit: Receives the row, if there is one.
  static func last(
    upTo key: Int, _ keys: RowKey, _ statement: PreparedStatement,
    _ visit: (SQLiteRow) -> Void = { _ in }
  ) throws -> (revision: Revision, tops: StepTops?) {
    var last: (revision: Revision, tops: StepTops?) = (0, nil)
    try statement.forEachRow(keys.first, key) { row in
      last.revision = keys.number(row.integer(0))
      if !row.isNull(1) {
        last.tops = StepTops(undo: row.integer(1), redo: row.integer(2))
        guard (0...last.revision).contains(row.integer(1)),
          (0...last.revision).contains(row.integer(2))
        else { throw DamagedRow("journal", row.integer(0)) }
      } else if row.integer(3) == 0 {
        last.tops = StepTops(undo: last.revision)
      }
      visit(row)
    }
    return last
  }
}

/// The content of the journal's last row that describes the list.
struct ListHead {
  /// The last revision; 0 if the journal has no row.
  var revision: Revision = 0
  /// The revisions that undo and redo revert next; `nil` if the row does not name them.
  var tops: StepTops?
  /// The digest of the order; `nil` if the last row has none, which only damage can cause.
  var order: Int? = 0
  /// The number of bytes that the revisions have written.
  var written = 0

  /// Makes the head of an empty list, in which undo and redo have nothing to revert.
  init(revision: Revision) {
    self.revision = revision
    tops = StepTops()
  }

  /// Makes the head of a list whose last row was just written.
  init(revision: Revision, tops: StepTops?, order: Int?, written: Int) {
    self.revision = revision
    self.tops = tops
    self.order = order
    self.written = written
  }

  /// - Parameter statement: `sql`.
  init(_ keys: RowKey, _ statement: PreparedStatement) throws {
    (revision, tops) = try StepReader.last(upTo: keys.last, keys, statement) { row in
      order = row.isNull(4) ? nil : row.integer(4)
      written = row.integer(5)
    }
  }

  static let sql = sql(ListFormat())

  /// - Parameter format: Of a file that has seals.
  static func sql(_ format: ListFormat) -> String {
    StepReader.topsSQL(and: format.hasWrittenCounts ? "pages, written" : "pages, NULL")
  }
}
