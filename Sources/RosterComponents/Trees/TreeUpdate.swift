/// What some edits have made of a tree.
public struct TreeUpdate<Message: Sendable>: Sendable {
  /// The tree after all of the edits, built once.
  public let build: TreeBuild<Message>
  /// What became of each edit, in their order: the message that it sent, if any, mapped on its way
  /// to the root.
  public let outcomes: [Result<Message?, EditError>]
}
