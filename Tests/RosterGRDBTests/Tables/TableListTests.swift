import Foundation
import GRDB
import Roster
import RosterDerived
import RosterGRDB
import RosterStore
import RosterTestKit
import Testing

@Suite("Tables as lists")
struct TableListTests {
  /// The titles of the items, in order.
  private func titles(_ todos: TableList<Todo, Never>) throws -> [String] {
    try todos.list.snapshot.allModels().map(\.title)
  }

  /// Opens the table as a list, and leaves its triggers.
  private func openAndClose(_ application: TodoApplication) async throws {
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    await todos.close()
    try roster.store.close()
  }

  @Test func whatIsWrittenByGRDBBecomesABatch() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let ids = try await pool.write { db in
      try ["milk", "bread"].map { try Todo.add($0, db) }
    }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self)
    #expect(try titles(todos) == ["milk", "bread"])
    let batches = try todos.list.batches()
    try await pool.write { db in
      _ = try Todo.add("butter", db)
      try db.execute(sql: "UPDATE todo SET title = 'oat milk' WHERE id = ?", arguments: [ids[0]])
      try db.execute(sql: "DELETE FROM todo WHERE id = ?", arguments: [ids[1]])
    }
    // Nothing asks for it.
    let batch = try #require(try await batches.first { _ in true })
    #expect(batch.changes.changeset.outline.insertedItems.count == 1)
    #expect(batch.changes.changeset.outline.updatedItems.count == 1)
    #expect(batch.changes.changeset.outline.removedItems.count == 1)
    #expect(batch.changes.annotation.origin == "table todo")
    #expect(try titles(todos) == ["oat milk", "butter"])
    // The rows of an earlier revision stay readable.
    #expect(try batch.source.allModels().map(\.title) == ["milk", "bread"])
    let item = try #require(try todos.list.snapshot.item(key: ids[0]))
    #expect(item.model.title == "oat milk")
    #expect(try roster.store.check() == [])
  }

  @Test func theListOfATableIsRemovedAndNothingElse() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    let roster = try RosterDatabase(pool)
    let order = try application.order(roster)
    try await order.change { _, order in _ = try order.append(1) }
    var todos = try roster.table(Todo.self, list: "shown")
    let byTitle = try todos.list.derived("by title", version: "1")
      .sorted { [.ascending($0.title)] }.open()
    try await byTitle.bringUpToDate()
    #expect(throws: StorageError.self) { try roster.store.removeList(named: "shown") }
    await byTitle.close()
    let found = try todos.list.derived("found", version: "1").search("milk") { [$0.title] }.open()
    try await found.bringUpToDate()
    await found.close()
    func wordCount() throws -> Int? {
      try pool.read { db in
        try Int.fetchOne(
          db,
          sql: """
            SELECT (SELECT count(*) FROM grdb_roster_item_word_docsize)
              + (SELECT count(*) FROM grdb_roster_indexed_list)
            """)
      }
    }
    #expect(try wordCount() == 3)
    await todos.close()
    func notes() throws -> [String] {
      try pool.read { db in
        try String.fetchAll(
          db,
          sql: "SELECT name FROM sqlite_master WHERE name LIKE 'grdb\\_roster\\_noted%' ESCAPE '\\'"
        )
          + String.fetchAll(db, sql: "SELECT name FROM grdb_roster_table")
      }
    }
    #expect(try !notes().isEmpty)
    #expect(
      try roster.store.removeList(named: "shown")
        == ["shown", "by title", "found (texts)", "found"])
    #expect(try notes() == [])
    #expect(try wordCount() == 0)
    #expect(try roster.store.lists().map(\.name) == ["order"])
    #expect(try roster.store.check() == [])
    // The application goes on, and shows the table again.
    try await pool.write { db in _ = try Todo.add("butter", db) }
    todos = try roster.table(Todo.self, list: "shown")
    #expect(try titles(todos) == ["milk", "bread", "butter"])
    try await pool.write { db in _ = try Todo.add("tea", db) }
    try await todos.bringUpToDate()
    #expect(try titles(todos).count == 4)
    #expect(try order.snapshot.allModels() == [1])
    #expect(try roster.store.check() == [])
  }

  @Test func partsOfWordsAreFoundInATable() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self, list: "shown")
    let found = try todos.list.derived("found", version: "1")
      .search("ilk", insideWords: true) { [$0.title] }.open()
    #expect(try found.list.snapshot.models().map(\.title) == ["milk"])
    try await pool.write { db in _ = try Todo.add("Silken cloth", db) }
    try await todos.bringUpToDate()
    try await found.bringUpToDate()
    #expect(try found.list.snapshot.models().map(\.title) == ["milk", "Silken cloth"])
    try await found.search("l c")
    #expect(try found.list.snapshot.models().map(\.title) == ["Silken cloth"])
    #expect(try roster.store.check() == [])
    await found.close()
    await todos.close()
    try roster.store.removeList(named: "shown")
    let count = try await pool.read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM grdb_roster_item_suffix_docsize)
            + (SELECT count(*) FROM grdb_roster_suffix_list)
          """)
    }
    #expect(count == 0)
    #expect(try roster.store.check() == [])
  }

  @Test func aListIsDerivedFromATable() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let byTitle = try todos.list.derived("by title", version: "1")
      .where { !$0.title.hasPrefix("done") }.sorted { [.ascending($0.title)] }.open()
    let other = try OtherProcess.connection(to: application.pool.path)
    var batches = try byTitle.list.batches().makeAsyncIterator()
    try await other.write { db in
      try db.execute(sql: "INSERT INTO todo (title) VALUES ('milk'), ('bread'), ('done: tea')")
    }
    let batch = try #require(try await batches.next())
    #expect(try batch.target.allModels().map(\.title) == ["bread", "milk"])
    try await other.write { try $0.execute(sql: "UPDATE todo SET title = 'apples' WHERE id = 1") }
    let next = try #require(try await batches.next())
    #expect(try next.target.allModels().map(\.title) == ["apples", "bread"])
    #expect(next.changes.changeset.outline.movedItems.count == 1)
    await byTitle.close()
    #expect(throws: StorageError.self) {
      try ListDataSource<Todo, String, Never>(roster.location(list: "by title"))
    }
    #expect(try roster.store.check() == [])
  }

  @Test func aListFollowsItsTableAsLongAsItIsKept() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    func open(_ lifetime: Lifetime) throws -> ListDataSource<Todo, String, String> {
      try roster.table(Todo.self) { todo, _ in withExtendedLifetime(lifetime) { todo.title } }.list
    }
    let end: Lifetime.End
    do {
      let lifetime = Lifetime()
      end = lifetime.end
      let todos = try open(lifetime)
      var batches = try todos.batches().makeAsyncIterator()
      try await application.pool.write { db in _ = try Todo.add("milk", db) }
      let batch = try #require(try await batches.next())
      #expect(try batch.target.allModels().map(\.title) == ["milk"])
    }
    await end.arrival()
    try await application.pool.write { db in _ = try Todo.add("tea", db) }
    #expect(try roster.table(Todo.self).list.snapshot.itemCount == 2)
  }

  @Test func aTableIsSearched() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let found = try todos.list.derived("found", version: "1").search("milk") { [$0.title] }.open()
    let other = try OtherProcess.connection(to: application.pool.path)
    var batches = try found.list.batches().makeAsyncIterator()
    try await other.write { db in
      try db.execute(sql: "INSERT INTO todo (title) VALUES ('Milk'), ('bread'), ('oat milk')")
    }
    let batch = try #require(try await batches.next())
    #expect(try batch.target.allModels().map(\.title) == ["Milk", "oat milk"])
    // One that fails leaves the index as it was.
    await #expect(throws: DatabaseError.self) {
      try await application.pool.write { db in
        try db.execute(sql: "UPDATE todo SET title = 'tea' WHERE id = 1")
        try db.execute(sql: "INSERT INTO nowhere VALUES (1)")
      }
    }
    try await found.search("tea")
    #expect(try found.list.snapshot.allModels() == [])
    try await found.search("oat")
    #expect(try found.list.snapshot.allModels().map(\.title) == ["oat milk"])
    await found.close()
    #expect(try roster.store.check() == [])
    let hasChanges = try await application.pool.read {
      try TodoApplication.migrator.hasSchemaChanges($0)
    }
    #expect(!hasChanges)
    try roster.store.close()
    try await application.pool.write { try RosterDatabase.uninstall(from: $0) }
    let names = try await application.pool.read { db in
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE name LIKE 'grdb_roster%'")
    }
    #expect(names == [])
  }

  @Test func otherConnectionsAreSeenAndNoCommitIsSeenTwice() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let other = try OtherProcess.connection(to: application.pool.path)
    let batches = try todos.list.batches()
    try await other.write { try $0.execute(sql: "INSERT INTO todo (title) VALUES ('milk')") }
    let batch = try #require(try await batches.first { _ in true })
    #expect(try batch.target.allModels().map(\.title) == ["milk"])
    try await todos.bringUpToDate()
    try await todos.bringUpToDate()
    // The first revision has the table as it was.
    #expect(todos.list.snapshot.revision == 2)
  }

  @Test func rowsThatAreNotedAndNotTakenUpAreTakenUpAtTheNextOpening() async throws {
    let application = try TodoApplication()
    try await openAndClose(application)
    try await application.pool.write { db in
      for title in ["milk", "bread"] { _ = try Todo.add(title, db) }
    }
    let roster = try RosterDatabase(application.pool)
    let notedCount = try await application.pool.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_roster_noted_1")
    }
    #expect(notedCount == 2)
    let todos = try roster.table(Todo.self)
    #expect(try titles(todos) == ["milk", "bread"])
    #expect(todos.list.snapshot.revision == 2)
  }

  @Test func rowsOfAWriteWithAnotherListFollow() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let order = try application.order(roster)
    try await roster.write(order) { db, order in try order.append(Todo.add("milk", db)) }
    try await todos.bringUpToDate()
    #expect(try titles(todos) == ["milk"])
    // What is rolled back is not noted.
    await #expect(throws: CancellationError.self) {
      try await roster.write(order) { db, order in
        _ = try Todo.add("bread", db)
        throw CancellationError()
      }
    }
    try await todos.bringUpToDate()
    #expect(todos.list.snapshot.revision == 2)
  }

  @Test func aListOfATableIsChangedByItsTableOnly() async throws {
    let application = try TodoApplication()
    try await application.pool.write { db in _ = try Todo.add("milk", db) }
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let order = try application.order(roster)
    func isRefused(_ body: () async throws -> Void) async {
      let error = await #expect(throws: DataSourceError.self) { try await body() }
      guard case .keptUp(with: "the table todo") = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    let list = todos.list
    await isRefused {
      try await list.change { _, list in try list.remove(key: 1) }
    }
    await isRefused {
      try list.changeSynchronously { _, list in try list.remove(key: 1) }
    }
    await isRefused { _ = try await list.apply(.undo()) }
    await isRefused {
      try await roster.write(list) { _, list in try list.remove(key: 1) }
    }
    await isRefused {
      try await roster.store.change(order, list) { order, _ in try order.append(1) }
    }
    #expect(try titles(todos) == ["milk"])
    try await order.change { _, order in _ = try order.append(1) }
  }

  @Test func aTableThatAMigrationRebuildsIsComparedAndNotedAgain() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let ids = try await pool.write { db in
      try ["milk", "bread", "butter"].map { try Todo.add($0, db) }
    }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self)
    let items = try todos.list.snapshot.items()
    try await pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE new_todo (id INTEGER PRIMARY KEY, title TEXT NOT NULL, projectID INTEGER, extra TEXT);
          INSERT INTO new_todo (id, title) SELECT id, upper(title) FROM todo WHERE id <> \(ids[1]);
          DROP TABLE todo;
          ALTER TABLE new_todo RENAME TO todo;
          """)
    }
    try await todos.bringUpToDate()
    #expect(try titles(todos) == ["MILK", "BUTTER"])
    #expect(try todos.list.snapshot.items().map(\.id) == [items[0].id, items[2].id])
    try await pool.write { db in _ = try Todo.add("jam", db) }
    try await todos.bringUpToDate()
    #expect(try titles(todos) == ["MILK", "BUTTER", "jam"])
  }

  @Test(arguments: [
    "ALTER TABLE todo ADD COLUMN extra TEXT DEFAULT 'x'",
    "CREATE UNIQUE INDEX todo_title ON todo (title)",
    "CREATE TRIGGER own AFTER INSERT ON todo BEGIN SELECT RAISE(IGNORE); END",
    "DROP TRIGGER grdb_roster_noted_1_inserted",
  ])
  func whatAMigrationAltersIsNotedAgain(statement: String) async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self)
    try await pool.write { db in
      _ = try Todo.add("milk", db)
      try db.execute(sql: statement)
    }
    try await todos.bringUpToDate()
    try await pool.write { db in _ = try? Todo.add("bread", db) }
    try await pool.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO todo (title) VALUES ('milk')")
    }
    try await todos.bringUpToDate()
    let rows = try application.todos()
    #expect(rows.count >= 2)
    #expect(try todos.list.snapshot.allModels().sorted { ($0.id ?? 0) < ($1.id ?? 0) } == rows)
  }

  /// What earlier releases made to note the rows of a table.
  private static let earlierNotes = """
    DROP TRIGGER grdb_roster_noted_1_inserted;
    DROP TRIGGER grdb_roster_noted_1_deleted;
    DROP TRIGGER grdb_roster_noted_1_updated;
    DROP TABLE grdb_roster_noted_1;
    CREATE TABLE grdb_roster_noted_1 (k ANY NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TRIGGER grdb_roster_noted_1_inserted AFTER INSERT ON "todo" BEGIN INSERT INTO grdb_roster_noted_1 (k)
      SELECT NEW."id" WHERE NEW."id" IS NOT NULL ON CONFLICT DO NOTHING; END;
    CREATE TRIGGER grdb_roster_noted_1_deleted AFTER DELETE ON "todo" BEGIN INSERT INTO grdb_roster_noted_1 (k)
      SELECT OLD."id" WHERE OLD."id" IS NOT NULL ON CONFLICT DO NOTHING; END;
    CREATE TRIGGER grdb_roster_noted_1_updated AFTER UPDATE ON "todo" BEGIN INSERT INTO grdb_roster_noted_1 (k)
      SELECT OLD."id" WHERE OLD."id" IS NOT NULL ON CONFLICT DO NOTHING; INSERT INTO grdb_roster_noted_1 (k)
      SELECT NEW."id" WHERE NEW."id" IS NOT NULL ON CONFLICT DO NOTHING; END;
    """

  @Test func notesOfAnEarlierReleaseAreTakenUpAndMadeAnew() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    let roster = try RosterDatabase(pool)
    await (try roster.table(Todo.self)).close()
    func form() throws -> String? {
      try pool.read { db in
        try String.fetchOne(
          db, sql: "SELECT sql FROM sqlite_master WHERE name = 'grdb_roster_noted_1'")
      }
    }
    #expect(try form() == "CREATE TABLE grdb_roster_noted_1 (k INTEGER PRIMARY KEY) STRICT")
    try await pool.write { db in
      try db.execute(sql: Self.earlierNotes)
      try db.execute(sql: "DELETE FROM todo WHERE title = 'milk'; UPDATE todo SET title = 'toast'")
      _ = try Todo.add("jam", db)
    }
    #expect(try form()?.contains("WITHOUT ROWID") == true)
    let todos = try roster.table(Todo.self)
    #expect(try titles(todos) == ["toast", "jam"])
    #expect(try form()?.contains("WITHOUT ROWID") == false)
    try await pool.write { db in
      try db.execute(sql: "UPDATE todo SET id = 17 WHERE title = 'jam'")
      _ = try Todo.add("tea", db)
    }
    try await todos.bringUpToDate()
    #expect(try todos.list.snapshot.models().map(\.id) == [2, 17, 18])
    #expect(try roster.store.check() == [])
  }

  @Test func aTableThatIsGoneLeavesAnEmptyListAndMayComeBack() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self)
    try await pool.write { db in _ = try Todo.add("milk", db) }
    try await todos.bringUpToDate()
    try await pool.write { try $0.execute(sql: "ALTER TABLE todo RENAME TO away") }
    try await todos.bringUpToDate()
    #expect(try titles(todos) == [])
    try await pool.write { try $0.execute(sql: "ALTER TABLE away RENAME TO todo") }
    try await todos.bringUpToDate()
    #expect(try titles(todos) == ["milk"])
    try await pool.write { try $0.execute(sql: "DROP TABLE todo") }
    try await todos.bringUpToDate()
    #expect(try titles(todos) == [])
    try await todos.bringUpToDate()
    #expect(todos.failure == nil)
  }

  /// The record of a later version of the application.
  private struct LaterTodo: FetchableRecord, EncodableRecord, TableRecord {
    static let databaseTableName = "todo"
    var id: Int64
    var priority: Int

    // As hand-written records do, this one traps without the column.
    init(row: Row) { (id, priority) = (row["id"], row["priority"]) }

    func encode(to container: inout PersistenceContainer) {
      (container["id"], container["priority"]) = (id, priority)
    }
  }

  @Test func copiesOfAnEarlierVersionAreReplacedWithoutBeingRead() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self)
    let items = try todos.list.snapshot.items().map(\.id)
    await todos.close()
    try await pool.write { db in
      try db.execute(sql: "ALTER TABLE todo ADD COLUMN priority INTEGER NOT NULL DEFAULT 3")
      try db.execute(sql: "DELETE FROM todo WHERE title = 'milk'")
    }
    let later = try roster.table(LaterTodo.self)
    #expect(try later.list.snapshot.items().map(\.id) == [items[1]])
    #expect(try later.list.snapshot.allModels().map(\.priority) == [3])
  }

  /// A record that reads less of the table than a later one.
  private struct KeyOfTodo: Codable, FetchableRecord, EncodableRecord, TableRecord {
    static let databaseTableName = "todo"
    var id: Int64
  }

  @Test func aRecordWithMoreColumnsIsCopiedAnew() async throws {
    let application = try TodoApplication()
    try await application.pool.write { db in
      for title in ["milk", "bread"] { _ = try Todo.add(title, db) }
    }
    let roster = try RosterDatabase(application.pool)
    await (try roster.table(KeyOfTodo.self)).close()
    for _ in 0..<2 {
      let todos = try roster.table(Todo.self)
      #expect(try todos.list.snapshot.models().map(\.title) == ["milk", "bread"])
      #expect(todos.list.snapshot.revision == 2)
      await todos.close()
    }
  }

  @Test func aMigrationDropsAColumnOfAUniqueIndex() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in
      try db.execute(sql: "ALTER TABLE todo ADD COLUMN slug TEXT")
      try db.execute(
        sql: "CREATE UNIQUE INDEX todo_slug ON todo (slug) WHERE projectID IS NULL -- it's open")
    }
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self)
    try await pool.write { db in _ = try Todo.add("milk", db) }
    try await pool.write { db in
      try RosterDatabase.stopNoting("TODO", in: db)
      try db.execute(sql: "DROP INDEX todo_slug; ALTER TABLE todo DROP COLUMN slug")
      _ = try Todo.add("bread", db)
    }
    try await todos.bringUpToDate()
    #expect(try titles(todos) == ["milk", "bread"])
    try await pool.write { db in _ = try Todo.add("jam", db) }
    try await todos.bringUpToDate()
    #expect(try titles(todos) == ["milk", "bread", "jam"])
  }

  @Test func notesOfATableThatIsGoneAreForgotten() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    do {
      let todos = try roster.table(Todo.self)
      await todos.close()
    }
    try await pool.write { db in
      _ = try Todo.add("milk", db)
      try db.execute(sql: "ALTER TABLE todo RENAME TO away")
    }
    #expect(throws: StorageError.self) { try roster.table(Todo.self) }
    try await pool.write { try $0.execute(sql: "ALTER TABLE away RENAME TO todo") }
    let todos = try roster.table(Todo.self)
    try await pool.write { db in
      _ = try Todo.add("bread", db)
      try db.execute(sql: "DROP TABLE todo")
    }
    try await todos.bringUpToDate()
    #expect(todos.list.snapshot.itemCount == 0)
    #expect(try roster.store.shownTables().map(\.notedCount) == [0])
  }

  @Test func whatTriggersDoNotSeeIsFoundByComparing() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let ids = try await application.pool.write { db in
      try ["milk", "bread"].map { try Todo.add($0, db) }
    }
    try await todos.bringUpToDate()
    try await application.pool.write { db in
      // As a program does that has switched triggers off.
      try db.execute(sql: "PRAGMA writable_schema = ON")
      try db.execute(sql: "DELETE FROM sqlite_master WHERE type = 'trigger'")
      try db.execute(sql: "PRAGMA writable_schema = RESET")
      try db.execute(sql: "DELETE FROM todo WHERE id = ?", arguments: [ids[0]])
      try db.execute(sql: "UPDATE todo SET title = 'toast'")
    }
    try await todos.compareAll()
    #expect(try titles(todos) == ["toast"])
    let revision = todos.list.snapshot.revision
    try await todos.compareAll()
    #expect(try titles(todos) == ["toast"])
    #expect(todos.list.snapshot.revision <= revision + 1)
  }

  @Test func aCheckFindsRowsThatTheListHasNotFollowed() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let todos = try roster.table(Todo.self)
    try await pool.write { db in for title in ["milk", "bread"] { _ = try Todo.add(title, db) } }
    try await todos.bringUpToDate()
    await todos.close()
    func findings() throws -> [String] { try roster.store.check().map(\.description) }
    try await pool.write { db in
      _ = try Todo.add("jam", db)
      try db.execute(sql: "DELETE FROM todo WHERE id = 1")
    }
    // What is noted is not lost.
    #expect(try findings() == [])
    #expect(try roster.store.shownTables().map(\.notedCount) == [2])
    try await pool.write { try $0.execute(sql: "DELETE FROM grdb_roster_noted_1") }
    #expect(
      try findings() == [
        "list \"todo\": the list has rows that the table todo has not, and no note of them: 1",
        "list \"todo\": the table todo has rows that the list has not, and no note of them: 3",
      ])
    try await pool.write { try $0.execute(sql: "DROP TRIGGER grdb_roster_noted_1_deleted") }
    #expect(try findings().count == 1)
    #expect(try findings().first?.contains("are not noted: it was altered") == true)
    let again = try roster.table(Todo.self)
    #expect(try findings() == [])
    #expect(try titles(again) == ["bread", "jam"])
  }

  // As when the process ends between the two transactions of the first opening.
  @Test func aListThatWasNeverFilledIsNoFinding() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    _ = try roster.store.list(showing: "todo", named: "todo")
    try await application.pool.write { db in _ = try Todo.add("milk", db) }
    #expect(try roster.store.check() == [])
    #expect(try titles(roster.table(Todo.self)) == ["milk"])
  }

  @Test func twoProcessesTakeUpNotesOfOneTable() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let otherPool = try DatabasePool(path: application.pool.path, configuration: configuration)
    try await application.pool.write { db in
      for number in 0..<20 { _ = try Todo.add("\(number)", db) }
    }
    for number in 0..<20 {
      let pool = number.isMultiple(of: 2) ? application.pool : otherPool
      try await pool.write { db in
        _ = try Todo.add("new \(number)", db)
        try db.execute(sql: "DELETE FROM todo WHERE id = ?", arguments: [number])
      }
    }
    try await todos.bringUpToDate()
    #expect(try todos.list.snapshot.allModels() == application.todos())
    #expect(try roster.store.check() == [])
  }

  @Test func theTriggersAreRemovedWithTheTablesOfLists() async throws {
    let application = try TodoApplication()
    try await openAndClose(application)
    try await application.pool.write { try RosterDatabase.uninstall(from: $0) }
    let names = try await application.pool.read { db in
      try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE name LIKE 'grdb_roster%'")
    }
    #expect(names == [])
    try await application.pool.write { db in _ = try Todo.add("milk", db) }
  }

  @Test func theMigratorOfTheApplicationFindsNoChangeOfItsSchema() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let hasChanges = try await application.pool.read {
      try TodoApplication.migrator.hasSchemaChanges($0)
    }
    #expect(!hasChanges)
    #expect(todos.list.snapshot.itemCount == 0)
  }

  @Test func outputsAreMadeOfRows() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self) { todo, _ in todo.title.uppercased() }
    let batches = try todos.list.batches()
    try await application.pool.write { db in _ = try Todo.add("milk", db) }
    let batch = try #require(try await batches.first { _ in true })
    #expect(batch.outputs.map(\.output) == ["MILK"])
  }

  @Test func aTableInMemoryIsAListLikewise() async throws {
    let queue = try DatabaseQueue()
    try TodoApplication.migrator.migrate(queue)
    let roster = try RosterDatabase(inMemory: queue)
    let todos = try roster.table(Todo.self)
    let batches = try todos.list.batches()
    try await queue.write { db in _ = try Todo.add("milk", db) }
    let batch = try #require(try await batches.first { _ in true })
    #expect(try batch.target.allModels().map(\.title) == ["milk"])
  }
}

