public import RosterCore

/// An event of the list's work.
///
/// The list works on one thing after the other. The events between one
/// ``took(_:pendingCount:qos:)`` and the next belong to the modifications that were taken, except
/// for those about commits of other writers, which the list looks for in between.
public enum PipelineEvent: Sendable {
  /// The list took modifications to work on together. `pendingCount` modifications are now pending,
  /// including these, and `qos` is the highest level among the pending ones.
  case took([ObservedModification], pendingCount: Int, qos: DataSourceQoS)
  /// The list begins to apply the modifications, to encode them, and to generate their outputs.
  /// Once for each attempt.
  case generationBegan
  /// The outputs were made, or could not be made.
  case generationEnded(EndedGeneration)
  /// Revisions were committed in one transaction.
  case committed(ClosedRange<Revision>, duration: Duration)
  /// A transaction failed; the list may try it again.
  case commitFailed(StorageError, duration: Duration)
  /// Work for one revision is committed on top of a later one, because another writer committed
  /// first.
  case rebased(RebasedWork)
  /// Commits of other writers were applied, from one revision to another.
  case followed(from: Revision, to: Revision)
  /// Commits of other writers cannot be read. The list tries again; the next such event comes only
  /// if it fails for another reason, or after it succeeded.
  case followFailed(StorageError)
  /// A batch was published.
  case published(PublishedBatch)
  /// Storage failed a modification. What was pending fails, and the list takes nothing more until a
  /// caller acknowledges the failure. See ``ListDataSource/resume(after:)``.
  case suspended(WriteSuspension)
  /// The list takes modifications again.
  case resumed(WriteSuspension)
  /// The journal could not be compacted; the next compaction makes up for it.
  case compactionFailed(StorageError)
}

/// Outputs that were made together.
public struct EndedGeneration: Hashable, Sendable {
  /// The number of modifications that the outputs are for; 0 for outputs that a batch left for
  /// later, and for those of a working range.
  public let modificationCount: Int
  /// The number of outputs that were made. Outputs that a viewport needs are made in addition; see
  /// ``PublishedBatch/outputCount``.
  public let outputCount: Int
  /// How long it took.
  public let duration: Duration
}

/// Work that was kept although another writer committed first.
public struct RebasedWork: Hashable, Sendable {
  /// The revision that the work was made for, and the one that the list has reached.
  public let conflict: WriteConflict
  /// The number of items, headers and footers whose new trees are still valid.
  public let keptCount: Int
  /// The number of items, headers and footers whose new trees were made from something that is
  /// gone.
  public let conflictCount: Int
}
