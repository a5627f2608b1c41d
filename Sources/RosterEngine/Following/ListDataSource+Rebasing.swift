public import RosterCore

extension ListDataSource {
  /// Queues a changeset that was made for one revision of the list: it is applied only if nothing
  /// has come between.
  ///
  /// - Parameters:
  ///   - changeset: What changes.
  ///   - base: The revision of the snapshot that the changeset was made for.
  ///   - states: States that are written with it.
  ///   - annotation: What the batch is to say about the change.
  ///   - qos: How urgent it is.
  /// - Returns: The change, which will have an outcome exactly once. It fails with `conflict` if
  ///   another writer commits first.
  /// - Throws: As ``enqueue(_:states:_:qos:)``, and `conflict` if the list is at another revision, or
  ///   something is pending. Nothing is queued then.
  @discardableResult
  public func enqueue(
    _ changeset: Changeset<Model, SectionModel>, basedOn base: Revision,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Batch> {
    let change = accepted(changeset, states, annotation, .queued(qos))
    try runner.enqueue(change, targetTrees: states.places, base: base)
    return change.pending
  }

  /// Applies a changeset that was made for one revision of the list, unless something has come
  /// between, and returns once it is durable and published.
  ///
  /// - Throws: `DataSourceError`, `conflict` if the list is at another revision.
  @discardableResult
  public func apply(
    _ changeset: Changeset<Model, SectionModel>, basedOn base: Revision,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> Batch {
    try await enqueue(changeset, basedOn: base, states: states, annotation, qos: qos).value
  }

  /// A changeset for the list as it is published now, out of one that was made for an earlier
  /// snapshot.
  ///
  /// Items and sections are found again by their identities; see `rebased(from:onto:)`
  /// of `Changeset` for what becomes of arrivals and of what is gone.
  ///
  ///     do {
  ///       try await list.apply(changeset, basedOn: snapshot.revision)
  ///     } catch DataSourceError.conflict {
  ///       let rebased = try list.rebased(changeset, from: snapshot)
  ///       try await list.apply(rebased.changeset, basedOn: rebased.base.revision)
  ///     }
  ///
  /// - Throws: `ChangesetError` if the changeset does not fit its snapshot; `StorageError`.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  public func rebased(
    _ changeset: Changeset<Model, SectionModel>, from snapshot: Snapshot
  ) throws -> (
    changeset: Changeset<Model, SectionModel>, dropped: [DroppedChange], base: Snapshot
  ) {
    let current = self.snapshot
    let rebased = try changeset.rebased(from: snapshot.state, onto: current.state)
    return (rebased.changeset, rebased.dropped, current)
  }
}
