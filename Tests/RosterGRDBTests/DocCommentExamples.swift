import GRDB
import Roster
import RosterGRDB
import RosterTestKit
import Testing

/// The code in the comments of `RosterGRDB`. What has tables of its own, or follows batches without end, is
/// compiled only.
@Suite("Examples: comments on lists in an application's database") struct DocCommentExamples {
  typealias Order = ListDataSource<Int64, String, Never>

  @Test func todosAreWrittenAndRead() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "todos.sqlite")
    let migrator = TodoApplication.migrator
    // begin example
    let pool = try DatabasePool(path: path)
    try migrator.migrate(pool)
    let roster = try RosterDatabase(pool)
    let order = try ListDataSource<Int64, String, Never>(roster.location(list: "order"))

    try await roster.write(order) { db, order in
      var todo = Todo(title: "Milk")
      try todo.insert(db)
      try order.append(db.lastInsertedRowID)
    }
    // end example
    // begin example
    try await roster.write(order) { db, order in
      var todo = Todo(title: "Milk")
      try todo.insert(db)
      try order.append(db.lastInsertedRowID)
    }
    // end example
    // begin example
    let (rows, items) = try await roster.read(order) { db, order in
      (try Todo.fetchAll(db), try order.models())
    }
    // end example
    #expect(rows.compactMap(\.id) == items && items == [1, 2])
  }

  struct Mail {
    let id: Int64
  }

  private func archive(
    _ item: ItemID, _ mail: Mail, from inbox: Order, to archive: Order, of roster: RosterDatabase
  ) async throws {
    // begin example
    try await roster.write(inbox, archive) { db, inbox, archive in
      try db.execute(sql: "UPDATE mail SET isDone = TRUE WHERE id = ?", arguments: [mail.id])
      try inbox.remove(item)
      try archive.append(mail.id)
    }
    // end example
  }

  @Test func aRowAndItsListAreWritten() async throws {
    let application = try TodoApplication()
    let roster = try RosterDatabase(application.pool)
    let todos = try roster.table(Todo.self)
    _ = try await roster.write { db in try Todo.add("Milk", db) }
    // begin example
    try await roster.write { db in
      try db.execute(sql: "UPDATE todo SET title = 'Oat milk' WHERE id = 1")
    }
    let milk = try todos.list.snapshot.item(key: 1)
    // end example
    #expect(milk?.model.title == "Oat milk")
  }

  private func follow(
    _ roster: RosterDatabase, show: (ListBatch<Todo, String, Never>) -> Void
  ) async throws {
    // begin example
    let todos = try roster.table(Todo.self)
    for try await batch in try todos.list.batches() { show(batch) }
    // end example
  }
}
