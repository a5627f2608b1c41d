public import RosterCore

/// A modification was made for a list that others have changed meanwhile.
///
/// What was missed are the batches from `base` on:
///
///     for try await batch in try list.batches(after: conflict.base) { … }
///
/// and ``ListDataSource/rebased(_:from:)`` makes a changeset for the list as it is now.
public struct WriteConflict: Hashable, Sendable {
  /// The revision that the modification was made for.
  public var base: Revision
  /// The revision to which the list has come meanwhile.
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
    "made for revision \(base), and the list is at \(current) by now; rebase it"
  }
}
