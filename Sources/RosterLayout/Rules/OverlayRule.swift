/// Puts children in front of another child, in that child's size.
///
/// The first child is the content, and the children after it are the overlay. The overlay does not
/// affect the layout of the content.
package struct OverlayRule: LayoutRule, Hashable {
  /// Makes a rule.
  package init() {}

  /// Lays out the content, and then the overlay in the content's size.
  package func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let content = children.layout(0, in: range, parentSize: parentSize)
    var layout = RuleLayout(
      size: content.size, children: [.init(index: 0, layout: content)])
    for index in 1..<children.count {
      layout.children.append(children.placed(index, over: content.size))
    }
    return layout
  }
}

extension LayoutChildren {
  /// Returns a child at the origin with exactly some size.
  func placed(_ index: Int, over size: Size) -> RuleLayout.PlacedChild {
    RuleLayout.PlacedChild(
      index: index,
      layout: layout(index, in: SizeRange(exactly: size), parentSize: ParentSize(size)))
  }
}

/// Puts children behind another child, in that child's size.
///
/// The last child is the content, and the children before it are the background. So the children
/// stand in the order in which they are drawn. The background does not affect the layout of the
/// content.
package struct BackgroundRule: LayoutRule, Hashable {
  /// Makes a rule.
  package init() {}

  /// Lays out the content, and then the background in the content's size.
  package func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let content = children.layout(children.count - 1, in: range, parentSize: parentSize)
    var layout = RuleLayout(size: content.size, baselineChild: children.count - 1)
    for index in 0..<children.count - 1 {
      layout.children.append(children.placed(index, over: content.size))
    }
    layout.children.append(.init(index: children.count - 1, layout: content))
    return layout
  }
}

/// Puts children on top of each other, the last one in front, each in the same range.
///
/// The whole is as wide as the widest and as high as the highest of them.
public struct LayeredRule: LayoutRule, Hashable {
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
