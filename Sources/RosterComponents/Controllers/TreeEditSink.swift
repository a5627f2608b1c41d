public import RosterCore

/// Where edits of built trees go: the data source, which puts them in order with everything else
/// that changes the list.
public protocol TreeEditSink: Sendable {
  /// Takes an edit of a tree; does not wait until it is done.
  ///
  /// An edit that the tree refuses, or of one that is gone, does nothing.
  func enqueue(_ edit: TreeEdit, to tree: TreeID)
}
