#if Postgres
  public import RosterCore
  internal import Migrations
  internal import RosterRows

  /// A schema of a PostgreSQL database that holds named lists.
  ///
  /// Opening for writing creates the schema, or brings one of an older format up to date. A schema
  /// that a newer Roster wrote is refused and stays untouched.
  public final class PostgresStore: ListStore, JointStorage {
    /// The server and the database, which every message names. It has no password.
    public let place: String
    /// How the store was opened.
    public let configuration: PostgresConfiguration
    private let pool: PostgresPool
    /// Writes insertions of several lists together.
    let appender: PostgresAppender
    /// Hears of commits of others.
    let listener: PostgresListener
    /// Tells others of commits.
    let notifier: PostgresNotifier

    /// Connects to a server.
    ///
    /// - Throws: `unreadable` if the server cannot be reached, or if the role may not read the lists;
    ///   `readOnly` if it may not write them; `notADatabase` if the schema is not there and is not to
    ///   be created, or if it is that of another application; `newerFormat`, `busy`, `failed`.
    public init(_ configuration: PostgresConfiguration) throws(StorageError) {
      self.configuration = configuration
      place = try PostgresAddress(configuration.connection).place
      pool = PostgresPool(configuration) { try Self.setUp($0, configuration) }
      appender = PostgresAppender(pool)
      listener = PostgresListener(configuration)
      notifier = PostgresNotifier(configuration)
      do {
        try pool.withConnection { try Self.migrate($0, configuration) }
      } catch {
        throw StorageError(error, place: place)
      }
    }

    /// The database and the schema, as far as two stores of a process are known to have the same.
    package var identity: String { "\(place), \(configuration.schema)" }

    /// Whether the connections were closed.
    var isClosed: Bool { pool.hasClosed }

    // MARK: Connections

    /// Prepares a connection.
    private static func setUp(
      _ connection: PostgresConnection, _ configuration: PostgresConfiguration
    ) throws {
      guard connection.serverVersion >= 150_000 else {
        throw StorageError(.failed, "lists need PostgreSQL 15 or newer")
      }
      guard connection.encoding == "UTF8" else {
        throw StorageError(.failed, "lists need a database whose encoding is UTF8")
      }
      // All statements find rows by their keys. A plan that was made while a table was small must not
      // read the whole table when it is large.
      try connection.run(
        """
        SET client_encoding = 'UTF8';
        SET search_path = \(identifier(configuration.schema));
        SET statement_timeout = \(milliseconds(configuration.answerTimeout));
        SET lock_timeout = \(milliseconds(configuration.busyTimeout));
        SET idle_in_transaction_session_timeout = \(milliseconds(configuration.answerTimeout));
        SET default_transaction_isolation = 'read committed';
        SET default_transaction_read_only = \(configuration.isReadOnly ? "on" : "off");
        SET plan_cache_mode = 'force_generic_plan';
        SET enable_seqscan = off;
        SET enable_hashjoin = off;
        SET enable_mergejoin = off;
        SET jit = off
        """)
    }

    /// Returns a time as the server reads it; 0 would mean that it never ends.
    private static func milliseconds(_ seconds: Double) -> Int {
      Int(max(1, min(seconds * 1_000, 2_000_000_000)))
    }

    /// Returns a name as a part of SQL.
    static func identifier(_ name: String) -> String {
      "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }

    /// Makes the error that a user of a list gets.
    ///
    /// If a statement names what is gone, or what the role may not use, the catalogue tells which.
    func storageError(_ error: any Error) -> StorageError {
      guard let failure = error as? PostgresFailure, failure.isOfSchema,
        let schema = try? pool.withConnection({ try PostgresSchema($0, configuration.schema) }),
        let reason = schema.reason(for: failure, isReadOnly: configuration.isReadOnly)
      else { return StorageError(error, place: place) }
      return StorageError(reason, place: place)
    }

    /// Calls a function with a connection.
    func perform<Value>(
      _ body: (PostgresConnection) throws -> Value
    ) throws(StorageError) -> Value {
      do {
        return try pool.withConnection(body)
      } catch {
        throw storageError(error)
      }
    }

    /// Reads, and does so again if the connection is lost.
    func read<Value>(
      _ batch: PostgresBatch, _ body: ([PostgresResult]) throws -> Value
    ) throws(StorageError) -> Value {
      do {
        return try body(results(of: batch))
      } catch {
        throw storageError(error)
      }
    }

    private func results(of batch: PostgresBatch) throws -> [PostgresResult] {
      do {
        return try pool.withConnection { try $0.run(batch) }
      } catch let failure as PostgresFailure where failure.kind == .lost || failure.isDeadlock {
        return try pool.withConnection { try $0.run(batch) }
      }
    }

    /// Writes in a transaction of one round trip.
    ///
    /// What a connection sends together is a transaction by itself: it begins with the first statement,
    /// ends when the server has done all of them, and changes nothing if one is refused or the end does
    /// not arrive. To say so with BEGIN and COMMIT would be two statements more.
    ///
    /// - Parameter fill: Adds the statements of the transaction.
    func write(_ fill: (inout PostgresBatch) throws -> Void) throws(StorageError) {
      do {
        var batch = PostgresBatch()
        try fill(&batch)
        _ = try pool.withConnection { try $0.run(batch) }
      } catch {
        throw storageError(error)
      }
    }

    deinit {
      listener.close()
      notifier.close()
    }

    /// Ends the connections. Later calls throw `closed`.
    public func close() {
      listener.close()
      notifier.close()
      pool.close()
    }
  }
#endif
