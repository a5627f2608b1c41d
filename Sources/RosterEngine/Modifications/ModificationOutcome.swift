/// What came of a reload or a new configuration.
public enum ModificationOutcome<Batch: Sendable>: Sendable {
  /// It was done; the batch has what is another since, `nil` if nothing is.
  case applied(Batch?)
  /// It was not done, since a later one that waited with it does the same and more.
  case superseded(by: PendingChange<ModificationOutcome<Batch>>)

  /// What was published, `nil` if nothing is another or it was superseded.
  public var batch: Batch? {
    if case .applied(let batch) = self { batch } else { nil }
  }
}
