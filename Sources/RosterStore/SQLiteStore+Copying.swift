package import RosterCore
package import RosterRows

extension SQLiteStore: CopiedStore {
  package var place: String { path }

  /// The number of rows that are read at once.
  private static let chunkCount = 1_000

  package func readLists(
    _ names: [String]?,
    _ visit: (CopiedList, (CopiedTable, ([[RowCell]]) throws -> Void) throws -> Void) throws -> Void
  ) throws(StorageError) {
    try read { database in
      guard try format(database).hasSeals else {
        throw StorageError(
          .notADatabase, "\(path): is of an older format; open it for writing once")
      }
      var lists: [CopiedList] = []
      try database.cachedPrepared(
        "SELECT \(selected(CopiedList.columns, database)) FROM list ORDER BY name"
      ).forEachRow { row in
        let name = row.text(1)
        guard names?.contains(where: { $0.utf8.elementsEqual(name.utf8) }) ?? true else { return }
        lists.append(CopiedList(row))
      }
      if names == nil, try database.integer("SELECT list_count FROM file") != lists.count {
        throw StorageError(
          .corrupt,
          "\(path): a list is gone, or one is there that Roster did not create; name the lists that "
            + "are to be copied, and see roster check")
      }
      for list in lists where list.name != RemovedList.name {
        try visit(list) { table, visit in
          do {
            try readRows(of: table, RowKey(list: list.id), database, visit)
          } catch {
            // Not of the database into which the rows go.
            throw StorageError(error, path: path)
          }
        }
      }
    }
  }

  /// Returns columns to be read. In a file of an older format, those that it lacks are NULL.
  private func selected(_ columns: [String], _ database: ListConnection) throws -> String {
    var missing: Set<String> = []
    if try !format(database).hasScopes { missing.formUnion(DatabaseFile.columnsOfScopes) }
    if try !format(database).hasKeys { missing.formUnion(DatabaseFile.columnsOfKeys) }
    if try !format(database).hasParts { missing.formUnion(DatabaseFile.columnsOfParts) }
    if try !format(database).hasWrittenCounts {
      missing.formUnion(DatabaseFile.columnsOfWrittenCounts)
    }
    if try !format(database).hasPageSizes { missing.formUnion(DatabaseFile.columnsOfPageSizes) }
    if try !format(database).hasSettledDigests {
      missing.formUnion(DatabaseFile.columnsOfSettledDigests)
    }
    return columns.map { missing.contains($0) ? "NULL" : $0 }.joined(separator: ", ")
  }

  /// Reads the rows of a list.
  private func readRows(
    of table: CopiedTable, _ keys: RowKey, _ database: ListConnection,
    _ visit: ([[RowCell]]) throws -> Void
  ) throws {
    let role = SyncRole.allCases.first { $0.tables.contains(table.name) }
    if let role, try !format(database).has(role) { return }
    let range = table.range(of: keys)
    var rows: [[RowCell]] = []
    try database.cachedPrepared(
      """
      SELECT \(selected(table.columns.map(\.name), database)) FROM \(table.name)
      WHERE \(table.columns[0].name) BETWEEN ? AND ? ORDER BY \(table.order)
      """
    ).forEachRow(range.lowerBound, range.upperBound) { row in
      rows.append(table.cells(row) { _ in 1 })
      guard rows.count == Self.chunkCount else { return }
      try visit(rows)
      rows = []
    }
    if !rows.isEmpty { try visit(rows) }
  }

  package func listNumbers() throws(StorageError) -> [Int] {
    try read { try $0.integers("SELECT id FROM list") }
  }

