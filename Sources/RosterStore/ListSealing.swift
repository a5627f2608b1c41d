internal import Migrations
internal import RosterCore
internal import RosterRows

extension Migration {
  /// Takes a file, or the tables in the database of an application, from one format to the next.
  func run(in connection: ListConnection) throws {
    switch connection.names {
    case .plain: try connection.execute(sql)
    case .prefixed: try connection.database.execute(ApplicationDatabase.statements(of: sql))
    }
    if name == "m0005_digests" {
      try ListSealing(connection, ListFormat(ofFile: DatabaseFile.formatOfSeals)).run()
    }
  }
}

/// Fills in the digests of the fifth format for the lists of an older one.
///
/// The digests cover the rows as they are. They do not reveal earlier alterations.
struct ListSealing {
  private let database: ListConnection
  /// What the rows have: no more than those of the fifth format while a file is taken there.
  private let format: ListFormat

  init(_ database: ListConnection, _ format: ListFormat) {
    self.database = database
    self.format = format
  }

  func run() throws {
    var lists: [(id: Int, name: String)] = []
    try database.cachedPrepared("SELECT id, name FROM list").forEachRow {
      lists.append((id: $0.integer(0), name: $0.text(1)))
    }
    for list in lists { try seal(list.id, named: list.name, .ofEarlierFormats) }
  }

  /// Fills in the digests of one list.
  ///
  /// - Parameter pageSizes: How many items its pages have.
  func seal(_ id: Int, named name: String, _ pageSizes: PageSizes) throws {
    let keys = RowKey(list: id)
    try sealJournal(keys)
    try sealList(keys, named: name, pageSizes)
  }

  /// Extends the digest of every row of the journal by the row's numbers, and records the order in
  /// the last row.
  private func sealJournal(_ keys: RowKey) throws {
    var rows: [(numbers: JournalNumbers, digest: Int)] = []
    try database.cachedPrepared(ListFormat(ofFile: DatabaseFile.formatOfSeals).journalSQL)
      .forEachRow(keys.first, keys.last, Int.max) { row in
        rows.append((numbers: JournalNumbers(row), digest: row.integer(4)))
      }
    guard !rows.isEmpty else { return }
    rows[rows.count - 1].numbers.order = try OrderDigest(keys, database).value
    let update = try database.cachedPrepared(
      "UPDATE journal SET digest = ?, pages = ? WHERE id = ?")
    for row in rows {
      var digest = RevisionDigest(after: row.digest)
      digest.add(row.numbers)
      try update.run(digest.value, row.numbers.order, row.numbers.key)
    }
  }

  private func sealList(_ keys: RowKey, named name: String, _ pageSizes: PageSizes) throws {
    var seal = ListSeal(pageSizes)
    try database.cachedPrepared(SQLiteList.oldestSQL).forEachRow(keys.first, keys.last) {
      seal.oldest = keys.number($0.integer(0)) - 1
    }
    seal.base = try BaseDigest(keys, database, upTo: seal.oldest, hasKeys: format.hasKeys)
    try database.cachedPrepared("SELECT name, revision FROM subscriber WHERE list = ?")
      .forEachRow(keys.list) {
        seal.subscribers.add(JournalSubscriber(name: $0.text(0), revision: $0.integer(1)))
      }
    try seal.write(ofList: keys.list, named: name, database, format)
  }
}
