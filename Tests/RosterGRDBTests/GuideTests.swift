import GRDB
import Roster
import RosterDerived
import RosterGRDB
import RosterTestKit
import Testing

/// The code of the guide "Beside your database".
@Suite("Lists in an application's database: the guide")
struct GuideTests {
  @Test func anApplicationDoesWhatTheGuideShows() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "application.sqlite")
    let migrator = TodoApplication.migrator
    // begin example
    let pool = try DatabasePool(path: path)
    try migrator.migrate(pool)
    let roster = try RosterDatabase(pool)
    let order = try ListDataSource<Int64, String, Never>(roster.location(list: "order"))
    // end example
    for _ in 0..<2 {
      // begin example
      try await roster.write(order) { db, order in
        var todo = Todo(title: "Milk")
        try todo.insert(db)
        try order.append(db.lastInsertedRowID)
      }
      // end example
    }
    let (other, item) = (ItemID(rawValue: 1), ItemID(rawValue: 2))
    // begin example
    try await order.change { _, order in try order.move(item, before: other) }
    // end example
    // begin example
    let (todos, keys) = try await roster.read(order) { db, order in
      (try Todo.fetchAll(db), try order.models())
    }
    // end example
    #expect(todos.map(\.id) == [1, 2] && keys == [2, 1])
    try await archive(pool, roster)
  }

  @Test func theListsAreSuspendedAsTheGuideShows() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    // begin example
    roster.store.suspend()  // when your application goes to the background
    roster.store.resume()  // when it comes back
    // end example
    #expect(try roster.store.lists().isEmpty)
  }

  @Test func aTableIsAListAsTheGuideShows() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in _ = try Todo.add("Milk", db) }
    let roster = try RosterDatabase(pool)
    var shown: [[Todo]] = []
    do {
      // begin example
      let todos = try roster.table(Todo.self)
      // end example
      let batches = try todos.list.batches()
      // begin example
      try await pool.write { db in
        try db.execute(sql: "UPDATE todo SET title = 'Oat milk' WHERE id = 1")
      }
      // end example
      for try await batch in batches {
        shown.append(try batch.target.models())
        if shown.count == 1 { break }
      }
      // begin example
      try await todos.bringUpToDate()
      let milk = try todos.list.snapshot.item(key: 1)
      // end example
      #expect(milk?.model.title == "Oat milk")
      // begin example
      try await roster.write { db in
        try db.execute(sql: "UPDATE todo SET title = 'Soy milk' WHERE id = 1")
      }
      let soyMilk = try todos.list.snapshot.item(key: 1)
      // end example
      #expect(soyMilk?.model.title == "Soy milk")
    }
    #expect(shown.map { $0.map(\.title) } == [["Oat milk"]])
  }

  @Test func rowsStayInTheirTableAsTheGuideShows() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    try await pool.write { db in _ = try Todo.add("Milk", db) }
    let roster = try RosterDatabase(pool)
    // begin example
    let todos = try roster.table(Todo.self, .rows)
    // end example
    // begin example
    let shown = try todos.list.snapshot.models(0..<20)
    let rows = try await pool.read { db in try shown.map { try $0.fetch(db) } }
    // end example
    #expect(rows.map { $0?.record.title } == ["Milk"])
    // begin example
    let titled = try roster.table(Todo.self, .rows(copying: TodoTitle.self), list: "titled")
    let byTitle = try titled.list.derived("by title", version: "1")
      .sorted { [.ascending($0.columns.title)] }.open()
    // end example
    try await byTitle.bringUpToDate()
    #expect(try byTitle.list.snapshot.models().map(\.columns.title) == ["Milk"])
    await byTitle.close()
  }

  private struct TodoTitle: Codable, FetchableRecord, EncodableRecord {
    var title: String
  }

  private func archive(_ pool: DatabasePool, _ roster: RosterDatabase) async throws {
    let mail: Int64 = 7
    try await pool.write { db in
      try db.execute(sql: "CREATE TABLE mail (id INTEGER PRIMARY KEY, isDone BOOLEAN NOT NULL)")
      try db.execute(sql: "INSERT INTO mail VALUES (7, FALSE)")
    }
    let inbox = try ListDataSource<Int64, String, Never>(roster.location(list: "inbox"))
    let archive = try ListDataSource<Int64, String, Never>(roster.location(list: "archive"))
    try await inbox.change { _, inbox in _ = try inbox.append(mail) }
    let item = ItemID(rawValue: 1)
    // begin example
    try await roster.write(inbox, archive) { db, inbox, archive in
      try db.execute(sql: "UPDATE mail SET isDone = TRUE WHERE id = ?", arguments: [mail])
      try inbox.remove(item)
      try archive.append(mail)
    }
    try await roster.store.apply(.undo(inbox, archive))  // the lists; rows are yours to change back
    // end example
    #expect(try inbox.snapshot.models() == [mail])
    #expect(try archive.snapshot.models() == [])
    let isDone = try await pool.read { try Bool.fetchOne($0, sql: "SELECT isDone FROM mail") }
    #expect(isDone == true)
  }
}
