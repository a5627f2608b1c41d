package import RosterCore
package import RosterRows

extension SQLiteStore: InspectableStore {
  package func inspectableList(
    named name: String
  ) throws(StorageError) -> (any InspectableStorage)? {
    try list(named: name, create: false)?.showingRows()
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
    let logByteCount = isInMemory ? 0 : file.logByteCount
    return try read { database in
      func number(_ sql: String) throws -> Int { try database.integer(sql) ?? 0 }
      func text(_ sql: String) throws -> String { try database.texts(sql).first ?? "" }
      var report = SizeReport(
        .file(
          version: try text("SELECT sqlite_version()"),
          journalMode: try text("PRAGMA journal_mode"),
          freePageCount: try number("PRAGMA freelist_count"), logByteCount: logByteCount))
      report.format = try formatNumber(database)
      report.pageSize = try database.database.pageSize
      report.pageCount = try number("PRAGMA page_count")
      var parts: [(isTable: Bool, name: String)] = []
      try database.database.cachedPrepared(
        "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'index') ORDER BY name"
      ).forEachRow { parts.append(($0.text(0) == "table", $0.text(1))) }
      for part in parts {
        var table = SizeReport.Table(name: part.name)
        if part.isTable {
          // A table of others beside the lists may need what only its application has.
          table.rowCount = try? database.database.integer(
            "SELECT count(*) FROM (SELECT 1 FROM \(part.name.quoted) LIMIT ?)", [rowCountMax])
        }
        report.tables.append(table)
      }
      if report.pageCount <= pageCountMax { measureTables(&report, database) }
      return report
    }
  }

  /// Reads the sizes of tables, if SQLite was built with the table that has them.
  private func measureTables(_ report: inout SizeReport, _ database: ListConnection) {
    let sql = "SELECT name, pageno, pgsize - unused FROM dbstat WHERE aggregate = TRUE"
    var rows: [(name: String, pageCount: Int, byteCount: Int)] = []
    do {
      try database.database.cachedPrepared(sql).forEachRow {
        rows.append(($0.text(0), $0.integer(1), $0.integer(2)))
      }
    } catch {
      return
    }
    report.hasTableSizes = true
    for row in rows {
      // The schema does not name itself.
      let index = report.tables.firstIndex { $0.name == row.name } ?? report.tables.endIndex
      if index == report.tables.endIndex { report.tables.append(SizeReport.Table(name: row.name)) }
      report.tables[index].pageCount = row.pageCount
      report.tables[index].byteCount = row.byteCount
    }
  }
}
