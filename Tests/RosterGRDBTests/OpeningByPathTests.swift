import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

@testable import RosterStore

/// What `roster` does with the database of an application: it opens the file by connections of its own.
@Suite("Lists in an application's database: opening by path")
struct OpeningByPathTests {
  private func filled(_ application: TodoApplication, count: Int = 200) async throws {
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    for number in 0..<count {
      try await roster.write(order) { db, order in
        try order.insert(Todo.add("\(number)", db), at: number / 3)
      }
    }
    await order.close()
    // Before some test closes the pool.
    try roster.store.close()
  }

  @Test(arguments: [false, true])
  func aStoreByPathHasTheLists(isReadOnly: Bool) async throws {
    let application = try TodoApplication()
    try await filled(application)
    let store = try SQLiteStore(
      path: application.pool.path, configuration: SQLiteConfiguration(isReadOnly: isReadOnly))
    #expect(try store.lists().map(\.itemCount) == [200])
    #expect(try store.check() == [])
    let list = try #require(try store.list(named: "order", create: false))
    let order = try TodoApplication.Order(.stored(list))
    #expect(try Set(order.snapshot.allModels()) == Set(1...200))
    let error = #expect(throws: StorageError.self) { try store.vacuum() }
    #expect(error?.code == .failed)
  }

  @Test func whatAStoreByPathWritesIsFollowed() async throws {
    let application = try TodoApplication()
    try await filled(application, count: 3)
    let order = try application.order(RosterDatabase(application.pool), isShared: true)
    let store = try SQLiteStore(path: application.pool.path)
    let other = try TodoApplication.Order(OtherProcess.location(of: store, list: "order"))
    for number in 0..<2_000 {
      try other.applySynchronously(
        .changeset(Changeset { $0.insertItem(Int64(number), at: ItemPath(section: 0, item: 0)) }))
    }
    #expect(try await order.snapshot(reaching: 2_003).models(0..<2) == [1_999, 1_998])
    try store.close()
    let mode = try await application.pool.read {
      try String.fetchOne($0, sql: "PRAGMA journal_mode")
    }
    let numbers = try await application.pool.read { db in
      try ["PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM todo"].map {
        try Int.fetchOne(db, sql: $0)
      }
    }
    #expect(mode == "wal" && numbers == [0, 77, 3])
    #expect(try RosterDatabase(application.pool).store.check() == [])
  }

  @Test func aDatabaseThatIsNotInWriteAheadModeIsNotWritten() async throws {
    let application = try TodoApplication()
    try await filled(application, count: 3)
    try application.pool.close()
    let queue = try DatabaseQueue(path: application.pool.path)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try queue.close()
    let error = #expect(throws: StorageError.self) {
      try SQLiteStore(path: application.pool.path)
    }
    #expect(error?.message.contains("write-ahead mode") == true)
    let again = try DatabaseQueue(path: application.pool.path)
    let mode = try await again.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    #expect(mode == "delete")
  }

  @Test func aSalvageSavesTheListsOnly() async throws {
    let application = try TodoApplication()
    try await filled(application)
    let contents = try await application.pool.read {
      try Int64.fetchAll($0, sql: "SELECT model FROM grdb_roster_list_items")
    }
    // A page of the order is lost, and so is the name of a table.
    try await application.pool.write { db in
      try db.execute(
        sql:
          "UPDATE grdb_roster_leaf SET items = '[' WHERE id = (SELECT max(id) FROM grdb_roster_leaf)"
      )
    }
    let damaged = try RosterDatabase(application.pool).store
    #expect(try damaged.check() != [])
    try damaged.close()
    try application.pool.close()
    let saved = application.folder.path(of: "saved.sqlite")
    let report = try SQLiteStore.salvage(application.pool.path, into: saved)
    #expect(report.leavesOutTables && report.lists.map(\.name) == ["order"])
    let store = try SQLiteStore(path: saved)
    #expect(try store.check() == [])
    let list = try #require(try store.list(named: "order", create: false))
    let order = try TodoApplication.Order(.stored(list))
    #expect(try order.snapshot.allModels() == contents)
  }

  @Test func aFileOfRostersOwnWithATableOfSuchANameIsSalvagedAsOne() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "list.sqlite"))
    let list = try #require(try store.list(named: "order"))
    let order = try TodoApplication.Order(OtherProcess.location(of: store, list: list.name))
    try order.applySynchronously(
      .changeset(
        Changeset {
          $0.insertSection(at: 0, "a"); $0.insertItem(7, at: ItemPath(section: 0, item: 0))
        }))
    try store.pool.write {
      try $0.execute("CREATE TABLE grdb_roster_item (id INTEGER PRIMARY KEY)")
    }
    try store.close()
    let report = try SQLiteStore.salvage(
      folder.path(of: "list.sqlite"), into: folder.path(of: "saved.sqlite"))
    #expect(report.lists.map(\.itemCount) == [1] && !report.leavesOutTables)
  }

  @Test func aListIsCopiedOutOfAnApplicationsDatabaseAndIntoOne() async throws {
    let application = try TodoApplication()
    try await filled(application)
    let file = try SQLiteStore(path: application.folder.path(of: "copy.sqlite"))
    let source = try SQLiteStore(path: application.pool.path)
    try StagedLists(["order"], of: source).copy("order", to: file, as: "copied")
    #expect(try file.check() == [])
    try StagedLists(["copied"], of: file).copy("copied", to: source, as: "again")
    #expect(try source.check() == [])
    let models = try [(file, "copied"), (source, "order"), (source, "again")].map { store, name in
      let list = try #require(try store.list(named: name, create: false))
      return try TodoApplication.Order(.stored(list)).snapshot.allModels()
    }
    #expect(models[0] == models[1] && models[1] == models[2] && models[0].count == 200)
  }
}
