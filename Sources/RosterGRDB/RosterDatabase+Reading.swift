public import GRDB
internal import RosterCore
public import RosterEngine
internal import RosterStore

extension RosterDatabase {
  /// Reads rows of the application and lists as they are at one moment.
  ///
  ///     let (rows, items) = try await roster.read(order) { db, order in
  ///       (try Todo.fetchAll(db), try order.models())
  ///     }
  ///
  /// The closure runs in one transaction, in which each list is at the revision of its snapshot. If a list is committed
  /// and not published when the transaction begins, it is published first, and the transaction begins anew.
  ///
  /// - Parameters:
  ///   - lists: Lists of ``store``.
  ///   - body: Reads. It gets a connection, which it uses only until it returns, and a snapshot of each list.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `DatabaseError`. `stale` if another process has changed a list that is not shared
  ///   (`DataSourceConfiguration.isShared`).
  public func read<each Model, each SectionModel, each Output, Value: Sendable>(
    _ lists: repeat ListDataSource<each Model, each SectionModel, each Output>,
    reading body:
      @escaping @Sendable (
        Database, repeat ListSnapshot<each Model, each SectionModel>
      ) throws -> Value
  ) async throws -> Value {
    let timeout = Duration.seconds(max(1, store.configuration.busyTimeout))
    var deadline = ContinuousClock.now + timeout
    while true {
      let snapshots = (repeat (each lists).snapshot)
      let value: Value? = try await connections.read { [store] db in
        for (list, snapshot) in repeat (each lists, each snapshots) {
          guard try store.revision(of: list.address, in: StoreConnection(db)) == snapshot.revision
          else {
            return nil
          }
        }
        return try body(db, repeat each snapshots)
      }
      if let value { return value }
      // While the lists go on, what was committed is published.
      var goesOn = false
      for (list, snapshot) in repeat (each lists, each snapshots) {
        if list.snapshot.revision != snapshot.revision { goesOn = true }
      }
      if goesOn { deadline = ContinuousClock.now + timeout }
      guard ContinuousClock.now < deadline else {
        throw StorageError(
          .stale,
          "\(store.path): a list was changed by another process, and is not shared; open it with "
            + "DataSourceConfiguration.isShared")
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
