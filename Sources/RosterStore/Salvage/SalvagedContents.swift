internal import RosterCore
internal import RosterRows

/// The newest contents of a list whose rows contradict each other.
///
/// Models and the values of states stay in their rows, which are given the revision that is saved. In
/// memory are only numbers and scopes, so it does not grow with what items hold.
struct SalvagedContents {
  private struct Section {
    var id: SectionID
    var items: [ItemID] = []
  }

  /// Items, sections and models that were not found, or not in their place.
  private(set) var losses: [String] = []

  private let list: SQLiteList
  private let database: ListConnection
  private var keys: RowKey { list.keys }
  private var sections: [Section] = []
  private var states: [StateAddress] = []
  private var revision: Revision = 1
  private var next = NextIdentifiers()

  /// Reads the contents from the rows.
  init(_ list: SQLiteList, _ database: ListConnection) throws {
    self.list = list
    self.database = database
    try readSections()
    try readItems()
    try readNumbers()
    try readStates()
  }

  // MARK: Reading

  private mutating func readSections() throws {
    try database.cachedPrepared(
      "SELECT id FROM section WHERE id BETWEEN ? AND ? ORDER BY ord, id"
    ).forEachRow(keys.first, keys.last) { row in
      sections.append(Section(id: SectionID(rawValue: keys.number(row.integer(0)))))
    }
  }

  /// Puts the items into the sections, in the order of the pages.
  private mutating func readItems() throws {
    var found = FoundItems()
    try database.cachedPrepared("SELECT id FROM item WHERE id BETWEEN ? AND ? ORDER BY id")
      .forEachRow(keys.first, keys.last) { found.append(keys.number($0.integer(0))) }
    next.item = max(next.item, found.last + 1)
    let itemsByLeaf = try itemsOfUnreadableLeaves()
    var indexes: [SectionID: Int] = [:]
    for (index, section) in sections.enumerated() { indexes[section.id] = index }
    var (lostCount, lostSectionCount, unorderedCount) = (0, 0, 0)
    try database.cachedPrepared(Self.leavesSQL).forEachRow(keys.first, keys.last) { row in
      let owner = SectionID(rawValue: keys.number(row.integer(1)))
      let decoded = row.isNull(3) ? nil : LeafItemsCoding.decode(row.bytes(3))
      let items = decoded.map(Array.init) ?? itemsByLeaf[row.integer(0)] ?? []
      if decoded == nil { unorderedCount += items.count }
      if indexes[owner] == nil, owner.rawValue > 0 {
        indexes[owner] = sections.count
        sections.append(Section(id: owner))
        lostSectionCount += 1
      }
      guard let index = indexes[owner] else { return }
      for item in items {
        switch found.place(item) {
        case .first: sections[index].items.append(item)
        case .again: break
        case .unknown: lostCount += 1
        }
      }
    }
    note(lostCount, "items have no model any more and are left out")
    note(lostSectionCount, "sections are lost; their items are in new ones at the end")
    note(
      unorderedCount, "items are in the page where they were, in the order in which they were new")
    appendUnplaced(found.unplaced)
    next.section = max(next.section, (sections.map(\.id).max()?.rawValue ?? 0) + 1)
  }

  /// The pages, and those that only the directory still has.
  private static let leavesSQL = """
    SELECT id, section, ord, items FROM leaf WHERE id BETWEEN ?1 AND ?2
    UNION ALL
    SELECT id, section, ord, NULL FROM temp.directory
    WHERE id BETWEEN ?1 AND ?2 AND id NOT IN (SELECT id FROM leaf)
    ORDER BY section, ord, id
    """

  /// Returns, for each page that cannot be read, the items that are put into it: those that are in no readable page.
  ///
  /// Such an item was in the page that its row names, or in a later page of the section, which has taken it over since. It
  /// is put into the first of these pages that cannot be read.
  private func itemsOfUnreadableLeaves() throws -> [Int: [ItemID]] {
    var itemsByLeaf: [Int: [ItemID]] = [:]
    var placed: Set<ItemID> = []
    var pages: [(leaf: Int, section: Int)] = []
    try database.cachedPrepared(Self.leavesSQL).forEachRow(keys.first, keys.last) { row in
      pages.append((row.integer(0), row.integer(1)))
      if !row.isNull(3), let items = LeafItemsCoding.decode(row.bytes(3)) {
        placed.formUnion(items)
      } else {
        itemsByLeaf[row.integer(0)] = []
      }
    }
    if itemsByLeaf.isEmpty { return [:] }
    // The first page that cannot be read, from each page on.
    var unreadable: [Int: Int] = [:]
    var next: (leaf: Int, section: Int)?
    for page in pages.reversed() {
      if itemsByLeaf[page.leaf] != nil { next = page }
      if let next, next.section == page.section { unreadable[page.leaf] = next.leaf }
    }
    try database.cachedPrepared("SELECT id, leaf FROM item WHERE id BETWEEN ? AND ? ORDER BY id")
      .forEachRow(keys.first, keys.last) { row in
        let item = ItemID(rawValue: keys.number(row.integer(0)))
        guard item.rawValue > 0, !placed.contains(item), let leaf = unreadable[row.integer(1)]
        else { return }
        itemsByLeaf[leaf]?.append(item)
      }
    return itemsByLeaf
  }

