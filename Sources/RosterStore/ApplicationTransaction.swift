internal import CSQLite
internal import RosterConcurrency
package import RosterCore
internal import RosterRows

extension SQLiteStore {
  /// What a store keeps for the transactions of an application that change lists and tables together.
  final class Hosting: Sendable {
    /// The groups that were written in a transaction, until that is committed.
    ///
    /// Unchecked because only the thread of the transaction uses it.
    final class Groups: @unchecked Sendable {
      private var groups: [CommitGroup] = []

      func append(_ group: CommitGroup) { groups.append(group) }

      /// Tells the pages of the lists that the groups were not committed.
      func takeBack() {
        for group in groups { group.source.pageSource.didNotCommit(backTo: group.source.revision) }
        groups = []
      }
    }

    private struct Open {
      var groups = Groups()
      var thread: ThreadIdentity
      var connection: ListConnection
      var statements: WritingStatements
    }

    private struct State {
      var open: Open?
      var isClosed = false
    }

    private let state = Guarded(State())

    /// The transaction in which the calling thread is; `nil` if it is in none.
    var here: (ListConnection, WritingStatements)? {
      let caller = CurrentThread.identity
      return state.withLock { state in
        state.open.flatMap { $0.thread == caller ? ($0.connection, $0.statements) : nil }
      }
    }

    /// The groups that were written in the transaction in which the calling thread is.
    var groups: Groups { state.withLock { $0.open?.groups } ?? Groups() }

    /// Whether the store was closed, whose connections stay open.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    fileprivate func begin(_ connection: ListConnection, _ statements: WritingStatements) {
      let open = Open(
        thread: CurrentThread.identity, connection: connection, statements: statements)
      state.withLock { $0.open = open }
    }

    fileprivate func end() { state.withLock { $0.open = nil } }

    func close() { state.withLock { $0.isClosed = true } }
  }
}

extension SQLiteStore {
  /// Returns the revision of a list of this store, within a transaction of the application.
  ///
  /// - Throws: `failed` for a list of another store.
  package func revision(of address: ListAddress?, in database: StoreConnection) throws -> Revision {
    guard let address, address.store === self else {
      throw StorageError(
        .failed, "\(path): a list of another store; open all lists from one RosterDatabase")
    }
    do {
      return try SQLiteAnswers(RowKey(list: address.number), ListConnection(database, names))
        .revision
    } catch {
      throw explained(error)
    }
  }
}

/// A transaction in the database of an application, in which it writes its rows and changes lists: all of it is
/// stored, or nothing.
///
/// Unchecked because of its variables: only the thread that runs the transaction uses them.
package final class ApplicationTransaction: HostTransaction, @unchecked Sendable {
  private let store: SQLiteStore
  private var database: StoreConnection?
  package private(set) var refusal: (any Error)?

  /// - Parameter store: A store in the database of an application.
  package init(_ store: SQLiteStore) { self.store = store }

  /// The connection, while the transaction runs.
  package var connection: StoreConnection {
    get throws(StorageError) {
      guard let database else {
        throw StorageError(.failed, "\(store.path): no transaction is open")
      }
      return database
    }
  }

  /// Verifies that the transaction is still open: SQLite may have rolled it back.
  package func verifyIsOpen() throws(StorageError) {
    try store.verifyIsOpen(hosted: connection)
  }

  package func run(_ body: () -> Void) throws(StorageError) {
    try store.inApplicationTransaction { connection, statements in
      store.hosting.begin(connection, statements)
      database = connection.database
      defer {
        store.hosting.end()
        database = nil
      }
      body()
    }
  }

  package func commit(_ write: () throws(StorageError) -> Void) throws(StorageError) {
    let database = try connection
    let statements = store.hosting.here?.1
    let groups = store.hosting.groups
    do {
      try store.verifyIsOpen(hosted: database)
      try write()
      try store.files?.verify()
      // What observes the commit is in the transaction no more.
      store.hosting.end()
      do {
        try database.runObserved("COMMIT")
      } catch {
        if Self.isRefusal(error) { refusal = error }
        throw error
      }
    } catch {
      // What storage holds is read next, and must not be what was not committed.
      store.hosting.end()
      if database.isInsideTransaction { try? database.runObserved("ROLLBACK") }
      // A prepared statement needs no memory.
      if database.isInsideTransaction { try? statements?.rollback.run() }
      let failure = store.explained(error)
      if refusal != nil || failure.code != .failed { groups.takeBack() }
      throw failure
    }
  }

  /// Whether a commit failed because of the application's own rows or observers, and not of storage.
  private static func isRefusal(_ error: any Error) -> Bool {
    guard let error = error as? any SQLiteFailure else { return true }
    return error.code == SQLITE_CONSTRAINT || error.code == SQLITE_ABORT
  }
}
