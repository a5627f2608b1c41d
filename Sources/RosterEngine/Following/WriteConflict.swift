public import RosterCore

/// A modification was made for a revision that is no longer the newest, or while changes were
/// pending.
///
/// Read the missed batches from `base` on:
///
///     for try await batch in try list.batches(after: conflict.base) { show(batch) }
///
/// Or make a changeset for the current list with ``ListDataSource/rebased(_:from:)``.
public struct WriteConflict: Hashable, Sendable {
  /// The revision that the modification was made for.
  public var base: Revision
  /// The revision that the list has reached.
  public var current: Revision

  /// Makes a conflict of its parts.
  public init(base: Revision, current: Revision) {
    self.base = base
    self.current = current
  }
}

extension WriteConflict: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    base == current
      ? "made for revision \(base), but earlier changes are pending; wait for them, and rebase it"
      : "made for revision \(base), and the list is at \(current) by now; rebase it"
  }
}
