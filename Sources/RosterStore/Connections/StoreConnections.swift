internal import CSQLite
internal import Dispatch
internal import RosterConcurrency

/// The connections of a store: one that writes, and some of a file that read. They are the store's own, or an
/// application's.
package protocol StoreConnections: AnyObject, Sendable {
  /// Whether no connection writes.
  var isReadOnly: Bool { get }

  /// Lends the connection that writes; in memory, the only one.
  func write<Value>(_ body: (StoreConnection) throws -> Value) rethrows -> Value

  /// Lends a connection that reads; in memory, the only one.
  func read<Value>(_ body: (StoreConnection) throws -> Value) throws -> Value

  /// Ends what the connections do with `SQLITE_INTERRUPT`.
  func interrupt()

  /// Waits until no connection is lent, and closes all: that which writes last, since it alone can move the log into the
  /// file.
  func close() throws
}

/// The connections of an application.
package protocol HostConnections: StoreConnections {
  /// Lends the connection that writes later. The caller may have it.
  func writeSoon(_ body: @escaping @Sendable (StoreConnection) -> Void)

  /// Opens connections that read a file, with what the application prepares in each, such as the key of an encrypted
  /// file.
  func readers(_ path: String) throws -> any StoreConnections
}

/// The connections that a store opens for itself: one that writes, and up to four that read. Each of the four is opened when
/// it is first needed.
///
/// In memory there is only the one that writes, on which reads and commits take turns.
///
/// Unchecked because of the connection that writes: threads take turns to use it, and it is not closed while it is
/// interrupted.
final class OwnConnections: StoreConnections, @unchecked Sendable {
  /// The connections that read.
  private struct Readers {
    /// Those that are not lent; the last one was used last.
    var idle: [StoreConnection] = []
    var lent: [ObjectIdentifier: StoreConnection] = [:]
    /// Raised when what is lent is to be closed as soon as it comes back.
    var generation = 0
    var isClosed = false
    /// How many can be lent no more because all are to be closed.
    var keptCount = 0
  }

  private static let readerCountMax = 4

  let isReadOnly: Bool
  private let writer: StoreConnection
  private let turns = TurnLock()
  private let readers = Guarded(Readers())
  private let closing = Guarded(())
  /// How many more connections may read.
  private let free = DispatchSemaphore(value: readerCountMax)
  /// Opens a connection that reads; `nil` in memory.
  private let openReader: (@Sendable () throws -> StoreConnection)?

  /// - Parameters:
  ///   - writer: The connection that writes, or reads if nothing may be written.
  ///   - openReader: Opens a connection that reads; `nil` in memory.
  init(
    _ writer: StoreConnection, isReadOnly: Bool = false,
    openReader: (@Sendable () throws -> StoreConnection)? = nil
  ) {
    self.writer = writer
    self.isReadOnly = isReadOnly
    self.openReader = openReader
    // Running a prepared statement needs no memory.
    _ = try? writer.cachedPrepared("ROLLBACK")
  }

  deinit { close() }

  func write<Value>(_ body: (StoreConnection) throws -> Value) rethrows -> Value {
    try turns.withLock {
      // A transaction that could not be rolled back, as for want of memory, would take in what comes next.
      defer { if writer.isInsideTransaction { try? writer.cachedPrepared("ROLLBACK").run() } }
      return try body(writer)
    }
  }

  func read<Value>(_ body: (StoreConnection) throws -> Value) throws -> Value {
    guard let openReader else { return try write(body) }
    free.wait()
    defer { free.signal() }
    let (connection, generation) = try lend(openReader)
    defer { takeBack(connection, of: generation) }
    return try body(connection)
  }

  private func lend(
    _ open: () throws -> StoreConnection
  ) throws -> (connection: StoreConnection, generation: Int) {
    let idle: (StoreConnection, Int)? = try readers.withLock { readers in
      if readers.isClosed { throw SQLiteError.closed }
      guard let connection = readers.idle.popLast() else { return nil }
      readers.lent[ObjectIdentifier(connection)] = connection
      return (connection, readers.generation)
    }
    if let idle { return idle }
    let connection = try open()
    return readers.withLock { readers in
      readers.lent[ObjectIdentifier(connection)] = connection
      return (connection, readers.generation)
    }
  }

  private func takeBack(_ connection: StoreConnection, of generation: Int) {
    readers.withLock { readers in
      readers.lent[ObjectIdentifier(connection)] = nil
      let isCurrent = generation == readers.generation && !readers.isClosed
      // In a transaction that could not be ended, it would see nothing that is committed later.
      if isCurrent, !connection.isInsideTransaction {
        readers.idle.append(connection)
      } else {
        connection.close()
      }
    }
  }

  /// How many more connections may read now.
  var freeReaderCount: Int {
    readers.withLock { Self.readerCountMax - $0.lent.count - $0.keptCount }
  }

  func interrupt() {
    readers.withLock { readers in
      if readers.isClosed { return }
      for connection in readers.lent.values { connection.interrupt() }
      writer.interrupt()
    }
  }

  /// Frees what the connections keep only to be faster.
  func releaseMemory() {
    closeReaders()
    write { $0.releaseMemory() }
  }

  /// Closes the connections that read, as soon as they come back.
  private func closeReaders() {
    readers.withLock { readers in
      for connection in readers.idle { connection.close() }
      readers.idle = []
      readers.generation += 1
    }
  }

  func close() {
    // Two that close at once would each wait for connections that the other one has.
    closing.withLock { _ in
      for _ in 0..<Self.readerCountMax {
        free.wait()
        readers.withLock { $0.keptCount += 1 }
      }
      defer {
        readers.withLock { $0.keptCount = 0 }
        for _ in 0..<Self.readerCountMax { free.signal() }
      }
      closeReaders()
      turns.withLock {
        readers.withLock { readers in
          readers.isClosed = true
          writer.close()
        }
      }
    }
  }
}
