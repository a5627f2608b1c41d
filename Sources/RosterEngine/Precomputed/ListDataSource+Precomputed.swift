public import RosterCore

extension ListDataSource {
  /// A change that was computed ahead.
  public typealias Precomputed = PrecomputedChange<Model, SectionModel, Output>

  /// Computes what a changeset does to a snapshot; changes nothing, waits for nobody, and may be
  /// called on any thread.
  ///
  ///     let change = try list.precompute(changeset)
  ///     show(change.changes.target)
  ///     let batch = try await list.apply(change)     // refused if the list is another by now
  ///
  /// Everything that applying would have to do before it commits is done here and not again: the
  /// changeset is verified and applied, and a closure's outputs are generated, on all cores. Trees
  /// of components are built when the change is applied, since they also depend on what is no
  /// revision: the environment, and the states that began in trees that were built on demand.
  ///
  /// - Parameters:
  ///   - changeset: What changes.
  ///   - snapshot: What it changes; the list as it was last published if `nil`.
  ///   - states: States that are written with it, of items of its target.
  ///   - annotation: What the batch is to say about the change.
  /// - Throws: `invalid` if the changeset does not fit the snapshot; `noSuchItem` if a state names an
  ///   item that is not there after it; `notCurrent` if the snapshot is of another list; `storage`
  ///   if something cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* changes, and that of the generator.
  public func precompute(
    _ changeset: Changeset<Model, SectionModel>, on snapshot: Snapshot? = nil,
    states: [StateAssignment] = [], _ annotation: ChangeAnnotation = ChangeAnnotation()
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
    let applied: ListChange
    do throws(StorageError) {
      applied = try snapshot.state.applying(verified.proof)
    } catch {
      throw .storage(error)
    }
    let generation = generatedAhead(
      changeset, applied, assigning: try states.resolved(in: applied.target))
    return Precomputed(
      changes: ChangeBatch(
        source: applied.source, target: applied.target, verified: verified,
        annotation: annotation),
      outputs: generation?.outputs.compactMap(\.item), states: states,
      precomputed: .init(applied: applied, generation: generation), models: reader.models)
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

  /// Whether a change that was computed ahead could be applied now: its snapshot is the list, nothing
  /// is pending, and the list is not suspended. Applies nothing; the answer may be outdated as soon as
  /// it is given.
  ///
  /// - Complexity: O(1).
  public func isCurrent(_ change: Precomputed) -> Bool {
    runner.pipeline.withLock { pipeline in
      pipeline.suspension == nil
        && outdatedBase(of: change, pendingCount: pipeline.pendingCount) == nil
    }
  }

  /// Queues a change that was computed ahead, if its snapshot is still the list and nothing is
  /// pending. Never blocks on storage.
  ///
  /// - Parameters:
  ///   - change: What was computed.
  ///   - qos: How urgent it is.
  /// - Returns: The change, which will have an outcome exactly once.
  /// - Throws: `notCurrent`; `queueFull`; `suspended`; `closed`. Nothing is queued then.
  /// - Complexity: O(*k* log *s*) for *k* changes.
  @discardableResult
  public func enqueue(
    _ change: Precomputed, qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Batch> {
    let accepted = accepted(change, .queued(qos))
    try runner.enqueue(
      accepted, verified: change.changes.verified.proof, targetTrees: change.states.places
    ) { outdatedBase(of: change, pendingCount: $0) }
    return accepted.pending
  }

  /// Applies a change that was computed ahead, if its snapshot is still the list and nothing is
  /// pending, and returns once that is durable and published.
  ///
  /// - Throws: `DataSourceError`, `notCurrent` among them; the list is then as it was.
  @discardableResult
  public func apply(
    _ change: Precomputed, qos: DataSourceQoS = .default
  ) async throws -> Batch {
    try await enqueue(change, qos: qos).value
  }

  /// Applies a change that was computed ahead on the calling thread, if its snapshot is still the
  /// list and nothing is pending.
  ///
  /// - Throws: `DataSourceError`, `notCurrent` among them; `reentrant` if called by the generator.
  @discardableResult
  public func applySynchronously(_ change: Precomputed) throws(DataSourceError) -> Batch {
    let accepted = accepted(change, .synchronous)
    try runner.run(
      accepted, verified: change.changes.verified.proof, targetTrees: change.states.places
    ) {
      outdatedBase(of: change, pendingCount: $0)
    } isResolved: {
      accepted.pending.isResolved
    }
    guard let outcome = accepted.pending.outcome else { throw .closed }
    return try outcome.get()
  }

  private func accepted(
    _ change: Precomputed, _ mode: ModificationMode
  ) -> AcceptedChange<Model, SectionModel, Output> {
    AcceptedChange(
      change.changes.changeset, change.states, change.changes.annotation, dataSource: self,
      precomputed: change.precomputed,
      ticket: runner.ticket(.precomputed, change.changes.annotation, mode))
  }

  /// Why a change does not fit the list, `nil` if it does; called under the lock of the pipeline.
  ///
  /// If nothing is pending, what was published last is what everything that comes builds on.
  private func outdatedBase(of change: Precomputed, pendingCount: Int) -> OutdatedBase? {
    let base = change.changes.sourceRevision
    if change.models !== reader.models { return outdatedBase(base, isOfAnotherList: true) }
    let current = snapshot.revision
    if base == current, pendingCount == 0 { return nil }
    return OutdatedBase(base: base, current: current, pendingCount: pendingCount)
  }

  private func outdatedBase(_ base: Revision, isOfAnotherList: Bool) -> OutdatedBase {
    OutdatedBase(
      base: base, current: snapshot.revision, isOfAnotherList: isOfAnotherList)
  }
}
