import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

@testable import Migrations
@testable import RosterStore

@Suite("Lists in an application's database: opening")
struct AttachingTests {
  @Test func listsLieBesideTheTablesOfTheApplication() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await order.change { _, order in _ = try order.append(7) }
    try await application.pool.read { db in
      #expect(try String.fetchAll(db, sql: "SELECT name FROM item") == ["own"])
      #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == 77)
      #expect(try Int.fetchOne(db, sql: "PRAGMA application_id") == 0)
      #expect(
        try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations") == ["m0001_todos"])
      #expect(try Int.fetchAll(db, sql: "SELECT model FROM grdb_roster_list_items") == [7])
      let others = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master
          WHERE name NOT LIKE 'grdb\\_roster\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1
          """)
      #expect(others == ["grdb_migrations", "item", "project", "todo"])
    }
    #expect(try roster.store.check() == [])
    #expect(try roster.store.lists().map(\.name) == ["order"])
  }

  @Test func aListIsThereAgainWhenTheDatabaseIsOpenedAgain() async throws {
    let application = try TodoApplication()
    do {
      let roster = try RosterDatabase(application.pool)
      let order = try application.order(roster)
      try await order.change { _, order in for number in 1...200 { try order.append(Int64(number)) }
      }
      await order.close()
      try roster.store.close()
    }
    try application.pool.close()
    let pool = try DatabasePool(path: application.pool.path)
    let order = try application.order(RosterDatabase(pool))
    #expect(try order.snapshot.allModels() == (1...200).map { $0 })
  }

  // GRDB compares the schema with what the migrations make, and erases a database that differs.
  @Test func theMigratorOfTheApplicationFindsNoChangeOfItsSchema() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    #expect(
      try await application.pool.read { try !TodoApplication.migrator.hasSchemaChanges($0) })
    var migrator = TodoApplication.migrator
    migrator.eraseDatabaseOnSchemaChange = true
    try migrator.migrate(application.pool)
    #expect(try application.todos().map(\.title) == ["milk"])
    try await order.change { _, order in _ = try order.append(2) }
    #expect(try order.snapshot.allModels() == [1, 2])
  }

  // GRDB copies an empty database over that of the application, and does not know what it might spare.
  @Test func aMigrationThatChangedErasesTheListsWithTheTables() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let todos = try roster.table(Todo.self)
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    try await todos.bringUpToDate()
    var migrator = DatabaseMigrator()
    migrator.eraseDatabaseOnSchemaChange = true
    migrator.registerMigration("m0001_todos") { db in
      try db.create(table: "todo") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("title", .text).notNull()
        table.column("projectID", .integer)
        table.column("isDone", .boolean).notNull().defaults(to: false)
      }
    }
    try migrator.migrate(application.pool)
    #expect(try application.todos() == [])
    let schema = try await application.pool.read { try Self.schema($0) }
    #expect(schema.allSatisfy { !$0.contains("roster") })
    let failure = await #expect(throws: DataSourceError.self) {
      try await order.change { _, order in _ = try order.append(8) }
    }
    #expect(failure?.storageCode == .replaced)
    await #expect(throws: (any Error).self) { try await todos.bringUpToDate() }
    await todos.close()
    await order.close()
    try roster.store.close()

    let again = try RosterDatabase(application.pool)
    #expect(try again.store.lists().isEmpty)
    let newOrder = try application.order(again)
    let newTodos = try again.table(Todo.self)
    try await again.write(newOrder) { db, order in _ = try order.append(Todo.add("bread", db)) }
    try await newTodos.bringUpToDate()
    #expect(try newOrder.snapshot.allModels() == [1])
    #expect(try newTodos.list.snapshot.allModels().map(\.title) == ["bread"])
    // The lists are no change of the schema.
    try migrator.migrate(application.pool)
    #expect(try application.todos().map(\.title) == ["bread"])
    try await newOrder.change { _, order in _ = try order.append(2) }
    #expect(try again.store.check() == [])
  }

  @Test func aMigrationOfTheApplicationMayMakeTheTables() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path(of: "application.sqlite"))
    var migrator = TodoApplication.migrator
    migrator.registerMigration("lists") { try RosterDatabase.install(in: $0) }
    // Opened before the migration, too.
    _ = try RosterDatabase(pool)
    try migrator.migrate(pool)
    #expect(try RosterDatabase(pool).store.check() == [])
  }

  @Test func theTablesCanBeRemoved() async throws {
    let application = try TodoApplication()
    let schema = try await application.pool.read { try Self.schema($0) }
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await order.change { _, order in _ = try order.append(7) }
    try await application.pool.write { try RosterDatabase.uninstall(from: $0) }
    #expect(try await application.pool.read { try Self.schema($0) } == schema)
    let failure = await #expect(throws: DataSourceError.self) {
      try await order.change { _, order in _ = try order.append(8) }
    }
    #expect(failure?.storageCode == .replaced)
    await order.close()
    try roster.store.close()
    let again = try application.order(RosterDatabase(application.pool))
    #expect(try again.snapshot.allModels() == [])
    #expect(
      try await application.pool.read { try String.fetchAll($0, sql: "SELECT name FROM item") }
        == ["own"])
  }

  @Test func aListWhoseTablesWereMadeAnewIsReplaced() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await application.pool.write { db in
      try RosterDatabase.uninstall(from: db)
      try RosterDatabase.install(in: db)
    }
    _ = try roster.store.list(named: "another")
    let failure = await #expect(throws: DataSourceError.self) {
      try await order.change { _, order in _ = try order.append(8) }
    }
    #expect(failure?.storageCode == .replaced)
    #expect(try roster.store.check() == [])
  }

  private static func schema(_ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT type || name FROM sqlite_master ORDER BY 1")
  }

  // MARK: Refusals

  private func code(_ body: () throws -> Void) -> StorageError.Code? {
    do {
      try body()
      return nil
    } catch let error as StorageError {
      return error.code
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  @Test func aFileOfRostersOwnIsNoDatabaseOfAnApplication() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "list.sqlite")
    try SQLiteStore(path: path).close()
    let pool = try DatabasePool(path: path)
    #expect(code { _ = try RosterDatabase(pool) } == .notADatabase)
    for change in [RosterDatabase.install(in:), RosterDatabase.uninstall(from:)] {
      #expect(code { try pool.write { try change($0) } } == .notADatabase)
    }
    try pool.close()
    let store = try SQLiteStore(path: path)
    #expect(try store.check() == [])
  }

  @Test func aQueueWithAFileIsRefused() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path(of: "application.sqlite"))
    #expect(code { _ = try RosterDatabase(inMemory: queue) } == .failed)
  }

  @Test func aDatabaseIsOpenedInAnAccessOfItsPool() async throws {
    let application = try TodoApplication()
    let roster = try await application.pool.writeWithoutTransaction { _ in
      try RosterDatabase(application.pool)
    }
    let order = try application.order(roster)
    try await order.change { _, order in _ = try order.append(1) }
    await order.close()
    let path = application.pool.path
    var configuration = Configuration()
    configuration.readonly = true
    let reading = try DatabasePool(path: path, configuration: configuration)
    let opened = try await reading.read { _ in try RosterDatabase(reading) }
    #expect(try opened.store.lists().map(\.itemCount) == [1])
  }

  @Test func aPoolThatOnlyReadsNeedsTheTables() async throws {
    let application = try TodoApplication()
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabasePool(path: application.pool.path, configuration: configuration)
    #expect(code { _ = try RosterDatabase(reader) } == .notADatabase)
    let order = try application.order(RosterDatabase(application.pool))
    try await order.change { _, order in _ = try order.append(7) }
    let roster = try RosterDatabase(reader)
    #expect(try application.order(roster).snapshot.allModels() == [7])
    #expect(try roster.store.check() == [])
  }

  @Test func tablesOfALaterVersionAreRefused() throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    _ = try roster.store.list(named: "first")
    try application.pool.write {
      try $0.execute(sql: "INSERT INTO grdb_roster_step (name) VALUES ('m0099_later')")
    }
    #expect(code { _ = try RosterDatabase(application.pool) } == .newerFormat)
    // Also by one that is open, once another connection has written the step.
    let other = try DatabasePool(path: application.pool.path)
    try other.write { try $0.execute(sql: "INSERT INTO todo (title) VALUES ('x')") }
    #expect(code { _ = try roster.store.list(named: "order") } == .newerFormat)
  }

  // Its statements may fit the tables no more.
  @Test func aListThatIsOpenIsRefusedOnceALaterVersionHasTakenItsStep() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await order.change { _, order in _ = try order.append(1) }
    let later = Migration(
      name: "m0099_later",
      sql: "PRAGMA user_version = 99;\nCREATE INDEX later_origin ON journal (origin);\n-- Done.\n")
    try await application.pool.write { db in
      try ApplicationDatabase.install(in: StoreConnection(db), Migration.all + [later])
    }
    let failure = await #expect(throws: DataSourceError.self) {
      try await order.change { _, order in _ = try order.append(2) }
    }
    #expect(failure?.storageCode == .newerFormat)
    let (models, version) = try await application.pool.read { db in
      try (
        Int.fetchAll(db, sql: "SELECT model FROM grdb_roster_list_items"),
        Int.fetchOne(db, sql: "PRAGMA user_version")
      )
    }
    #expect(models == [1] && version == 77)
  }

  @Test(arguments: [
    "ALTER TABLE grdb_roster_item ADD COLUMN other TEXT",
    "CREATE TRIGGER other AFTER INSERT ON grdb_roster_journal BEGIN DELETE FROM todo; END",
  ])
  func tablesThatAreNotAsRosterMadeThemAreRefused(statement: String) throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    try application.pool.write { try $0.execute(sql: statement) }
    #expect(code { _ = try RosterDatabase(application.pool) } == .corrupt)
    #expect(code { _ = try roster.store.list(named: "order") } == .corrupt)
  }

  @Test func aMigrationOfTheApplicationBesideAListDisturbsNothing() async throws {
    let application = try TodoApplication()
    let order = try application.order(RosterDatabase(application.pool))
    try await order.change { _, order in _ = try order.append(1) }
    try await application.pool.write { db in
      try db.execute(sql: "ALTER TABLE todo RENAME TO task")
      try db.execute(sql: "ALTER TABLE item ADD COLUMN leaf INTEGER")
    }
    try await order.change { _, order in _ = try order.append(2) }
    #expect(try order.snapshot.allModels() == [1, 2])
  }

  @Test func thePoolCanBeClosedOnceTheStoreIs() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await order.change { _, order in _ = try order.append(1) }
    await order.close()
    try roster.store.close()
    #expect(code { _ = try roster.store.lists() } == .closed)
    #expect(code { _ = try roster.store.list(named: "other") } == .closed)
    try application.pool.close()
  }

  @Test(arguments: [false, true])
  func thePoolCanBeClosedBeforeTheStore(isSchemaChanged: Bool) async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let (order, other) = (try application.order(roster), try application.order(roster, "other"))
    try await order.change { _, order in _ = try order.append(1) }
    if isSchemaChanged {
      // In a transaction that writes lists, and goes on with its statements.
      try await roster.write(order, other) { db, order, other in
        try order.append(2)
        try db.execute(sql: "CREATE TABLE another (id INTEGER PRIMARY KEY)")
        try other.append(3)
      }
      try await order.change { _, order in _ = try order.append(4) }
    }
    try application.pool.close()
    let failure = await #expect(throws: DataSourceError.self) {
      try await order.change { _, order in _ = try order.append(5) }
    }
    #expect(failure?.storageCode == .closed)
    await order.close()
    await other.close()
    try roster.store.close()
    let again = try RosterDatabase(DatabasePool(path: application.pool.path))
    #expect(
      try application.order(again).snapshot.allModels() == (isSchemaChanged ? [1, 2, 4] : [1]))
    #expect(try again.store.check() == [])
  }

  @Test func aQueueInMemoryCanBeClosedBeforeTheStore() async throws {
    let queue = try DatabaseQueue()
    let roster = try RosterDatabase(inMemory: queue)
    let order = try TodoApplication.Order(roster.location(list: "order"))
    try await order.change { _, order in _ = try order.append(1) }
    try queue.close()
    await order.close()
    try roster.store.close()
  }

  @Test func anOpenListIsNotOpenedTwice() throws {
    let application = try TodoApplication()
    let order = try application.order(RosterDatabase(application.pool))
    let other = try RosterDatabase(application.pool)
    #expect(code { _ = try application.order(other) } == .inUse)
    withExtendedLifetime(order) {}
  }
}
