extension Node {
  /// Transforms the messages of the node on their way to the root.
  ///
  ///     Node { PostsScreen(posts) }.map { .posts($0) }
  ///
  /// - Parameter transform: Runs once for each message.
  public func map<Outer: Sendable>(
    _ transform: @escaping @Sendable (Message) -> Outer
  ) -> Node<Outer> {
    // A node without components sends no messages.
    let content = list.takeNode()
    guard content.scopeCount > 0 else { return Node<Outer>(content) }
    return Node<Outer>(
      TreeNode(
        MappedPart(content) { message in
          guard let message = message as? Message else {
            preconditionFailure(
              "a scope sent a \(type(of: message)) where only \(Message.self) can be sent")
          }
          return transform(message)
        }))
  }
}

extension Component {
  /// Transforms the messages of the component on their way to the root.
  ///
  ///     PostRow(post).map { .posts($0) }
  ///
  /// - Parameter transform: Runs once for each message.
  public func map<Outer: Sendable>(
    _ transform: @escaping @Sendable (Message) -> Outer
  ) -> Node<Outer> {
    Node(self).map(transform)
  }
}
