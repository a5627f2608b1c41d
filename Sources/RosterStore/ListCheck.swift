internal import GRDB
internal import RosterCore

/// One check of one list, within a transaction.
struct ListCheck {
  private let list: SQLiteList
  private let database: Database
  private let journalTail: Int
  private var directory = ListDirectory(
    revision: 0, nextIdentifiers: NextIdentifiers(), sections: [], leaves: [])
  /// Rules that are broken, and the numbers of the first rows that break them.
  private var offenders: [Rule: [Int]] = [:]
  private var messages: [String] = []

  private enum Rule: String, CaseIterable {
    case leafText = "the items of a leaf page are unreadable"
    case leafCount = "the count of a leaf page is not the number of its items"
    case itemTwice = "an item is in leaf pages more than once"
    case itemWithoutRow = "an item is in a leaf page, but has no row"
    case itemInOtherLeaf = "the row of an item names another leaf page than the one it is in"
    case itemInNoLeaf = "an item has a row, but is in no leaf page"
    case itemAhead = "an item has a number that was not yet given"
    case sectionAhead = "a section has a number that was not yet given"
    case leafAhead = "a leaf page has a number that was not yet given"
    case itemVersion = "the version of an item is a revision that is not there yet"
    case sectionVersion = "the version of a section is a revision that is not there yet"
    case itemHistory = "a before-image of an item has impossible revisions"
    case sectionHistory = "a before-image of a section has impossible revisions"
    case otherList = "a row refers to another list than its number says"
    case journalGap = "the journal has a gap before revision"
    case journalNumbers = "the journal gives numbers again from revision"
    case journalDamaged = "the journal is unreadable at revision"
    case modelGone = "a model is gone that was written by revision"
    case altered = "the journal, or a model, was altered that was written by revision"
  }

  init(_ list: SQLiteList, _ database: Database, journalTail: Int) {
    self.list = list
    self.database = database
    self.journalTail = journalTail
  }

  /// - Returns: What was found.
  mutating func run() throws -> [String] {
    directory = try list.readDirectory(database)
    let pages = try readPages()
    try checkItems(pages)
    try checkNumbers()
    let tail = try checkJournal()
    messages = Rule.allCases.compactMap { rule in
      offenders[rule].map { "\(rule.rawValue): \($0.map(String.init).joined(separator: ", "))" }
    }
    do throws(StorageError) {
      let state = try ListState(directory, pages: pages)
      if messages.isEmpty { try check(tail, leadingTo: state) }
    } catch {
      messages.append(error.message)
    }
    return messages
  }

  private mutating func note(_ rule: Rule, _ number: Int) {
    if offenders[rule, default: []].count < 5 { offenders[rule, default: []].append(number) }
  }

  private func forEachRow(
    _ sql: String, _ visit: (borrowing PreparedStatement.Row) throws -> Void
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
      if row.integer(1) >> RowKey.numberBits != keys.list { note(.otherList, leaf) }
      if leaf >= directory.nextIdentifiers.leaf { note(.leafAhead, leaf) }
      guard let items = LeafItemsCoding.decode(row.bytes(3)) else { return note(.leafText, leaf) }
      if items.count != row.integer(2) { note(.leafCount, leaf) }
      pages.add(LeafID(rawValue: UInt32(truncatingIfNeeded: leaf)), items)
    }
    pages.sort()
    return pages
  }

  /// Compares the rows of items with the pages, both in the order of their numbers.
  private mutating func checkItems(_ pages: CheckedPages) throws {
    let keys = list.keys
    var rest = pages.members[...]
    let sql = "SELECT id, leaf, version FROM item WHERE id BETWEEN ? AND ? ORDER BY id"
    try forEachRow(sql) { row in
      let item = keys.number(row.integer(0))
      if item >= directory.nextIdentifiers.item { note(.itemAhead, item) }
      if row.integer(2) > directory.revision { note(.itemVersion, item) }
      while let member = rest.first, member.item < item {
        note(.itemWithoutRow, member.item)
        rest.removeFirst()
      }
      guard let member = rest.first, member.item == item else { return note(.itemInNoLeaf, item) }
      if row.integer(1) != keys.key(Int(member.leaf.rawValue)) { note(.itemInOtherLeaf, item) }
      rest.removeFirst()
      while let other = rest.first, other.item == item {
        note(.itemTwice, item)
        rest.removeFirst()
      }
    }
    for member in rest { note(.itemWithoutRow, member.item) }
  }

  // MARK: Numbers

  private mutating func checkNumbers() throws {
    let keys = list.keys
    try forEachRow("SELECT id, list, version FROM section WHERE id BETWEEN ? AND ?") { row in
      let section = keys.number(row.integer(0))
      if row.integer(1) != keys.list { note(.otherList, section) }
      if section >= directory.nextIdentifiers.section { note(.sectionAhead, section) }
      if row.integer(2) > directory.revision { note(.sectionVersion, section) }
    }
    for (table, key, rule) in [
      ("item_history", "item", Rule.itemHistory),
      ("section_history", "section", .sectionHistory),
    ] {
      let sql = """
        SELECT \(key) FROM \(table)
        WHERE \(key) BETWEEN ? AND ? AND (version >= until OR until > \(directory.revision)) LIMIT 5
        """
      try forEachRow(sql) { note(rule, keys.number($0.integer(0))) }
    }
  }

  // MARK: Journal

  /// Checks every entry.
  ///
  /// - Returns: The last entries.
  private mutating func checkJournal() throws -> [JournalEntry] {
    var tail: [JournalEntry] = []
    var previous: (revision: Revision, next: [Int])?
    let models = WrittenModels(database, list.keys)
    let keys = list.keys
    let sql = SQLiteList.journalSQL
    try database.cachedPrepared(sql).forEachRow(keys.first, keys.last, Int.max) { row in
      let revision = keys.number(row.integer(0))
      let next = [row.integer(1), row.integer(2), row.integer(3)]
      if let previous {
        if previous.revision + 1 != revision { note(.journalGap, revision) }
        if zip(previous.next, next).contains(where: >) { note(.journalNumbers, revision) }
      }
      previous = (revision, next)
      guard let entry = try? list.entry(row) else { return note(.journalDamaged, revision) }
      switch try models.digest(of: entry, row) {
      case nil: note(.modelGone, revision)
      case row.integer(4): break
      default: note(.altered, revision)
      }
      if revision > directory.revision - journalTail { tail.append(entry) }
    }
    return tail
  }

  /// Takes the last entries back and replays them.
  private mutating func check(
    _ tail: [JournalEntry], leadingTo state: ListState
  ) throws(StorageError) {
    var replayed = state
    for entry in tail.reversed() { replayed = try replayed.reverting(entry.record) }
    if replayed.revision == 0, replayed.sectionCount > 0 {
      messages.append("the journal, taken back to its begin, does not lead to the empty list")
    }
    for entry in tail { replayed = try replayed.replaying(entry.record).target }
    var isSame = replayed.sectionIDs == state.sectionIDs
    for section in 0..<state.sectionCount where isSame {
      isSame = try replayed.itemIDs(inSection: section) == state.itemIDs(inSection: section)
    }
    if !isSame { messages.append("the journal, replayed, gives another list") }
  }
}
