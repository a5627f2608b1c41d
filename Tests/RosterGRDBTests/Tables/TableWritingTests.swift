import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

/// What a write of a `RosterDatabase` does to the lists of tables whose rows it writes.
@Suite("Tables as lists: rows and their list in one transaction")
struct TableWritingTests {
  private struct Refused: Error {}

  private func titles(_ list: ListDataSource<Todo, String, Never>) throws -> [String] {
    try list.snapshot.allModels().map(\.title)
  }

  private func notedCount(_ pool: DatabasePool) async throws -> Int? {
    try await pool.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_roster_noted_1")
    }
  }

  @Test func rowsAndTheListOfTheirTableAreOneCommit() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    var batches = try todos.list.batches().makeAsyncIterator()
    let counter = CommitCounter()
    application.pool.add(transactionObserver: counter)
    let id = try await roster.write { db in try Todo.add("milk", db) }
    // Nothing is waited for.
    #expect(try todos.list.snapshot.item(key: id)?.model.title == "milk")
    let batch = try #require(try await batches.next())
    #expect(batch.changes.annotation.origin == "table todo")
    #expect(try batch.target.allModels().map(\.title) == ["milk"])
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'oat milk'")
      _ = try Todo.add("bread", db)
    }
    #expect(try titles(todos.list) == ["oat milk", "bread"])
    // No other change follows.
    try await todos.bringUpToDate()
    #expect(counter.commitCount == 2)
    #expect(todos.list.snapshot.revision == 3)
    #expect(try await notedCount(application.pool) == 0)
    #expect(try roster.store.check() == [])
  }

  @Test func aListAndATableAreChangedTogetherAndTheListIsUndoneAlone() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let order = try application.order(roster)
    let archive = try application.order(roster, "archive")
    let counter = CommitCounter()
    application.pool.add(transactionObserver: counter)
    let batch = try await roster.write(order) { db, order in
      try order.append(Todo.add("milk", db))
    }.batch
    #expect(batch.target.revision == 1)
    #expect(try titles(todos.list) == ["milk"])
    try await roster.write(order, archive) { db, order, archive in
      let id = try Todo.add("bread", db)
      try order.append(id)
      try archive.append(id)
    }
    #expect(try titles(todos.list) == ["milk", "bread"])
    #expect(counter.commitCount == 2)
    // The list of the table is no part of the change.
    _ = try await roster.store.apply(.undo(order, archive))
    _ = try await order.apply(.undo())
    #expect(try order.snapshot.allModels() == [] && archive.snapshot.allModels() == [])
    #expect(try titles(todos.list) == ["milk", "bread"])
    #expect(try roster.store.check() == [])
  }

  /// Two screens show the same table.
  @Test func aTableThatIsOpenTwiceIsFollowedOnce() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let one = try roster.table(Todo.self)
    let two = try roster.table(Todo.self)
    let counter = CommitCounter()
    application.pool.add(transactionObserver: counter)
    try await roster.write { db in _ = try Todo.add("milk", db) }
    #expect(try await notedCount(application.pool) == 0)
    #expect(counter.commitCount == 1)
    #expect(try titles(one.list) == ["milk"])
    try await two.bringUpToDate()
    #expect(try titles(two.list) == ["milk"])
    #expect(one.list.snapshot.revision == two.list.snapshot.revision)
    #expect(try roster.store.check() == [])
  }

  @Test func aTableThatIsNotWrittenGetsNoRevision() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let order = try application.order(roster)
    try await roster.write(order) { _, order in _ = try order.append(1) }
    try await roster.write { db in try db.execute(sql: "INSERT INTO project DEFAULT VALUES") }
    // Noted, and as it was.
    let id = try await roster.write { db in try Todo.add("milk", db) }
    #expect(todos.list.snapshot.revision == 2)
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'milk' WHERE id = ?", arguments: [id])
    }
    #expect(todos.list.snapshot.revision == 2)
    #expect(try await notedCount(application.pool) == 0)
  }

  @Test func whatIsNotCommittedLeavesTheListOfTheTableAsItWas() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    await #expect(throws: Refused.self) {
      try await roster.write { db in
        _ = try Todo.add("milk", db)
        throw Refused()
      }
    }
    let error = await #expect(throws: DatabaseError.self) {
      try await roster.write { db in try Todo.add("milk", project: 99, db) }
    }
    #expect(error?.resultCode == .SQLITE_CONSTRAINT)
    #expect(todos.list.snapshot.revision == 1 && todos.failure == nil)
    _ = try await roster.write { db in try Todo.add("bread", db) }
    #expect(try titles(todos.list) == ["bread"])
    #expect(try await application.pool.read { try Todo.fetchCount($0) } == 1)
  }

  @Test func whatOthersHaveNotedIsTakenUpByAWrite() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self)
    let other = try OtherProcess.connection(to: pool.path)
    try await other.write { try $0.execute(sql: "INSERT INTO todo (title) VALUES ('milk')") }
    _ = try await roster.write { db in try Todo.add("bread", db) }
    #expect(try titles(todos.list) == ["milk", "bread"])
  }

  @Test func eachOpenTableFollowsAndAClosedOneDoesNot() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let (first, second, closed) = (
      try roster.table(Todo.self), try roster.table(Todo.self, list: "again"),
      try roster.table(Todo.self, list: "closed")
    )
    await closed.close()
    func schemaVersion() async throws -> Int? {
      try await application.pool.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
    }
    let version = try await schemaVersion()
    _ = try await roster.write { db in try Todo.add("milk", db) }
    #expect(try titles(first.list) == ["milk"] && titles(second.list) == ["milk"])
    // Their triggers do not displace each other.
    #expect(try await schemaVersion() == version)
    await first.list.close()
    _ = try await roster.write { db in try Todo.add("bread", db) }
    #expect(try titles(second.list) == ["milk", "bread"])
    await second.close()
    // Without an open table it is a write of the pool.
    _ = try await roster.write { db in try Todo.add("tea", db) }
    let again = try roster.table(Todo.self, list: "closed")
    #expect(try titles(again.list) == ["milk", "bread", "tea"])
  }

  @Test func aRowThatCannotBeReadDoesNotKeepTheApplicationFromWriting() async throws {
    let queue = try DatabaseQueue()
    try await queue.write { db in
      try db.execute(sql: "CREATE TABLE keyed (id PRIMARY KEY NOT NULL, name TEXT)")
    }
    let roster = try RosterDatabase(inMemory: queue)
    let list = try roster.table(Keyed.self)
    try await roster.write { db in
      try db.execute(sql: "INSERT INTO keyed VALUES ('a', 'text'), (1.5, 'real')")
    }
    #expect(try await queue.read { try Keyed.fetchCount($0) } == 2)
    #expect(list.list.snapshot.itemCount == 0)
    await #expect(throws: StorageError.self) { try await list.bringUpToDate() }
    #expect((list.failure as? StorageError)?.code == .unencodable)
    try await roster.write { db in
      try db.execute(sql: "UPDATE keyed SET id = 2 WHERE id = 1.5")
    }
    #expect(try list.list.snapshot.allModels().map(\.name) == ["real", "text"])
    #expect(list.failure == nil)
  }

  /// A row with a key of any kind.
  private struct Keyed: FetchableRecord, EncodableRecord, TableRecord {
    static let databaseTableName = "keyed"
    var id: DatabaseValue
    var name: String

    init(row: Row) { (id, name) = (row["id"], row["name"]) }

    func encode(to container: inout PersistenceContainer) {
      (container["id"], container["name"]) = (id, name)
    }
  }

  @Test func aMigrationInAWriteIsFollowedInIt() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    _ = try await roster.write { db in try Todo.add("milk", db) }
    try await roster.write { db in
      try db.execute(
        sql: """
          CREATE TABLE new_todo (id INTEGER PRIMARY KEY, title TEXT NOT NULL, projectID INTEGER);
          INSERT INTO new_todo (id, title) SELECT id, upper(title) FROM todo;
          DROP TABLE todo;
          ALTER TABLE new_todo RENAME TO todo;
          """)
      _ = try Todo.add("bread", db)
    }
    #expect(try titles(todos.list) == ["MILK", "bread"])
    _ = try await roster.write { db in try Todo.add("tea", db) }
    #expect(try titles(todos.list) == ["MILK", "bread", "tea"])
    #expect(try roster.store.check() == [])
  }

  @Test func aSchemaThatIsRolledBackIsNotRemembered() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    // The schema is known as it is.
    _ = try await roster.write { db in try Todo.add("milk", db) }
    _ = try await roster.write { db in try Todo.add("bread", db) }
    await #expect(throws: DatabaseError.self) {
      try await roster.write { db in
        try db.execute(sql: "CREATE TABLE other (id INTEGER PRIMARY KEY)")
        _ = try Todo.add("tea", project: 99, db)
      }
    }
    // It gets the number of the one that was rolled back, and notes nothing.
    try await application.pool.write { db in
      try db.execute(sql: "DROP TRIGGER grdb_roster_noted_1_inserted")
      _ = try Todo.add("jam", db)
    }
    try await todos.bringUpToDate()
    #expect(try titles(todos.list) == ["milk", "bread", "jam"])
  }

  @Test func outputsAreMadeOfTheRowsOfAWrite() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self) { todo, _ in
      let count = try? pool.read { try Todo.fetchCount($0) }
      return "\(todo.title) of \(count ?? 0)"
    }
    var batches = try todos.list.batches().makeAsyncIterator()
    _ = try await roster.write { db in try Todo.add("milk", db) }
    let batch = try #require(try await batches.next())
    #expect(batch.outputs.map(\.output) == ["milk of 1"])
  }

  /// Rows and list are written at once, so no reader sees one without the other.
  @Test func noReaderSeesRowsWithoutTheirList() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    try await withThrowingTaskGroup { group in
      for writer in 0..<2 {
        group.addTask {
          for number in 0..<40 {
            try await roster.write { db in
              _ = try Todo.add("\(writer) \(number)", db)
              try db.execute(
                sql: "DELETE FROM todo WHERE id % 3 = 0 AND title < ?", arguments: ["\(writer)"])
            }
          }
        }
      }
      group.addTask {
        while todos.list.snapshot.revision < 81, !Task.isCancelled {
          let (rows, models) = try await roster.read(todos.list) { db, list in
            (try Todo.order(Column("id")).fetchAll(db), try list.allModels())
          }
          #expect(models == rows)
        }
      }
      for try await _ in group {}
    }
  }

  @Test func aListOfATableIsNotNamedInAWrite() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let error = await #expect(throws: DataSourceError.self) {
      try await roster.write(todos.list) { db, _ in try Todo.add("milk", db) }
    }
    guard case .keptUp(with: "the table todo") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try application.todos() == [])
  }
}
