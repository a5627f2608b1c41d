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
    var removed = try batch.changes.removedItemIDs().map(TreeID.item)
    for section in batch.changes.changeset.outline.removedSections {
      removed += batch.changes.source.sectionID(at: section)?.trees ?? []
    }
    // They stay in the list, and displayed if they are: the range may be late for a fast scroll.
    evict(batch.hiddenItems)
    apply(removing: removed, updating: batch.outputs)
  }

  /// Takes trees as they are now, and what is gone.
  public func apply<Message>(
    removing removed: [TreeID] = [],
    updating updated: [GeneratedOutput<ComponentTree<Message>>]
  ) {
    apply(
      removing: removed + updated.filter { $0.output == nil }.map(\.tree),
      updating: updated.compactMap { output in output.output.map { (output.tree, $0) } })
  }

  /// Takes items with their newest trees, and items that are gone.
  public func apply<Message>(
    removing removed: [ItemID] = [], updating updated: [GeneratedItem<ComponentTree<Message>>]
  ) {
    apply(removing: removed, updating: updated.map { ($0.id, $0.output) })
  }

  /// Takes headers and footers with their newest trees.
  public func apply<Message>(
    updating updated: [GeneratedSupplement<ComponentTree<Message>>]
  ) {
    apply(
      removing: updated.filter { $0.output == nil }.map(\.id),
      updating: updated.compactMap { supplement in
        supplement.output.map { (supplement.id, $0) }
      })
  }

  /// Takes batches until their sequence ends, since the data source is closed or gone or the task is
  /// cancelled, or until something fails. Then everything that was displayed disappears, and all
  /// controllers are invalidated, once.
  ///
  ///     let task = Task { try await host.follow(batches) { batch in render(batch) } }
  ///
  /// The host lives as long as it follows, whoever else lets go of it.
  ///
  /// - Parameters:
  ///   - batches: The batches, from the revision on whose outputs the host has.
  ///   - isolation: Where the host and its renderer are.
  ///   - render: Is called for each batch once the controllers know of it.
  /// - Throws: What `render` throws, and `StorageError` if a batch cannot be read.
  public func follow<Model, SectionModel, Message>(
    _ batches: BatchSequence<Model, SectionModel, ComponentTree<Message>>,
    isolation: isolated (any Actor)? = #isolation,
    rendering render: (
      ListBatch<Model, SectionModel, ComponentTree<Message>>
    ) async throws -> Void = { _ in }
  ) async throws {
    defer { removeAll() }
    for try await batch in batches {
      try apply(batch)
      try await render(batch)
    }
  }
}
