import GRDB
import RosterCore
import RosterStore
import RosterTestSupport

/// What the database of an application holds: its rows, and the lists beside them.
struct ApplicationContents: Hashable, Sendable, CustomStringConvertible {
  /// How many transactions of the application are committed. Each of them counts itself.
  var transactionCount = 0
  var rows: [TableRow] = []
  /// Whether there is anything of the lists, be it one table.
  var isInstalled = false
  var lists: [String: StoredContents] = [:]

  /// A database in which nothing is.
  init() {}

  /// Reads a database, while nothing writes it.
  ///
  /// - Parameter store: The lists, if they are open.
  init(_ pool: DatabasePool, _ store: SQLiteStore?) throws {
    (transactionCount, rows, isInstalled) = try pool.read { db in
      let isMade = try db.tableExists("visit")
      let count = try isMade ? Int.fetchOne(db, sql: "SELECT count(*) FROM visit") : 0
      let names = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM sqlite_master WHERE name GLOB 'grdb_roster*'")
      return try (count ?? 0, isMade ? TableRow.all(db) : [], names ?? 0 > 0)
    }
    if let store { lists = try Self.lists(of: store) }
  }

  /// Opens a database as a process would that starts again, and checks the lists. Rows that a migration keeps from being
  /// noted are compared when the list of the table is opened.
  ///
  /// - Throws: A `BrokenPromise` if the check finds something; an error if tables of lists are missing.
  init(checking path: String) throws {
    let pool = try DatabasePool(path: path)
    defer { try? pool.close() }
    try self.init(pool, nil)
    guard isInstalled else { return }
    let store = try SQLiteStore(path: path)
    // Also of the list that shows the table: whichever row it has not followed is noted.
    let findings = try store.check().filter { !$0.description.contains("are not noted") }
    guard findings.isEmpty else {
      throw BrokenPromise("check finds \(findings.map(\.description))")
    }
    lists = try Self.lists(of: store)
    try store.close()
  }

  /// Reads all lists.
  static func lists(of store: SQLiteStore) throws -> [String: StoredContents] {
    var contents: [String: StoredContents] = [:]
    for summary in try store.lists() {
      contents[summary.name] = try store.list(named: summary.name, create: false).map {
        try StoredContents($0)
      }
    }
    return contents
  }

  /// What is written in the transactions of the application: the list of the table may follow later.
  var written: Written {
    let order = lists["order"]?.sections.flatMap(\.items).compactMap(\.model) ?? []
    return Written(transactionCount: transactionCount, rows: rows, order: order)
  }

  struct Written: Hashable, Sendable {
    let transactionCount: Int
    let rows: [TableRow]
    /// The models of the list of its own.
    let order: [StoredValue]
  }

  var description: String {
    let revisions = lists.sorted { $0.key < $1.key }
      .map { ", \($0.key) at revision \($0.value.revision)" }
    return "\(transactionCount) transactions, \(rows.count) rows, "
      + (isInstalled ? "tables of lists" : "no tables of lists") + revisions.joined()
  }

  /// The first thing in which these contents are not as expected, `nil` if there is none.
  func difference(from expected: ApplicationContents) -> String? {
    if self == expected { return nil }
    for (name, contents) in lists.sorted(by: { $0.key < $1.key }) {
      guard let wanted = expected.lists[name] else { continue }
      if let difference = contents.difference(from: wanted) {
        return "the list \(name): \(difference)"
      }
    }
    return rows == expected.rows ? "\(self)" : "rows \(rows), not \(expected.rows)"
  }
}
