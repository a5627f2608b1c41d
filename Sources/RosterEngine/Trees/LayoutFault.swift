public import RosterCore
public import RosterLayout

/// A tree that could not be laid out: it is shown without frames, and has no size.
public struct LayoutFault: Hashable, Sendable {
  /// The tree of the item, or of the header or footer.
  public let tree: TreeID
  /// Why.
  public let reason: LayoutError
}
