/// Puts something behind a child, as large as that child.
///
/// The last child is the content, and what is before it the background, so that the children stand
/// in the order in which they are drawn. The content is laid out as if the background were not
/// there.
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