  /// Appends items with an unknown place behind all others.
  private mutating func appendUnplaced(_ rest: [ItemID]) {
    if rest.isEmpty { return }
    if sections.isEmpty { sections.append(Section(id: SectionID(rawValue: 1))) }
    sections[sections.count - 1].items += rest
    note(rest.count, "items have lost their place and are at the end")
  }

  private mutating func note(_ count: Int, _ loss: String) {
    if count > 0 { losses.append("\(count) \(loss)") }
  }

  /// Reads the last revision that any row names, and numbers that no row uses.
  private mutating func readNumbers() throws {
    let limit = 1 << RowKey.numberBits
    try database.cachedPrepared(
      "SELECT id, next_item, next_section, next_leaf FROM journal WHERE id BETWEEN ? AND ?"
    ).forEachRow(keys.first, keys.last) { row in
      revision = max(revision, keys.number(row.integer(0)))
      let given = NextIdentifiers(
        item: row.integer(1), section: row.integer(2), leaf: UInt32(exactly: row.integer(3)) ?? 0)
      guard given.isPossible else { return }
      next.item = max(next.item, given.item)
      next.section = max(next.section, given.section)
      next.leaf = max(next.leaf, given.leaf)
    }
    try database.cachedPrepared(
      "SELECT coalesce(max(version), 1) FROM item WHERE id BETWEEN ? AND ? AND version < ?"
    ).forEachRow(keys.first, keys.last, limit) { revision = max(revision, $0.integer(0)) }
  }

  private mutating func readStates() throws {
    let presentSections = Set(sections.map(\.id))
    let item = try database.cachedPrepared("SELECT 1 FROM item WHERE id = ?")
    var lostCount = 0
    for table in StateTable.allCases {
      try database.cachedPrepared(
        """
        SELECT \(table.owner), scope FROM \(table.name)
        WHERE \(table.isOfList) ORDER BY \(table.owner), scope
        """
      ).forEachRow(keys.first, keys.last) { row in
        let tree = table.tree(keys.number(row.integer(0)))
        var isThere = false
        switch tree {
        case .item(let id):
          if id.rawValue > 0 { try item.forEachRow(row.integer(0)) { _ in isThere = true } }
        case .supplement(let supplement): isThere = presentSections.contains(supplement.section)
        }
        guard isThere, let scope = StateScope.decode(row.bytes(1)) else {
          lostCount += 1
          return
        }
        states.append(StateAddress(tree: tree, scope: scope))
      }
    }
    note(lostCount, "states are lost")
  }

  // MARK: Writing

  /// Removes all rows of the list except its own, and those of its items, sections and states.
  func removeRows() throws {
    let tables =
      [("leaf", "id"), ("journal", "id")] + ValueTable.allCases.map { ($0.history, $0.owner) }
    for (table, key) in tables {
      try database.cachedPrepared("DELETE FROM \(table) WHERE \(key) BETWEEN ? AND ?")
        .run(keys.first, keys.last)
    }
    // No item has the number 0.
    try database.cachedPrepared("DELETE FROM item WHERE id = ?").run(keys.first)
  }

  /// Writes the contents as one revision with the number of the last one. Before it, the list is
  /// empty.
  func write(_ statements: WritingStatements) throws {
    let (outline, identities) = insertions()
    let source = try ListState(
      ListDirectory(
        revision: revision - 1, nextIdentifiers: next,
        pageSizes: SQLiteAnswers(keys, database).pageSizes, sections: [], leaves: []),
      pages: NoPages())
    let change = try source.replaying(ChangeRecord(outline: outline, identities: identities))
    let entry = JournalEntry(
      revision: revision, record: change.record, states: states,
      annotation: ChangeAnnotation(origin: "salvage"), step: .update)
    let group = CommitGroup(
      source: source, target: change.target,
      changes: [
        StoredChange(
          entry: entry, nextIdentifiers: change.target.nextIdentifiers, updatedItems: [],
          insertedItems: [], updatedSections: [], insertedSections: [])
      ], pages: change.pages)
    let pages = try PageWrites(group)
    let writer = ListWriter(
      keys: keys, statements: statements, time: list.store.configuration.clock())
    try writeSections(change.target)
    try writer.write(pages, in: group)
    try writeItems(pages, change.target)
    try writeStates()
    let head = ListHead(revision: revision - 1)
    var steps = StepWriter(keys: keys, statements: statements, tops: head.tops)
    let row = try JournalWrite(
      entry, next: change.target.nextIdentifiers, keys: keys, time: writer.time,
      tops: steps.advance(entry), order: (head.order ?? 0) &+ pages.order.value, after: 0
    ) { digest throws(StorageError) in
      try addValues(identities, to: &digest)
    }
    try writer.write(row, entry.annotation)
  }

