internal import RosterCore
internal import RosterRows

/// Salvages one list whose rows are in the new file, within a transaction.
struct ListSalvage {
  let list: SQLiteList
  /// Whether the list has the name that it had.
  let hasItsName: Bool
  /// Whether only the newest contents are saved, and not as revisions of the list have made them.
  private(set) var isOfContentsOnly = false
  private let database: ListConnection
  private let statements: WritingStatements
  private var losses: [String] = []
  private var doubts = DoubtfulRows()

  /// Gives the list a row if it has none.
  init(
    _ store: SQLiteStore, _ id: Int, _ found: SalvagedRows.List, _ database: ListConnection,
    _ statements: WritingStatements
  ) throws {
    self.database = database
    self.statements = statements
    let names = try Set(database.texts("SELECT name FROM list WHERE id <> \(id)"))
    var name = found.name ?? "list \(id)"
    while names.contains(name) { name += "+" }
    list = SQLiteList(store, id: id, name: name)
    hasItsName = name == found.name
    if !hasItsName { losses.append("its name is lost") }
    try database.cachedPrepared(
      "INSERT INTO list (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = ?2"
    ).run(id, name)
    if found.name != nil, !found.isSealed {
      try ListSealing(database, ListFormat()).seal(id, named: name, .ofEarlierFormats)
    }
  }

  /// Saves the part of the list that passes the check.
  mutating func run() throws {
    var findings = try check()
    if !findings.messages.isEmpty, let order = try SalvagedOrder(list, database) {
      // Writing pages that the journal gives again loses nothing.
      try order.write(statements)
      findings = try check()
    }
    losses += findings.messages
    if !findings.messages.isEmpty { try repair(findings) }
  }

  /// What is saved.
  func report() throws -> SQLiteStore.SalvageReport.SavedList {
    let state = try ListState(list.rows(database).directory(), pages: CheckedPages())
    return SQLiteStore.SalvageReport.SavedList(
      name: list.name, revision: state.revision, oldestRevision: try list.oldestRevision(database),
      sectionCount: state.sectionCount, itemCount: state.itemCount, losses: losses,
      doubtfulItems: doubts.items, doubtfulSections: doubts.sections)
  }

  /// Checks the list.
  private func check() throws -> ListFindings {
    do {
      var check = try ListCheck(list, database, journalTail: .max)
      return try check.run()
    } catch let error as StorageError where error.code == .corrupt {
      return ListFindings(messages: [error.message])
    } catch let error as DamagedRow {
      return ListFindings(messages: [error.description])
    }
  }

  private mutating func repair(_ findings: ListFindings) throws {
    if let damage = findings.damage {
      doubts = damage.doubts
      losses += doubts.descriptions
    } else {
      losses.append("no model and no state could be compared with what was written")
      if try ListSeal.stored(in: list, database)?.seal.keysRevision != nil { try removeKeys() }
    }
    // First rewrite the row of the list and remove the damaged history, then the whole history.
    try reseal()
    if findings.isOfHistory, let damage = findings.damage {
      if try damage.end > list.oldestRevision(database) { try cut(through: damage.end) }
      if try check().messages.isEmpty {
        guard try removeDoubtfulKeys() else { return }
        var seal = try ListSeal(list, database)
        seal.keysRevision = nil
        return try list.renewDigests(seal, database)
      }
    }
    _ = try removeDoubtfulKeys()
    try keepContents()
  }

  /// Has a derived list forget what it shows, with its history: it is made anew when it is opened, and what it then shows
  /// of these items keeps its states.
  mutating func forgetSources(because obstacle: String) throws {
    if !isOfContentsOnly { try keepContents() }
    losses.append("\(obstacle); the list is made anew when it is opened with its definition")
  }

  /// Saves the newest contents as one revision.
  private mutating func keepContents() throws {
    isOfContentsOnly = true
    let contents = try SalvagedContents(list, database)
    losses += contents.losses
    losses.append("all revisions before the newest contents; there the list is empty now")
    try contents.removeRows()
    try contents.write(statements)
    try reseal()
  }

  /// Removes the history through a revision, if the journal continues from there.
  private mutating func cut(through revision: Revision) throws {
    let keys = list.keys
    guard try revision < list.storedRevision(database) else { return }
    try database.cachedPrepared("DELETE FROM journal WHERE id BETWEEN ? AND ?")
      .run(keys.first, keys.key(revision))
    for table in ValueTable.allCases {
      try database.cachedPrepared(
        "DELETE FROM \(table.history) WHERE \(table.owner) BETWEEN ? AND ? AND until <= ?"
      ).run(keys.first, keys.last, revision)
    }
    losses.append("the revisions up to \(revision), and what only they hold")
    try reseal()
  }

