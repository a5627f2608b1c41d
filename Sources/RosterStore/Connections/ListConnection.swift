internal import RosterRows

/// A connection to a database that has lists, with the names of their tables there.
struct ListConnection {
  let database: StoreConnection
  let names: TableNames

  init(_ database: StoreConnection, _ names: TableNames) {
    self.database = database
    self.names = names
  }

  /// Returns a statement of this connection, which is prepared once.
  ///
  /// - Parameter sql: The statement, with the names of a file of Roster's own.
  func cachedPrepared(_ sql: String) throws -> PreparedStatement {
    try database.cachedPrepared(names.sql(sql))
  }

  /// Returns a new statement of this connection.
  ///
  /// - Parameter sql: The statement, with the names of a file of Roster's own.
  func prepared(_ sql: String) throws -> PreparedStatement {
    try database.prepared(names.sql(sql))
  }

  /// Returns the first column of the first row; `nil` if there is none, or it is null.
  func integer(_ sql: String, _ values: [any StatementValue] = []) throws -> Int? {
    try database.integer(names.sql(sql), values)
  }

  /// Returns the first column of all rows.
  func integers(_ sql: String) throws -> [Int] { try database.integers(names.sql(sql)) }

  /// Returns the first column of all rows.
  func texts(_ sql: String) throws -> [String] { try database.texts(names.sql(sql)) }

  /// Runs statements without values.
  func execute(_ sql: String) throws { try database.execute(names.sql(sql)) }

  /// Tells what observes the application's connection that the transaction has changed a table: by itself, the
  /// library notices only what its own statements change.
  ///
  /// Every view of lists reads the table `list`, so this one stands for all that a change of a list writes.
  func notifyChanges(of table: String) throws {
    try database.host?.notifyChanges(ofTable: names.name(table))
  }
}
