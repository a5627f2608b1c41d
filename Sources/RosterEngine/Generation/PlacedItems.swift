internal import RosterCore

/// Some items of a list at one revision.
struct PlacedItems: Sendable {
  var revision: Revision
  var ids: [ItemID] = []
  /// Where they stand, in the same order.
  var paths: [ItemPath] = []

  /// Makes the row of no items.
  init(revision: Revision) { self.revision = revision }

  mutating func append(_ id: ItemID, at path: ItemPath) {
    ids.append(id)
    paths.append(path)
  }

  /// The items at some places of the row.
  func only(_ indexes: [Int]) -> PlacedItems {
    var items = PlacedItems(revision: revision)
    for index in indexes { items.append(ids[index], at: paths[index]) }
    return items
  }
}
