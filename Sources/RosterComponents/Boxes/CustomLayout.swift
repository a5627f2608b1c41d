public import RosterLayout

/// Places its content by a rule: one of the application's own, or any other.
///
///     CustomLayout(Diagonal()) {  // a `LayoutRule` of the application
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

/// Puts each box at a given place; see `StaticRule`.
///
///     StaticBox([.init(Point(x: 4, y: 0)), .init(Point(x: 40, y: 8))]) {
///       ViewNode("sun")
///       ViewNode("cloud")
///     }
public struct StaticBox<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box with places.
  ///
  /// - Parameters:
  ///   - places: The places of the boxes, in their order. A component counts as the boxes in its
  ///     body.
  ///   - content: The nodes in the box.
  public init(
    _ places: [StaticRule.Place], @NodeBuilder<Message> _ content: () -> Node<Message>
  ) {
    box = Box(StaticRule(places), content())
  }
}

/// A box without a view in the size of some content that something else draws.
public struct Measured<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes a box for some content.
  public init(_ content: some MeasuredContent) {
    box = Box(BoxDraft(.measured(content), NodeList()))
  }
}

/// An empty box, as small as allowed.
public struct EmptyBox<Message: Sendable>: BoxContainer {
  /// The box.
  public var box: Box<Message>

  /// Makes an empty box.
  public init() { box = Box(EmptyRule(), Node()) }
}
