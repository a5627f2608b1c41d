internal import RosterCore
internal import RosterRows

/// The rows found in a damaged database, in the tables of a new one, within a transaction.
struct SalvagedRows {
  /// What was found of a list.
  struct List {
    /// The name; `nil` if the row of the list was not found.
    var name: String?
    /// Whether the row of the list has digests; those of older formats have none.
    var isSealed = false
  }

  /// The lists that any row belongs to, by number.
  private(set) var lists: [Int: List] = [:]
  /// The losses that concern the whole file.
  private(set) var losses: [String] = []

  /// Whether the lists were beside the tables of an application.
  private(set) var isOfApplication = false

  private let database: ListConnection
  private var statements: [String: PreparedStatement] = [:]
  private var refusedCounts: [String: Int] = [:]
  private var listCount: Int?
  /// Names of lists that only the form of a row speaks for, by number.
  private var possibleNames: [Int: String] = [:]

  init(_ database: ListConnection) throws {
    self.database = database
    try database.execute(
      """
      CREATE TEMP TABLE directory (
        section INTEGER NOT NULL, ord INTEGER NOT NULL, count INTEGER NOT NULL,
        id INTEGER PRIMARY KEY)
      """)
  }

  /// Inserts all rows that are found.
  mutating func take(_ image: DatabaseImage) throws {
    var scan = RowScan(image)
    try scan.forEachRow { row, table, isInTree in try take(row, of: table, isInTree: isInTree) }
    try removeRowsOfOthers()
    for (id, name) in possibleNames where lists[id]?.name == nil { lists[id]?.name = name }
    listCount = scan.listCount
    isOfApplication = scan.names == .prefixed
    let lost = [
      (scan.lostPageCount, "pages cannot be read"), (scan.lostCellCount, "rows cannot be read"),
      (image.lostCommitCount, "commits at the end of the write-ahead log cannot be read"),
    ]
    if image.hasOtherNames {
      losses.append(
        "the file has other names (hard links), and commits in logs beside them are not saved")
    }
    losses += lost.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    losses += refusedCounts.sorted { $0.key < $1.key }
      .map { "\($0.value) rows of table \($0.key) hold what they cannot" }
    if let listCount, listCount != lists.count {
      losses.append("there were \(listCount) lists, and \(lists.count) were found")
    }
  }

  private mutating func take(
    _ found: [RecordValue], of table: SalvagedTable, isInTree: Bool
  ) throws {
    var row = found
    guard let key = row[0].integer else { return }
    if table.name == SalvagedTable.list.name {
      guard lists[key]?.name == nil, let text = row[1].text else { return }
      let name = String(decoding: text, as: UTF8.self)
      // Any application may have a table of numbers and names.
      guard isInTree || Self.isSealed(row, named: name) else {
        possibleNames[key] = name
        return
      }
      lists[key] = List(name: name, isSealed: row.count > 2)
    } else if !table.isOfList, lists[key >> RowKey.numberBits] == nil {
      lists[key >> RowKey.numberBits] = List()
    }
    if table.name == "leaf", let items = row[4].text {
      // The stored count serves only the index, so it is taken from the items.
      let count = items.withUnsafeBytes { LeafItemsCoding.decode($0)?.count }
      if let count { row[3] = .integer(count) }
    }
    do {
      try statement(table, valueCount: row.count).run(row)
    } catch is SQLiteError {
      refusedCounts[table.name, default: 0] += 1
    }
  }

  /// Returns whether a row of a list has the digest of its contents.
  private static func isSealed(_ row: [RecordValue], named name: String) -> Bool {
    let numbers = row.prefix(6).compactMap(\.integer)
    guard row.count >= 6, numbers.count == 5 else { return false }
    var seal = ListSeal()
    seal.oldest = numbers[1]
    seal.base = BaseDigest(numbers[2])
    seal.subscribers = SubscribersDigest(numbers[3])
    seal.keysRevision = row.count > 6 ? row[6].integer : nil
    seal.pageSizes = PageSizes(stored: row.count > 7 ? row[7].integer : nil)
    return numbers[4] == seal.digest(ofList: numbers[0], named: name)
  }

  /// Returns a statement that inserts a row if its key is new.
  private mutating func statement(
    _ table: SalvagedTable, valueCount: Int
  ) throws -> PreparedStatement {
    let name = table.name == SalvagedTable.directory.name ? "temp.directory" : table.name
    let columns = table.columns.prefix(valueCount)
    let sql = """
      INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      """
    if let statement = statements[sql] { return statement }
    let statement = try database.cachedPrepared(sql)
    statements[sql] = statement
    return statement
  }

  /// Removes what only looks like rows of lists that synchronize. In a file without its schema, these may be rows of an
  /// application. A list that synchronizes has the subscriber, or a revision that names the rows.
  private func removeRowsOfOthers() throws {
    for role in SyncRole.allCases {
      for table in role.tables {
        try database.cachedPrepared(
          """
          DELETE FROM \(table) WHERE list NOT IN (SELECT list FROM subscriber WHERE name = ?1)
            AND list NOT IN (SELECT list FROM journal WHERE instr(user_info, ?2) > 0)
          """
        ).run(role.subscriber, "\"\(role.digestMember)\":")
      }
    }
  }

  /// Completes the file as Roster makes it.
  func finish() throws {
    try database.execute(
      "DROP TABLE temp.directory; UPDATE file SET list_count = (SELECT count(*) FROM list)")
    for table in ["subscriber"] + SyncRole.allCases.flatMap(\.tables) {
      try database.execute("DELETE FROM \(table) WHERE list NOT IN (SELECT id FROM list)")
    }
  }
}
