/// What is to be laid out: a box with its content. Immutable.
///
/// A node that stands in two trees is not laid out twice under the same constraints (see
/// ``LayoutCache``).
public final class LayoutNode: Sendable {
  /// What the box is like.
  public let style: LayoutStyle
  /// What is in it.
  public let content: LayoutContent

  /// Makes a node.
  public init(style: LayoutStyle = LayoutStyle(), content: LayoutContent) {
    self.style = style
    self.content = content
  }
}

/// What is in a box.
public enum LayoutContent: Sendable {
  /// Other boxes, placed by flexbox.
  case flex(FlexContainer, [LayoutNode])
  /// Something with a size of its own: a text, an image.
  case measured(any MeasuredContent)
  /// Other boxes, placed by a rule.
  case rule(any LayoutRule, [LayoutNode])
}
