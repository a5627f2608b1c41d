internal import RosterEngine

/// The outcome of an update or an action.
public struct UpdateOutcome<Batch: Sendable>: Sendable {
  /// The batch that published this update and those folded with it; `nil` if no state changed.
  public let batch: Batch?
  /// The number of messages that were sent.
  public let messageCount: Int
}
