public import RosterCore

/// Builds trees of components.
///
/// Building is pure and runs on any thread; one builder may be used from several threads at once.
public struct TreeBuilder: Sendable {
  private let listener: (any BuildListener)?

  /// Makes a builder, which tells a listener of what it does, if there is one.
  public init(listener: (any BuildListener)? = nil) { self.listener = listener }

  /// Builds a tree.
  ///
  /// - Parameters:
  ///   - root: What the tree is made of.
  ///   - previous: The tree that this one follows. Scopes that were in it keep their state, and
  ///     components that would build the same are taken over.
  ///   - stored: The states that were kept, for a tree that follows none; ignored otherwise.
  ///   - environment: What is handed down from the root.
  public func build<Message: Sendable>(
    _ root: Node<Message>, after previous: ComponentTree<Message>? = nil,
    stored: [ScopePath: StoredState] = [:], environment: EnvironmentValues = EnvironmentValues()
  ) -> TreeBuild<Message> {
    preconditionFailure("not written yet")
  }

  /// Applies edits one after the other, each once, and then builds what they have changed.
  public func applying<Message: Sendable>(
    _ edits: [TreeEdit], to tree: ComponentTree<Message>
  ) -> TreeUpdate<Message> {
    preconditionFailure("not written yet")
  }

  /// Builds again what has read a value that is another in a new environment, and nothing else.
  public func replacingEnvironment<Message: Sendable>(
    _ environment: EnvironmentValues, in tree: ComponentTree<Message>
  ) -> TreeBuild<Message> {
    preconditionFailure("not written yet")
  }
}
