internal import Foundation
public import GRDB
public import RosterCore
public import RosterEngine
public import RosterStore

/// Lists in the database of an application, beside its own tables.
///
///     let pool = try DatabasePool(path: path)
///     try migrator.migrate(pool)
///     let roster = try RosterDatabase(pool)
///     let order = try ListDataSource<Int64, String, Never>(roster.location(list: "order"))
///
///     try await roster.write(order) { db, order in
///       var todo = Todo(title: "Milk")
///       try todo.insert(db)
///       try order.append(db.lastInsertedRowID)
///     }
///
/// A list is written by the connection with which the application writes, so a change of a list waits for the
/// application's own writes, as these wait for it. It is read by connections of its own, which are opened with the
/// application's configuration. Durability and the write-ahead log are as the application has them.
///
/// The tables of lists have names that begin with `grdb_roster_`, which GRDB leaves alone when it compares schemas
/// (`eraseDatabaseOnSchemaChange`). `application_id`, `user_version` and the application's migrations are not touched.
///
/// If the pool observes GRDB's notifications of suspension (`observesSuspensionNotifications`), the lists are suspended and
/// resumed with it, as by `store.suspend()` and `store.resume()`.
public final class RosterDatabase: Sendable {
  /// The lists: which there are, their check, changes of several.
  ///
  /// Its `close()` closes the connections that read lists, and leaves those of the application open.
  public let store: SQLiteStore
  let connections: any DatabaseWriter
  let tables = OpenTables()

  /// Opens the lists in the database of a pool, and makes their tables if they are missing.
  ///
  /// - Parameters:
  ///   - pool: The connections of the application. One that only reads must find the tables.
  ///   - busyTimeout: How long a change of a list waits for other processes, in seconds, whatever the pool does.
  /// - Throws: `notADatabase` if the file is one of Roster's own; `newerFormat`; `corrupt` if there is something else
  ///   under the names of the tables; `busy`; `failed` if the database is not in write-ahead mode, or inside a
  ///   transaction.
  public init(_ pool: DatabasePool, busyTimeout: Double = 5) throws(StorageError) {
    connections = pool
    store = try SQLiteStore(
      beside: ApplicationConnections(pool), path: pool.path,
      SQLiteConfiguration(busyTimeout: busyTimeout))
    if pool.configuration.observesSuspensionNotifications {
      store.keep(SuspensionObserver(store))
    }
  }

  /// Opens the lists in a database in memory, for tests and previews.
  ///
  /// - Parameter queue: The connection of the application.
  /// - Throws: `failed` if the queue has a file. A file needs a `DatabasePool`: a list is read while it is written.
  public init(inMemory queue: DatabaseQueue) throws(StorageError) {
    guard queue.path == ":memory:" || queue.path.contains("mode=memory") else {
      throw StorageError(
        .failed,
        "\(queue.path): open it with a DatabasePool, so that lists can be read while they are written"
      )
    }
    connections = queue
    store = try SQLiteStore(beside: ApplicationConnections(queue), path: nil, SQLiteConfiguration())
  }

  /// Where a list of the database is kept. The list is created if it does not exist.
  ///
  /// - Parameter name: The name of the list.
  public func location(list name: String) -> ListLocation {
    ListLocation { [store] () throws(StorageError) in
      if let table = try store.table(shownBy: name) {
        throw StorageError(
          .failed,
          "\(store.path): the list \(name.inQuotes) shows the table \(table); open it as a table")
      }
      guard let list = try store.list(named: name) else {
        throw StorageError(.failed, "\(store.path): the list \(name.inQuotes) cannot be created")
      }
      try list.requireModels(ofListNamed: name)
      return list
    }
  }

  // MARK: The schema

  /// Makes the tables of lists in a transaction of the application, as in one of its migrations. Opening makes them,
  /// too.
  ///
  /// It may be called again: tables of an earlier version take the steps to the format of this one, and those that have
  /// it stay as they are.
  ///
  /// - Throws: `DatabaseError`, `StorageError`.
  public static func install(in db: Database) throws {
    try ApplicationDatabase.install(in: StoreConnection(db))
  }

  /// Removes the triggers that note the rows of a table which is shown as a list, in a transaction of the application.
  ///
  /// A migration needs it only to drop a column of a unique index, which these triggers name. When the table is opened as
  /// a list again, or the open one is brought up to date, all rows are compared, and the triggers are made again.
  ///
  /// - Throws: `DatabaseError`.
  public static func stopNoting(_ table: String, in db: Database) throws {
    try NotedTable.stopNoting(table, in: StoreConnection(db))
  }

  /// Removes the tables of lists with everything in them, in a transaction of the application. Nothing else may use
  /// the lists by then.
  ///
  /// - Throws: `DatabaseError`.
  public static func uninstall(from db: Database) throws {
    try ApplicationDatabase.uninstall(from: StoreConnection(db))
  }
}

/// Suspends and resumes a store when GRDB's pools are.
///
/// Unchecked because of the registrations, which are set once.
private final class SuspensionObserver: @unchecked Sendable {
  private var registrations: [any NSObjectProtocol] = []

  init(_ store: SQLiteStore) {
    registrations = [
      NotificationCenter.default.addObserver(
        forName: Database.suspendNotification, object: nil, queue: nil
      ) { [weak store] _ in store?.suspend() },
      NotificationCenter.default.addObserver(
        forName: Database.resumeNotification, object: nil, queue: nil
      ) { [weak store] _ in store?.resume() },
    ]
  }

  deinit {
    for registration in registrations { NotificationCenter.default.removeObserver(registration) }
  }
}
