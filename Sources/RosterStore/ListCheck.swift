internal import RosterCore
internal import RosterRows

/// The findings of a check in one list.
struct ListFindings {
  var messages: [String]
  /// How far the damage reaches; `nil` if the check did not come to its end.
  var damage: HistoryDamage?
  /// Whether nothing but the history and the row of the list is damaged.
  var isOfHistory = false

  /// Returns the revision from which on all are as they were written; `nil` if none is known to be.
  func intactRevision(oldest: Revision, newest: Revision) -> Revision? {
    guard isOfHistory, let damage, damage.doubts.isEmpty, damage.lastRevision < newest else {
      return nil
    }
    return max(oldest, damage.end)
  }
}

/// One check of one list, within a transaction.
struct ListCheck {
  private let list: SQLiteList
  private let database: ListConnection
  private let journalTail: Int
  private var directory = ListDirectory(
    revision: 0, nextIdentifiers: NextIdentifiers(), sections: [], leaves: [])
  private var broken = BrokenRules()
  private var items: ModelCheck
  private var sections: ModelCheck
  /// The check of states; `nil` if the file's format has no states.
  private var states: StateCheck?
  private var messages: [String] = []
  /// States that an altered entry names and that are not there, with the revision of the entry.
  private var missingStates: [(address: StateAddress, revision: Revision)] = []
  private let progress: (CheckProgress) throws -> Void

  /// The number of revisions after which the check says how far it is.
  private static let progressInterval = 256

  /// - Parameters:
  ///   - isReadable: Returns whether the codec of the list can have written a model.
  ///   - progress: Receives how far the check is. What it throws ends the check.
  init(
    _ list: SQLiteList, _ database: ListConnection, journalTail: Int,
    isReadable: ((StoredValue) -> Bool)? = nil,
    progress: @escaping (CheckProgress) throws -> Void = { _ in }
  ) throws {
    self.list = list
    self.database = database
    self.journalTail = journalTail
    self.progress = progress
    items = .ofItems(list.keys, isReadable)
    sections = .ofSections(
      list.keys, isReadable.map { isReadable in { $0 == .null || isReadable($0) } })
    states = try list.store.format(database).hasStates ? StateCheck(list, database) : nil
  }

  mutating func run() throws -> ListFindings {
    directory = try list.rows(database).directory()
    let pages = try readPages()
    try checkItems(pages)
    try checkNumbers()
    let (oldest, newest) = (try list.oldestRevision(database), directory.revision)
    try items.checkRows(database, oldest: oldest, newest: newest, &broken)
    try sections.checkRows(database, oldest: oldest, newest: newest, &broken)
    if try list.store.format(database).hasSeals { try checkSeal(oldest: oldest) }
    if try list.store.format(database).hasKeys { try checkKeys() }
    try states?.checkRows(of: directory, &broken)
    try checkJournal()
    messages = broken.messages
    do {
      let state = try ListState(directory, pages: pages)
      if messages.isEmpty { try checkTail(after: oldest, leadingTo: state) }
    } catch let error as StorageError {
      messages.append(error.message)
    }
    let damage =
      try messages.isEmpty
      ? HistoryDamage()
      : HistoryDamage(in: list, database, at: directory.revision, broken, missingStates)
    return ListFindings(
      messages: messages, damage: damage,
      isOfHistory: broken.isOfHistory && messages.count == broken.messages.count)
  }

  private func forEachRow(
    _ sql: String, _ visit: (SQLiteRow) throws -> Void
  ) throws {
    try database.cachedPrepared(sql).forEachRow(list.keys.first, list.keys.last, visit: visit)
  }

  // MARK: Pages

  /// Reads all leaf pages.
  private mutating func readPages() throws -> CheckedPages {
    var pages = CheckedPages()
    let keys = list.keys
    try forEachRow("SELECT id, section, count, items FROM leaf WHERE id BETWEEN ? AND ?") { row in
      let leaf = keys.number(row.integer(0))
      if row.integer(1) >> RowKey.numberBits != keys.list { broken.note(.otherList, leaf) }
      if leaf >= directory.nextIdentifiers.leaf { broken.note(.leafAhead, leaf) }
      guard let items = LeafItemsCoding.decode(row.bytes(3)) else {
        return broken.note(.leafText, leaf)
      }
      if items.count != row.integer(2) { broken.note(.leafCount, leaf) }
      if let leaf = keys.leaf(row.integer(0)) { pages.add(leaf, items) }
    }
    pages.sort()
    return pages
  }

