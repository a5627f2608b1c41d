public import RosterCore

/// A message that a component has sent.
public struct TreeMessage<Message: Sendable>: Sendable {
  /// Where the component is: in an item, or in a header or footer.
  public let tree: TreeID
  /// The message, as it has come to the root of the tree.
  public let message: Message

  /// The item, `nil` if a header or footer has sent the message.
  public var item: ItemID? { tree.item }
}
