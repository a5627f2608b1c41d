internal import RosterConcurrency
public import RosterCore

extension ListDataSource {
  /// Queues a changeset that was made for one revision of the list. It is applied only if the list
  /// does not change before it.
  ///
  /// - Parameters:
  ///   - changeset: The changes.
  ///   - base: The revision of the snapshot that the changeset was made for.
  ///   - states: States to write with the changeset.
  ///   - annotation: What the batch says about the change.
  ///   - qos: How urgent the change is.
  /// - Returns: The change, which gets its outcome exactly once. It fails with `conflict` if
  ///   another writer commits first.
  /// - Throws: As ``enqueue(_:states:_:qos:)``, and `conflict` if the list is at another revision
  ///   or changes are pending. Nothing is queued then.
  @discardableResult
  public func enqueue(
    _ changeset: Changeset<Model, SectionModel>, basedOn base: Revision,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Batch> {
    try submit(
      ChangeModification(
        .changeset(changeset, base: base), states, annotation, .queued(qos), self))
  }

  /// Applies a changeset that was made for one revision of the list, unless the list changed since,
  /// and returns when it is durable and published.
  ///
  /// - Throws: `DataSourceError`; `conflict` if the list is at another revision or changes are
  ///   pending.
  @discardableResult
  public func apply(
    _ changeset: Changeset<Model, SectionModel>, basedOn base: Revision,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation(),
    qos: DataSourceQoS = .default
  ) async throws -> Batch {
    try await enqueue(changeset, basedOn: base, states: states, annotation, qos: qos).value
  }

  /// Returns a changeset for the committed list, made from one for an earlier snapshot.
  ///
  /// Items and sections are found by their identities. See `rebased(from:onto:)` of `Changeset` for
  /// where insertions and moves come to stand, and for changes of items that are gone.
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
    changeset: Changeset<Model, SectionModel>, dropped: ChangesetOutline, base: Snapshot
  ) {
    // Not the published one: after a conflict that may still be the list without the commits that
    // the conflict is about.
    let current = Snapshot(
      state: runner.committedState.withLock { $0 }, models: reader.models)
    let rebased = try changeset.rebased(from: snapshot.state, onto: current.state)
    return (rebased.changeset, rebased.dropped, current)
  }
}
