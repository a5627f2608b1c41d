internal import GRDB
internal import RosterCore
internal import RosterRows

/// The newest contents of a list whose rows contradict each other.
struct SalvagedContents {
  private struct Section {
    var id: SectionID
    var model: StoredValue
    var items: [ItemID] = []
  }

  /// Items, sections and models that were not found, or not in their place.
  private(set) var losses: [String] = []

  private let list: SQLiteList
  private let database: Database
  private var keys: RowKey { list.keys }
  private var sections: [Section] = []
  private var models: [ItemID: StoredValue] = [:]
  private var states: [StateChange] = []
  private var revision: Revision = 1
  private var next = NextIdentifiers()

  /// Reads the contents from the rows.
  init(_ list: SQLiteList, _ database: Database) throws {
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
      "SELECT id, model FROM section WHERE id BETWEEN ? AND ? ORDER BY ord, id"
    ).forEachRow(keys.first, keys.last) { row in
      let id = SectionID(rawValue: keys.number(row.integer(0)))
      sections.append(Section(id: id, model: StoredValue(row, 1)))
    }
  }

  /// Puts the items into the sections, in the order of the pages.
  private mutating func readItems() throws {
    var itemsByLeaf: [Int: [ItemID]] = [:]
    try database.cachedPrepared(
      "SELECT id, leaf, model FROM item WHERE id BETWEEN ? AND ? ORDER BY id"
    )
    .forEachRow(keys.first, keys.last) { row in
      let item = ItemID(rawValue: keys.number(row.integer(0)))
      guard item.rawValue > 0 else { return }
      models[item] = StoredValue(row, 2)
      itemsByLeaf[row.integer(1), default: []].append(item)
    }
    var indexes: [SectionID: Int] = [:]
    for (index, section) in sections.enumerated() { indexes[section.id] = index }
    var rest = Set(models.keys)
    var (lostCount, lostSectionCount, unorderedCount) = (0, 0, 0)
    try database.cachedPrepared(
      """
      SELECT id, section, ord, items FROM leaf WHERE id BETWEEN ?1 AND ?2
      UNION ALL
      SELECT id, section, ord, NULL FROM temp.directory
      WHERE id BETWEEN ?1 AND ?2 AND id NOT IN (SELECT id FROM leaf)
      ORDER BY section, ord, id
      """
    ).forEachRow(keys.first, keys.last) { row in
      let owner = SectionID(rawValue: keys.number(row.integer(1)))
      let decoded = row.isNull(3) ? nil : LeafItemsCoding.decode(row.bytes(3))
      let items = decoded.map(Array.init) ?? itemsByLeaf[row.integer(0)] ?? []
      if decoded == nil { unorderedCount += items.count }
      if indexes[owner] == nil, owner.rawValue > 0 {
        indexes[owner] = sections.count
        sections.append(Section(id: owner, model: .null))
        lostSectionCount += 1
      }
      guard let index = indexes[owner] else { return }
      for item in items {
        if rest.remove(item) != nil {
          sections[index].items.append(item)
        } else if models[item] == nil {
          lostCount += 1
        }
      }
    }
    note(lostCount, "items have no model any more and are left out")
    note(lostSectionCount, "sections are lost; their items are in new ones at the end")
    note(
      unorderedCount, "items are in the page where they were, in the order in which they were new")
    appendUnplaced(rest)
  }

  /// Appends items with an unknown place behind all others.
  private mutating func appendUnplaced(_ rest: Set<ItemID>) {
    if rest.isEmpty { return }
    if sections.isEmpty { sections.append(Section(id: SectionID(rawValue: 1), model: .null)) }
    sections[sections.count - 1].items += rest.sorted()
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
    next.item = max(next.item, (models.keys.max()?.rawValue ?? 0) + 1)
    next.section = max(next.section, (sections.map(\.id).max()?.rawValue ?? 0) + 1)
  }

  private mutating func readStates() throws {
    let present = Set(sections.flatMap(\.items))
    let presentSections = Set(sections.map(\.id))
    var lostCount = 0
    for table in StateTable.allCases {
      try database.cachedPrepared(
        """
        SELECT \(table.owner), scope, type_version, value FROM \(table.name)
        WHERE \(table.isOfList) ORDER BY \(table.owner), scope
        """
      ).forEachRow(keys.first, keys.last) { row in
        let tree = table.tree(keys.number(row.integer(0)))
        let isThere =
          switch tree {
          case .item(let item): present.contains(item)
          case .supplement(let supplement): presentSections.contains(supplement.section)
          }
        guard isThere, let scope = StateScope.decode(row.bytes(1)) else {
          lostCount += 1
          return
        }
        let state = StoredState(typeVersion: row.integer(2), value: StoredValue(row, 3))
        states.append(StateChange(StateAddress(tree: tree, scope: scope), state))
      }
    }
    note(lostCount, "states are lost")
  }

  // MARK: Writing

  /// Removes all rows of the list except its own.
  func removeRows() throws {
    let tables =
      [("leaf", "id"), ("journal", "id")]
      + ValueTable.allCases.flatMap { [($0.name, $0.key), ($0.history, $0.owner)] }
    for (table, key) in tables {
      try database.cachedPrepared("DELETE FROM \(table) WHERE \(key) BETWEEN ? AND ?")
        .run(keys.first, keys.last)
    }
  }

  /// Writes the contents as one revision with the number of the last one. Before it, the list is
  /// empty.
  func write(_ statements: WritingStatements) throws {
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
    let source = try ListState(
      ListDirectory(
        revision: revision - 1, nextIdentifiers: next, sections: [], leaves: []),
      pages: NoPages())
    let change = try source.replaying(ChangeRecord(outline: outline, identities: identities))
    let stored = StoredChange(
      entry: JournalEntry(
        revision: revision, record: change.record, states: states.map(\.address),
        annotation: ChangeAnnotation(origin: "salvage"), step: .update),
      nextIdentifiers: change.target.nextIdentifiers, updatedItems: [],
      insertedItems: identities.insertedItems.map { models[$0] ?? .null }, updatedSections: [],
      insertedSections: sections.map(\.model), states: states.map(\.state))
    let group = CommitGroup(
      source: source, target: change.target, changes: [stored], pages: change.pages)
    try ListWriter(keys: keys, statements: statements, time: list.store.configuration.clock())
      .write(group, PageWrites(group), on: ListHead(revision: revision - 1))
  }
}