  package func insert(
    _ list: CopiedList,
    _ fill: (@escaping (CopiedTable, [[RowCell]]) throws -> Void) throws -> Void
  ) throws(StorageError) {
    try list.name.requireListName(in: path)
    try write { database, _ in
      var count = 0
      try database.cachedPrepared("SELECT count(*) FROM list WHERE id = ? OR name = ?")
        .forEachRow(list.id, list.name) { count = $0.integer(0) }
      guard count == 0 else {
        throw StorageError(.failed, "\(path): there is a list \(list.name.inQuotes) already")
      }
      try database.cachedPrepared(
        "INSERT INTO list (\(CopiedList.columns.joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
      ).run(
        list.id, list.name, list.seal.oldest, list.seal.base.value, list.seal.subscribers.value,
        list.digest, list.seal.keysRevision, list.seal.pageSizes.capacity)
      try database.cachedPrepared("UPDATE file SET list_count = list_count + 1").run()
      try fill { table, rows in
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try database.cachedPrepared(
          """
          INSERT INTO \(table.name) (\(table.columns.map(\.name).joined(separator: ", ")))
          VALUES (\(places))
          """)
        do {
          for row in rows { try statement.run(row) }
        } catch {
          throw StorageError(error, path: self.path)
        }
      }
    }
  }

  /// Returns whether rows of a list have numbers of other lists: of the parts that a change has there, or of the sources
  /// of a derived list.
  ///
  /// - Complexity: O(revisions), of which those of derived lists are decoded.
  fileprivate func namesOtherLists(inList name: String) throws(StorageError) -> Bool {
    try read { database in
      var isFound = false
      try database.cachedPrepared(
        """
        SELECT parts, user_info FROM journal JOIN list ON list.id = journal.list
        WHERE list.name = ? AND (parts IS NOT NULL OR instr(user_info, ?) > 0)
        """
      ).forEachRow(name, "\"\(JournalSubscriber.derivedNote)\":") { row in
        if isFound { return }
        isFound = !row.isNull(0) || CopiedTable.separatedUserInfo(row.text(1)) != nil
      }
      return isFound
    }
  }

  /// Gives a list that was copied with other rows than before the digests of its rows.
  fileprivate func renewDigests(of list: CopiedList) throws(StorageError) {
    let copied = SQLiteList(self, id: list.id, name: list.name)
    try write { database, _ in try copied.renewDigests(list.seal, database) }
  }
}

extension SQLiteList {
  /// Gives all rows the digests of what they hold now, also of what was altered.
  ///
  /// - Parameter seal: What the row of the list is to hold, with the digest of the base as it was.
  /// - Complexity: O(list and journal).
  func renewDigests(_ seal: ListSeal, _ database: ListConnection) throws {
    let models = try WrittenModels(self, database)
    var digests: [(key: Int, digest: Int)] = []
    try database.cachedPrepared(ListFormat().journalSQL)
      .forEachRow(keys.first, keys.last, Int.max) { row in
        let entry = try JournalEntry(row, keys)
        guard let digest = try models.digest(of: entry, models.states(of: entry), row) else {
          throw DamagedRow("journal", row.integer(0))
        }
        digests.append((row.integer(0), digest))
      }
    let update = try database.cachedPrepared("UPDATE journal SET digest = ? WHERE id = ?")
    for (key, digest) in digests { try update.runOnRow(digest, key) }
    var seal = seal
    seal.base = try BaseDigest(keys, database, upTo: seal.oldest)
    try seal.write(ofList: keys.list, named: name, database)
  }
}

extension RowCell: StatementValue {
  package func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
    let value: any StatementValue =
      switch self {
      case .number(let number): number
      case .text(let text): text
      case .value(let value): value
      case .modelKey(let key): key
      }
    return value.bind(to: statement, at: position)
  }
}

// MARK: - Between files and servers

extension CopiedStore {
  /// Calls a function with a file that has the rows of some lists: the file itself, or a temporary
  /// one with those of a server, which are those of a file, as they are at one time.
  ///
  /// - Parameter names: The lists; all if `nil`. A file always has all of its own.
  package func withFile<Value>(
    of names: [String]? = nil, _ body: (SQLiteStore) throws -> Value
  ) throws -> Value {
    if let file = self as? SQLiteStore { return try body(file) }
    let staged = try StagedLists(names, of: self)
    // The temporary file goes with the value that made it.
    return try withExtendedLifetime(staged) { try body(staged.store) }
  }
}

