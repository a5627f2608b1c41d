public import RosterCore

/// A batch as listeners see it: its contents in numbers.
public struct PublishedBatch: Hashable, Sendable {
  /// The revision before.
  public let sourceRevision: Revision
  /// The revision after; the same one if the batch is no revision.
  public let targetRevision: Revision
  /// The reasons for which the batch was published.
  public let causes: BatchCauses
  /// What the caller of the modification said about it.
  public let annotation: ChangeAnnotation
  /// The number of inserted items.
  public let insertedItemCount: Int
  /// The number of removed items, not counting those in removed sections.
  public let removedItemCount: Int
  /// The number of updated items.
  public let updatedItemCount: Int
  /// The number of moved items.
  public let movedItemCount: Int
  /// The number of sections that were inserted, removed, moved or updated.
  public let changedSectionCount: Int
  /// The number of states that were written or removed.
  public let stateCount: Int
  /// The number of outputs in the batch.
  public let outputCount: Int
  /// The number of outputs that follow in later batches.
  public let awaitedOutputCount: Int
}

extension PublishedBatch {
  init<Model, SectionModel, Output>(
    _ batch: ListBatch<Model, SectionModel, Output>
  ) {
    let outline = batch.changes.changeset.outline
    sourceRevision = batch.changes.sourceRevision
    targetRevision = batch.changes.targetRevision
    causes = batch.causes
    annotation = batch.changes.annotation
    insertedItemCount = outline.insertedItems.count
    removedItemCount = outline.removedItems.count
    updatedItemCount = outline.updatedItems.count
    movedItemCount = outline.movedItems.count
    changedSectionCount =
      outline.insertedSections.count + outline.removedSections.count
      + outline.movedSections.count + outline.updatedSections.count
    stateCount = batch.states.count
    outputCount = batch.outputs.count
    awaitedOutputCount = batch.awaitedOutputCount
  }
}
