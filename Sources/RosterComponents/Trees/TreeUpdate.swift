/// The result of applying edits to a tree.
public struct TreeUpdate<Message: Sendable>: Sendable {
  /// The tree after all edits, built once.
  public let build: TreeBuild<Message>
  /// The result of each edit, in their order: the message that it sent, if any, transformed on its
  /// way to the root.
  public let outcomes: [Result<Message?, EditError>]
}
