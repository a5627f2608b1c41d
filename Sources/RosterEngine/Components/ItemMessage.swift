public import RosterCore

/// A message that a component of an item has sent.
public struct ItemMessage<Message: Sendable>: Sendable {
  /// The item.
  public let id: ItemID
  /// The message, as it has come to the root of the item.
  public let message: Message
}
