internal import GRDB
internal import RosterCore

/// A digest of the order of a list: the items in each page, and the place of each page and section.
///
/// It is the sum over all pages and sections, each with a number of its own. So a commit subtracts
/// the old numbers of what it changes and adds the new ones.
struct OrderDigest: Equatable {
  /// The digest as an SQLite integer.
  private(set) var value: Int

  /// - Parameter value: The digest to which numbers are added; 0 for that of the empty list.
  init(_ value: Int = 0) { self.value = value }

  mutating func add(_ leaf: ListDirectory.LeafEntry, _ items: ContiguousArray<ItemID>) {
    value &+= Self.number(of: leaf, items)
  }

  mutating func remove(_ leaf: ListDirectory.LeafEntry, _ items: ContiguousArray<ItemID>) {
    value &-= Self.number(of: leaf, items)
  }

  mutating func add(_ section: SectionID, order: Int) {
    value &+= Self.number(of: section, order)
  }

  mutating func remove(_ section: SectionID, order: Int) {
    value &-= Self.number(of: section, order)
  }

  private static func number(
    of leaf: ListDirectory.LeafEntry, _ items: ContiguousArray<ItemID>
  ) -> Int {
    var mixer = WordMixer()
    mixer.add(Int(leaf.id.rawValue))
    mixer.add(leaf.section.rawValue)
    mixer.add(leaf.order)
    for item in items { mixer.add(item.rawValue) }
    return mixer.value
  }

  private static func number(of section: SectionID, _ order: Int) -> Int {
    var mixer = WordMixer()
    mixer.add(-section.rawValue)
    mixer.add(order)
    return mixer.value
  }
}

extension OrderDigest {
  /// Reads the order of a list from its rows, without the unreadable ones.
  ///
  /// - Complexity: O(*n*).
  init(_ keys: RowKey, _ database: Database) throws {
    self.init()
    var sum = OrderDigest()
    try database.cachedPrepared("SELECT id, ord FROM section WHERE id BETWEEN ? AND ?")
      .forEachRow(keys.first, keys.last) {
        sum.add(SectionID(rawValue: keys.number($0.integer(0))), order: $0.integer(1))
      }
    try database.cachedPrepared("SELECT id, section, ord, items FROM leaf WHERE id BETWEEN ? AND ?")
      .forEachRow(keys.first, keys.last) { row in
        guard let id = keys.leaf(row.integer(0)), let items = LeafItemsCoding.decode(row.bytes(3))
        else { return }
        let section = SectionID(rawValue: keys.number(row.integer(1)))
        sum.add(
          .init(id: id, section: section, order: row.integer(2), count: items.count), items)
      }
    self = sum
  }
}
