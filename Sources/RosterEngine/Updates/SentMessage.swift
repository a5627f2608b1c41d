internal import RosterComponents
internal import RosterCore

/// A message and where it was sent.
struct SentMessage: Sendable {
  var tree: TreeID
  var message: any Sendable
}
