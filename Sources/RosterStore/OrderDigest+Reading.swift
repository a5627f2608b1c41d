internal import RosterCore
internal import RosterRows

extension OrderDigest {
  /// Reads the order of a list from its rows, without the unreadable ones.
  ///
  /// - Complexity: O(*n*).
  init(_ keys: RowKey, _ database: ListConnection) throws {
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
