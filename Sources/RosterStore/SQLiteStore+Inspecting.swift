internal import Foundation
internal import GRDB
package import RosterCore

/// How large a file is, and what takes the room.
package struct FileReport: Sendable {
  /// A table or index.
  package struct Table: Sendable {
    package var name: String
    /// The number of rows; at most `rowCountMax` are counted. `nil` for an index.
    package var rowCount: Int?
    /// The number of pages and of bytes in use; `nil` if SQLite was not asked or cannot tell.
    package var pageCount: Int?
    package var byteCount: Int?
  }

  package var tables: [Table] = []
  package var format = 0
  package var pageSize = 0
  package var pageCount = 0
  package var freePageCount = 0
  package var journalMode = ""
  /// The number of bytes of the write-ahead log, 0 without one.
  package var logByteCount = 0
  /// Whether the numbers of pages and bytes of tables were read.
  package var hasTableSizes = false
  /// The version of SQLite.
  package var sqliteVersion = ""
}

extension SQLiteStore {
  /// Returns how large the file is.
  ///
  /// - Parameters:
  ///   - rowCountMax: The maximum number of rows of a table to count.
  ///   - pageCountMax: The maximum number of pages of a file whose tables are measured, which reads
  ///     all of it.
  /// - Complexity: O(rows that are counted), and O(file) if tables are measured.
  package func fileReport(
    rowCountMax: Int, pageCountMax: Int
  ) throws(StorageError) -> FileReport {
    var report = try read { database in
      var report = FileReport()
      func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
      report.format = try number("PRAGMA user_version")
      report.pageSize = try number("PRAGMA page_size")
      report.pageCount = try number("PRAGMA page_count")
      report.freePageCount = try number("PRAGMA freelist_count")
      report.journalMode = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? ""
      report.sqliteVersion = try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
      let names = try Row.fetchAll(
        database,
        sql: "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'index') ORDER BY name")
      for row in names {
        let name: String = row["name"]
        let quoted = "\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\""
        var table = FileReport.Table(name: name)
        if row["type"] == "table" {
          table.rowCount = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM (SELECT 1 FROM \(quoted) LIMIT ?)",
            arguments: [rowCountMax])
        }
        report.tables.append(table)
      }
      if report.pageCount <= pageCountMax { measureTables(&report, database) }
      return report
    }
    let log = try? FileManager.default.attributesOfItem(atPath: DatabasePath(path: path).log)
    report.logByteCount = (log?[.size] as? NSNumber)?.intValue ?? 0
    return report
  }

  /// Reads the sizes of tables, if SQLite was built with the table that has them.
  private func measureTables(_ report: inout FileReport, _ database: Database) {
    let sql = "SELECT name, pageno, pgsize - unused AS used FROM dbstat WHERE aggregate = TRUE"
    guard let rows = try? Row.fetchAll(database, sql: sql) else { return }
    report.hasTableSizes = true
    for row in rows {
      let name: String = row["name"]
      // The schema does not name itself.
      let index = report.tables.firstIndex { $0.name == name } ?? report.tables.endIndex
      if index == report.tables.endIndex { report.tables.append(FileReport.Table(name: name)) }
      report.tables[index].pageCount = row["pageno"]
      report.tables[index].byteCount = row["used"]
    }
  }
}
