public import RosterCore

/// What a list works on.
///
/// The list works on one thing after the other. What comes between one ``took(_:pendingCount:qos:)``
/// and the next belongs to the modifications that were taken, except for what other writers have
/// committed, which is looked for in between.
public enum PipelineEvent: Sendable {
  /// Modifications were taken, to be worked on together; so many are now pending, these included, and
  /// the most urgent of them is of that level.
  case took([ObservedModification], pendingCount: Int, qos: DataSourceQoS)
  /// Outputs begin to be made: the modifications are applied to the list and encoded, and their
  /// outputs generated. Once for each attempt.
  case generationBegan
  /// Outputs are made, or could not be.
  case generationEnded(EndedGeneration)
  /// Revisions were committed in one transaction.
  case committed(ClosedRange<Revision>, duration: Duration)
  /// A transaction was not committed; it may be tried again.
  case commitFailed(StorageError, duration: Duration)
  /// What was made for one revision is committed on top of a later one, since another writer has come
  /// first.
  case rebased(RebasedWork)
  /// What other writers have committed was taken over, from one revision to another.
  case followed(from: Revision, to: Revision)
  /// What other writers have committed cannot be read. It is tried again, and told again once it fails
  /// for another reason, or after it has succeeded.
  case followFailed(StorageError)
  /// A batch was shown to everybody.
  case published(PublishedBatch)
  /// Storage has failed a modification: what was pending fails, and nothing is taken until a caller
  /// says that it knows. See ``ListDataSource/resume(after:)``.
  case suspended(WriteSuspension)
  /// Modifications are taken again.
  case resumed(WriteSuspension)
  /// The journal could not be compacted; the next compaction makes up for it.
  case compactionFailed(StorageError)
}

/// Outputs that were made together.
public struct EndedGeneration: Hashable, Sendable {
  /// The number of modifications that were worked on; 0 if the outputs are those that a batch has left
  /// for later.
  public let modificationCount: Int
  /// The number of outputs that were made. Those that a viewport asks for are made besides; see
  /// ``PublishedBatch/outputCount``.
  public let outputCount: Int
  /// How long it took.
  public let duration: Duration
}

/// Work that was kept although another writer came first.
public struct RebasedWork: Hashable, Sendable {
  /// The revision that it was made for, and the one to which the list has come.
  public let conflict: WriteConflict
  /// The number of items whose new trees are right as they are.
  public let keptCount: Int
  /// The number of items whose new trees were made of something that is gone.
  public let conflictCount: Int
}
