import Foundation
import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

@Suite("Lists in an application's database: one transaction")
struct WritingTests {
  private struct Refused: Error {}

  @Test func rowsAndAListAreStoredTogether() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let (id, batch) = try await roster.write(order, ChangeAnnotation(origin: "sheet")) {
      db, order in
      let id = try Todo.add("milk", db)
      try order.append(id)
      return id
    }
    #expect(batch.target.revision == 1 && batch.changes.annotation.origin == "sheet")
    #expect(try application.todos() == [Todo(id: id, title: "milk")])
    #expect(try order.snapshot.allModels() == [id])
    #expect(try roster.store.check() == [])
  }

  @Test func twoAndThreeListsAreChangedInOneTransaction() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let names = ["inbox", "archive", "log"]
    let lists = try names.map { try application.order(roster, $0) }
    let counter = CommitCounter()
    application.pool.add(transactionObserver: counter)
    try await roster.write(lists[0], lists[1]) { db, inbox, archive in
      let id = try Todo.add("milk", db)
      try inbox.append(id)
      try archive.append(id)
    }
    try await roster.write(lists[0], lists[1], lists[2]) { db, inbox, _, log in
      let id = try Todo.add("bread", db)
      try inbox.append(id)
      try log.append(id)
    }
    #expect(counter.commitCount == 2)
    #expect(try lists.map { try $0.snapshot.allModels() } == [[1, 2], [1], [2]])
    #expect(lists.map { $0.snapshot.revision } == [2, 2, 1])
    try await roster.store.apply(.undo(lists[0], lists[1], lists[2]))
    #expect(try lists.map { try $0.snapshot.allModels() } == [[1], [1], []])
  }

  @Test func whatTheClosureThrowsTakesRowsAndListBack() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    await #expect(throws: Refused.self) {
      try await roster.write(order) { db, order in
        try order.append(Todo.add("milk", db))
        throw Refused()
      }
    }
    // A step that does not fit fails at once.
    await #expect(throws: DataSourceError.self) {
      try await roster.write(order) { db, order in
        try order.insert(Todo.add("bread", db), at: ItemPath(section: 3, item: 0))
      }
    }
    #expect(try application.todos() == [])
    #expect(order.snapshot.revision == 0)
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("butter", db)) }
    #expect(try order.snapshot.allModels() == [try #require(application.todos().first?.id)])
  }

  @Test func rowsThatCannotBeCommittedTakeTheListBack() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let error = await #expect(throws: DatabaseError.self) {
      try await roster.write(order) { db, order in
        try order.append(Todo.add("milk", project: 99, db))
      }
    }
    #expect(error?.resultCode == .SQLITE_CONSTRAINT)
    #expect(try application.todos() == [])
    #expect(order.snapshot.revision == 0)
    // The list is not suspended.
    try await order.change { _, order in _ = try order.append(5) }
    #expect(try order.snapshot.allModels() == [5])
    #expect(try roster.store.check() == [])
  }

  @Test func anObserverThatRefusesTheCommitTakesTheListBack() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let observer = CommitCounter(refusing: Refused())
    application.pool.add(transactionObserver: observer)
    await #expect(throws: Refused.self) {
      try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    }
    application.pool.remove(transactionObserver: observer)
    #expect(try application.todos() == [])
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    #expect(try order.snapshot.allModels().count == 1)
  }

  @Test func aClosureThatEndsTheTransactionIsRefused() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let failure = await #expect(throws: StorageError.self) {
      try await roster.write(order) { db, order in
        _ = try order.append(Todo.add("milk", db))
        try db.rollback()
      }
    }
    #expect("\(failure.map { "\($0)" } ?? "")".contains("has ended the transaction"))
    #expect(try application.todos() == [])
    #expect(order.snapshot.revision == 0)
    try await order.change { _, order in _ = try order.append(1) }
  }

  @Test func nothingIsWrittenAfterSQLiteHasRolledBack() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let first = try await roster.write(order) { db, order in
      let id = try Todo.add("milk", db)
      try order.append(id)
      return id
    }.value
    await #expect(throws: DatabaseError.self) {
      try await roster.write(order) { db, order in
        try order.append(7)
        // Rolls back the whole transaction, and the closure does not look.
        try? db.execute(
          sql: "INSERT OR ROLLBACK INTO todo (id, title) VALUES (?, 'bread')", arguments: [first])
        _ = try Todo.add("butter", db)
      }
    }
    // A list is opened where the transaction was.
    await #expect(throws: StorageError.self) {
      try await roster.write(order) { db, order in
        try? db.execute(
          sql: "INSERT OR ROLLBACK INTO todo (id, title) VALUES (?, 'bread')", arguments: [first])
        _ = try roster.store.list(named: "other")
      }
    }
    #expect(try application.todos().map(\.title) == ["milk"])
    #expect(try order.snapshot.allModels() == [first])
    #expect(try roster.store.lists().map(\.name) == ["order"])
    try await order.change { _, order in _ = try order.append(1) }
  }

  @Test func whatAListFailsToWriteIsTakenBackAlone() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await order.change { _, order in for _ in 0..<3 { try order.append(1) } }
    let repeated = try application.order(roster, "repeated")
    try await repeated.change { _, list in for id in [1, 2, 2] { try list.append(Int64(id)) } }
    await repeated.close()
    try await roster.write(order) { db, order in
      #expect(throws: (any Error).self) {
        try TodoApplication.Order(roster.location(list: "repeated"), key: { $0 })
      }
      _ = try Todo.add("milk", db)
      try order.append(2)
    }
    #expect(try application.todos().count == 1)
    #expect(try roster.store.check() == [])
    let keyCount = try await application.pool.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM grdb_roster_item WHERE model_key IS NOT NULL")
    }
    #expect(keyCount == 0)
  }

  @Test func aGeneratorReadsTheRowsOfTheTransaction() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let pool = application.pool
    let order = try ListDataSource<Int64, String, String>(
      roster.location(list: "order")
    ) { id, _ in
      (try? pool.read { try Todo.fetchOne($0, key: id)?.title }) ?? "no row"
    }
    let archive = try application.order(roster, "archive")
    let batch = try await roster.write(order) { db, order in
      for title in ["milk", "bread"] { try order.append(Todo.add(title, db)) }
    }.batch
    #expect(batch.outputs.map(\.output) == ["milk", "bread"])
    let batches = try await roster.write(archive, order) { db, archive, order in
      try archive.append(1)
      try order.append(Todo.add("butter", db))
    }.batches
    #expect(batches.1.outputs.map(\.output) == ["butter"])
  }

  // T25: a commit that GRDB does not run is not told to what observes the database.
  @Test func observationsOfTheApplicationSeeEachWriteOnce() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let counts = Recorder<Int>()
    // GRDB may fetch twice when it starts.
    let observation = ValueObservation.tracking { try Todo.fetchCount($0) }.removeDuplicates()
    let counter = CommitCounter()
    let observing = observation.start(
      in: application.pool, scheduling: .async(onQueue: .global())
    ) { error in
      Issue.record("\(error)")
    } onChange: {
      counts.record($0)
    }
    await counts.wait { $0 == [0] }
    application.pool.add(transactionObserver: counter)
    for number in 1...5 {
      try await order.change { _, order in _ = try order.append(0) }
      try await roster.write(order) { db, order in _ = try order.append(Todo.add("todo", db)) }
      await counts.wait { $0.last == number }
    }
    #expect(counts.values == [0, 1, 2, 3, 4, 5])
    #expect(counter.commitCount == 10)
    observing.cancel()
  }

  @Test func aListIsNotChangedInsideATransactionOfTheApplication() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await application.pool.write { db in
      _ = try Todo.add("milk", db)
      let failure = #expect(throws: DataSourceError.self) {
        try order.changeSynchronously { _, order in _ = try order.append(1) }
      }
      guard case .reentrant = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      let error = #expect(throws: StorageError.self) { try roster.store.list(named: "other") }
      #expect(error?.message.contains("by the write of a RosterDatabase") == true)
    }
    #expect(try application.todos().count == 1)
  }

  // The list waits for the connection, on which the caller works.
  @Test func noCallWaitsForAListThatWaitsForTheCaller() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let others = try (0..<3).map { try application.order(roster, "\($0)") }
    for round in 0..<20 {
      try await application.pool.writeWithoutTransaction { db in
        for list in others + [order] {
          try list.enqueueChange { _, list in _ = try list.append(Int64(round)) }
        }
        #expect(throws: DataSourceError.self) {
          try order.changeSynchronously { _, order in _ = try order.append(-1) }
        }
        #expect(throws: DataSourceError.self) {
          try roster.store.applySynchronously(.undo(order, others[0]))
        }
        try db.execute(sql: "INSERT INTO todo (title) VALUES ('x')")
      }
    }
    for list in others + [order] {
      #expect(try await list.snapshot(reaching: 20).allModels() == (0..<20).map { $0 })
    }
  }

  @Test func aWriteWaitsForAnotherProcess() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let other = try OtherProcess.connection(to: application.pool.path)
    try other.inDatabase { try $0.beginTransaction(.immediate) }
    async let written = roster.write(order) { db, order in
      _ = try order.append(Todo.add("milk", db))
    }
    try await Task.sleep(for: .milliseconds(50))
    #expect(order.snapshot.revision == 0)
    try other.inDatabase { try $0.rollback() }
    _ = try await written
    #expect(try order.snapshot.allModels().count == 1)
  }

  @Test func aDatabaseThatStaysLockedIsBusyAndTheListGoesOn() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool, busyTimeout: 0.05)
    let order = try application.order(roster)
    let other = try OtherProcess.connection(to: application.pool.path)
    try other.inDatabase { try $0.beginTransaction(.immediate) }
    let failure = await #expect(throws: DataSourceError.self) {
      try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    }
    #expect(failure?.storageCode == .busy)
    try other.inDatabase { try $0.rollback() }
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    #expect(try application.todos().count == 1)
  }

  @Test func aListOfAnotherStoreIsRefused() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let memory = try TodoApplication.Order(.memory(list: "order"))
    await #expect(throws: DataSourceError.self) {
      try await roster.write(memory) { db, order in _ = try order.append(Todo.add("milk", db)) }
    }
    #expect(try application.todos() == [])
  }

  @Test func twoProcessesWriteRowsAndASharedList() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster, isShared: true)
    let otherPool = try DatabasePool(path: application.pool.path)
    let other = try RosterDatabase(otherPool)
    // Another process, which has claims of its own.
    let otherOrder = try TodoApplication.Order(
      OtherProcess.location(of: other.store, list: "order"),
      configuration: {
        var configuration = DataSourceConfiguration()
        configuration.isShared = true
        return configuration
      }())
    try await withThrowingTaskGroup { group in
      for (roster, order) in [(roster, order), (other, otherOrder)] {
        group.addTask {
          for number in 0..<50 {
            try await roster.write(order) { db, order in
              _ = try order.append(Todo.add("\(number)", db))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try application.todos().count == 100)
    let models = try await order.snapshot(reaching: 100).allModels()
    #expect(models == (1...100).map { $0 })
    #expect(try roster.store.check() == [])
  }

  @Test func whatIsInMemoryIsWrittenLikewise() async throws {
    let queue = try DatabaseQueue()
    try TodoApplication.migrator.migrate(queue)
    let roster = try RosterDatabase(inMemory: queue)
    let order = try TodoApplication.Order(roster.location(list: "order"))
    for number in 0..<100 {
      try await roster.write(order) { db, order in
        let id = try Todo.add("\(number)", db)
        try order.insert(id, at: number / 2)
        // The connection that writes is the only one.
        if number > 0 { #expect(try order.model(of: ItemID(rawValue: 1)) == 1) }
      }
    }
    let (count, models) = try await roster.read(order) { db, order in
      (try Todo.fetchCount(db), try order.allModels())
    }
    #expect(count == 100 && Set(models).count == 100)
    #expect(try roster.store.check() == [])
  }

  /// Whatever steps a statement of the application's connection, its errors are those of GRDB.
  @Test func aFailureOnTheConnectionOfTheApplicationIsGRDBs() async throws {
    let application = try TodoApplication()
    let order = try application.order(RosterDatabase(application.pool))
    try await application.pool.write { db in
      let count = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(count)")
    }
    let large = String(repeating: "x", count: 100_000)
    let error = #expect(throws: DataSourceError.self) {
      try order.applySynchronously(.changeset(Changeset { $0.insertSection(at: 0, large) }))
    }
    guard case .storage(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.code == .full)
    #expect((failure.cause as? DatabaseError)?.resultCode == .SQLITE_FULL)
  }
}

/// Counts transactions, and refuses them.
final class CommitCounter: TransactionObserver {
  private(set) var commitCount = 0
  private let refusal: (any Error)?

  init(refusing refusal: (any Error)? = nil) { self.refusal = refusal }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { if let refusal { throw refusal } }
  func databaseDidCommit(_ db: Database) { commitCount += 1 }
  func databaseDidRollback(_ db: Database) {}
}
