public import RosterCore

/// The identity of an item, or of a header or footer of a section, which names its tree of
/// components.
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
