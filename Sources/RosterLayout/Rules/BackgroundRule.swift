/// Puts children behind another child, in that child's size.
///
/// The last child is the content, and the children before it are the background. So the children
/// stand in the order in which they are drawn. The background does not affect the layout of the
/// content.
public struct BackgroundRule: LayoutRule, Hashable {
  /// Makes a rule.
  public init() {}

  /// Lays out the content, and then the background in the content's size.
  public func layout(
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
