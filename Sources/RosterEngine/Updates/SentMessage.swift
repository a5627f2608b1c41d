internal import RosterComponents

/// A message and where it was sent.
struct SentMessage: Sendable {
  var tree: TreeID
  var message: any Sendable
}
