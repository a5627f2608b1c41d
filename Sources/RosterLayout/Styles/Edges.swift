/// A length for each edge of a box, the horizontal ones by their side or by the direction of text.
public struct Edges: Hashable, Sendable {
  /// The upper edge.
  public var top: Dimension
  /// The lower edge.
  public var bottom: Dimension
  /// The left edge, whichever way text runs.
  public var left: Dimension
  /// The right edge, whichever way text runs.
  public var right: Dimension
  /// The left edge where text runs from left to right, otherwise the right one; instead of ``left``
  /// or ``right``, unless `nil`.
  public var start: Dimension?
  /// The edge opposite to ``start``.
  public var end: Dimension?

  /// The same for all edges.
  public init(_ all: Dimension = 0) {
    (top, bottom, left, right) = (all, all, all, all)
  }

  /// The same for opposite edges.
  public init(vertical: Dimension, horizontal: Dimension) {
    (top, bottom, left, right) = (vertical, vertical, horizontal, horizontal)
  }
}
