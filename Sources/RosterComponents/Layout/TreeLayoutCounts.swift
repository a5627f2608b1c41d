/// What laying out a tree has done before anything was measured: how much of it is new.
///
/// A box that is kept is the same object as in the layout before. Under the same constraints it is
/// not laid out again, with all that is in it.
public struct TreeLayoutCounts: Hashable, Sendable {
  /// Boxes of components that were built, and those around something new.
  public var boxesMade = 0
  /// Boxes that were kept although something beside them in their component is new.
  public var boxesKept = 0
  /// Components that were kept with all that is in them.
  public var scopesKept = 0

  /// Makes counts of nothing.
  public init() {}
}
