/// Puts children in front of another child, in that child's size.
///
/// The first child is the content, and the children after it are the overlay. The overlay does not
/// affect the layout of the content.
public struct OverlayRule: LayoutRule, Hashable {
  /// Makes a rule.
  public init() {}

  /// Lays out the content, and then the overlay in the content's size.
  public func layout(
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
