/// The counts of a pass.
public struct LayoutCounts: Hashable, Sendable {
  /// How often the size of a node had to be computed because it was not known.
  public var measured = 0
  /// The number of nodes that got a size and a position.
  public var placed = 0
  /// The number of nodes that were reused from the cache with all their content.
  public var reused = 0

  /// Makes counts of zero.
  public init() {}
}
