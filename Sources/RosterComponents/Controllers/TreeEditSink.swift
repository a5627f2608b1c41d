public import RosterCore

/// Receives edits of built trees. The data source is a sink; it puts the edits in order with all
/// other modifications of the list.
public protocol TreeEditSink: Sendable {
  /// Takes an edit of a tree without waiting for its result.
  ///
  /// An edit does nothing if the tree refuses it or no longer exists.
  func enqueue(_ edit: TreeEdit, to tree: TreeID)
}