@Suite("Tables as lists: which tables")
struct ShownTableTests {
  /// A row with a key of any kind.
  private struct Keyed: Codable, FetchableRecord, PersistableRecord, Equatable {
    static let databaseTableName = "keyed"
    var id: DatabaseValue
    var name: String

    init(_ id: some DatabaseValueConvertible, _ name: String) {
      (self.id, self.name) = (id.databaseValue, name)
    }

    init(row: Row) { (id, name) = (row["id"], row["name"]) }

    init(from decoder: any Decoder) throws { throw CancellationError() }

    func encode(to encoder: any Encoder) throws { throw CancellationError() }

    func encode(to container: inout PersistenceContainer) {
      (container["id"], container["name"]) = (id, name)
    }
  }

  private func database(_ sql: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    return queue
  }

  @Test(arguments: [
    "CREATE TABLE keyed (id TEXT PRIMARY KEY NOT NULL, name TEXT)",
    "CREATE TABLE keyed (id TEXT PRIMARY KEY NOT NULL COLLATE NOCASE, name TEXT) WITHOUT ROWID",
    "CREATE TABLE keyed (name TEXT, id ANY PRIMARY KEY) STRICT, WITHOUT ROWID",
    "CREATE TABLE keyed (id PRIMARY KEY NOT NULL, \"a \"\"b\" TEXT UNIQUE, name TEXT)",
  ])
  func keysAreTextsIntegersAndBlobs(sql: String) async throws {
    let queue = try database(sql)
    let roster = try RosterDatabase(inMemory: queue)
    let list = try roster.table(Keyed.self)
    let id = UUID()
    let rows = [
      Keyed("a", "text"), Keyed(id, "UUID"), Keyed(Data([1, 0xAB]), "blob"), Keyed("é", "accent"),
    ]
    try await queue.write { db in for row in rows { try row.insert(db) } }
    try await list.bringUpToDate()
    for (key, name) in [
      ("a", "text"), (id.uuidString, "UUID"), ("x'01ab'", "blob"), ("é", "accent"),
    ] {
      #expect(try list.list.snapshot.item(key: key)?.model.name == name)
    }
    try await queue.write { db in
      try db.execute(sql: "UPDATE keyed SET id = 'A' WHERE id = 'a'")
      try db.execute(sql: "DELETE FROM keyed WHERE name = 'blob'")
    }
    try await list.bringUpToDate()
    #expect(try list.list.snapshot.item(key: "a") == nil)
    #expect(try list.list.snapshot.item(key: "A")?.model.name == "text")
    #expect(list.list.snapshot.itemCount == 3)
    #expect(list.failure == nil)
  }

