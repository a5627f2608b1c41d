/// What a pass has done.
public struct LayoutCounts: Hashable, Sendable {
  /// How often a node was asked how large it would be, and the answer was not known yet.
  public var measured = 0
  /// The nodes that were given a size and a place.
  public var placed = 0
  /// The nodes that were taken from the cache together with all that is in them.
  public var reused = 0

  /// Counts nothing.
  public init() {}
}
