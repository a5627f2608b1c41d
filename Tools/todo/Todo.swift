import GRDB

/// A row of the application.
struct Todo: Codable, Equatable, FetchableRecord, MutablePersistableRecord, Sendable {
  static let databaseTableName = "todo"

  var id: Int64?
  var title: String
  /// Under which heading it is shown; empty for none.
  var tag = ""
  var isDone = false

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The migrations of the application. They know nothing of lists.
enum TodoSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("todos") { db in
      try db.create(table: "todo") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("title", .text).notNull()
        table.column("tag", .text).notNull().defaults(to: "")
        table.column("isDone", .boolean).notNull().defaults(to: false)
      }
    }
    return migrator
  }
}
