internal import RosterConcurrency
public import RosterCore

extension ListModification where Outcome == ListBatch<Model, SectionModel, Output> {
  /// A change that was computed ahead by ``ListDataSource/precompute(_:on:states:_:)``.
  ///
  /// A data source refuses it with `notCurrent` if its snapshot is no longer the list, or changes are
  /// pending. It keeps its annotation, unless the caller gives another one.
  ///
  /// - Complexity: O(*k* log *s*) to queue *k* changes.
  public static func precomputed(
    _ change: PrecomputedChange<Model, SectionModel, Output>
  ) -> Self {
    Self { list, annotation, mode in
      let annotation =
        annotation == ChangeAnnotation() ? change.changes.annotation : annotation
      return ChangeModification(.precomputed(change), change.states, annotation, mode, list)
    }
  }
}

extension ListDataSource {
  /// A change that was computed ahead.
  public typealias Precomputed = PrecomputedChange<Model, SectionModel, Output>

  /// Computes what a changeset does to a snapshot. Changes nothing, never waits, and may be called
  /// on any thread.
  ///
  ///     let change = try list.precompute(changeset)
  ///     show(change.changes.target)
  ///     try await list.apply(.precomputed(change))  // refused if the list has changed meanwhile
  ///
  /// This does all work that precedes a commit, and applying does not repeat it: the changeset is
  /// verified and applied, and the outputs of a closure are generated, on all cores. Trees of
  /// components are built when the change is applied, because they also depend on what has no
  /// revision: the environment, and states that began in trees built on demand.
  ///
  /// - Parameters:
  ///   - changeset: The changes.
  ///   - snapshot: The list that they change; the last published one if `nil`.
  ///   - states: States to write with it, of trees in its target.
  ///   - annotation: What the batch says about the change, unless it is applied with another annotation.
  /// - Throws: `invalid` if the changeset does not fit the snapshot; `noSuchItem` or
  ///   `noSuchSupplement` if a state names a tree that does not exist after it; `notCurrent` if the
  ///   snapshot belongs to a different list; `storage` if something cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* changes, and that of the generator.
  public func precompute(
    _ changeset: Changeset<Model, SectionModel>, on snapshot: Snapshot? = nil,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Precomputed {
    try precompute(changeset, on: snapshot, returning: nil, states: states, annotation)
  }

  /// Computes what a changeset does to a snapshot, if what it inserts has identities already.
  ///
  /// - Parameters:
  ///   - returning: The identities of what it inserts, none of which is in the snapshot; the list
  ///     gives new ones if `nil`.
  ///   - device: What it writes to the tables of the device.
  /// - Throws: As ``precompute(_:on:states:_:)``.
  package func precompute(
    _ changeset: Changeset<Model, SectionModel>, on snapshot: Snapshot? = nil,
    returning: ListState.ReturningIdentities?, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation(), device: DeviceWrite? = nil
  ) throws(DataSourceError) -> Precomputed {
    let snapshot = snapshot ?? self.snapshot
    guard snapshot.models === reader.models else {
      throw .notCurrent(outdatedBase(snapshot.revision, isOfAnotherList: true))
    }
    let verified: VerifiedChangeset<Model, SectionModel>
    do throws(ChangesetError) {
      verified = try changeset.verified(against: snapshot.state)
    } catch {
      throw .invalid(error)
    }
    let applied = try snapshot.state.change(by: verified.proof, returning: returning)
    let generation = generatedAhead(
      changeset, applied, assigning: try states.resolved(in: applied.target))
    return Precomputed(
      changes: ChangeBatch(
        source: applied.source, target: applied.target, verified: verified,
        annotation: annotation),
      outputs: generation?.outputs.compactMap(\.item), states: states,
      applied: applied, generation: generation, models: reader.models, device: device)
  }

  private func generatedAhead(
    _ changeset: Changeset<Model, SectionModel>, _ applied: ListChange,
    assigning states: [ChangedState]
  ) -> (any OutputGeneration<Output>)? {
    let models = changeset.changedModels(applied.proof, applied.identities)
    guard let generation = reader.generator?.generationAhead(for: models, assigning: states)
    else { return nil }
    runner.generate(count: models.items.count) { generation.make($0, ofWave: 0) }
    return generation
  }

  /// Returns whether a precomputed change could be applied now: its snapshot is the list, nothing
  /// is pending, and the list is not suspended. The answer may be outdated as soon as it is given.
  ///
  /// - Complexity: O(1).
  public func isCurrent(_ change: Precomputed) -> Bool {
    runner.pipeline.withLock { pipeline in
      pipeline.suspension == nil
        && outdatedBase(of: change, pendingCount: pipeline.pendingCount) == nil
    }
  }

  /// Applies changes, each computed ahead on the ``PrecomputedChange/target`` of the one before, on the
  /// calling thread: all of them in one transaction, each with a revision and a batch of its own, or
  /// none.
  ///
  /// - Throws: `DataSourceError`, including `notCurrent`; the list is then unchanged.
  package func applySynchronously(_ changes: [Precomputed]) throws(DataSourceError) -> [Batch] {
    guard let first = changes.first else { return [] }
    if changes.count == 1 { return [try applySynchronously(.precomputed(first))] }
    return try runner.submitAndWait(
      ChangeRowModification(first, changes.dropFirst(), .synchronous, self))
  }

  /// Returns why a change does not fit the list, `nil` if it does. Called under the lock of the
  /// pipeline.
  ///
  /// While nothing is pending, the last published list is the one that the next change builds on.
  func outdatedBase(of change: Precomputed, pendingCount: Int) -> DataSourceError.OutdatedBase? {
    let base = change.changes.sourceRevision
    if change.models !== reader.models { return outdatedBase(base, isOfAnotherList: true) }
    let current = snapshot.revision
    if base == current, pendingCount == 0 { return nil }
    return DataSourceError.OutdatedBase(base: base, current: current, pendingCount: pendingCount)
  }

  private func outdatedBase(_ base: Revision, isOfAnotherList: Bool) -> DataSourceError.OutdatedBase
  {
    DataSourceError.OutdatedBase(
      base: base, current: snapshot.revision, isOfAnotherList: isOfAnotherList)
  }
}
