/// What came of an update or an action.
public enum UpdateOutcome<Batch: Sendable>: Sendable {
  /// The states of the item are others since this batch, in which everything is that was updated
  /// together with it.
  case applied(Batch)
  /// The states of the item are what they were; messages may have been sent.
  case unchanged

  /// The batch, if there is one.
  public var batch: Batch? {
    if case .applied(let batch) = self { batch } else { nil }
  }
}
