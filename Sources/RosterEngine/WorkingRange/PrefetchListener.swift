public import RosterCore

/// Receives the items that come close to the visible part, so that an application can start and
/// stop loading what they need.
///
/// An item that enters the working range leaves it before it enters again, also if it is removed,
/// or if the list is closed or released. Calls come one at a time, on the work queue unless the
/// list is released. A listener that takes long delays the queue, and it must not wait for the
/// list.
public protocol PrefetchListener: Sendable {
  /// Items have entered the working range, in the order of the list. Their trees are built next.
  func willEnter(_ items: [ItemID])

  /// Items have left the working range.
  func didLeave(_ items: [ItemID])

  /// Items in the working range cannot be read. `items` is empty if a page of the list cannot be
  /// read. The next change of the range or the list retries.
  func couldNotEnter(_ items: [ItemID], _ error: StorageError)
}

extension PrefetchListener {
  /// Does nothing. A renderer that shows such an item asks for its output, and gets the error.
  public func couldNotEnter(_ items: [ItemID], _ error: StorageError) {}
}
