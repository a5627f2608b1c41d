internal import Foundation
internal import GRDB
package import RosterCore
package import RosterRows

extension SQLiteStore: InspectableStore {
  package func inspectableList(
    named name: String
  ) throws(StorageError) -> (any InspectableStorage)? {
    try list(named: name, create: false)
  }

  package func checkedByteCount() throws(StorageError) -> Int {
    let (used, free) = try byteCounts()
    return used + free
  }

  package var checkedByteCountMax: Int { 1 << 32 }

  /// A list in a file has no row that a check of the file leaves out.
  package func findingsBesideRows() throws(StorageError) -> [(list: String?, message: String)] {
    []
  }

  package func sizeReport(
    rowCountMax: Int, pageCountMax: Int
  ) throws(StorageError) -> SizeReport {
    let log = isInMemory ? nil : try? FileManager.default.attributesOfItem(atPath: file.log)
    let logByteCount = (log?[.size] as? NSNumber)?.intValue ?? 0
    return try read { database in
      func number(_ sql: String) throws -> Int { try database.integer(sql) ?? 0 }
      func text(_ sql: String) throws -> String { try database.texts(sql).first ?? "" }
      var report = SizeReport(
        .file(
          version: try text("SELECT sqlite_version()"),
          journalMode: try text("PRAGMA journal_mode"),
          freePageCount: try number("PRAGMA freelist_count"), logByteCount: logByteCount))
      report.format = try formatNumber(database)
      report.pageSize = try number("PRAGMA page_size")
      report.pageCount = try number("PRAGMA page_count")
      let parts = try Row.fetchAll(
        database.database,
        sql: "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'index') ORDER BY name")
      for row in parts {
        let name: String = row["name"]
        let quoted = "\"\(name.replacingOccurrences(of: "\"", with: "\"\""))\""
        var table = SizeReport.Table(name: name)
        if row["type"] == "table" {
          table.rowCount = try Int.fetchOne(
            database.database, sql: "SELECT count(*) FROM (SELECT 1 FROM \(quoted) LIMIT ?)",
            arguments: [rowCountMax])
        }
        report.tables.append(table)
      }
      if report.pageCount <= pageCountMax { measureTables(&report, database) }
      return report
    }
  }

  /// Reads the sizes of tables, if SQLite was built with the table that has them.
  private func measureTables(_ report: inout SizeReport, _ database: ListConnection) {
    let sql = "SELECT name, pageno, pgsize - unused AS used FROM dbstat WHERE aggregate = TRUE"
    guard let rows = try? Row.fetchAll(database.database, sql: sql) else { return }
    report.hasTableSizes = true
    for row in rows {
      let name: String = row["name"]
      // The schema does not name itself.
      let index = report.tables.firstIndex { $0.name == name } ?? report.tables.endIndex
      if index == report.tables.endIndex { report.tables.append(SizeReport.Table(name: name)) }
      report.tables[index].pageCount = row["pageno"]
      report.tables[index].byteCount = row["used"]
    }
  }
}
