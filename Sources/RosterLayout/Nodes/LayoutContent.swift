/// What is in a box.
public enum LayoutContent: Sendable {
  /// Other boxes, placed by flexbox.
  case flex(FlexContainer, [LayoutNode])
  /// Something with a size of its own: a text, an image.
  case measured(any MeasuredContent)
  /// Other boxes, placed by a rule.
  case rule(any LayoutRule, [LayoutNode])

  /// The boxes in the box.
  public var children: [LayoutNode] {
    switch self {
    case .flex(_, let children), .rule(_, let children): children
    case .measured: []
    }
  }
}
