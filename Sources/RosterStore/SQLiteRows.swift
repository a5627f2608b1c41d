package import RosterCore
package import RosterRows

extension SQLiteList: UserInfoStorage {}

extension SQLiteList: StoredRows {
  package var place: String { store.path }

  package func read<Value>(
    _ fill: (ReadingSQL, inout RowQuery) -> Void, _ body: (SQLiteAnswers) throws -> Value
  ) throws(StorageError) -> Value {
    // Only the database itself tells the format of a file that may not be written.
    if store.configuration.isReadOnly { return try store.read { try rows($0).read(fill, body) } }
    var query = RowQuery()
    fill(.ofFile, &query)
    return try store.read(verifying: query.isOfOneRevision ? .nothing : .database) {
      try body(SQLiteAnswers(keys, $0, query, named: name))
    }
  }

  /// The rows of the list, within a transaction.
  func rows(_ database: ListConnection) -> SQLiteRows { SQLiteRows(self, database) }

  /// The revision of the list in the file.
  func storedRevision(_ database: ListConnection) throws -> Revision {
    try SQLiteAnswers(keys, database, named: name).revision
  }

  func oldestRevision(_ database: ListConnection) throws -> Revision {
    try SQLiteAnswers(keys, database, named: name).oldestRevision
  }

  static let oldestSQL = "SELECT id FROM journal WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1"
  static let existsSQL = "SELECT 1 FROM list WHERE id = ? AND \(RemovedList.sqlIsThere)"
  static let keysRevisionSQL = "SELECT keys_from FROM list WHERE id = ?"
}

extension SQLiteList: PageRows {
  package func withView<Value>(
    _ body: (any PageRowsView) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try store.read { database in
      try body(
        StoredRowsView(rows(database), at: storedRevision(database)) { [place] in
          StorageError($0, path: place)
        })
    }
  }
}

/// The rows of a list in a file, within a transaction.
struct SQLiteRows: StoredRows {
  private let list: SQLiteList
  private let database: ListConnection

  init(_ list: SQLiteList, _ database: ListConnection) {
    self.list = list
    self.database = database
  }

  var place: String { list.place }
  var name: String { list.name }
  var keys: RowKey { list.keys }

  func read<Value>(
    _ fill: (ReadingSQL, inout RowQuery) -> Void, _ body: (SQLiteAnswers) throws -> Value
  ) throws -> Value {
    let sql = try ReadingSQL.ofFile(list.store.format(database))
    var query = RowQuery()
    fill(sql, &query)
    return try body(SQLiteAnswers(keys, database, query, sql.format, named: list.name))
  }
}

