/// Combines the parts of a body: components, views and nodes, one after the other, also with `if`,
/// `switch`, `for` and `#available`. A body may be empty.
///
/// The resulting node sends `Message`. Parts that send no messages fit into every body.
@resultBuilder
public enum NodeBuilder<Message: Sendable> {
  /// A component.
  @inlinable
  public static func buildExpression<C: Component>(_ component: C) -> Node<Message>
  where C.Message == Message {
    Node(component)
  }

  /// A component that sends no messages.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression<C: Component>(_ component: C) -> Node<Message>
  where C.Message == Never {
    Node(component)
  }

  /// A view.
  @inlinable
  public static func buildExpression(_ view: consuming ViewNode<Message>) -> Node<Message> {
    Node(view)
  }

  /// A view that sends no messages.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression(_ view: consuming ViewNode<Never>) -> Node<Message> {
    Node(Node<Never>(view))
  }

  /// A box without a view.
  public static func buildExpression<Container: BoxContainer>(
    _ container: consuming Container
  ) -> Node<Message> where Container.Message == Message {
    Node(container)
  }

  /// A box without a view whose content sends no messages.
  @_disfavoredOverload
  public static func buildExpression<Container: BoxContainer>(
    _ container: consuming Container
  ) -> Node<Message> where Container.Message == Never {
    Node(Node<Never>(container))
  }

  /// A node.
  @inlinable
  public static func buildExpression(_ node: consuming Node<Message>) -> Node<Message> { node }

  /// A node that sends no messages.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression(_ node: consuming Node<Never>) -> Node<Message> {
    Node(node)
  }

  /// An empty body.
  @inlinable
  public static func buildBlock() -> Node<Message> { Node() }

  /// The first of several nodes.
  @inlinable
  public static func buildPartialBlock(first: consuming Node<Message>) -> Node<Message> { first }

  /// The nodes so far, followed by another.
  @inlinable
  public static func buildPartialBlock(
    accumulated: consuming Node<Message>, next: consuming Node<Message>
  ) -> Node<Message> {
    accumulated.list.append(next.list)
    return accumulated
  }

  /// The nodes of a `for` loop, one after the other.
  @inlinable
  public static func buildArray(_ nodes: [Node<Message>]) -> Node<Message> {
    Node(NodeList(joining: nodes.map { $0.list }))
  }

  /// The node of an `if` without `else`.
  @inlinable
  public static func buildOptional(_ node: consuming Node<Message>?) -> Node<Message> {
    node ?? Node()
  }

  /// The node of the first branch.
  @inlinable
  public static func buildEither(first node: consuming Node<Message>) -> Node<Message> { node }

  /// The node of another branch.
  @inlinable
  public static func buildEither(second node: consuming Node<Message>) -> Node<Message> { node }

  /// The node of an `if #available`.
  @inlinable
  public static func buildLimitedAvailability(_ node: consuming Node<Message>) -> Node<Message> {
    node
  }
}
