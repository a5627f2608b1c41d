/// How large the tables with lists are, and what takes the room.
package struct SizeReport: Sendable {
  /// A table or index.
  package struct Table: Sendable {
    package var name: String
    /// The number of rows; at most `rowCountMax` are counted. `nil` for an index.
    package var rowCount: Int?
    /// The number of pages and of bytes in use; `nil` if the database was not asked or cannot tell.
    package var pageCount: Int?
    package var byteCount: Int?

    package init(name: String, pageCount: Int? = nil, byteCount: Int? = nil) {
      self.name = name
      self.pageCount = pageCount
      self.byteCount = byteCount
    }
  }

  /// What keeps the tables.
  package enum System: Sendable {
    /// A file: the version of SQLite, the mode of its journal, the number of pages that later commits
    /// can use, and the number of bytes of the write-ahead log, 0 without one.
    case file(version: String, journalMode: String, freePageCount: Int, logByteCount: Int)
    /// A server: the version of PostgreSQL.
    case server(version: String)
  }

  package var system: System
  package var tables: [Table] = []
  /// The number of the format.
  package var format = 0
  package var pageSize = 0
  package var pageCount = 0
  /// Whether the numbers of pages and bytes of tables were read.
  package var hasTableSizes = false

  package init(_ system: System) { self.system = system }
}
