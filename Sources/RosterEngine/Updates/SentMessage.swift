internal import RosterCore

/// A message and the item that sent it.
struct SentMessage: Sendable {
  var id: ItemID
  var message: any Sendable
}
