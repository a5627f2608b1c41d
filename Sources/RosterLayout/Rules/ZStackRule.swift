/// Puts children on top of each other, the last one in front, each in the same range.
///
/// The whole is as wide as the widest and as high as the highest of them.
public struct ZStackRule: LayoutRule, Hashable {
  /// The corner at which the children stand.
  public enum Gravity: Hashable, Sendable {
    /// The upper left corner.
    case topLeft
    /// The upper right corner.
    case topRight
  }

  /// The corner at which the children stand.
  public var gravity: Gravity

  /// Makes a rule.
  public init(_ gravity: Gravity = .topLeft) { self.gravity = gravity }

  /// Lays out each child, and then places all of them.
  public func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    let layouts = (0..<children.count).map {
      children.layout($0, in: range, parentSize: parentSize)
    }
    let union = layouts.reduce(Size.zero) { union, layout in
      Size(
        width: max(union.width, layout.size.width), height: max(union.height, layout.size.height))
    }
    let size = range.clamping(union)
    let placed = layouts.enumerated().map { index, layout in
      let x = gravity == .topRight ? size.width - layout.size.width : 0
      return RuleLayout.PlacedChild(index: index, position: Point(x: x, y: 0), layout: layout)
    }
    return RuleLayout(size: size, children: placed)
  }
}
