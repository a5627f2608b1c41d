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
  ///
  /// `modificationCount` is the number of modifications that they are for: 0 for outputs that a
  /// batch left for later, and for those of a working range. Outputs that a viewport needs are made
  /// in addition to these `outputCount`; see ``PublishedBatch/outputCount``.
  case generationEnded(modificationCount: Int, outputCount: Int, duration: Duration)
  /// Revisions were committed in one transaction.
  case committed(ClosedRange<Revision>, duration: Duration)
  /// A transaction failed; the list may try it again.
  case commitFailed(StorageError, duration: Duration)
  /// Work for one revision is committed on top of a later one, because another writer committed
  /// first. Of the items, headers and footers with new trees, the trees of `keptCount` are still
  /// valid, and those of `conflictCount` were made from something that is gone.
  case rebased(WriteConflict, keptCount: Int, conflictCount: Int)
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
  /// The source of a derived list was committed without the list, although that is kept together with it
  /// (`DerivedDefinition.together()`): its part could not be made, or it takes no changes. The list follows by itself;
  /// the next such event comes only if it is left behind for another reason, or after it was not.
  case leftBehind(any Error)
  /// The journal could not be compacted; the next compaction makes up for it.
  case compactionFailed(StorageError)
}
