internal import GRDB

extension Database {
  /// Returns a statement of this connection, which is prepared once.
  func cachedPrepared(_ sql: String) throws -> PreparedStatement {
    PreparedStatement(try cachedStatement(sql: sql), connection: sqliteConnection)
  }
}
