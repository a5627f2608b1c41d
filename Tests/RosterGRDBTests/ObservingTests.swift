import Dispatch
import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

/// GRDB's observations of the views of lists, beside those of the rows of the application.
@Suite("Lists in an application's database: observations of GRDB")
struct ObservingTests {
  private struct Refused: Error {}

  private static let itemsSQL = "SELECT model FROM grdb_roster_list_items"

  /// What an observation has told: for each commit the models that the lists had then.
  private struct Observed {
    private let told = Recorder<[String]>()
    private let cancellable: AnyDatabaseCancellable

    init(_ view: String = "list_items", in writer: any DatabaseWriter) {
      let observation = DatabaseRegionObservation(
        tracking: SQLRequest<Row>(sql: "SELECT * FROM grdb_roster_\(view)"))
      cancellable = observation.start(
        in: writer, onError: { Issue.record("\($0)") },
        onChange: { [told] db in
          // After the commit, and so outside of the transaction.
          #expect(!db.isInsideTransaction)
          let models = try? String.fetchAll(db, sql: ObservingTests.itemsSQL)
          told.record(models ?? [])
        })
    }

    var commits: [[String]] { told.values }

    func cancel() { cancellable.cancel() }
  }

  @Test func aChangeOfListsIsObservedOnceAfterItsCommit() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let archive = try application.order(roster, "archive")
    let observed = Observed(in: application.pool)
    defer { observed.cancel() }
    try await order.change { _, order in _ = try order.append(1) }
    #expect(observed.commits == [["1"]])
    try await roster.write(order, archive) { db, order, archive in
      _ = try order.append(Todo.add("milk", db) + 1)
      _ = try archive.append(3)
    }
    #expect(observed.commits.last?.sorted() == ["1", "2", "3"])
    try order.changeSynchronously { _, order in try order.append(4) }
    try await roster.store.apply(.undo(order, archive))
    try await order.change { _, order in
      for number in 5..<200 { try order.append(Int64(number)) }
    }
    #expect(observed.commits.map(\.count) == [1, 3, 4, 3, 198])
    // Rows that are no list are not observed, and neither is the creation of a list.
    try await application.pool.write { db in _ = try Todo.add("bread", db) }
    _ = try application.order(roster, "other")
    #expect(observed.commits.count == 5)
    await archive.close()
    try roster.store.removeList(named: "archive")
    #expect(observed.commits.dropFirst(5).map(\.count) == [197])
  }

  @Test(arguments: ["list_items", "list_journal", "list_states", "list_supplement_states"])
  func eachViewIsObserved(view: String) async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let observed = Observed(view, in: application.pool)
    defer { observed.cancel() }
    try await order.change { _, order in _ = try order.append(1) }
    #expect(observed.commits == [["1"]])
  }

  @Test func aChangeThatIsRolledBackIsNotObserved() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    let observed = Observed(in: application.pool)
    defer { observed.cancel() }
    // The closure fails before the list is written.
    await #expect(throws: Refused.self) {
      try await roster.write(order) { db, order in
        try order.append(Todo.add("milk", db))
        throw Refused()
      }
    }
    // The list is written, and the commit fails.
    await #expect(throws: DatabaseError.self) {
      try await roster.write(order) { db, order in
        try order.append(Todo.add("milk", project: 99, db))
      }
    }
    let refusing = CommitCounter(refusing: Refused())
    application.pool.add(transactionObserver: refusing)
    await #expect(throws: Refused.self) {
      try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    }
    application.pool.remove(transactionObserver: refusing)
    // Nothing of them is left for the next commit.
    try await application.pool.write { db in _ = try Todo.add("bread", db) }
    #expect(observed.commits.isEmpty)
    try await order.change { _, order in _ = try order.append(7) }
    #expect(observed.commits == [["7"]])
  }

  @Test func aListThatShowsATableIsObserved() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let observed = Observed(in: application.pool)
    defer { observed.cancel() }
    try await application.pool.write { db in _ = try Todo.add("milk", db) }
    try await todos.bringUpToDate()
    #expect(observed.commits.map(\.count) == [1])
  }

  @Test func whatIsInMemoryIsObservedLikewise() async throws {
    let queue = try DatabaseQueue()
    try TodoApplication.migrator.migrate(queue)
    let roster = try RosterDatabase(inMemory: queue)
    let order = try TodoApplication.Order(roster.location(list: "order"))
    let observed = Observed(in: queue)
    defer { observed.cancel() }
    for number in 1...3 {
      try await roster.write(order) { db, order in _ = try order.append(Todo.add("todo", db)) }
      #expect(observed.commits.count == number)
    }
    #expect(observed.commits.last == ["1", "2", "3"])
  }

  // In GRDB's terms: an observation that fetches both has them of one moment, once for each commit.
  @Test func valuesOfRowsAndListsAreObservedSideBySide() async throws {
    struct Counts: Equatable, Sendable {
      var rows: Int
      var items: Int
      var others: Int
    }
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let (order, other) = (try application.order(roster), try application.order(roster, "other"))
    let both = Recorder<Counts>()
    let lists = Recorder<[Int64]>()
    let rows = Recorder<Int>()
    // GRDB may fetch twice when it starts.
    let observing = [
      ValueObservation.tracking { db in
        func count(_ list: String) throws -> Int {
          try Int.fetchOne(
            db, sql: "SELECT count(*) FROM grdb_roster_list_items WHERE list = ?",
            arguments: [list]) ?? 0
        }
        return try Counts(
          rows: Todo.fetchCount(db), items: count("order"), others: count("other"))
      }.removeDuplicates().start(
        in: application.pool, scheduling: .async(onQueue: .global()),
        onError: { Issue.record("\($0)") }, onChange: { both.record($0) }),
      ValueObservation.tracking { try Int64.fetchAll($0, sql: Self.orderSQL) }.removeDuplicates()
        .start(
          in: application.pool, scheduling: .async(onQueue: .global()),
          onError: { Issue.record("\($0)") }, onChange: { lists.record($0) }),
      ValueObservation.tracking { try Todo.fetchCount($0) }.removeDuplicates()
        .start(
          in: application.pool, scheduling: .async(onQueue: .global()),
          onError: { Issue.record("\($0)") }, onChange: { rows.record($0) }),
    ]
    defer { observing.forEach { $0.cancel() } }
    await both.wait { $0 == [Counts(rows: 0, items: 0, others: 0)] }
    await lists.wait { $0 == [[]] }
    await rows.wait { $0 == [0] }
    var expected = [Counts(rows: 0, items: 0, others: 0)]
    for number in 1...5 {
      try await roster.write(order, other) { db, order, other in
        let id = try Todo.add("todo", db)
        try order.append(id)
        try other.append(id)
      }
      expected.append(Counts(rows: number, items: number, others: 2 * number - 1))
      await both.wait { $0.last?.others == 2 * number - 1 }
      await lists.wait { $0.last?.count == number }
      await rows.wait { $0.last == number }
      try await other.change { _, other in _ = try other.append(0) }
      expected.append(Counts(rows: number, items: number, others: 2 * number))
      await both.wait { $0.last?.others == 2 * number }
    }
    #expect(both.values == expected)
    #expect(lists.values == (0...5).map { Array(1..<Int64($0 + 1)) })
    #expect(rows.values == [0, 1, 2, 3, 4, 5])
  }

  private static let orderSQL = """
    SELECT model FROM grdb_roster_list_items WHERE list = 'order' ORDER BY section, position
    """
}
