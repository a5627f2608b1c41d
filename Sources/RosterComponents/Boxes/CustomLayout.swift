public import RosterLayout

/// Has a rule place what is in it: one of an application's own, or any other.
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
  ///   - rule: Places the boxes that `content` has become; a component is as many as its body has.
  ///   - content: What is in it.
  public init(
    _ rule: some LayoutRule, @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(rule, content())
  }
}
