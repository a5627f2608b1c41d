internal import RosterCore

/// Maintains a working range for the work queue, without the types of the list.
protocol QueuedRangeWork: AnyObject, Sendable {
  /// Returns the next trees to build, `nil` if there is nothing to build.
  ///
  /// - Parameter state: The last published list.
  func next(on state: ListState) -> (any QueuedRemainder)?

  /// Notes that there may be work.
  ///
  /// - Returns: Whether a turn must be scheduled.
  func becomeDue() -> Bool
}
