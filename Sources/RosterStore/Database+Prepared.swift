internal import GRDB

extension Database {
  /// A statement of this connection that is prepared once.
  func cachedPrepared(_ sql: String) throws -> PreparedStatement {
    PreparedStatement(try cachedStatement(sql: sql), connection: sqliteConnection)
  }
}
