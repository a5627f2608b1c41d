public import RosterCore

/// What becomes of a modification.
public enum ModificationEvent: Sendable {
  /// It is queued; so many modifications now wait or are being worked on.
  case accepted(pendingCount: Int)
  /// It was not queued.
  case refused(DataSourceError)
  /// It was done, and is durable and published.
  case applied(AppliedModification)
  /// It was not done, since one that was queued after it does the same and more.
  case superseded(by: ModificationID)
  /// It was queued, and could not be done; the duration is that since it was made.
  case failed(DataSourceError, after: Duration)

  /// Whether nothing more comes of the modification.
  public var isLast: Bool { if case .accepted = self { false } else { true } }
}

/// What came of a modification that was done.
public struct AppliedModification: Hashable, Sendable {
  /// The batches that it led to: several if an undo has taken back a group, none if nothing is
  /// another. Updates that became one revision have led to the same batch. Those that follow with
  /// outputs that were left for later are not among them.
  public let batches: [PublishedBatch]
  /// How long it took, from the call that made it to its outcome.
  public let duration: Duration

  /// The revision at which the list is with it, `nil` if nothing is another by it.
  public var revision: Revision? { batches.last?.targetRevision }
}
