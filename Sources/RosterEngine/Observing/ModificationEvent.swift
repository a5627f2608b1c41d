public import RosterCore

/// What happened to a modification.
public enum ModificationEvent: Sendable {
  /// It was queued. `pendingCount` modifications now wait or are being worked on, including this
  /// one.
  case accepted(pendingCount: Int)
  /// It was not queued.
  case refused(DataSourceError)
  /// It was applied, and is durable and published.
  case applied(AppliedModification)
  /// It was not applied, because a later one does the same and more.
  case superseded(by: ModificationID)
  /// It was queued, and then failed; the duration counts from the call that made it.
  case failed(DataSourceError, after: Duration)

  /// Whether this is the last event of the modification.
  public var isLast: Bool { if case .accepted = self { false } else { true } }
}

/// The result of a modification that was applied.
public struct AppliedModification: Hashable, Sendable {
  /// The published batches: several if an undo reverted a group, none if nothing changed. Updates
  /// that became one revision have the same batch. Batches with outputs that were left for later
  /// are not included.
  public let batches: [PublishedBatch]
  /// How long it took from the call that made it to its outcome.
  public let duration: Duration

  /// The revision of the list with this modification; `nil` if nothing changed.
  public var revision: Revision? { batches.last?.targetRevision }
}
