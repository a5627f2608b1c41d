public import RosterCore

/// A message that a component sent.
public struct TreeMessage<Message: Sendable>: Sendable {
  /// The item, header or footer that contains the component.
  public let tree: TreeID
  /// The message, as it arrived at the root of the tree.
  public let message: Message

  package init(tree: TreeID, message: Message) {
    self.tree = tree
    self.message = message
  }

  /// The item; `nil` if a header or footer sent the message.
  public var item: ItemID? { tree.item }
}
