public import RosterCore
public import RosterLayout

/// A failure to lay out a tree, which is then shown without frames and has no size.
public struct LayoutFault: Hashable, Sendable {
  /// The tree of the item, header or footer.
  public let tree: TreeID
  /// Why the layout failed.
  public let reason: LayoutError

  package init(tree: TreeID, reason: LayoutError) {
    self.tree = tree
    self.reason = reason
  }
}
