import Foundation
import RosterCore
import RosterRows
import RosterTestKit
import Testing

@testable import RosterStore

/// A store in a temporary folder, which can be closed and opened again.
final class TemporaryStore {
  let folder: TemporaryFolder
  var path: String { folder.path() }
  private(set) var store: SQLiteStore

  init(_ configuration: SQLiteConfiguration = SQLiteConfiguration()) throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path(), configuration: configuration)
  }

  /// - Parameter pageSizes: How many items the pages of a new list have.
  func list(
    _ name: String = "main", _ pageSizes: PageSizes = .standard
  ) throws -> SQLiteList {
    try #require(try store.list(named: name, create: true, pageSizes))
  }

  /// Closes the file and opens it again.
  func reopen(_ configuration: SQLiteConfiguration? = nil) throws {
    let configuration = configuration ?? store.configuration
    try store.close()
    store = try SQLiteStore(path: path, configuration: configuration)
  }
}

extension TemporaryStore {
  /// Does damage that tables forbid. An update must change a row.
  func damage(_ sql: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try store.pool.write {
      try $0.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      try $0.execute(sql)
      #expect($0.changesCount > 0 || !sql.hasPrefix("UPDATE"), sourceLocation: sourceLocation)
      try $0.execute("PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF")
    }
  }

  /// Expects that the check finds something.
  func expect(_ finding: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let findings = try store.check()
    #expect(
      findings.contains { $0.description.contains(finding) }, "\(findings)",
      sourceLocation: sourceLocation)
  }
}

/// Runs a test with a store in a temporary folder; in the end the file must check.
func withStore(
  _ configuration: SQLiteConfiguration = SQLiteConfiguration(),
  sourceLocation: SourceLocation = #_sourceLocation, _ body: (TemporaryStore) throws -> Void
) throws {
  let temporary = try TemporaryStore(configuration)
  try body(temporary)
  #expect(try temporary.store.check() == [], sourceLocation: sourceLocation)
  try temporary.store.close()
}

extension SQLiteList {
  /// Gives all rows of the journal the digests of what they say, after a test has altered them.
  func renewDigests(_ database: StoreConnection) throws {
    let models = try WrittenModels(self, ListConnection(database, .plain))
    var digests: [(key: Int, digest: Int?)] = []
    try database.cachedPrepared(ListFormat().journalSQL).forEachRow(keys.first, keys.last, Int.max)
    { row in
      let entry = try JournalEntry(row, keys)
      digests.append((row.integer(0), try models.digest(of: entry, models.states(of: entry), row)))
    }
    for (key, digest) in digests {
      try database.cachedPrepared("UPDATE journal SET digest = ? WHERE id = ?").run(digest, key)
    }
  }
}

extension StoreConnection {
  /// Returns the columns of all rows.
  func rows(_ sql: String) throws -> [[RecordValue]] {
    var rows: [[RecordValue]] = []
    try prepared(sql).forEachRow { row in
      rows.append((0..<row.columnCount).map { RecordValue(row, $0) })
    }
    return rows
  }
}

extension TemporaryFolder {
  /// The path of a database in the folder.
  func path(_ name: String = "list.sqlite") -> String { path(of: name) }
}

/// The bytes of a file, `nil` if there is none.
func contents(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

extension TemporaryFolder {
  /// Makes a folder with a file of a released format, from its dump.
  convenience init(format: Int) throws {
    try self.init()
    let dump = try #require(
      Bundle.module.url(
        forResource: "format-\(format)", withExtension: "sql", subdirectory: "Fixtures"))
    let sql = try String(contentsOf: dump, encoding: .utf8)
    let connection = try DatabaseFile.connect(
      DatabasePath(path: path()), SQLiteConfiguration(), isReadOnly: false)
    try connection.execute(sql)
    connection.close()
  }
}
