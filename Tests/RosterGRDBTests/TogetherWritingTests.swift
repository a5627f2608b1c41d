import GRDB
import Roster
import RosterDerived
import RosterEngine
import RosterGRDB
import RosterTestKit
import Testing

/// What a write of a `RosterDatabase` does to derived lists that are kept together with what it writes.
@Suite("Lists in an application's database: derived lists in one transaction")
struct TogetherWritingTests {
  private struct Refused: Error {}

  /// Records why lists were left behind.
  private final class LeftBehind: DataSourceListener {
    let reasons = Recorder<String>()

    var configuration: DataSourceConfiguration {
      var configuration = DataSourceConfiguration()
      configuration.listeners = [self]
      return configuration
    }

    func receive(_ event: PipelineEvent) {
      if case .leftBehind(let error) = event { reasons.record("\(error)") }
    }
  }

  /// What another connection finds in one moment: how many todos there are, the revision of a list, and the one that a
  /// derived list says it shows.
  private struct Moment: Equatable {
    var todoCount: Int
    var revision: Int
    var basis: Int

    init(_ database: Database, of source: String, shownBy list: String) throws {
      let row = try #require(
        try Row.fetchOne(
          database,
          sql: """
            SELECT
              (SELECT count(*) FROM todo) AS todo_count,
              (SELECT max(revision) FROM grdb_roster_list_journal WHERE list = ?) AS revision,
              (SELECT json_extract(user_info, '$.derived.basis') FROM grdb_roster_list_journal
                WHERE list = ? ORDER BY revision DESC LIMIT 1) AS basis
            """, arguments: [source, list]))
      (todoCount, revision, basis) = (row["todo_count"], row["revision"], row["basis"])
    }
  }

  private func newestFirst(
    _ list: TodoApplication.Order, _ name: String = "newest",
    _ configuration: DataSourceConfiguration? = nil
  ) throws -> DerivedList<Int64, Ungrouped, Never> {
    try list.derived(name, version: "1").sorted { [.descending($0)] }.together()
      .open(configuration: configuration)
  }

  @Test func rowsAListAndWhatShowsItAreOneCommit() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let order = try application.order(roster)
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    let newest = try newestFirst(order)
    let even = try newest.list.derived("even", version: "1").where { $0.isMultiple(of: 2) }
      .together().open()
    var batches = try even.list.batches().makeAsyncIterator()
    let counter = CommitCounter()
    pool.add(transactionObserver: counter)
    try await roster.write(order) { db, order in
      for title in ["bread", "tea"] { try order.append(Todo.add(title, db)) }
    }
    // Nothing is waited for.
    #expect(try newest.list.snapshot.allModels() == [3, 2, 1])
    #expect(try even.list.snapshot.allModels() == [2])
    #expect(try newest.basis(of: newest.list.snapshot) == 2)
    let moment = try await pool.read { try Moment($0, of: "order", shownBy: "newest") }
    #expect(moment.todoCount == 3 && moment.revision == 2 && moment.basis == 2)
    #expect(try await batches.next()?.target.allModels() == [2])
    // No other change follows.
    try await newest.bringUpToDate()
    try await even.bringUpToDate()
    #expect(counter.commitCount == 1)
    try await order.apply(.undo())
    #expect(try newest.list.snapshot.allModels() == [1])
    #expect(try even.list.snapshot.allModels() == [])
    #expect(try roster.store.check() == [])
  }

  @Test func twoListsAndWhatShowsEachAreOneCommit() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let lists = try ["inbox", "archive"].map { try application.order(roster, $0) }
    try await roster.write(lists[0], lists[1]) { db, inbox, _ in
      for title in ["milk", "bread"] { try inbox.append(Todo.add(title, db)) }
    }
    let shown = try zip(lists, ["newest", "last"]).map { try newestFirst($0, $1) }
    let counter = CommitCounter()
    application.pool.add(transactionObserver: counter)
    try await roster.write(lists[0], lists[1]) { db, inbox, archive in
      let item = try #require(try inbox.state.itemID(at: ItemPath(section: 0, item: 0)))
      try archive.append(inbox.model(of: item))
      try inbox.remove(item)
      try inbox.append(Todo.add("tea", db))
    }
    #expect(counter.commitCount == 1)
    #expect(try shown.map { try $0.list.snapshot.allModels() } == [[3, 2], [1]])
    try await roster.store.apply(.undo(lists[0], lists[1]))
    #expect(try shown.map { try $0.list.snapshot.allModels() } == [[2, 1], []])
    #expect(try roster.store.check() == [])
  }

  @Test func rowsTheListOfTheirTableAndWhatShowsItAreOneCommit() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    let byTitle = try todos.list.derived("by title", version: "1")
      .where { $0.title != "tea" }.sorted { [.ascending($0.title)] }.together().open()
    func titles() throws -> [String] { try byTitle.list.snapshot.allModels().map(\.title) }
    let counter = CommitCounter()
    application.pool.add(transactionObserver: counter)
    try await roster.write { db in
      for title in ["milk", "tea", "bread"] { _ = try Todo.add(title, db) }
    }
    #expect(try titles() == ["bread", "milk"])
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'butter' WHERE title = 'tea'")
      try db.execute(sql: "DELETE FROM todo WHERE title = 'milk'")
    }
    #expect(try titles() == ["bread", "butter"])
    #expect(
      try byTitle.basis(of: byTitle.list.snapshot) == todos.list.snapshot.revision)
    try await byTitle.bringUpToDate()
    #expect(counter.commitCount == 2)
    // A write of the pool has no list in its transaction. That of the table follows with what shows it.
    try await application.pool.write { db in _ = try Todo.add("apples", db) }
    try await todos.bringUpToDate()
    #expect(try titles() == ["apples", "bread", "butter"])
    #expect(
      try byTitle.basis(of: byTitle.list.snapshot) == todos.list.snapshot.revision)
    #expect(try roster.store.check() == [])
  }

  @Test func whatIsNotCommittedLeavesAllAsTheyWere() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    let order = try application.order(roster)
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    let left = LeftBehind()
    let newest = try newestFirst(order, "newest", left.configuration)
    let former = try await pool.read { try Moment($0, of: "order", shownBy: "newest") }
    await #expect(throws: Refused.self) {
      try await roster.write(order) { db, order in
        try order.append(Todo.add("bread", db))
        throw Refused()
      }
    }
    // A deferred foreign key is looked at by COMMIT, when the changes of both lists are made.
    let error = await #expect(throws: DatabaseError.self) {
      try await roster.write(order) { db, order in
        try order.append(Todo.add("bread", project: 99, db))
      }
    }
    #expect(error?.resultCode == .SQLITE_CONSTRAINT)
    #expect(try await pool.read { try Moment($0, of: "order", shownBy: "newest") } == former)
    #expect(newest.list.snapshot.revision == 1 && newest.list.suspension == nil)
    let id = try await roster.write(order) { db, order in
      let id = try Todo.add("tea", db)
      try order.append(id)
      return id
    }.value
    #expect(try newest.list.snapshot.allModels() == [id, 1])
    #expect(newest.list.snapshot.revision == 2)
    #expect(left.reasons.values == [] && newest.failure == nil)
    #expect(try roster.store.check() == [])
  }

  /// A closed list has no part in a write, and follows when it is opened again.
  @Test func aListThatIsClosedHoldsUpNoWrite() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let order = try application.order(roster)
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("milk", db)) }
    let newest = try newestFirst(order)
    await newest.close()
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("bread", db)) }
    #expect(try order.snapshot.allModels() == [1, 2])
    let again = try newestFirst(order)
    #expect(try again.list.snapshot.allModels() == [2, 1])
    try await roster.write(order) { db, order in _ = try order.append(Todo.add("tea", db)) }
    #expect(try again.list.snapshot.allModels() == [3, 2, 1])
    #expect(try roster.store.check() == [])
  }
}
