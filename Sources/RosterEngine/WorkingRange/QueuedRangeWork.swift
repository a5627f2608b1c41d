internal import RosterCore

/// What keeps up a working range, as the work queue sees it: without the types of the list.
protocol QueuedRangeWork: AnyObject, Sendable {
  /// The trees that are built next, `nil` if there is nothing to do or nothing to build.
  ///
  /// - Parameter state: The list as it was last published.
  func next(on state: ListState) -> (any QueuedRemainder)?

  /// Whether there may be something to do.
  ///
  /// - Returns: Whether a turn has to be scheduled.
  func becomeDue() -> Bool
}
