internal import CSQLite
package import RosterCore

/// A table of an application and the list that shows it, as the database names them: for tools, which do not know the
/// records.
package struct ShownTable: Sendable {
  /// The number of the list, and its name.
  let number: Int
  package let list: String
  /// The name of the table.
  package let table: String
  /// The number of rows that may have changed since the list has last taken up what is noted.
  package let notedCount: Int

  /// Returns the tables that are shown as lists, by the names of these; none but in the database of an application.
  static func all(in connection: ListConnection) throws -> [ShownTable] {
    let database = connection.database
    guard connection.names == .prefixed, try NotedTable.isTable(NotedTable.register, in: database)
    else {
      return []
    }
    var rows: [(number: Int, table: String, list: String)] = []
    try database.cachedPrepared(
      """
      SELECT noted.list, noted.name, list.name
      FROM \(NotedTable.register) AS noted JOIN \(TableNames.prefix)list AS list ON list.id = noted.list
      ORDER BY list.name
      """
    ).forEachRow { rows.append(($0.integer(0), $0.text(1), $0.text(2))) }
    return try rows.map { row in
      let notes = NotedTable.notesPrefix + "\(row.number)"
      let count =
        try NotedTable.isTable(notes, in: database)
        ? database.integer("SELECT count(*) FROM \(notes)") : nil
      return ShownTable(
        number: row.number, list: row.list, table: row.table, notedCount: count ?? 0)
    }
  }

  /// Returns what keeps the list from following its table, and which rows it has not followed: nothing for a list that
  /// was never filled, as when its first opening was cut short.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  func findings(_ connection: ListConnection) throws -> [String] {
    let database = connection.database
    if try SQLiteAnswers(RowKey(list: number), connection).revision == 0 { return [] }
    let noted: NotedTable
    do {
      noted = try NotedTable(table, list: number, in: database)
    } catch let error as StorageError {
      return [error.message]
    }
    guard try noted.isNoted(in: database) else {
      return [
        "changes of the table \(table) are not noted: it was altered, or its triggers were; the application compares all rows "
          + "when it opens the list"
      ]
    }
    let notes = try NotedTable.keys("SELECT k FROM \(noted.notes)", in: database)
    let rows = try NotedTable.keys("SELECT \(noted.key.quoted) FROM \(table.quoted)", in: database)
    let items = try noted.itemKeys(in: database)
    return [
      Self.finding(
        "the list has rows that the table \(table) has not", items.subtracting(rows), notes),
      Self.finding(
        "the table \(table) has rows that the list has not", rows.subtracting(items), notes),
      Self.finding(
        "the table \(table) has other versions of rows than the list",
        try changedRows(of: noted, in: database), notes),
    ].compactMap { $0 }
  }

  /// Returns the keys of rows that are other versions than the list has. What a list has that copies rows is not
  /// compared: only the application knows its records.
  private func changedRows(
    of noted: NotedTable, in database: StoreConnection
  ) throws -> Set<ModelKey> {
    let versions = try noted.versions(in: database)
    var changed: Set<ModelKey> = []
    if versions.isEmpty { return changed }
    do {
      try database.prepared("SELECT \(noted.key.quoted), * FROM \(table.quoted)").forEachRow {
        row in
        guard let key = ModelKey(RecordValue(row, 0)), let version = versions[key],
          version != RowDigest(row, from: 1)
        else { return }
        changed.insert(key)
      }
    } catch let error as any SQLiteFailure where error.code == SQLITE_ERROR {
      // A generated column calls a function that only the application has, or that fails.
    }
    return changed
  }

  private static func finding(
    _ title: String, _ keys: Set<ModelKey>, _ notes: Set<ModelKey>
  ) -> String? {
    let keys = keys.subtracting(notes).map(\.description).sorted()
    return keys.isEmpty
      ? nil : "\(title), and no note of them: \(keys.prefix(5).joined(separator: ", "))"
  }
}

extension SQLiteStore {
  /// Returns the tables of the application that are shown as lists, by the names of these.
  package func shownTables() throws(StorageError) -> [ShownTable] {
    try read { try ShownTable.all(in: $0) }
  }
}
