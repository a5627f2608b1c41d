public import RosterCore

/// What a tree of components belongs to, so that it names the tree: an item, or a header or footer of
/// a section.
public protocol TreeIdentifying: Hashable, Sendable {
  /// The name of the tree.
  var treeID: TreeID { get }
}

extension ItemID: TreeIdentifying {
  /// The tree of the item.
  public var treeID: TreeID { .item(self) }
}

extension SupplementID: TreeIdentifying {
  /// The tree of the header or footer.
  public var treeID: TreeID { .supplement(self) }
}

extension TreeID: TreeIdentifying {
  /// The name itself.
  public var treeID: TreeID { self }
}
