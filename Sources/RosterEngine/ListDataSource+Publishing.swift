internal import RosterConcurrency
package import RosterCore

extension ListDataSource {
  /// Publishes a durable change to subscribers and readers; on the work queue.
  ///
  /// - Parameters:
  ///   - identities: The identities that the change touched; `nil` if it changed only states.
  ///   - publishOutputs: Publishes the outputs. Readers that see the new list also see these
  ///     outputs.
  /// - Returns: The batch as published, with the extents of its target.
  @discardableResult
  package func publish(
    _ batch: Batch, _ identities: ChangeIdentities?, _ publishOutputs: () -> Void
  ) -> Batch {
    if let identities {
      reader.models.publish(identities, batch.changes.changeset, at: batch.targetRevision)
    } else {
      reader.models.publish(at: batch.targetRevision)
    }
    var batch = batch
    let (subscriptions, dependents) = published.withLock { published in
      batch = measured(batch)
      published.snapshot = batch.target
      publishOutputs()
      return (published.subscriptions, published.dependents)
    }
    runner.observation?.note(.published(PublishedBatch(batch)))
    if let range = reader.generator?.range {
      range.published(batch, without: identities?.removedItems.map(\.id) ?? [])
      runner.rangeMayHaveChanged()
    }
    for subscription in subscriptions { subscription.subscription?.publish(batch) }
    tell(dependents, of: batch, identities)
    if batch.causes.contains(.change) { compactIfDue(after: batch.targetRevision) }
    return batch
  }

  private func tell(
    _ dependents: [WeakDependent], of batch: Batch, _ identities: ChangeIdentities?
  ) {
    // Outputs that are made again, or later, change nothing of the list.
    if batch.source.revision < batch.target.revision {
      for dependent in dependents {
        dependent.dependent?.listHasChanged(
          to: batch.targetRevision, identities,
          movesSections: !batch.changes.changeset.outline.movedSections.isEmpty)
      }
    }
  }
}
