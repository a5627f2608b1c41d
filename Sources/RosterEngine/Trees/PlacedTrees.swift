internal import RosterComponents
internal import RosterCore

/// Makes the components at a place from its model; `nil` if the section has no such header or
/// footer.
typealias TreeRoot = @Sendable (TreePlace) -> ErasedNode?

/// A tree of a list with its place.
struct PlacedTree: Sendable {
  var id: TreeID
  var place: TreePlace
}

/// Some trees of a list at one revision.
struct PlacedTrees: Sendable {
  var revision: Revision
  var trees: [PlacedTree] = []

  var ids: [TreeID] { trees.map(\.id) }

  mutating func append(_ id: TreeID, at place: TreePlace) {
    trees.append(PlacedTree(id: id, place: place))
  }

  mutating func append(_ item: ItemID, at path: ItemPath) { append(.item(item), at: .item(path)) }

  /// Returns the trees at some indexes of `trees`.
  func only(_ indexes: [Int]) -> PlacedTrees {
    PlacedTrees(revision: revision, trees: indexes.map { trees[$0] })
  }
}

/// One tree to build for a change.
struct TreeRequest: Sendable {
  var id: TreeID
  var place: TreePlace
  /// Whether the change inserts the item or section, so that the tree cannot have existed before.
  var isNew = false
  var root: TreeRoot
}

extension ChangeIdentities {
  /// The trees of removed items and sections.
  var removedTrees: [TreeID] {
    removedItems.map { .item($0.id) } + removedSections.flatMap(\.trees)
  }
}
