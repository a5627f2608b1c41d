import Foundation
import GRDB
import Roster
import RosterDerived
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

  /// A row with a large part.
  struct Photo: Codable, FetchableRecord, PersistableRecord {
    var id: Int64
    var pixels: Data
  }

  // begin example
  struct PhotoDate: Codable, FetchableRecord, EncodableRecord {
    var takenAt: Int64
  }
  // end example

  private func addPhoto(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE photo (id INTEGER PRIMARY KEY, pixels BLOB NOT NULL, takenAt INTEGER NOT NULL DEFAULT 7)
        """)
    try Photo(id: 1, pixels: Data(count: 9)).insert(db)
  }

  @Test func photosAreShownByTheirDates() async throws {
    let application = try TodoApplication()
    try await application.pool.write { try addPhoto($0) }
    let roster = try RosterDatabase(application.pool)
    // begin example
    let photos = try roster.table(Photo.self, .rows(copying: PhotoDate.self))
    let newest = try photos.list.derived("newest", version: "1")
      .sorted { [.descending($0.columns.takenAt)] }.open()
    // end example
    try await newest.bringUpToDate()
    #expect(try newest.list.snapshot.models().map(\.columns.takenAt) == [7])
    await newest.close()
  }

  @Test func photosStayInTheirTable() async throws {
    let application = try TodoApplication()
    let pool = application.pool
    let roster = try RosterDatabase(pool)
    try await pool.write { try addPhoto($0) }
    do {
      // begin example
      let todos = try roster.table(Todo.self, .copied)
      let photos = try roster.table(Photo.self, .rows)
      let dated = try roster.table(Photo.self, .rows(copying: PhotoDate.self), list: "dated")
      // end example
      #expect(todos.list.snapshot.itemCount == 0 && photos.list.snapshot.itemCount == 1)
      #expect(try dated.list.snapshot.models().map(\.columns.takenAt) == [7])
    }
    do {
      // begin example
      let photos = try roster.table(Photo.self, .rows)
      // end example
      #expect(photos.list.snapshot.itemCount == 1)
    }
    // begin example
    let photos = try roster.table(Photo.self, .rows)
    let shown = try photos.list.snapshot.models(0..<20)
    let rows = try await pool.read { db in try shown.map { try $0.fetch(db) } }
    // end example
    #expect(rows.map { $0?.record.pixels.count } == [9])
  }
}
