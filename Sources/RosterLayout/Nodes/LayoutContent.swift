/// The content of a box.
public enum LayoutContent: Sendable {
  /// Other boxes, which flexbox places.
  case flex(FlexContainer, [LayoutNode])
  /// Content with a size of its own: a text, an image.
  case measured(any MeasuredContent)
  /// Other boxes, which a rule places.
  case rule(any LayoutRule, [LayoutNode])

  /// The boxes in the box.
  public var children: [LayoutNode] {
    switch self {
    case .flex(_, let children), .rule(_, let children): children
    case .measured: []
    }
  }
}
