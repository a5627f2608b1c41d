import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

@Suite("Lists in an application's database: reading at one moment")
struct ReadingTests {
  @Test func rowsAndListsAreOfOneMoment() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let inbox = try application.order(roster, "inbox")
    let archive = try application.order(roster, "archive")
    let writing = Task {
      for number in 0..<200 {
        try await roster.write(inbox, archive) { db, inbox, archive in
          let id = try Todo.add("\(number)", db)
          try inbox.append(id)
          if number % 2 == 0 { try archive.insert(id, at: 0) }
        }
      }
    }
    var seenCounts: Set<Int> = []
    while seenCounts.max() ?? 0 < 200 {
      let (ids, inboxModels, archiveModels) = try await roster.read(inbox, archive) {
        db, inbox, archive in
        (
          try Int64.fetchAll(db, sql: "SELECT id FROM todo ORDER BY id"), try inbox.allModels(),
          try archive.allModels()
        )
      }
      #expect(ids == inboxModels)
      #expect(archiveModels == ids.filter { $0 % 2 == 1 }.reversed())
      seenCounts.insert(ids.count)
    }
    try await writing.value
    #expect(seenCounts.count > 1)
  }

  @Test func aListThatAnotherProcessHasChangedIsFollowedOrRefused() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool, busyTimeout: 1)
    let shared = try application.order(roster, "shared", isShared: true)
    let alone = try application.order(roster, "alone")
    let other = try RosterDatabase(DatabasePool(path: application.pool.path))
    for name in ["shared", "alone"] {
      let list = try TodoApplication.Order(OtherProcess.location(of: other.store, list: name))
      try await list.change { _, list in _ = try list.append(1) }
    }
    #expect(try await roster.read(shared) { _, list in try list.allModels() } == [1])
    let error = await #expect(throws: StorageError.self) {
      try await roster.read(alone) { _, list in try list.allModels() }
    }
    #expect(error?.code == .stale)
  }

  /// A list of 300 items of which none was read since it was opened.
  private func reopened(
    _ application: TodoApplication, _ roster: RosterDatabase
  ) async throws -> TodoApplication.Order {
    let order = try application.order(roster)
    try await order.change { _, order in for number in 0..<300 { try order.append(Int64(number)) } }
    await order.close()
    return try application.order(roster)
  }

  @Test func aSnapshotIsReadInsideAReadOfTheApplication() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let again = try await reopened(application, roster)
    let models = try await application.pool.read { _ in try again.snapshot.allModels() }
    #expect(models == (0..<300).map { $0 })
  }

  @Test func aReadOfTheApplicationDoesNotDecideWhatAListHas() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let again = try await reopened(application, roster)
    try await application.pool.read { db in
      // The transaction of the application is older than what is read in it.
      _ = try Todo.fetchCount(db)
      try again.changeSynchronously { list, order in
        for item in try list.items() { try order.update(item.id, item.model + 1_000) }
      }
      #expect(try again.snapshot.allModels() == (1_000..<1_300).map { Int64($0) })
      let made = try application.order(roster, "made")
      try made.changeSynchronously { _, made in _ = try made.append(1) }
      #expect(try made.snapshot.allModels() == [1])
    }
    #expect(try again.snapshot.allModels() == (1_000..<1_300).map { Int64($0) })
    #expect(try roster.store.check() == [])
  }

  @Test func aListNeedsNoReaderOfTheApplication() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.maximumReaderCount = 1
    let pool = try DatabasePool(
      path: folder.path(of: "todos.sqlite"), configuration: configuration)
    let roster = try RosterDatabase(pool)
    let order = try ListDataSource<Int64, String, Never>(
      roster.location(list: "order"),
      configuration: {
        var configuration = DataSourceConfiguration()
        configuration.isShared = true
        return configuration
      }())
    try await pool.read { _ in
      _ = try order.changeSynchronously { _, order in _ = try order.append(1) }
    }
    #expect(try order.snapshot.allModels() == [1])
  }
}
