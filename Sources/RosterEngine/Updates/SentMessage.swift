internal import RosterComponents
internal import RosterCore

/// A message and the tree that sent it.
struct SentMessage: Sendable {
  var tree: TreeID
  var message: any Sendable
}
