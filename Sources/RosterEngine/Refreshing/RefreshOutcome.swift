/// The outcome of a reload or a new configuration.
public enum RefreshOutcome<Batch: Sendable>: Sendable {
  /// It was applied. The batch has what changed; it is `nil` if nothing did.
  case applied(Batch?)
  /// It was not applied, because a later one that waited with it does the same and more.
  case superseded(by: Pending<RefreshOutcome<Batch>>)

  /// The published batch; `nil` if nothing changed or the modification was superseded.
  public var batch: Batch? {
    if case .applied(let batch) = self { batch } else { nil }
  }
}
