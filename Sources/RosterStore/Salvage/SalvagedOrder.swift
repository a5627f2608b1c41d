internal import RosterCore
internal import RosterRows

/// The order of a list, rebuilt from a journal that reaches back to the empty list.
///
/// Replaying a journal gives the same pages as those that its writer made. So the digest in its
/// last row tells whether the rebuilt pages are right.
struct SalvagedOrder {
  private struct Leaf {
    var entry: ListDirectory.LeafEntry
    var items: ContiguousArray<ItemID>
  }

  private let keys: RowKey
  private let database: ListConnection
  /// How many items the pages have.
  private var pageSizes = PageSizes.standard
  private var leaves: [Leaf] = []
  private var sections: [ListDirectory.SectionEntry] = []

  /// - Returns: `nil` if the journal does not reach back, is damaged, or has no digest of the
  ///   order.
  init?(_ list: SQLiteList, _ database: ListConnection) throws {
    keys = list.keys
    self.database = database
    do {
      guard let order = try ListHead(keys, database.cachedPrepared(ListHead.sql)).order,
        try list.oldestRevision(database) == 0
      else { return nil }
      // The row of the list says how many items a page has, unless it is lost.
      let stored = try? SQLiteAnswers(keys, database).pageSizes
      var sizes = [PageSizes.standard, .ofEarlierFormats]
      if let stored { sizes = [stored] + sizes.filter { $0 != stored } }
      for sizes in sizes {
        try read(Self.replayed(list, database, sizes))
        pageSizes = sizes
        if digest == OrderDigest(order) { return }
      }
      return nil
    } catch is DamagedRow {
      return nil
    } catch let error as StorageError where error.code == .corrupt {
      return nil
    }
  }

  private static func replayed(
    _ list: SQLiteList, _ database: ListConnection, _ pageSizes: PageSizes
  ) throws -> ListState {
    let keys = list.keys
    var state = ListState(pageSizes)
    try database.cachedPrepared(ListFormat().journalSQL).forEachRow(keys.first, keys.last, Int.max)
    {
      let entry = try JournalEntry($0, list.keys)
      guard entry.revision == state.revision + 1 else { throw DamagedRow("journal", $0.integer(0)) }
      state = try state.replaying(entry.record).target
    }
    return state
  }

  private mutating func read(_ state: ListState) throws {
    (leaves, sections) = ([], [])
    for id in state.sectionIDs {
      sections.append(.init(id: id, order: state.storedOrder(of: id) ?? 0))
    }
    for number in 1..<max(1, state.nextIdentifiers.leaf) {
      guard let leaf = try state.storedLeaf(LeafID(rawValue: number)) else { continue }
      leaves.append(Leaf(entry: leaf.entry, items: leaf.items))
    }
  }

  private var digest: OrderDigest {
    var digest = OrderDigest()
    for leaf in leaves { digest.add(leaf.entry, leaf.items) }
    for section in sections { digest.add(section.id, order: section.order) }
    return digest
  }

  /// Writes the pages, the order keys of sections, and the leaves of items.
  func write(_ statements: WritingStatements) throws {
    try database.cachedPrepared("DELETE FROM leaf WHERE id BETWEEN ? AND ?")
      .run(keys.first, keys.last)
    try database.cachedPrepared("UPDATE list SET page_capacity = ? WHERE id = ?")
      .runOnRow(pageSizes.capacity, keys.list)
    for section in sections {
      try statements.orderSection.run(section.order, keys.key(section.id.rawValue))
    }
    for leaf in leaves {
      let key = keys.key(Int(leaf.entry.id.rawValue))
      try statements.insertLeaf.run(
        leaf.entry.order, leaf.entry.count, LeafItemsCoding.encode(leaf.items), key,
        keys.key(leaf.entry.section.rawValue))
      for item in leaf.items { try statements.relocateItem.run(key, keys.key(item.rawValue)) }
    }
  }
}
