#if Postgres
  internal import Foundation

  /// Where the lists are on a PostgreSQL server, and how long calls wait for it.
  public struct PostgresConfiguration: Sendable {
    /// The server and the database as libpq reads them, `postgres://roster@db.example/app` or
    /// `host=/run/postgresql dbname=app`, with its options for TLS.
    public var connection: String
    /// The schema that holds the tables of the lists.
    public var schema = "roster"
    /// Whether the tables are only read; they must exist then.
    public var isReadOnly = false
    /// How long a call waits for a new connection, in seconds.
    public var connectTimeout: Double = 10
    /// How long the server may work on a statement, in seconds. A call waits twice as long for its
    /// answer.
    public var answerTimeout: Double = 60
    /// How long a commit waits for that of another connection, and a call for a free connection, in
    /// seconds.
    public var busyTimeout: Double = 5
    /// How often a store asks whether others have changed a list that it follows, in seconds.
    /// Usually they tell it within milliseconds; this finds what they could not tell.
    public var followInterval: Double = 1
    /// The maximum number of connections of a store that read and write lists. To follow lists and
    /// to tell of commits, it uses one more each.
    public var connectionCountMax = 4

    /// The time that a commit records, in milliseconds since 1970.
    ///
    /// Only `JournalRetention.ageMax` depends on it.
    package var clock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1_000) }

    /// Makes a configuration.
    ///
    /// - Parameter connection: The server and the database as libpq reads them.
    public init(_ connection: String) { self.connection = connection }
  }
#endif
