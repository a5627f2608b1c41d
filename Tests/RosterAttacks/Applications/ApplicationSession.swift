import GRDB
import RosterCore
import RosterEngine
import RosterGRDB
import RosterStore
import RosterTestSupport

/// The database of an application, as far as it is open.
struct ApplicationSession {
  private typealias Order = ListDataSource<String, String, Never>

  let path: String
  private let schema: String
  private let durability: SQLiteConfiguration.Durability
  private(set) var pool: DatabasePool?
  private(set) var roster: RosterDatabase?
  /// The list of the table: one that copies the rows, or one that leaves them there.
  private var table: TableList<TableRow, Never>?
  private var versions: TableList<RowVersion<TableRow>, Never>?
  private let leavesRows: Bool
  private var order: Order?

  /// - Parameter seed: Chooses what the application makes of its table, and with the durability whether its list copies
  ///   the rows.
  init(path: String, seed: UInt64, _ durability: SQLiteConfiguration.Durability) {
    self.path = path
    self.durability = durability
    let schemas = TableStatements.schemas
    schema = schemas[Int(seed % UInt64(schemas.count))]
    leavesRows = (durability == .normal) == (seed % 2 == 1)
  }

  /// What a step needs is not open.
  private struct NotOpen: Error {}

  // MARK: Steps

  mutating func perform(_ step: ApplicationStep) async throws {
    switch step {
    case .open: pool = try Self.open(path, schema, durability)
    // No other process writes: what keeps the database locked is a fault, which is not waited for.
    case .install: roster = try RosterDatabase(opened(), busyTimeout: 0.05)
    case .openTable:
      if leavesRows {
        versions = try roster?.table(TableRow.self, .rows)
      } else {
        table = try roster?.table(TableRow.self)
      }
    case .openOrder: order = try openOrder()
    case .write(let statements): try await write(statements)
    case .writeApart(let statements):
      let number = try await opened().write { try Self.carryOut(statements, $0) }
      _ = try await order?.change { _, order in try order.append("\(number)") }
      try await follow()
    case .writeRows(let statements):
      _ = try await opened().write { try Self.carryOut(statements, $0) }
    case .writeWithoutNotes(let statements):
      try await opened().write { db in
        try RosterDatabase.stopNoting(TableRow.databaseTableName, in: db)
        try Self.carryOut(statements, db)
      }
    case .follow: try await follow()
    case .closeTable: await closeTable()
    case .uninstall:
      try await closeLists()
      try await opened().write { db in
        try RosterDatabase.uninstall(from: db)
        try Self.carryOut([], db)
      }
    case .close:
      try await closeLists()
      try pool?.close()
      pool = nil
    }
  }

  private func opened() throws -> DatabasePool {
    guard let pool else { throw NotOpen() }
    return pool
  }

  private static func open(
    _ path: String, _ schema: String, _ durability: SQLiteConfiguration.Durability
  ) throws -> DatabasePool {
    let pool = try DatabasePool(path: path)
    try pool.writeWithoutTransaction { db in
      // The log is moved into the file and begins anew now and then.
      try db.execute(
        sql: """
          PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL"); PRAGMA wal_autocheckpoint = 60
          """)
    }
    try pool.write { db in
      if try db.tableExists("visit") { return }
      try TableStatements.make(schema, in: db)
      try db.execute(sql: "CREATE TABLE visit (id INTEGER PRIMARY KEY)")
    }
    return pool
  }

  private func openOrder() throws -> Order? {
    guard let list = try roster?.store.list(named: "order") else { throw NotOpen() }
    return try Order(storage: list, codec: TextCodec(), sectionCodec: TextCodec())
  }

  private func write(_ statements: [String]) async throws {
    guard let roster, let order else { throw NotOpen() }
    try await roster.write(order) { db, order in
      let number = try Self.carryOut(statements, db)
      try order.append("\(number)")
      if order.state.itemCount > 4,
        let oldest = try order.state.itemID(at: ItemPath(section: 0, item: 0))
      {
        try order.remove(oldest)
      }
    }
  }

  private func follow() async throws {
    try await table?.bringUpToDate()
    try await versions?.bringUpToDate()
  }

  private mutating func closeTable() async {
    await table?.close()
    await versions?.close()
    (table, versions) = (nil, nil)
  }

  private mutating func closeLists() async throws {
    await table?.close()
    await versions?.close()
    await order?.close()
    try roster?.store.close()
    (table, versions, order, roster) = (nil, nil, nil, nil)
  }

  /// Carries out statements, of which rows may refuse any, and counts the transaction.
  ///
  /// - Returns: Which transaction of the application it is.
  @discardableResult
  private static func carryOut(_ statements: [String], _ db: Database) throws -> Int64 {
    for sql in statements {
      do {
        try db.execute(sql: sql)
      } catch let error as DatabaseError where isRefusal(error) {
      }
    }
    try db.execute(sql: "INSERT INTO visit DEFAULT VALUES")
    return db.lastInsertedRowID
  }

  /// Whether the application's own rows refuse a statement, and not storage or a trigger of the lists.
  private static func isRefusal(_ error: DatabaseError) -> Bool {
    switch error.resultCode {
    case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: true
    // A migration may find what an earlier one has left.
    case .SQLITE_ERROR: error.message?.contains("grdb_roster") != true
    default: false
    }
  }

  /// Lets the lists take changes again that a failure of storage has suspended.
  func resume() {
    if let table, let suspension = table.list.suspension { table.list.resume(after: suspension) }
    if let versions, let suspension = versions.list.suspension {
      versions.list.resume(after: suspension)
    }
    if let order, let suspension = order.suspension { order.resume(after: suspension) }
  }

  // MARK: Looking

  /// Returns what the database holds after each commit of a step, the last of which has ended just now. A step that
  /// commits nothing leaves it as it was.
  func contents(
    after step: ApplicationStep, from former: ApplicationContents
  ) throws -> [ApplicationContents] {
    switch step {
    case .open, .closeTable, .close: return []
    default: break
    }
    let found = try ApplicationContents(opened(), roster?.store)
    var between = former
    switch step {
    case .writeRows, .writeWithoutNotes:
      // The list of the table may follow at once, or later.
      (between.rows, between.transactionCount) = (found.rows, found.transactionCount)
      return [between]
    case .openTable where former.lists[TableRow.databaseTableName] == nil:
      between.lists[TableRow.databaseTableName] = StoredContents(NaiveList())
      return [between, found]
    default: return [found]
    }
  }

  /// What is not as it must be between rows and list of their table; `nil` if both are the same. For a list that has
  /// followed.
  func difference() async throws -> String? {
    guard let roster else { return nil }
    if let versions {
      let (rows, fetched) = try await roster.read(versions.list) { db, list in
        (try TableRow.all(db), try list.models().map { try $0.fetch(db) })
      }
      let found = fetched.compactMap { $0 }
      return found.count == fetched.count && !found.contains(where: \.hasChanged)
        && found.count == rows.count && Set(found.map(\.record)) == Set(rows)
        ? nil : "the list has versions of \(fetched), and the table \(rows)"
    }
    guard let table else { return nil }
    let (rows, models) = try await roster.read(table.list) { db, list in
      (try TableRow.all(db), try list.models())
    }
    return rows.count == models.count && Set(rows) == Set(models)
      ? nil : "the list has \(models), and the table \(rows)"
  }

  /// The models of the list of its own.
  func orderModels() throws -> [String] { try order?.snapshot.models() ?? [] }
}
