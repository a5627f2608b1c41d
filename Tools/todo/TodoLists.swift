import GRDB
import Roster
import RosterDerived
import RosterGRDB

/// Todos in a table of the application, shown in an order that people make by dragging, by tags, and by what is searched
/// for. Several processes may have the same file open: windows, a widget, a shell.
final class TodoLists: Sendable {
  /// The application's own connections.
  let pool: DatabasePool
  let roster: RosterDatabase
  /// The keys of all todos, in the order that people have given them.
  let order: ListDataSource<Int64, String, Never>
  /// The rows themselves, whatever writes them.
  let todos: TableList<Todo, Never>

  /// An SQLite without encryption was given a passphrase.
  struct NoEncryption: Error {}

  /// - Parameter passphrase: What the file is encrypted with, in a program that has SQLCipher in the place of SQLite.
  init(path: String, passphrase: String? = nil) throws {
    var configuration = Configuration()
    // Other windows write as well.
    configuration.busyMode = .timeout(5)
    if let passphrase {
      configuration.prepareDatabase { try Self.unlock($0, with: passphrase) }
    }
    pool = try DatabasePool(path: path, configuration: configuration)
    try TodoSchema.migrator.migrate(pool)
    roster = try RosterDatabase(pool)
    var shared = DataSourceConfiguration()
    shared.isShared = true
    order = try ListDataSource(
      roster.location(list: "order"), key: { $0 }, configuration: shared)
    todos = try roster.table(Todo.self, configuration: shared)
  }

  func close() async {
    await order.close()
    await todos.close()
  }

  /// Gives a connection the passphrase, before it reads anything. Those by which lists are read get it, too.
  private static func unlock(_ db: Database, with passphrase: String) throws {
    // An SQLite without encryption takes no notice of a key, and would write what everyone can read.
    guard try String.fetchOne(db, sql: "PRAGMA cipher_version") != nil else { throw NoEncryption() }
    let text = passphrase.replacing("'", with: "''")
    try db.execute(sql: "PRAGMA key = '\(text)'")
  }

  // MARK: Changes

  /// Adds a todo behind the others: the row and its place in one transaction.
  func add(_ title: String, tag: String = "") async throws -> Int64 {
    try await roster.write(order) { db, order in
      var todo = Todo(title: title, tag: tag)
      try todo.insert(db)
      let id = db.lastInsertedRowID
      try order.append(id)
      return id
    }.value
  }

  /// Marks a todo as done. No list needs to be told: the table is one.
  ///
  /// - Returns: Whether there is such a todo.
  func finish(_ id: Int64) async throws -> Bool {
    try await pool.write { db in
      try db.execute(sql: "UPDATE todo SET isDone = TRUE WHERE id = ?", arguments: [id])
      return db.changesCount > 0
    }
  }

  /// Removes a todo and its place, if it has one: a shell that writes the table gives it none.
  ///
  /// - Returns: Whether there was such a todo.
  func remove(_ id: Int64) async throws -> Bool {
    try await roster.write(order) { db, order in
      if try order.item(key: id) != nil { try order.remove(key: id) }
      try db.execute(sql: "DELETE FROM todo WHERE id = ?", arguments: [id])
      return db.changesCount > 0
    }.value
  }

  /// Moves a todo before another one, as a drag does: no other row is written.
  ///
  /// - Returns: Whether there are such todos.
  func move(_ id: Int64, before other: Int64) async throws -> Bool {
    try await order.change { _, order in
      guard let item = try order.item(key: id), let next = try order.item(key: other) else {
        return false
      }
      try order.move(item, before: next)
      return true
    }.value
  }

  // MARK: What is shown

  /// All todos of one moment, in the order that people have given them, and behind them those that have no place.
  func all() async throws -> [Todo] {
    try await roster.read(order) { db, order in
      let rows = try Todo.order(Column("id")).fetchAll(db)
      var byKey: [Int64: Todo] = [:]
      for row in rows { if let id = row.id { byKey[id] = row } }
      let placed = try order.models().compactMap { byKey.removeValue(forKey: $0) }
      return placed + rows.filter { row in row.id.map { byKey[$0] != nil } ?? false }
    }
  }

  /// The open todos by their tags, kept up in the file and followed as any list.
  func byTag() throws -> DerivedList<Todo, String, Never> {
    try todos.list.derived("by tag", version: "1")
      .where { !$0.isDone }
      .sections { $0.tag }
      .sorted { [.ascending($0.title)] }
      .open()
  }

  /// The todos in whose titles each of some words begins a word. Each window that searches has a list of its own.
  func found(_ text: String, by window: String) throws -> DerivedList<Todo, Ungrouped, Never> {
    try todos.list.derived("found by \(window)", version: "1").search(text) { [$0.title] }.open()
  }

  /// Removes the list by which a window has searched, which it has closed.
  func forgetSearch(by window: String) throws {
    try roster.store.removeList(named: "found by \(window)")
  }
}
