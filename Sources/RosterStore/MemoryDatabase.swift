internal import Dispatch
internal import RosterConcurrency
internal import RosterCore

/// A database in memory: a private one of SQLite, with one connection on which reads and commits take turns.
///
/// So each read sees what was committed before it, and no commit fails because of a read. The databases in
/// memory that several connections share have no write-ahead log, so a reader would keep commits waiting just
/// the same, and could be refused:
///
///     file:name?mode=memory&cache=shared   locks tables, and answers SQLITE_LOCKED at once
///     file:/name?vfs=memdb                 locks the database, answers SQLITE_BUSY after the timeout, and
///                                          holds at most 1 GiB
///
/// A read that waited for a commit would wait forever; none does.
enum MemoryDatabase {
  /// What messages name in place of a path.
  static let name = ":memory:"

  /// Makes a new database.
  ///
  /// - Throws: `unreadable` if the database must exist.
  static func open(_ configuration: SQLiteConfiguration) throws -> OwnConnections {
    guard configuration.createsFile else {
      throw StorageError(
        .unreadable,
        "\(name): a store in memory is always a new one; its configuration must allow it to be created and "
          + "written")
    }
    let path = DatabasePath(path: name)
    let connection = try StoreConnection.inMemory()
    try DatabaseFile.prepare(connection, path, configuration)
    // Where rows are sorted and vacuumed is memory as well.
    try connection.execute("PRAGMA temp_store = MEMORY")
    try DatabaseFile.migrate(connection, path)
    return OwnConnections(connection)
  }
}

/// The watches of a store in memory, which only its own process writes.
final class CommitWatches: Sendable {
  private struct WeakWatch {
    weak var watch: CommitWatch?
  }

  private let watches = Guarded<[WeakWatch]>([])

  /// Calls a handler soon after each commit.
  func watch(_ handler: @escaping @Sendable () -> Void) -> CommitWatch {
    let watch = CommitWatch(handler)
    watches.withLock { watches in
      watches.removeAll { $0.watch == nil }
      watches.append(WeakWatch(watch: watch))
    }
    return watch
  }

  /// Notes a commit.
  func note() {
    let noted = watches.withLock { $0.compactMap(\.watch) }
    for watch in noted { watch.note() }
  }
}

/// A registration for the commits of a store in memory.
///
/// Unchecked because of the source, which Dispatch guards itself.
final class CommitWatch: StorageWatch, @unchecked Sendable {
  /// Calls the handler, once for commits that come while it is called.
  private let source: any DispatchSourceUserDataOr

  fileprivate init(_ handler: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeUserDataOrSource(
      queue: DispatchQueue(label: "roster.watch", qos: .userInitiated))
    source.setEventHandler(handler: handler)
    source.resume()
  }

  deinit { cancel() }

  func cancel() { source.cancel() }

  fileprivate func note() { source.or(data: 1) }
}
