public import RosterCore
public import RosterLayout

/// An item that could not be laid out: its tree is shown without frames, and it has no size.
public struct LayoutFault: Hashable, Sendable {
  /// The item.
  public let item: ItemID
  /// Why.
  public let reason: LayoutError
}