  /// Compares the rows of items with the pages, both in the order of their numbers.
  private mutating func checkItems(_ pages: CheckedPages) throws {
    let keys = list.keys
    let leafLimit = LeafID(rawValue: directory.nextIdentifiers.leaf)
    var rest = pages.members[...]
    let namesHolder = try !list.store.format(database).hasPageSizes
    let sql = "SELECT id, leaf FROM item WHERE id BETWEEN ? AND ? ORDER BY id"
    try forEachRow(sql) { row in
      let item = keys.number(row.integer(0))
      if item >= directory.nextIdentifiers.item { broken.note(.itemAhead, item) }
      while let member = rest.first, member.item < item {
        broken.note(.itemWithoutRow, member.item)
        rest.removeFirst()
      }
      guard let member = rest.first, member.item == item else {
        return broken.note(.itemInNoLeaf, item)
      }
      if namesHolder, row.integer(1) != keys.key(Int(member.leaf.rawValue)) {
        broken.note(.itemInOtherLeaf, item)
      }
      if keys.leaf(row.integer(1)).map({ $0 >= leafLimit }) ?? true {
        broken.note(.itemLeafAhead, item)
      }
      rest.removeFirst()
      while let other = rest.first, other.item == item {
        broken.note(.itemTwice, item)
        rest.removeFirst()
      }
    }
    for member in rest { broken.note(.itemWithoutRow, member.item) }
  }

  // MARK: Numbers

  private mutating func checkNumbers() throws {
    let keys = list.keys
    try forEachRow("SELECT id, list FROM section WHERE id BETWEEN ? AND ?") { row in
      let section = keys.number(row.integer(0))
      if row.integer(1) != keys.list { broken.note(.otherList, section) }
      if section >= directory.nextIdentifiers.section { broken.note(.sectionAhead, section) }
    }
    try forEachRow("SELECT id, list FROM journal WHERE id BETWEEN ? AND ?") { row in
      if row.integer(1) != keys.list { broken.note(.otherList, keys.number(row.integer(0))) }
    }
  }

  // MARK: Seal

  /// Compares the digests that are in no entry of the journal with the content that they cover.
  private mutating func checkSeal(oldest: Revision) throws {
    let head = try ListHead(
      list.keys, database.cachedPrepared(ListHead.sql(list.store.format(database))))
    if try head.order != OrderDigest(list.keys, database).value {
      broken.note(.order, directory.revision)
    }
    let stored = try ListSeal.stored(in: list, database)
    let isSealed =
      stored.map { $0.digest == $0.seal.digest(ofList: list.keys.list, named: list.name) } ?? false
    let seal = stored?.seal ?? ListSeal()
    let isBase = try checkBase(seal, oldest: oldest)
    guard isSealed else { return broken.note(.seal, list.keys.list) }
    if seal.oldest != oldest { broken.note(.journalBegin, seal.oldest + 1) }
    if !isBase { broken.note(.base, seal.oldest) }
    let subscribers = try list.rows(database).registeredSubscribers()
    if seal.subscribers != SubscribersDigest(subscribers) {
      broken.note(.subscribers, list.keys.list)
    }
  }

  /// Returns whether what was written before the journal begins is as it was, and doubts it if not.
  private mutating func checkBase(_ seal: ListSeal, oldest: Revision) throws -> Bool {
    let hasKeys = try list.store.format(database).hasKeys
    func isBase(of revision: Revision) throws -> Bool {
      try seal.base == BaseDigest(list.keys, database, upTo: revision, hasKeys: hasKeys)
    }
    if try isBase(of: oldest) { return true }
    if seal.oldest < oldest, try isBase(of: seal.oldest) {
      // The entries in between are gone, and with them the digests of what they wrote.
      broken.doubt(min(max(0, seal.oldest) + 1, oldest)...oldest)
      return true
    }
    broken.doubt(.min...max(oldest, seal.oldest))
    return false
  }

  // MARK: Keys

  /// Checks that either all items have keys, each one of its own, or none has.
  private mutating func checkKeys() throws {
    let keys = list.keys
    let hasKeys = try ListSeal.stored(in: list, database)?.seal.keysRevision != nil
    let wrong = hasKeys ? "model_key IS NULL" : "model_key IS NOT NULL"
    try forEachRow("SELECT id FROM item WHERE id BETWEEN ? AND ? AND \(wrong)") { row in
      broken.note(hasKeys ? .itemKeyMissing : .itemKeyUnknown, keys.number(row.integer(0)))
    }
    try forEachRow(
      """
      SELECT id FROM item
      WHERE id BETWEEN ? AND ? AND typeof(model_key) NOT IN ('integer', 'text', 'null')
      """
    ) { broken.note(.itemKeyType, keys.number($0.integer(0))) }
    try forEachRow(SQLiteList.doubledKeysSQL) {
      broken.note(.itemKeyTwice, keys.number($0.integer(1)))
    }
  }

