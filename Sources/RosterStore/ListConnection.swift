internal import GRDB
internal import RosterRows

/// A connection to a database that has lists, with the names of their tables there.
struct ListConnection {
  let database: Database
  let names: TableNames

  init(_ database: Database, _ names: TableNames) {
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
    PreparedStatement(
      try database.makeStatement(sql: names.sql(sql)), connection: database.sqliteConnection)
  }

  /// Returns the first column of the first row; `nil` if there is none, or it is no number.
  func integer(_ sql: String, _ values: [any DatabaseValueConvertible] = []) throws -> Int? {
    try Int.fetchOne(database, sql: names.sql(sql), arguments: StatementArguments(values))
  }

  /// Returns the first column of all rows.
  func integers(_ sql: String) throws -> [Int] { try Int.fetchAll(database, sql: names.sql(sql)) }

  /// Returns the first column of all rows.
  func texts(_ sql: String) throws -> [String] {
    try String.fetchAll(database, sql: names.sql(sql))
  }

  /// Runs statements without values.
  func execute(_ sql: String) throws { try database.execute(sql: names.sql(sql)) }
}
