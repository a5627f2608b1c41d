/// Puts something over a child, as large as that child.
///
/// The first child is the content, and what is behind it in the order of children the overlay. The
/// content is laid out as if the overlay were not there.
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
  /// A child at the origin with exactly the size of another one.
  func placed(_ index: Int, over size: Size) -> RuleLayout.PlacedChild {
    RuleLayout.PlacedChild(
      index: index,
      layout: layout(index, in: SizeRange(exactly: size), parentSize: ParentSize(size)))
  }
}
