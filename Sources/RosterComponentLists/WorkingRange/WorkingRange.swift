public import RosterCore
internal import RosterEngine

/// How far beyond the viewport trees are kept.
///
/// Items outside of the range keep their models and states. Trees are built when items enter the
/// range, in the order of need, and dropped some distance after items have left it. So a range that
/// moves back and forth at an edge builds nothing twice.
public struct WorkingRange: Hashable, Sendable {
  /// How far a range reaches beyond what is visible.
  public enum Reach: Hashable, Sendable {
    /// A number of items.
    case items(Int)
    /// The items of which any part is at most this many points away.
    case points(Double)
  }

  /// The reach in the direction of scrolling, which is toward the end of the list until the user
  /// scrolls the other way.
  public var ahead: Reach
  /// The reach in the other direction.
  public var behind: Reach

  /// Makes a range.
  public init(ahead: Reach, behind: Reach) {
    self.ahead = ahead
    self.behind = behind
  }
}

extension WorkingRange.Reach {
  /// Whether the reach is a valid distance.
  var isSound: Bool {
    switch self {
    case .items(let count): count >= 0
    case .points(let points): points.isFinite && points >= 0
    }
  }
}

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
