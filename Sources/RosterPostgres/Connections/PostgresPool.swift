#if Postgres
  internal import Foundation
  internal import RosterCore

  /// The connections of a store. Each is used by one call at a time.
  ///
  /// Unchecked because of its variables, which the condition guards. A connection belongs to the pool
  /// or to one call, never to both.
  final class PostgresPool: @unchecked Sendable {
    private let configuration: PostgresConfiguration
    /// Prepares a new connection for use.
    private let setUp: @Sendable (PostgresConnection) throws -> Void
    private let condition = NSCondition()
    /// The connections that no call uses, the one that was used last at the end.
    private var idle: [PostgresConnection] = []
    /// The number of connections, also of those that are in use.
    private var count = 0
    private var isClosed = false

    init(
      _ configuration: PostgresConfiguration,
      setUp: @escaping @Sendable (PostgresConnection) throws -> Void
    ) {
      self.configuration = configuration
      self.setUp = setUp
    }

    /// Calls a function with a connection.
    ///
    /// - Throws: A `StorageError` with the code `closed` or `busy`; what the function throws.
    func withConnection<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
      let connection = try take()
      defer { giveBack(connection) }
      return try body(connection)
    }

    /// Whether the connections were ended.
    var hasClosed: Bool { condition.withLock { isClosed } }

    /// Ends all connections, those in use after their calls.
    func close() {
      condition.withLock {
        isClosed = true
        count -= idle.count
        idle = []
        condition.broadcast()
      }
    }

    private func take() throws -> PostgresConnection {
      while let connection = try takeIdle() {
        if connection.isAlive() { return connection }
        drop()
      }
      // A place is reserved for a new one.
      do {
        let connection = try PostgresConnection(configuration)
        try setUp(connection)
        return connection
      } catch {
        drop()
        throw error
      }
    }

    /// - Returns: `nil` if the caller is to make a connection.
    private func takeIdle() throws -> PostgresConnection? {
      let end = Date(timeIntervalSinceNow: configuration.busyTimeout)
      return try condition.withLock {
        while true {
          if isClosed { throw StorageError(.closed, "has been closed") }
          if let connection = idle.popLast() { return connection }
          if count < max(1, configuration.connectionCountMax) {
            count += 1
            return nil
          }
          guard condition.wait(until: end) else {
            var failure = StorageError(.busy, "all connections are in use; try again later")
            failure.isBeforeTransaction = true
            throw failure
          }
        }
      }
    }

    private func giveBack(_ connection: PostgresConnection) {
      condition.withLock {
        if connection.isIdle, !isClosed {
          idle.append(connection)
        } else {
          count -= 1
        }
        condition.signal()
      }
    }

    private func drop() {
      condition.withLock {
        count -= 1
        condition.signal()
      }
    }
  }
#endif
