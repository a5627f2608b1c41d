import GRDB
import Roster
import RosterDerived
import RosterGRDB
import RosterStore
import RosterTestKit
import Testing

/// What a list has that leaves rows in their table, and copies some columns of them.
@Suite("Tables as lists: rows that stay in their table, with copies of some columns")
struct RowExcerptTests {
  private struct Title: Codable, Equatable, FetchableRecord, EncodableRecord {
    var title: String
  }

  /// Makes the list of a table with a large column that no record has.
  private func open(
    _ application: TodoApplication, _ titles: [String]
  ) throws -> (roster: RosterDatabase, todos: TableList<RowExcerpt<Todo, Title>, Never>) {
    try application.pool.write { db in
      try db.execute(sql: "ALTER TABLE todo ADD COLUMN body TEXT")
      for title in titles { _ = try Todo.add(title, db) }
      try db.execute(sql: "UPDATE todo SET body = hex(randomblob(10000))")
    }
    let roster = try RosterDatabase(application.pool)
    return (roster, try roster.table(Todo.self, .rows(copying: Title.self)))
  }

  @Test func someColumnsAreCopiedAndAnyChangeIsAnUpdate() async throws {
    let application = try TodoApplication()
    let (roster, todos) = try open(application, ["milk", "bread"])
    let before = try todos.list.snapshot.models()
    #expect(before.map(\.columns.title) == ["milk", "bread"])
    let lengths = try await application.pool.read { db in
      try Int.fetchAll(db, sql: "SELECT length(model) FROM grdb_roster_item")
    }
    #expect(lengths.count == 2 && lengths.allSatisfy { $0 < 60 })
    var batches = try todos.list.batches().makeAsyncIterator()
    try await roster.write { try $0.execute(sql: "UPDATE todo SET body = 'x' WHERE id = 1") }
    let batch = try #require(try await batches.next())
    #expect(batch.changes.changeset.outline.updatedItems.count == 1)
    let after = try todos.list.snapshot.models()
    #expect(after[0].version != before[0].version && after[0].columns == before[0].columns)
    #expect(after[1].version == before[1].version)
    try await roster.write { try $0.execute(sql: "UPDATE todo SET title = 'tea' WHERE id = 1") }
    // What is copied is what it was, at each revision.
    #expect(try todos.list.snapshot(at: 1).models().map(\.columns.title) == ["milk", "bread"])
    #expect(try todos.list.snapshot.models().map(\.columns.title) == ["tea", "bread"])
    let row = try await application.pool.read { try before[0].version.fetch($0) }
    #expect(row?.record.title == "tea" && row?.hasChanged == true)
    #expect(try roster.store.check() == [])
  }

  @Test func aListIsDerivedFromTheColumnsThatAreCopied() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let (roster, todos) = try open(application, ["milk", "bread", "tea"])
    let byTitle = try todos.list.derived("by title", version: "1")
      .where { $0.columns.title != "tea" }.sorted { [.ascending($0.columns.title)] }.open()
    let found = try todos.list.derived("found", version: "1")
      .search("milk") { [$0.columns.title] }.open()
    func rows(_ versions: [RowExcerpt<Todo, Title>]) throws -> [FetchedRow<Todo>?] {
      try pool.read { db in try versions.map { try $0.version.fetch(db) } }
    }
    try await byTitle.bringUpToDate()
    #expect(try rows(byTitle.list.snapshot.models()).map { $0?.record.title } == ["bread", "milk"])
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'apples' WHERE id = 1")
      try db.execute(sql: "UPDATE todo SET title = 'oat milk', body = NULL WHERE id = 3")
    }
    try await byTitle.bringUpToDate()
    try await found.bringUpToDate()
    let shown = try rows(byTitle.list.snapshot.models())
    #expect(shown.map { $0?.record.title } == ["apples", "bread", "oat milk"])
    #expect(shown.allSatisfy { $0?.hasChanged == false })
    #expect(try rows(found.list.snapshot.models()).map { $0?.record.title } == ["oat milk"])
    await byTitle.close()
    await found.close()
    #expect(try roster.store.check() == [])
  }

  @Test func aListIsOpenedWithTheColumnsOfItsModels() async throws {
    let application = try TodoApplication()
    let (roster, todos) = try open(application, ["milk"])
    await todos.close()
    try await roster.table(Todo.self, .rows, list: "versions").close()
    try await roster.table(Todo.self, list: "copies").close()
    for error in [
      #expect(throws: StorageError.self) { try roster.table(Todo.self, .rows) },
      #expect(throws: StorageError.self) { try roster.table(Todo.self) },
    ] {
      #expect(error?.code == .failed && error?.message.contains(".rows(copying:)") == true)
    }
    for (list, models) in [("versions", ".rows"), ("copies", ".copied")] {
      let error = #expect(throws: StorageError.self) {
        try roster.table(Todo.self, .rows(copying: Title.self), list: list)
      }
      #expect(error?.code == .failed && error?.message.contains("open it with \(models),") == true)
    }
  }

  /// The columns that a later version of the application copies.
  private struct TitleAndBody: FetchableRecord, EncodableRecord {
    var title: String
    var body: String

    // As hand-written records do, this one traps without a column.
    init(row: Row) { (title, body) = (row["title"], row["body"]) }

    func encode(to container: inout PersistenceContainer) {
      (container["title"], container["body"]) = (title, body)
    }
  }

  @Test func otherColumnsAreCopiedAtTheNextOpening() async throws {
    let application = try TodoApplication()
    let (roster, todos) = try open(application, ["milk", "bread"])
    let items = try todos.list.snapshot.items().map(\.id)
    await todos.close()
    // The second time, nothing is other than it was.
    for _ in 0..<2 {
      let later = try roster.table(Todo.self, .rows(copying: TitleAndBody.self))
      let shown = try later.list.snapshot.items()
      #expect(shown.map(\.id) == items && later.list.snapshot.revision == 2)
      #expect(shown.map(\.model.columns.title) == ["milk", "bread"])
      #expect(shown.allSatisfy { $0.model.columns.body.count == 20_000 })
      await later.close()
    }
    let fewer = try roster.table(Todo.self, .rows(copying: Title.self))
    #expect(fewer.list.snapshot.revision == 3)
    for revision in 1...3 {
      let titles = try fewer.list.snapshot(at: revision).models().map(\.columns.title)
      #expect(titles == ["milk", "bread"])
    }
    #expect(try roster.store.check() == [])
  }

  @Test func aColumnThatCannotBeReadLeavesTheListBehindAndSaysSo() async throws {
    struct Body: Codable, FetchableRecord, EncodableRecord {
      var body: String
    }
    let application = try TodoApplication()
    let roster = try open(application, ["milk"]).roster
    let todos = try roster.table(Todo.self, .rows(copying: Body.self), list: "bodies")
    // Without a body.
    _ = try await roster.write { db in try Todo.add("bread", db) }
    #expect(todos.list.snapshot.itemCount == 1)
    await #expect(throws: (any Error).self) { try await todos.bringUpToDate() }
    #expect(todos.failure != nil)
    try await roster.write { try $0.execute(sql: "UPDATE todo SET body = 'x'") }
    #expect(try todos.list.snapshot.models().map(\.columns.body) == ["x", "x"])
    #expect(todos.failure == nil)
  }
}
