import GRDB
import Roster
import RosterGRDB
import Testing

/// A list of copies and one of versions show one table. Whatever becomes of the rows, both have the same revisions, items,
/// keys and batches, and the row of a version is the one that was copied.
@Suite("Tables as lists: versions of rows beside copies")
struct TableModelsTests {
  /// A row of a table with a unique column and a cascade.
  private struct Thing: Codable, Equatable, FetchableRecord, EncodableRecord, TableRecord {
    static let databaseTableName = "thing"
    var id: Int
    var code: String
    var parent: Int?
  }

  private static let statements = [
    "INSERT INTO thing VALUES (1, 'x', NULL)",
    "INSERT INTO thing VALUES (2, 'y', 1)",
    "INSERT OR REPLACE INTO thing VALUES (3, 'x', NULL)",
    "INSERT INTO thing VALUES (1, 'z', NULL) ON CONFLICT (id) DO UPDATE SET code = excluded.code",
    "UPDATE thing SET code = code || '!' WHERE id = 1",
    "UPDATE thing SET code = code",
    "UPDATE thing SET id = 3 WHERE id = 2",
    "UPDATE OR REPLACE thing SET code = 'x'",
    "DELETE FROM thing WHERE id = 1",
    "DELETE FROM thing",
  ]

  /// The two lists, and what follows their batches.
  private struct Lists {
    let queue: DatabaseQueue
    let roster: RosterDatabase
    let copies: TableList<Thing, Never>
    let versions: TableList<RowVersion<Thing>, Never>
    var copiedBatches: BatchSequence<Thing, String, Never>.AsyncIterator
    var versionBatches: BatchSequence<RowVersion<Thing>, String, Never>.AsyncIterator

    init() throws {
      queue = try DatabaseQueue()
      try queue.write { db in
        try db.execute(
          sql: """
            CREATE TABLE thing (
              id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE,
              parent INTEGER REFERENCES thing (id) ON DELETE CASCADE ON UPDATE CASCADE
            )
            """)
      }
      roster = try RosterDatabase(inMemory: queue)
      copies = try roster.table(Thing.self)
      versions = try roster.table(Thing.self, .rows, list: "versions")
      copiedBatches = try copies.list.batches().makeAsyncIterator()
      versionBatches = try versions.list.batches().makeAsyncIterator()
    }

    /// Runs statements, of which some may fail, in one transaction with the lists.
    ///
    /// - Returns: How the lists differ; `nil` if they do not.
    mutating func write(_ statements: some Sequence<String> & Sendable) async throws -> String? {
      let revision = copies.list.snapshot.revision
      try await roster.write { db in for sql in statements { try? db.execute(sql: sql) } }
      let (copied, shown) = (copies.list.snapshot, versions.list.snapshot)
      guard copied.revision == shown.revision else {
        return "revision \(copied.revision) of copies is \(shown.revision) of versions"
      }
      if copied.revision > revision {
        guard let one = try await copiedBatches.next(), let other = try await versionBatches.next()
        else { return "no batch" }
        guard one.changes.changeset.outline == other.changes.changeset.outline,
          one.target.revision == other.target.revision
        else { return "the batches of revision \(copied.revision) differ" }
      }
      return try difference(copied, shown, areCurrent: true)
    }

    /// Compares the lists at an earlier revision.
    func difference(at revision: Revision) throws -> String? {
      try difference(
        copies.list.snapshot(at: revision), versions.list.snapshot(at: revision), areCurrent: false)
    }

    private func difference(
      _ copied: ListSnapshot<Thing, String>, _ shown: ListSnapshot<RowVersion<Thing>, String>,
      areCurrent: Bool
    ) throws -> String? {
      let (copies, versions) = (try copied.items(), try shown.items())
      guard copies.map(\.id) == versions.map(\.id),
        copies.map(\.model.id.databaseValue) == versions.map(\.model.key)
      else { return "revision \(copied.revision) has other items" }
      let (fetched, rows) = try queue.read { db in
        (try versions.map { try $0.model.fetch(db) }, try Thing.fetchAll(db))
      }
      for (copy, fetched) in zip(copies, fetched) {
        // A version says of its row what a copy of it would.
        let row = rows.first { $0.id == copy.model.id }
        guard fetched?.record == row, fetched.map(\.hasChanged) == row.map({ $0 != copy.model }),
          !areCurrent || row == copy.model
        else {
          return "revision \(copied.revision) has \(copy.model), and \(String(describing: fetched))"
        }
      }
      return nil
    }
  }

  /// Runs all histories of some statements, each from an empty table, and compares all revisions of each.
  ///
  /// - Parameter count: The number of statements.
  /// - Returns: How the lists differ, with the history; empty if they never do.
  private func differences(inHistoriesOf count: Int) async throws -> [String] {
    var histories: [[String]] = [[]]
    for _ in 0..<count {
      histories = histories.flatMap { history in Self.statements.map { history + [$0] } }
    }
    var lists = try Lists()
    var found: [String] = []
    for history in histories {
      // In a transaction for each statement, and in one for all.
      for transactions in [history.map { [$0] }, [history]] {
        let revision = lists.copies.list.snapshot.revision
        for statements in transactions {
          if let what = try await lists.write(statements) { found.append("\(history): \(what)") }
        }
        for earlier in revision..<lists.copies.list.snapshot.revision {
          if let what = try lists.difference(at: earlier) { found.append("\(history): \(what)") }
        }
        if let what = try await lists.write(["DELETE FROM thing"]) { found.append(what) }
      }
      if found.count > 4 { break }
    }
    #expect(try lists.roster.store.check() == [])
    return found
  }

  @Test func allHistoriesOfThreeStatementsGiveTheSameLists() async throws {
    #expect(try await differences(inHistoriesOf: 3) == [])
  }
}
