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

/// The transformations of a message on its way from a scope to the scope around it, the innermost
/// first.
final class MessageMap: Sendable {
  private let part: MappedPart
  private let outer: MessageMap?

  init(_ part: MappedPart, outer: MessageMap?) {
    self.part = part
    self.outer = outer
  }

  /// Returns the message that the outer scope receives for one of this scope.
  func callAsFunction(_ message: any Sendable) -> any Sendable {
    var message = part.transform(message)
    var map = outer
    while let current = map {
      message = current.part.transform(message)
      map = current.outer
    }
    return message
  }
}