  @Test(arguments: [
    ("CREATE TABLE keyed (id INTEGER, name TEXT)", "has one of 0"),
    ("CREATE TABLE keyed (id INTEGER, name TEXT, PRIMARY KEY (id, name))", "has one of 2"),
    ("CREATE TABLE keyed (id TEXT PRIMARY KEY, name TEXT)", "may be null"),
    ("CREATE TABLE keyed (id INTEGER PRIMARY KEY DESC, name TEXT)", "may be null"),
    ("CREATE VIEW keyed AS SELECT 1 AS id, 'a' AS name", "is a view"),
    ("CREATE VIRTUAL TABLE keyed USING fts5 (id, name)", "virtual table"),
    ("CREATE TABLE other (id INTEGER PRIMARY KEY)", "has none of this name"),
    (
      "CREATE TABLE keyed (id INTEGER PRIMARY KEY, name TEXT); CREATE UNIQUE INDEX i ON keyed (lower(name))",
      "index i is one of an expression"
    ),
  ])
  func whatHasNoKeyOrNoTriggersIsRefused(sql: String, reason: String) async throws {
    let queue = try database(sql)
    let roster = try RosterDatabase(inMemory: queue)
    let error = #expect(throws: StorageError.self) { try roster.table(Keyed.self) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    // The application's table is as it was.
    let triggers = try await queue.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'")
    }
    #expect(triggers == 0)
  }

  @Test func aRowThatIsReplacedByItsNumberIsNoted() async throws {
    let queue = try database("CREATE TABLE keyed (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
    let roster = try RosterDatabase(inMemory: queue)
    let list = try roster.table(Keyed.self)
    try await queue.write { db in
      try db.execute(sql: "INSERT INTO keyed (rowid, id, name) VALUES (1, 'a', 'x')")
    }
    try await list.bringUpToDate()
    try await queue.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO keyed (rowid, id, name) VALUES (1, 'b', 'y')")
    }
    try await list.bringUpToDate()
    #expect(try list.list.snapshot.allModels().map(\.name) == ["y"])
  }

  @Test func keysThatAMigrationMakesOnesOfAnotherKindAreNoted() async throws {
    let queue = try database("CREATE TABLE keyed (id INTEGER PRIMARY KEY, name TEXT)")
    let roster = try RosterDatabase(inMemory: queue)
    let list = try roster.table(Keyed.self)
    try await queue.write { db in for id in 1...3 { try Keyed(id, "\(id)").insert(db) } }
    try await list.bringUpToDate()
    for (column, key) in [("id TEXT PRIMARY KEY NOT NULL", "'x'"), ("id INTEGER PRIMARY KEY", "7")]
    {
      try await queue.write { db in
        // What is noted and not taken up goes with the notes of the other kind.
        try db.execute(
          sql: "DELETE FROM keyed WHERE name = '1'; UPDATE keyed SET name = 'two' WHERE name = '2'")
        try db.execute(
          sql: """
            CREATE TABLE new_keyed (\(column), name TEXT); INSERT INTO new_keyed SELECT * FROM keyed;
            DROP TABLE keyed; ALTER TABLE new_keyed RENAME TO keyed
            """)
      }
      try await list.bringUpToDate()
      #expect(list.failure == nil)
      try await queue.write { db in
        try db.execute(
          sql: "INSERT INTO keyed VALUES (\(key), 'seven'); DELETE FROM keyed WHERE id = '3'")
      }
      try await list.bringUpToDate()
      #expect(list.failure == nil)
      #expect(Set(try list.list.snapshot.models().map(\.name)) == ["two", "seven"])
      try await queue.write { try $0.execute(sql: "DELETE FROM keyed WHERE name = 'seven'") }
    }
    #expect(try roster.store.check() == [])
  }

  /// The keys that SQLiteData's guides recommend: a function of the application's connections makes one where a row has none.
  @Test func keysThatAFunctionOfTheApplicationMakesAreNoted() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(function: DatabaseFunction("uuid", argumentCount: 0) { _ in UUID().uuidString })
    }
    let pool = try DatabasePool(
      path: folder.path(of: "keyed.sqlite"), configuration: configuration)
    try await pool.write { db in
      try db.execute(
        sql: """
          CREATE TABLE keyed (
            id TEXT PRIMARY KEY NOT NULL ON CONFLICT REPLACE DEFAULT (uuid()), name TEXT NOT NULL DEFAULT ''
          ) STRICT
          """)
    }
    let roster = try RosterDatabase(pool)
    let list = try roster.table(Keyed.self)
    try await pool.write { db in
      try db.execute(sql: "INSERT INTO keyed (name) VALUES ('default')")
      try db.execute(sql: "INSERT INTO keyed (id, name) VALUES (NULL, 'null'), ('b', 'given')")
    }
    try await list.bringUpToDate()
    let models = try list.list.snapshot.models()
    #expect(Set(models.map(\.name)) == ["default", "null", "given"])
    try await pool.write { try $0.execute(sql: "UPDATE keyed SET id = 'c' WHERE id = 'b'") }
    // A connection without the function can do what makes no key.
    var busy = Configuration()
    busy.busyMode = .timeout(5)
    let other = try DatabaseQueue(path: pool.path, configuration: busy)
    try await other.write { db in
      try db.execute(sql: "UPDATE keyed SET name = 'renamed' WHERE id = 'c'")
      try db.execute(sql: "DELETE FROM keyed WHERE name = 'null'")
    }
    try await list.bringUpToDate()
    #expect(Set(try list.list.snapshot.models().map(\.name)) == ["default", "renamed"])
    #expect(try list.list.snapshot.item(key: "c")?.model.name == "renamed")
    #expect(try roster.store.check() == [])
  }

  @Test func aUUIDIsOneKeyInWhateverLetters() async throws {
    let queue = try database("CREATE TABLE keyed (id TEXT PRIMARY KEY NOT NULL, name TEXT)")
    let roster = try RosterDatabase(inMemory: queue)
    let list = try roster.table(Keyed.self)
    let id = UUID()
    try await queue.write { try Keyed(id.uuidString.lowercased(), "small").insert($0) }
    try await list.bringUpToDate()
    #expect(try list.list.snapshot.item(key: id.uuidString)?.model.name == "small")
    try await queue.write { try $0.execute(sql: "DELETE FROM keyed") }
    try await list.bringUpToDate()
    #expect(list.list.snapshot.itemCount == 0)
    #expect(try roster.store.check() == [])
  }

  @Test func aListOfATableIsOpenedAsATableOnly() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    await todos.close()
    let error = #expect(throws: StorageError.self) { try application.order(roster, "todo") }
    #expect(error?.message.contains("shows the table todo") == true)
  }

  @Test func aListWithItemsOfItsOwnIsNotTaken() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster, "todo")
    try await order.change { _, order in _ = try order.append(1) }
    await order.close()
    let error = #expect(throws: StorageError.self) { try roster.table(Todo.self) }
    #expect(error?.message.contains("another name") == true)
    let todos = try roster.table(Todo.self, list: "todos of the table")
    try await application.pool.write { db in _ = try Todo.add("milk", db) }
    try await todos.bringUpToDate()
    #expect(todos.list.snapshot.itemCount == 1)
  }

  @Test func aRowThatCannotBeReadLeavesTheListBehindAndSaysSo() async throws {
    let queue = try database("CREATE TABLE keyed (id PRIMARY KEY NOT NULL, name TEXT)")
    let roster = try RosterDatabase(inMemory: queue)
    let list = try roster.table(Keyed.self)
    try await queue.write { db in
      try Keyed("a", "text").insert(db)
      try Keyed(1.5, "real").insert(db)
    }
    let error = await #expect(throws: StorageError.self) { try await list.bringUpToDate() }
    #expect(error?.code == .unencodable && error?.message.contains("1.5 in the column id") == true)
    #expect((list.failure as? StorageError)?.code == .unencodable)
    #expect(list.list.snapshot.itemCount == 0)
    try await queue.write { db in try db.execute(sql: "UPDATE keyed SET id = 2 WHERE id = 1.5") }
    try await list.bringUpToDate()
    #expect(try list.list.snapshot.allModels().map(\.name) == ["real", "text"])
    #expect(list.failure == nil)
  }
}
