public import RosterCore

extension DataSourceError {
  /// Why a precomputed change does not fit the list.
  public struct OutdatedBase: Hashable, Sendable {
    /// The revision that the change was computed for.
    public var base: Revision
    /// The current revision of the list.
    public var current: Revision
    /// The number of pending changes and updates, regardless of their effect.
    public var pendingCount: Int
    /// Whether the change was computed for a different list, or for the same one opened elsewhere.
    public var isOfAnotherList: Bool

    /// Makes a reason of its parts.
    public init(
      base: Revision, current: Revision, pendingCount: Int = 0, isOfAnotherList: Bool = false
    ) {
      self.base = base
      self.current = current
      self.pendingCount = pendingCount
      self.isOfAnotherList = isOfAnotherList
    }
  }
}

extension DataSourceError.OutdatedBase: CustomStringConvertible {
  /// What happened, and what to do about it.
  public var description: String {
    if isOfAnotherList { return "the change was computed for another list" }
    let reason =
      base == current
      ? "\(pendingCount) changes are pending" : "the list is at revision \(current) by now"
    return "the change was computed for revision \(base), but \(reason); compute it anew"
  }
}
