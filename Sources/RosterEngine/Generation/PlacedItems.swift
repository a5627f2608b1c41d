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
}