/// Answers by running each statement when its rows are asked for, within a transaction.
package struct SQLiteAnswers: RowAnswers {
  private let keys: RowKey
  private let database: ListConnection
  private let query: RowQuery
  private let format: ListFormat
  /// The name of the list, for messages.
  private let name: String?

  init(
    _ keys: RowKey, _ database: ListConnection, _ query: RowQuery = RowQuery(),
    _ format: ListFormat = ListFormat(), named name: String? = nil
  ) {
    self.name = name
    self.keys = keys
    self.database = database
    self.query = query
    self.format = format
  }

  package var revision: Revision {
    get throws {
      var revision = 0
      try database.cachedPrepared(
        "SELECT id FROM journal WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1"
      ).forEachRow(keys.first, keys.last) { revision = keys.number($0.integer(0)) }
      if revision == 0 { try verifyIsThere() }
      return revision
    }
  }

  package var oldestRevision: Revision {
    get throws {
      let oldest = try StepReader.oldest(keys, database.cachedPrepared(SQLiteList.oldestSQL))
      if oldest == 0 { try verifyIsThere() }
      return oldest
    }
  }

  /// Verifies that a list without revisions is one that was never changed, and not one that is gone.
  private func verifyIsThere() throws {
    var isThere = false
    try database.cachedPrepared(SQLiteList.existsSQL).forEachRow(keys.list) { _ in isThere = true }
    guard isThere else { throw RemovedList.Missed(named: name) }
  }

  package var nextIdentifiers: NextIdentifiers {
    get throws {
      var next = NextIdentifiers()
      try database.cachedPrepared(
        """
        SELECT next_item, next_section, next_leaf FROM journal
        WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1
        """
      ).forEachRow(keys.first, keys.last) { next = NextIdentifiers($0, from: 0) }
      return next
    }
  }

  package var keysRevision: Revision? {
    get throws {
      guard format.hasKeys else { return nil }
      var revision: Revision?
      try database.cachedPrepared(SQLiteList.keysRevisionSQL).forEachRow(keys.list) {
        revision = $0.optionalInteger(0)
      }
      return revision
    }
  }

  package var pageSizes: PageSizes {
    get throws {
      guard format.hasPageSizes else { return .ofEarlierFormats }
      var sizes: PageSizes?
      try database.cachedPrepared("SELECT page_capacity FROM list WHERE id = ?").forEachRow(
        keys.list
      ) {
        sizes = PageSizes(capacity: $0.integer(0))
      }
      guard let sizes else { throw DamagedRow("list", keys.list) }
      return sizes
    }
  }

  package func forEachRow(
    of index: Int, _ visit: (_ key: Int, _ row: SQLiteRow) throws -> Void
  ) throws {
    guard query.statements.indices.contains(index) else { return }
    let statement = query.statements[index]
    let prepared = try database.cachedPrepared(statement.sql)
    switch statement.keys {
    case nil: try prepared.forEachRow(rest: statement.values) { try visit(0, $0) }
    case .rows(let keys):
      for (place, key) in keys.enumerated() {
        try prepared.forEachRow(key, rest: statement.values) { try visit(place, $0) }
      }
    case .models(let keys):
      for (place, key) in keys.enumerated() {
        try prepared.forEachRow(key, rest: statement.values) { try visit(place, $0) }
      }
    }
  }
}

extension SQLiteAnswers {
  package func forEachPage(
    of index: Int, _ visit: (Int, Int, Int, Int) throws -> Void
  ) throws {
    guard query.statements.indices.contains(index) else { return }
    let statement = query.statements[index]
    try database.cachedPrepared(statement.sql).forEachRow(rest: statement.values) { row in
      try visit(row.integer(0), row.integer(1), row.integer(2), row.integer(3))
    }
  }
}

extension ReadingSQL {
  private static let dialect = Dialect(
    keyIndex: "INDEXED BY item_key",
    earlierKeyIndex: "INDEXED BY item_history_key")
  /// The statements for a file of the newest format.
  static let ofFile = ReadingSQL(dialect)

  /// Returns the statements for a file of some format.
  static func ofFile(_ format: ListFormat) -> ReadingSQL {
    format == ofFile.format ? ofFile : ReadingSQL(dialect, format)
  }
}

extension ListFormat {
  /// - Parameter number: The number of the format.
  init(ofFile number: Int) {
    self.init()
    hasStates = number >= DatabaseFile.formatOfStates
    hasSteps = number >= DatabaseFile.formatOfSteps
    hasSupplementStates = number >= DatabaseFile.formatOfSupplementStates
    hasSeals = number >= DatabaseFile.formatOfSeals
    hasScopes = number >= DatabaseFile.formatOfScopes
    hasKeys = number >= DatabaseFile.formatOfKeys
    hasParts = number >= DatabaseFile.formatOfParts
    hasWrittenCounts = number >= DatabaseFile.formatOfWrittenCounts
    hasPageSizes = number >= DatabaseFile.formatOfPageSizes
    hasDevices = number >= DatabaseFile.formatOfDevices
    hasHubs = number >= DatabaseFile.formatOfHubs
    hasSettledDigests = number >= DatabaseFile.formatOfSettledDigests
  }
}