  /// Rewrites the row of the list from the other rows. Subscribers whose revisions are gone are
  /// removed.
  private mutating func reseal() throws {
    var seal = ListSeal(try pageSizes())
    seal.keysRevision = try keysRevision()
    seal.oldest = try list.oldestRevision(database)
    seal.base = try BaseDigest(list.keys, database, upTo: seal.oldest)
    // A derived list stays one, and is made anew when it is opened.
    try database.cachedPrepared(
      "UPDATE subscriber SET revision = ?2 WHERE list = ?1 AND revision < ?2 AND name = ?3"
    ).run(list.keys.list, seal.oldest, JournalSubscriber.derived)
    try database.cachedPrepared("DELETE FROM subscriber WHERE list = ? AND revision < ?")
      .run(list.keys.list, seal.oldest)
    try forgetDamagedRows()
    seal.subscribers = SubscribersDigest(try list.rows(database).registeredSubscribers())
    try seal.write(ofList: list.keys.list, named: list.name, database)
  }

  /// Removes what the list knows of the other side of a synchronization, if that was altered or is gone, or if the
  /// revision is gone to which it belongs.
  private mutating func forgetDamagedRows() throws {
    var written: [SyncRole: SyncedRows] = [:]
    let keys = list.keys
    try database.cachedPrepared(ListFormat().journalSQL)
      .forEachRow(keys.first, keys.last, Int.max) { row in
        guard let entry = try? JournalEntry(row, keys) else { return }
        for role in SyncRole.allCases {
          if let rows = SyncedRows(role, writtenBy: entry) { written[role] = rows }
        }
      }
    for role in SyncRole.allCases { try forgetDamagedRows(of: role, written[role]) }
  }

  private mutating func forgetDamagedRows(of role: SyncRole, _ written: SyncedRows?) throws {
    let rows = try list.rows(database).syncedRows(of: role)
    if rows != nil, rows == written { return }
    var count = try list.removeRows(of: role, database)
    // Without rows, a list of an earlier format has in its journal what its device or hub needs.
    if count == 0, written == nil { return }
    try database.cachedPrepared("DELETE FROM subscriber WHERE list = ? AND name = ?")
      .run(list.keys.list, role.subscriber)
    count += database.database.changesCount
    // It may have been forgotten before.
    if count == 0 { return }
    losses.append(
      role == .device
        ? "what the list of a device knew of its hub, and which changes were pending"
        : "what the hub of the list had settled, but for what its revisions say of themselves")
  }

  /// Returns how many items the pages have. If the row of the list was altered, the pages say it.
  private func pageSizes() throws -> PageSizes {
    if let (seal, digest) = try ListSeal.stored(in: list, database),
      digest == seal.digest(ofList: list.keys.list, named: list.name)
    {
      return seal.pageSizes
    }
    var countMax = 0
    try database.cachedPrepared("SELECT coalesce(max(count), 0) FROM leaf WHERE id BETWEEN ? AND ?")
      .forEachRow(list.keys.first, list.keys.last) { countMax = $0.integer(0) }
    return countMax > PageSizes.standard.capacity ? .ofEarlierFormats : .standard
  }

  // MARK: Keys

  /// Returns the revision from which on all items have keys. If the row of the list does not say it, it is
  /// the last one. If two items have the same key, or one has none, all lose theirs.
  private mutating func keysRevision() throws -> Revision? {
    let stored = try ListSeal.stored(in: list, database)
    let isSealed = stored.map {
      $0.digest == $0.seal.digest(ofList: list.keys.list, named: list.name)
    }
    var (itemCount, keyCount, differentCount) = (0, 0, 0)
    try database.cachedPrepared(
      """
      SELECT count(*), count(model_key),
        count(DISTINCT CASE WHEN typeof(model_key) IN ('integer', 'text') THEN model_key END)
      FROM item WHERE id BETWEEN ? AND ?
      """
    ).forEachRow(list.keys.first, list.keys.last) { row in
      (itemCount, keyCount, differentCount) = (row.integer(0), row.integer(1), row.integer(2))
    }
    let isWhole = keyCount == itemCount && differentCount == itemCount
    if isSealed == true, let stored {
      if let revision = stored.seal.keysRevision, isWhole { return revision }
      if stored.seal.keysRevision != nil || keyCount > 0 { try removeKeys() }
      return nil
    }
    if isWhole { return itemCount > 0 ? try list.storedRevision(database) : nil }
    if keyCount > 0 { try removeKeys() }
    return nil
  }

  /// Removes the keys of all items: a data source that knows the key of a model makes them again.
  private mutating func removeKeys() throws {
    try database.cachedPrepared("UPDATE item SET model_key = NULL WHERE id BETWEEN ? AND ?")
      .run(list.keys.first, list.keys.last)
    losses.append("the keys of all items, which are made anew when the list is opened with its key")
  }

  /// Removes the keys of all items if one of them may have been altered.
  private mutating func removeDoubtfulKeys() throws -> Bool {
    guard !doubts.items.isEmpty, try ListSeal(list, database).keysRevision != nil else {
      return false
    }
    try removeKeys()
    return true
  }
}
