/// Puts the parts of a body together.
@resultBuilder
public enum NodeBuilder<Message: Sendable> {
  /// A body of several nodes, one after the other.
  public static func buildBlock(_ nodes: Node<Message>...) -> Node<Message> { Node() }
}
