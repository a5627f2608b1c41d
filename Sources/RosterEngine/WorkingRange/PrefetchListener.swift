public import RosterCore

/// Is told which items come near to what is visible, so that an application can begin to load what
/// they need, and stop.
///
/// Each item that enters the working range leaves it before it enters again, also if it is removed,
/// the list closes, or it is let go. Calls come one after the other, on the queue that builds trees:
/// whoever takes long holds that up, and must not wait for the list.
public protocol PrefetchListener: Sendable {
  /// Items have come into the working range, in the order of the list; their trees are built next.
  func willEnter(_ items: [ItemID])

  /// Items have left the working range.
  func didLeave(_ items: [ItemID])

  /// Items in the working range cannot be read. It is tried again when the range or the list changes.
  func couldNotEnter(_ items: [ItemID], _ error: StorageError)
}

extension PrefetchListener {
  /// Does nothing: whoever shows such an item asks for its output, and is told why there is none.
  public func couldNotEnter(_ items: [ItemID], _ error: StorageError) {}
}
