package import RosterCore

/// A tree of a list with its place.
package struct PlacedTree: Sendable {
  package var id: TreeID
  package var place: TreePlace

  package init(id: TreeID, place: TreePlace) {
    self.id = id
    self.place = place
  }
}

/// Some trees of a list at one revision.
package struct PlacedTrees: Sendable {
  package var revision: Revision
  package var trees: [PlacedTree] = []

  package init(revision: Revision, trees: [PlacedTree] = []) {
    self.revision = revision
    self.trees = trees
  }

  package var ids: [TreeID] { trees.map(\.id) }

  package mutating func append(_ id: TreeID, at place: TreePlace) {
    trees.append(PlacedTree(id: id, place: place))
  }

  package mutating func append(_ item: ItemID, at path: ItemPath) {
    append(.item(item), at: .item(path))
  }

  /// Returns the trees at some indexes of `trees`.
  package func only(_ indexes: [Int]) -> PlacedTrees {
    PlacedTrees(revision: revision, trees: indexes.map { trees[$0] })
  }
}

extension ChangeIdentities {
  /// The trees of removed items and sections.
  var removedTrees: [TreeID] {
    removedItems.map { .item($0.id) } + removedSections.flatMap(\.trees)
  }
}
