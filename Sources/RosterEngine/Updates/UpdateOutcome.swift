/// What came of an update or an action.
public struct UpdateOutcome<Batch: Sendable>: Sendable {
  /// The batch since which the states of the item are others, in which everything is that was
  /// updated together with it; `nil` if they are what they were.
  public let batch: Batch?
  /// How many messages were sent.
  public let messageCount: Int
}
