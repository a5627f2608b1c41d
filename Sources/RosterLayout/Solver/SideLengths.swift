/// A length for each side of a box, after the direction of text is applied.
struct SideLengths {
  var left: Length
  var right: Length
  var top: Length
  var bottom: Length

  init(_ edges: Edges, rightToLeft: Bool, allowsNegative: Bool) {
    let first = rightToLeft ? edges.end : edges.start
    let second = rightToLeft ? edges.start : edges.end
    left = Length(edge: first ?? edges.left, allowsNegative: allowsNegative)
    right = Length(edge: second ?? edges.right, allowsNegative: allowsNegative)
    top = Length(edge: edges.top, allowsNegative: allowsNegative)
    bottom = Length(edge: edges.bottom, allowsNegative: allowsNegative)
  }

  /// Returns the sides in points; 0 for `auto` and for percentages of an unknown length.
  func points(of base: Double) -> Sides {
    Sides(
      left: left.edge(of: base), right: right.edge(of: base), top: top.edge(of: base),
      bottom: bottom.edge(of: base))
  }

  /// Whether all sides are given in points.
  var arePoints: Bool {
    left.unit == .points && right.unit == .points && top.unit == .points
      && bottom.unit == .points
  }

  var areAuto: Bool { left.isAuto && right.isAuto && top.isAuto && bottom.isAuto }
}
