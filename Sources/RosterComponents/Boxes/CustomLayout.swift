public import RosterLayout

/// Places its content by a rule: one of the application's own, or any other.
///
///     struct Diagonal: LayoutRule { … }
///
///     CustomLayout(Diagonal()) {
///       for step in steps { StepView(step) }
///     }
public struct CustomLayout<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box with a rule.
  ///
  /// - Parameters:
  ///   - rule: Places the boxes of `content`. A component counts as the boxes in its body.
  ///   - content: The nodes in the box.
  public init(
    _ rule: some LayoutRule, @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(rule, content())
  }
}
