public import RosterComponents
public import RosterCore
public import RosterEngine

extension ControllerHost {
  /// Updates the controllers with a batch: with all trees that it built, and with all that are gone
  /// or left the working range.
  ///
  /// Controllers stay with their items when those move, also out of a removed section. A renderer
  /// first passes the outputs of the revision from which it takes batches to
  /// ``apply(removing:updating:)``.
  ///
  /// - Throws: `StorageError` if the removed items cannot be read; no controller is called then.
  public func apply<Model, SectionModel, Message>(
    _ batch: ListBatch<Model, SectionModel, ComponentTree<Message>>
  ) throws(StorageError) {
    var removed = try batch.changes.removedItemIDs().map(TreeID.item)
    for section in batch.changes.changeset.outline.removedSections {
      removed += batch.changes.source.sectionID(at: section)?.trees ?? []
    }
    // Evicted items stay in the list, and stay displayed: during a fast scroll the range may be
    // late.
    evict(batch.hiddenItems.map(TreeID.item))
    apply(removing: removed, updating: batch.outputs)
  }

  /// Updates the controllers with the current trees, and removes those of trees that are gone.
  public func apply<Message>(
    removing removed: [TreeID] = [],
    updating updated: [GeneratedOutput<ComponentTree<Message>>]
  ) {
    apply(
      removing: removed + updated.filter { $0.output == nil }.map { $0.tree },
      updating: updated.compactMap { output in output.output.map { (output.tree, $0) } })
  }

  /// Updates the controllers of items with the trees that a renderer begins with.
  public func apply<Message>(updating updated: [GeneratedOutput<ComponentTree<Message>>.Item]) {
    apply(removing: [], updating: updated.map { ($0.tree, $0.output) })
  }

  /// Updates the controllers of headers and footers with the trees that a renderer begins with.
  public func apply<Message>(updating updated: [GeneratedOutput<ComponentTree<Message>>.Supplement])
  {
    apply(
      removing: updated.filter { $0.output == nil }.map { $0.tree },
      updating: updated.compactMap { header in header.output.map { (header.tree, $0) } })
  }

  /// Applies batches until an error is thrown or the sequence ends, because the data source is
  /// closed or gone, or the task is cancelled. Then everything that was displayed disappears, and
  /// all controllers are invalidated, once.
  ///
  ///     let task = Task { try await host.follow(batches) { batch in render(batch) } }
  ///
  /// The host lives until this method returns, also if all other references to it are gone.
  ///
  /// - Parameters:
  ///   - batches: The batches that follow the revision whose outputs the host already has.
  ///   - isolation: The actor of the host and its renderer.
  ///   - render: Called for each batch after the controllers were updated.
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