/// Lists of a file or server in a temporary file, where they are checked.
package final class StagedLists {
  /// The temporary file.
  package let store: SQLiteStore
  private let folder: ScratchFolder
  /// Where the lists were read, which messages name.
  private let source: String

  /// What may be in the folder: the file, one with other numbers that ``copy(_:to:as:behind:)`` makes of it, and what
  /// SQLite puts beside them.
  package static let fileNames = [fileName, renewedFileName].flatMap { name in
    ["", "-wal", "-shm", "-journal"].map { name + $0 }
  }
  private static let fileName = "copy.sqlite"
  private static let renewedFileName = "renewed.sqlite"

  /// Makes an empty file.
  private init(from source: String, in folder: ScratchFolder, named name: String) throws {
    self.source = source
    self.folder = folder
    store = try SQLiteStore(path: folder.path(of: name))
  }

  /// Reads lists.
  ///
  /// - Parameters:
  ///   - names: The lists; all if `nil`.
  ///   - folder: An empty folder for the temporary file; a new one if `nil`.
  package convenience init(
    _ names: [String]?, of source: any CopiedStore, in folder: ScratchFolder? = nil
  ) throws {
    try self.init(from: source.place, in: folder ?? ScratchFolder(), named: Self.fileName)
    try source.readLists(names) { list, read in
      do {
        try store.insert(list) { write in
          for table in CopiedTable.all { try read(table) { try write(table, $0) } }
        }
      } catch let error as StorageError where error.code == .corrupt {
        // Rows that no file takes are damaged where they were read.
        throw StorageError(
          error.cause ?? error, path: "\(source.place), list \(list.name.inQuotes)")
      }
    }
  }

  deinit { try? store.close() }

  /// Writes a list of the temporary file into another file or onto a server.
  ///
  /// The list keeps its number, if no list there can have had it, and with it all its digests. Its changes
  /// lose their parts in other lists, a derived one the numbers of its sources, and what had these gets another digest.
  ///
  /// - Parameter last: The largest number of a list there before the first of several was copied; `nil` if it is the
  ///   only one. Up to it, what is free may be the number of a list that was removed.
  /// - Throws: `corrupt` if the list is damaged; nothing is written then.
  package func copy(
    _ name: String, to target: any CopiedStore, as newName: String, behind last: Int? = nil
  ) throws(StorageError) {
    if let finding = try store.check().first {
      throw StorageError(
        .corrupt,
        "\(source), list \((finding.list ?? name).inQuotes): \(finding.message); a damaged list is not "
          + "copied, see roster check")
    }
    let numbers = Set(try target.listNumbers())
    let namesOtherLists = try store.namesOtherLists(inList: name)
    var renewed: StagedLists?
    try store.readLists([name]) { list, read in
      let new = list.renamed(
        newName,
        id: list.id > last ?? numbers.max() ?? 0 && !numbers.contains(list.id)
          ? list.id : (numbers.max() ?? 0) + 1)
      guard new.id != list.id || namesOtherLists else {
        return try target.insert(new) { write in
          for table in CopiedTable.all { try read(table) { try write(table, $0) } }
        }
      }
      let keys = RowKey(list: new.id)
      let staged = try StagedLists(from: source, in: folder, named: Self.renewedFileName)
      try staged.store.insert(new) { write in
        for table in CopiedTable.all {
          try read(table) { try write(table, $0.map { table.separated($0, as: keys) }) }
        }
      }
      try staged.store.renewDigests(of: new)
      renewed = staged
    }
    if let renewed { try renewed.copy(newName, to: target, as: newName, behind: last) }
  }
}
