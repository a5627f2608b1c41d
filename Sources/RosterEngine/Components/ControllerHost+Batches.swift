public import RosterComponents
public import RosterCore

extension ControllerHost {
  /// Takes a batch: all that it has built, and all that is gone or has left the working range.
  ///
  /// Controllers stay with their items wherever those move, also out of a section that is removed. A
  /// renderer begins with the outputs of the revision from which it takes batches, by
  /// ``apply(removing:updating:)``.
  ///
  /// - Throws: `StorageError` if who was removed cannot be read; nothing is told then.
  public func apply<Model, SectionModel, Message>(
    _ batch: ListBatch<Model, SectionModel, ComponentTree<Message>>
  ) throws(StorageError) {
    apply(
      removing: try batch.changes.removedItemIDs() + batch.hiddenItems, updating: batch.outputs)
  }

  /// Takes items with their newest trees, and what is gone.
  public func apply<Message>(
    removing removed: [ItemID] = [], updating updated: [GeneratedItem<ComponentTree<Message>>]
  ) {
    apply(removing: removed, updating: updated.map { ($0.id, $0.output) })
  }
}
