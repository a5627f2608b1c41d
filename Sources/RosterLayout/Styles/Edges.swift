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
  /// The left edge if text runs from left to right, otherwise the right edge. Unless it is `nil`,
  /// it replaces ``left`` or ``right``.
  public var start: Dimension?
  /// The edge opposite to ``start``.
  public var end: Dimension?

  /// Makes edges of one length.
  public init(_ all: Dimension = 0) {
    (top, bottom, left, right) = (all, all, all, all)
  }

  /// Makes edges of one length for each pair of opposite edges.
  public init(vertical: Dimension, horizontal: Dimension) {
    (top, bottom, left, right) = (vertical, vertical, horizontal, horizontal)
  }
}