  private func insertions() -> (outline: ChangesetOutline, identities: ChangeIdentities) {
    var identities = ChangeIdentities()
    var paths: [ItemPath] = []
    for (index, section) in sections.enumerated() {
      identities.insertedSections.append(section.id)
      for (offset, item) in section.items.enumerated() {
        paths.append(ItemPath(section: index, item: offset))
        identities.insertedItems.append(item)
      }
    }
    let outline = ChangesetOutline(
      items: .init(inserted: paths), sections: .init(inserted: Array(sections.indices)))
    return (outline, identities)
  }

  private func writeSections(_ state: ListState) throws {
    let write = try database.cachedPrepared(
      """
      INSERT INTO section (id, list, ord, version) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET list = ?2, ord = ?3, version = ?4, model = \(asRead("model"))
      """)
    for section in sections {
      try write.run(
        keys.key(section.id.rawValue), keys.list, state.storedOrder(of: section.id) ?? 0, revision)
    }
  }

  /// Returns what is stored of a value: a number, which only a SQL shell can have written, reads as text.
  private func asRead(_ column: String) -> String {
    "CASE WHEN typeof(\(column)) IN ('integer', 'real') THEN CAST(\(column) AS TEXT) ELSE \(column) END"
  }

  /// Gives the rows of items their pages.
  private func writeItems(_ pages: PageWrites, _ state: ListState) throws {
    let write = try database.cachedPrepared(
      "UPDATE item SET leaf = ?, version = ?, model = \(asRead("model")) WHERE id = ?")
    for leaf in pages.leaves {
      let key = keys.key(Int(leaf.entry.id.rawValue))
      for item in try state.storedLeaf(leaf.entry.id)?.items ?? [] {
        try write.runOnRow(key, revision, keys.key(item.rawValue))
      }
    }
  }

  /// Leaves the states whose addresses were read.
  private func writeStates() throws {
    let tables: [ValueTable] = [.states, .supplementStates]
    for table in tables {
      try database.cachedPrepared(
        "UPDATE \(table.name) SET version = 0 WHERE \(table.key) BETWEEN ? AND ?"
      ).run(keys.first, keys.last)
    }
    for address in states {
      let table = StateTable(address.tree)
      try database.cachedPrepared(
        """
        UPDATE \(table.name) SET version = ?3, value = \(asRead("value"))
        WHERE \(table.isOwn) AND scope = ?2
        """
      ).runOnRow(keys.key(address.tree.number), address.scope.description, revision)
    }
    for table in tables {
      try database.cachedPrepared(
        "DELETE FROM \(table.name) WHERE \(table.key) BETWEEN ? AND ? AND version = 0"
      ).run(keys.first, keys.last)
    }
  }

  /// Adds the models and states to the digest of the revision, in its order.
  private func addValues(
    _ identities: ChangeIdentities, to digest: inout RevisionDigest
  ) throws(StorageError) {
    do {
      let item = try database.cachedPrepared("SELECT model, model_key FROM item WHERE id = ?")
      for id in identities.insertedItems {
        try item.forEachRow(keys.key(id.rawValue)) { row in
          digest.add(StoredValue(row, 0), row.modelKey(1))
        }
      }
      let section = try database.cachedPrepared("SELECT model FROM section WHERE id = ?")
      for id in identities.insertedSections {
        try section.forEachRow(keys.key(id.rawValue)) { digest.add(StoredValue($0, 0)) }
      }
      for address in states {
        let table = StateTable(address.tree)
        try database.cachedPrepared(
          "SELECT type_version, value FROM \(table.name) WHERE \(table.isOwn) AND scope = ?2"
        ).forEachRow(keys.key(address.tree.number), address.scope.description) { row in
          digest.add(StoredState(typeVersion: row.integer(0), value: StoredValue(row, 1)))
        }
      }
    } catch {
      throw StorageError(error, path: list.store.path)
    }
  }
}

/// The items that have a row, and which of them have a place.
private struct FoundItems {
  enum Place {
    case first
    /// The item has one already.
    case again
    /// The item has no row.
    case unknown
  }

  /// Ascending.
  private var numbers: ContiguousArray<Int> = []
  private var isPlaced: ContiguousArray<Bool> = []

  /// The highest number, 0 if there is none.
  var last: Int { numbers.last ?? 0 }

  /// The items without a place, ascending.
  var unplaced: [ItemID] {
    zip(numbers, isPlaced).compactMap { $1 ? nil : ItemID(rawValue: $0) }
  }

  /// Adds a number that is higher than all others.
  mutating func append(_ number: Int) {
    guard number > last else { return }
    numbers.append(number)
    isPlaced.append(false)
  }

  /// Gives an item a place.
  mutating func place(_ item: ItemID) -> Place {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < item.rawValue { low = middle + 1 } else { high = middle }
    }
    guard low < numbers.count, numbers[low] == item.rawValue else { return .unknown }
    defer { isPlaced[low] = true }
    return isPlaced[low] ? .again : .first
  }
}
