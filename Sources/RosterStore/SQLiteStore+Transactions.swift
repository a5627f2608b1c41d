internal import CSQLite
internal import RosterConcurrency
internal import RosterCore

extension SQLiteStore {
  /// The parts of the connection that writes.
  ///
  /// Unchecked because the statements are a variable, and the checkpoint has some: only a thread to which that connection
  /// is lent touches them.
  final class Writing: @unchecked Sendable {
    fileprivate(set) var statements: WritingStatements?
    /// `nil` if there is no log, or another one moves it into the file.
    let checkpoint: LogCheckpoint?
    private let format = FormatWatch()

    /// What tells the state of the file from others, in a transaction; `nil` if triggers may alter what it writes.
    fileprivate func mark(_ database: StoreConnection) -> WrittenHeads.Mark? {
      guard !format.hasTriggers, let dataVersion = format.dataVersion else { return nil }
      return WrittenHeads.Mark(changeCount: database.changeCountEver, dataVersion: dataVersion)
    }

    init(_ checkpoint: LogCheckpoint?) { self.checkpoint = checkpoint }

    /// Verifies that no later version has migrated the file since it was opened.
    func verifyFormat(of database: ListConnection, _ file: DatabasePath) throws {
      try format.verify(database, file)
    }

    /// Returns the statements, which are prepared when they are needed first.
    fileprivate func prepared(_ database: ListConnection, _ file: DatabasePath) throws
      -> WritingStatements
    {
      if let statements { return statements }
      // The statements may not fit what a later version has made of the file.
      try verifyFormat(of: database, file)
      let prepared = try WritingStatements(database)
      let name = "roster_\(UInt(bitPattern: ObjectIdentifier(self)))"
      // A transaction that is open keeps them until it ends.
      try database.database.whenStatementsEnd(name) { [weak self] in self?.statements = nil }
      statements = prepared
      return prepared
    }

    /// Gives up the statements, which a vacuum makes useless.
    func forgetStatements() { statements = nil }

    /// Gives up what the connection has, before it is closed.
    func end() {
      statements = nil
      checkpoint?.close()
    }
  }

  // MARK: Reading

  /// Reads in a transaction: all statements see the file as it was at the first one.
  ///
  /// - Parameter part: What is verified to be the file that was opened.
  func read<Value>(
    verifying part: OpenedFiles.Part = .database, _ body: (ListConnection) throws -> Value
  ) throws(StorageError) -> Value {
    if let (connection, _) = hosting.here {
      do { return try body(connection) } catch { throw explained(error) }
    }
    return try accessing { () throws(StorageError) in
      try readInTransaction(verifying: part, body)
    }
  }

  private func readInTransaction<Value>(
    verifying part: OpenedFiles.Part, _ body: (ListConnection) throws -> Value
  ) throws(StorageError) -> Value {
    do {
      // The one connection of an application in memory may be in a transaction, or be observed by the application.
      if isGuest, isInMemory {
        return try readers.read { database in
          try verifyIsOpen(database)
          return try body(ListConnection(database, names))
        }
      }
      return try readers.read { database in
        try verifyIsOpen(database)
        try files?.verify(part)
        // Prepared before the transaction begins: running a prepared statement needs no memory.
        let rollback = try database.cachedPrepared("ROLLBACK")
        defer { if database.isInsideTransaction { try? rollback.run() } }
        try database.cachedPrepared("BEGIN").run()
        return try body(ListConnection(database, names))
      }
    } catch {
      throw explained(error)
    }
  }

  /// Returns what an error means. What takes long is interrupted when the application is suspended, and by the pool of
  /// an application.
  func explained(_ error: any Error) -> StorageError {
    if isGuest || gate.isSuspended, let failure = suspended(error) { return failure }
    return StorageError(error, path: path)
  }

  // MARK: Writing

  /// Writes in a transaction that holds the write lock from the start.
  ///
  /// In a transaction of an application, which may go on after a failure, what a failed `body` has written is taken
  /// back alone.
  ///
  /// - Parameter failsTransaction: Whether that transaction fails as well if `body` does, so that nothing needs to be
  ///   taken back alone.
  func write<Value>(
    failsTransaction: Bool = false, _ body: (ListConnection, WritingStatements) throws -> Value
  ) throws(StorageError) -> Value {
    if let (connection, statements) = hosting.here {
      do {
        // A savepoint would begin a transaction of its own.
        try verifyIsOpen(hosted: connection.database)
        if failsTransaction { return try body(connection, statements) }
        return try statements.inSavepoint { try body(connection, statements) }
      } catch {
        throw explained(error)
      }
    }
    if isGuest {
      return try inApplicationTransaction { (connection, statements) in
        let value = try body(connection, statements)
        try files?.verify()
        try connection.database.runObserved("COMMIT")
        return value
      }
    }
    return try accessing { () throws(StorageError) in try writeInTransaction(body) }
  }

