internal import Foundation
package import GRDB
package import RosterCore
internal import RosterRows

extension SQLiteStore {
  /// What of a store belongs to a transaction of an application in which lists are changed as well.
  ///
  /// Unchecked because of the variables, which the lock guards.
  final class Hosting: @unchecked Sendable {
    private struct Open {
      var thread: Thread
      var connection: ListConnection
      var statements: WritingStatements
    }

    private let lock = NSLock()
    private var open: Open?
    private var hasEnded = false

    /// The transaction in which the calling thread is; `nil` if it is in none.
    var here: (ListConnection, WritingStatements)? {
      lock.withLock {
        open.flatMap { $0.thread === Thread.current ? ($0.connection, $0.statements) : nil }
      }
    }

    /// Whether the store was closed, whose connections stay open.
    var isClosed: Bool { lock.withLock { hasEnded } }

    fileprivate func begin(_ connection: ListConnection, _ statements: WritingStatements) {
      lock.withLock {
        open = Open(thread: .current, connection: connection, statements: statements)
      }
    }

    fileprivate func end() { lock.withLock { open = nil } }

    func close() { lock.withLock { hasEnded = true } }
  }
}

extension SQLiteStore {
  /// Returns the revision of a list of this store, within a transaction of the application.
  ///
  /// - Throws: `failed` for a list of another store.
  package func revision(of address: ListAddress?, in database: Database) throws -> Revision {
    guard let address, address.store === self else {
      throw StorageError(
        .failed, "\(path): a list of another store; open all lists from one RosterDatabase")
    }
    return try SQLiteAnswers(RowKey(list: address.number), ListConnection(database, names)).revision
  }
}

/// A transaction in the database of an application, in which it writes its rows and changes lists: all of it is
/// stored, or nothing.
///
/// Unchecked because of its variables: only the thread that runs the transaction uses them.
package final class ApplicationTransaction: HostTransaction, @unchecked Sendable {
  private let store: SQLiteStore
  private var database: Database?
  package private(set) var refusal: (any Error)?

  /// - Parameter store: A store in the database of an application.
  package init(_ store: SQLiteStore) { self.store = store }

  /// Returns the connection, while the transaction runs.
  package func opened() throws(StorageError) -> Database {
    guard let database else { throw StorageError(.failed, "\(store.path): no transaction is open") }
    return database
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
    let database = try opened()
    do {
      guard database.isInsideTransaction else {
        throw StorageError(
          .failed,
          "\(store.path): the closure has ended the transaction that it was called in; leave its beginning and its end "
            + "to the write of the RosterDatabase")
      }
      try write()
      try store.files?.verify()
      do {
        try database.runObserved("COMMIT")
      } catch {
        if Self.isRefusal(error) { refusal = error }
        throw error
      }
    } catch {
      // What storage holds is read next, and must not be what was not committed.
      store.hosting.end()
      if database.isInsideTransaction { try? database.rollback() }
      throw StorageError(error, path: store.path)
    }
  }

  /// Whether a commit failed because of the application's own rows or observers, and not of storage.
  private static func isRefusal(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return true }
    return error.resultCode == .SQLITE_CONSTRAINT || error.resultCode == .SQLITE_ABORT
  }
}
