/// The numbers of boxes that a layout has made and kept, before anything was measured.
///
/// A box that is kept is the same object as in the previous layout. Under the same constraints it
/// is not laid out again, including the boxes in it.
public struct TreeLayoutCounts: Hashable, Sendable {
  /// Boxes of components that were built, and boxes around new ones.
  public var boxesMade = 0
  /// Boxes that were kept although their component has new boxes too.
  public var boxesKept = 0
  /// Components that were kept with all their boxes.
  public var scopesKept = 0

  /// Makes counts of zero.
  public init() {}
}