  // MARK: Journal

  /// Checks every entry.
  private mutating func checkJournal() throws {
    var checkedCount = 0
    var previous: (revision: Revision, next: [Int])?
    // The last revision that wrote what the list knows of the other side of a synchronization.
    var synced: [SyncRole: SyncedRows] = [:]
    let models = try WrittenModels(list, database)
    var steps = try StepCheck(list, database)
    let keys = list.keys
    let sql = try list.store.format(database).journalSQL
    try database.cachedPrepared(sql).forEachRow(keys.first, keys.last, Int.max) { row in
      let revision = keys.number(row.integer(0))
      let next = [row.integer(1), row.integer(2), row.integer(3)]
      checkedCount += 1
      if checkedCount % Self.progressInterval == 0 {
        try progress(CheckProgress(list: list.name, revisionCount: checkedCount))
      }
      if let previous {
        if previous.revision + 1 != revision {
          broken.note(.journalGap, revision)
          // The rows of a damaged table may come in any order.
          let bounds = [previous.revision + 1, revision].sorted()
          broken.doubt(bounds[0]...bounds[1])
        }
        if zip(previous.next, next).contains(where: >) { broken.note(.journalNumbers, revision) }
      }
      previous = (revision, next)
      guard let entry = try? JournalEntry(row, keys) else {
        return broken.note(.journalDamaged, revision)
      }
      if try !steps.isSound(entry, row) { broken.note(.steps, revision) }
      for role in SyncRole.allCases {
        if let rows = SyncedRows(role, writtenBy: entry) { synced[role] = rows }
      }
      let written = try models.states(of: entry)
      items.check(entry, &broken)
      sections.check(entry, &broken)
      try states?.check(entry, written, &broken)
      let digest = try models.digest(of: entry, written, row)
      if digest != row.integer(4) {
        broken.note(digest == nil ? .modelGone : .altered, revision)
        for (address, state) in zip(entry.states, written) where state == nil {
          missingStates.append((address, revision))
        }
      }
    }
    if !broken.contains(.journalGap), !broken.contains(.journalDamaged) { states?.finish(&broken) }
    for role in SyncRole.allCases { try check(role, synced[role]) }
  }

  /// Checks what the list knows of the other side of a synchronization.
  ///
  /// - Parameter written: What the last revision that wrote it says.
  private mutating func check(_ role: SyncRole, _ written: SyncedRows?) throws {
    guard try list.store.format(database).has(role) else { return }
    let rule: CheckRule = role == .device ? .device : .hub
    let rows = try list.rows(database).syncedRows(of: role)
    // The row of the list is gone, and the others would be taken for those of a device or hub that is opened later.
    if rows == nil, try list.hasRows(of: role, database) {
      return broken.note(rule, written?.revision ?? 0)
    }
    if rows == written { return }
    // Rows are removed together with the subscriber. One that is registered later is so at a later revision.
    let isKept = try list.rows(database).registeredSubscribers().contains {
      $0.name == role.subscriber && $0.revision < written?.revision ?? 0
    }
    guard rows != nil || isKept else { return }
    broken.note(rule, rows?.revision ?? written?.revision ?? 0)
  }

  /// Reverts the last entries and replays them. They are read some at a time: one may name every item.
  private mutating func checkTail(after oldest: Revision, leadingTo state: ListState) throws {
    let first = max(oldest, directory.revision - journalTail)
    let starts = stride(from: first, to: directory.revision, by: 16)
    var replayed = state
    for start in starts.reversed() {
      for entry in try list.rows(database).journal(after: start, limit: 16).reversed() {
        replayed = try replayed.reverting(entry.record)
      }
    }
    if replayed.revision == 0, replayed.sectionCount > 0 {
      messages.append("the journal, taken back to its begin, does not lead to the empty list")
    }
    for start in starts {
      for entry in try list.rows(database).journal(after: start, limit: 16) {
        replayed = try replayed.replaying(entry.record).target
      }
    }
    var isSame = replayed.sectionIDs == state.sectionIDs
    for section in 0..<state.sectionCount where isSame {
      isSame = try replayed.itemIDs(inSection: section) == state.itemIDs(inSection: section)
    }
    if !isSame { messages.append("the journal, replayed, gives another list") }
  }
}