  private func writeInTransaction<Value>(
    _ body: (ListConnection, WritingStatements) throws -> Value
  ) throws(StorageError) -> Value {
    var hasBegun = false
    do {
      let value = try pool.write { database in
        try verifyIsOpen(database)
        let connection = ListConnection(database, names)
        let statements = try writing.prepared(connection, file)
        do {
          try statements.begin.run()
          hasBegun = true
          try writing.verifyFormat(of: connection, file)
          if let due = dueCheckpoint { due.run(holdingLockOf: database) }
          statements.heads.begin(at: writing.mark(database))
          let value = try body(connection, statements)
          try files?.verify()
          try statements.commit.run()
          statements.heads.commit(at: writing.mark(database))
          if let due = dueCheckpoint { run(due, database, statements) }
          return value
        } catch {
          statements.heads.rollBack()
          // SQLite itself rolls back after some errors. The caller gets the first error.
          if database.isInsideTransaction { try? statements.rollback.run() }
          throw error
        }
      }
      if isInMemory { commitWatches.note() }
      return value
    } catch {
      var failure = explained(error)
      failure.isBeforeTransaction = !hasBegun
      throw failure
    }
  }

  /// Begins a transaction on the connection with which the application writes, so that what observes its
  /// transactions sees this one. It is rolled back unless `body` commits it.
  ///
  /// The pool of an application may give up at once when another process writes; the transaction waits for as long
  /// as the configuration says.
  func inApplicationTransaction<Value>(
    _ body: (ListConnection, WritingStatements) throws -> Value
  ) throws(StorageError) -> Value {
    try accessing { () throws(StorageError) in try writeInApplication(body) }
  }

  private func writeInApplication<Value>(
    _ body: (ListConnection, WritingStatements) throws -> Value
  ) throws(StorageError) -> Value {
    let deadline = ContinuousClock.now + .seconds(configuration.busyTimeout)
    while true {
      var hasBegun = false
      do {
        let value = try pool.write { database in
          try verifyIsOpen(database)
          guard !database.isInsideTransaction else {
            throw StorageError(
              .failed,
              "\(path): a list was to be changed inside a transaction of the application; change both by the write of a "
                + "RosterDatabase")
          }
          let connection = ListConnection(database, names)
          let statements = try writing.prepared(connection, file)
          try database.runObserved("BEGIN IMMEDIATE")
          hasBegun = true
          defer {
            if database.isInsideTransaction { try? database.runObserved("ROLLBACK") }
            // The library of the application may trap if the transaction stays open. A prepared statement needs no
            // memory.
            if database.isInsideTransaction { try? statements.rollback.run() }
          }
          try writing.verifyFormat(of: connection, file)
          return try body(connection, statements)
        }
        if isInMemory { commitWatches.note() }
        return value
      } catch {
        var failure = explained(error)
        failure.isBeforeTransaction = !hasBegun
        guard !hasBegun, failure.code == .busy, ContinuousClock.now < deadline, !gate.isSuspended
        else {
          throw failure
        }
        CurrentThread.sleep(milliseconds: 2)
      }
    }
  }

  /// Returns the error for a transaction that the application's pool has interrupted, as it does while the application
  /// is suspended (`Database.suspendNotification`); `nil` for any other error.
  private func suspended(_ error: any Error) -> StorageError? {
    guard let error = error as? any SQLiteFailure, Self.isInterruption(error) else { return nil }
    return StorageError(
      .busy,
      "\(path): the application has suspended the database, or interrupted this; nothing was changed. Try again when it "
        + "goes on", cause: error)
  }

  /// SQLite calls an interruption an error like any other if it declares a table of its own meanwhile, as for
  /// `pragma_index_info`.
  static func isInterruption(_ error: any SQLiteFailure) -> Bool {
    switch error.code {
    case SQLITE_INTERRUPT, SQLITE_ABORT: true
    case SQLITE_ERROR: error.message == "interrupted"
    default: false
    }
  }

  /// Verifies that the transaction of an application is still open.
  func verifyIsOpen(hosted database: StoreConnection) throws(StorageError) {
    guard database.isInsideTransaction else {
      throw StorageError(
        .failed,
        "\(path): the closure has ended the transaction that it was called in, or SQLite has, after an error that the "
          + "closure ignored; leave its beginning and its end to the write of the RosterDatabase, and throw such errors"
      )
    }
  }

  /// Verifies that a connection is open. Of a closed one, SQLite says only that it is misused.
  func verifyIsOpen(_ database: StoreConnection) throws(StorageError) {
    guard database.handle != nil, !hosting.isClosed else {
      throw StorageError(.closed, "\(path): has been closed")
    }
  }

  // MARK: The log

  /// What moves the log into the file, if that has become long.
  private var dueCheckpoint: LogCheckpoint? { writing.checkpoint.flatMap { $0.isDue ? $0 : nil } }

  /// Moves the log into the file if no other connection writes now; otherwise the next commit does,
  /// which holds the lock by then.
  private func run(
    _ checkpoint: LogCheckpoint, _ database: StoreConnection, _ statements: WritingStatements
  ) {
    sqlite3_busy_timeout(database.handle, 0)
    defer { sqlite3_busy_timeout(database.handle, configuration.busyMilliseconds) }
    guard (try? statements.begin.run()) != nil else { return }
    checkpoint.run(holdingLockOf: database)
    try? statements.rollback.run()
  }
}
