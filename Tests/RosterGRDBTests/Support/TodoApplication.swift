import GRDB
import Roster
import RosterGRDB
import RosterTestKit

/// A row of the application.
struct Todo: Codable, Equatable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "todo"

  var id: Int64?
  var title: String
  var projectID: Int64?

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// An application that keeps todos in tables of its own. One of them is called as a table of lists is in a file of
/// Roster's own.
final class TodoApplication: Sendable {
  typealias Order = ListDataSource<Int64, String, Never>

  let folder: TemporaryFolder
  let pool: DatabasePool

  init() throws {
    folder = try TemporaryFolder()
    pool = try DatabasePool(path: folder.path(of: "todos.sqlite"))
    try Self.migrator.migrate(pool)
  }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("m0001_todos") { db in
      try db.create(table: "project") { table in
        table.autoIncrementedPrimaryKey("id")
      }
      try db.create(table: "todo") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("title", .text).notNull()
        table.column("projectID", .integer).references("project", deferred: true)
      }
      try db.create(table: "item") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text)
      }
      try db.execute(sql: "INSERT INTO item (name) VALUES ('own')")
      try db.execute(sql: "PRAGMA user_version = 77")
    }
    return migrator
  }

  func order(
    _ roster: RosterDatabase, _ name: String = "order", isShared: Bool = false
  ) throws -> Order {
    var configuration = DataSourceConfiguration()
    configuration.isShared = isShared
    return try Order(roster.location(list: name), configuration: configuration)
  }

  func todos() throws -> [Todo] { try pool.read { try Todo.fetchAll($0) } }
}

extension Todo {
  /// Inserts a todo, and returns its key.
  static func add(
    _ title: String, project: Int64? = nil, _ db: Database
  ) throws -> Int64 {
    var todo = Todo(id: nil, title: title, projectID: project)
    try todo.insert(db)
    return db.lastInsertedRowID
  }
}

extension ListSnapshot {
  /// The models of all items, in order.
  func allModels() throws -> [Model] {
    try state.itemCounts.enumerated().flatMap { section, count in
      try (0..<count).compactMap { try model(at: ItemPath(section: section, item: $0)) }
    }
  }
}

extension DataSourceError {
  /// What went wrong in storage; `nil` for any other failure.
  var storageCode: StorageError.Code? {
    if case .storage(let error) = self { error.code } else { nil }
  }
}
