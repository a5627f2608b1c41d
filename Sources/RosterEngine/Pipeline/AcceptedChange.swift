internal import RosterCore

/// A changeset in the pipeline, with its types.
final class AcceptedChange<Model: Sendable, SectionModel: Sendable, Output: Sendable>: QueuedChange
{
  typealias Batch = ListBatch<Model, SectionModel, Output>

  /// What storage will keep, what is being generated, and the published batch.
  private struct Progress {
    var models = EncodedModels()
    /// The assigned states; after generation, also those that began or ended with it.
    var states: [ChangedState] = []
    var generation: (any OutputGeneration<Output>)?
    var batch: Batch?
  }

  /// What was computed before the turn of the change.
  struct Precomputation: Sendable {
    var applied: ListChange
    /// The outputs, all made already; `nil` if they are made when the turn comes.
    var generation: (any OutputGeneration<Output>)?
  }

  let changeset: Changeset<Model, SectionModel>
  let states: [StateAssignment]
  let annotation: ChangeAnnotation
  let ticket: ModificationTicket?
  let pending: Pending<Batch>
  let standsAlone: Bool
  private let qos: DataSourceQoS
  private let precomputed: Precomputation?
  private let step: JournalStep
  /// The stored models to restore; `nil` for new models, which are encoded.
  private let restored: EncodedModels?
  private let dataSource: ListDataSource<Model, SectionModel, Output>
  private let progress = Guarded(Progress())

  /// - Parameters:
  ///   - dataSource: Kept while the change is pending, so that a data source that was released
  ///     still applies what it accepted.
  ///   - step: What undo and redo make of it. `nil` means a change, or an update if it changes
  ///     nothing.
  ///   - restored: The stored models to restore; `nil` for new models, which are encoded.
  ///   - pending: The pending change that the caller has already, if any.
  ///   - precomputed: What was computed ahead; the change then applies only to the list that it was
  ///     computed for.
  ///   - ticket: Tells listeners the outcome; `nil` if the change is part of something else.
  ///   - qos: How urgent it is, if it has no ticket.
  ///   - maySplit: Whether the outputs may be made in parts. They may not if other changes are
  ///     committed together with this one in any case.
  init(
    _ changeset: Changeset<Model, SectionModel>, _ states: [StateAssignment],
    _ annotation: ChangeAnnotation, step: JournalStep? = nil, restored: EncodedModels? = nil,
    dataSource: ListDataSource<Model, SectionModel, Output>,
    pending: Pending<Batch> = Pending(), precomputed: Precomputation? = nil,
    ticket: ModificationTicket? = nil, qos: DataSourceQoS = .default, maySplit: Bool = true
  ) {
    let changesNothing = states.isEmpty && changeset.outline == ChangesetOutline()
    self.step = step ?? (changesNothing ? .update : .change)
    self.restored = restored
    self.ticket = ticket
    self.qos = ticket?.qos ?? qos
    self.pending = pending
    self.precomputed = precomputed
    self.changeset = changeset
    self.states = states
    self.annotation = annotation
    self.dataSource = dataSource
    let outline = changeset.outline
    standsAlone =
      maySplit
      && dataSource.mayBeSplit(
        outputCount: outline.insertedItems.count + outline.updatedItems.count)
  }

  var outline: ChangesetOutline { changeset.outline }

  func applied(
    to state: ListState, _ proof: VerifiedOutline?
  ) throws(DataSourceError) -> ListChange {
    if let applied = precomputed?.applied {
      guard state.revision == applied.source.revision else {
        throw .notCurrent(
          OutdatedBase(base: applied.source.revision, current: state.revision))
      }
      return applied
    }
    guard let proof else { preconditionFailure("a changeset is accepted with a proof") }
    do throws(StorageError) {
      return try state.applying(proof)
    } catch {
      throw .storage(error)
    }
  }

  func prepare(_ applied: ListChange) throws(DataSourceError) -> [Int] {
    do throws(StorageError) {
      let models =
        if let restored { restored } else { try dataSource.reader.models.encode(changeset) }
      progress.withLock { $0.models = models }
    } catch {
      throw .storage(error)
    }
    let assigned = states.isEmpty ? [] : try states.resolved(in: applied.target)
    progress.withLock { $0.states = assigned }
    if let generation = precomputed?.generation {
      progress.withLock { $0.generation = generation }
      return []
    }
    guard let generator = dataSource.reader.generator else { return [] }
    let models = changeset.changedModels(applied.proof, applied.identities)
    do throws(StorageError) {
      let generation = try generator.generation(
        for: models, assigning: assigned, in: applied, committed: dataSource.snapshot.revision,
        mayBeSplit: standsAlone)
      progress.withLock { $0.generation = generation }
      return generation.waveCounts
    } catch {
      throw .storage(error)
    }
  }

  private var generation: (any OutputGeneration<Output>)? { progress.withLock { $0.generation } }

  var madeOutputCount: Int { precomputed?.generation == nil ? generation?.madeCount ?? 0 : 0 }

  func makeOutputs(_ range: Range<Int>, ofWave wave: Int) { generation?.make(range, ofWave: wave) }

  func stored(_ applied: ListChange) -> StoredChange {
    let (models, states) = progress.withLock { progress in
      if let generation = progress.generation { progress.states = generation.states }
      return (progress.models, progress.states)
    }
    return StoredChange(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record,
        states: states.addresses, annotation: annotation, step: step),
      nextIdentifiers: applied.target.nextIdentifiers,
      updatedItems: models.updatedItems, insertedItems: models.insertedItems,
      updatedSections: models.updatedSections, insertedSections: models.insertedSections,
      states: states.states)
  }

  func publish(_ applied: ListChange) {
    let (states, generation) = progress.withLock { ($0.states, $0.generation) }
    let changes = ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(changeset: changeset, proof: applied.proof),
      annotation: annotation)
    let remainder = generation?.remainder
    let batch = dataSource.reader.publishable(
      changes, states: states, outputs: generation?.outputs ?? [], sizes: generation?.sizes ?? [],
      notes: BatchNotes(
        awaitedOutputCount: remainder?.count ?? 0,
        omittedOutputCount: generation?.omittedCount ?? 0))
    let published = dataSource.publish(batch, applied.identities) {
      generation?.publish(removing: applied.identities.removedTrees)
    }
    progress.withLock { $0.batch = published }
    if let remainder { dataSource.add(remainder, annotation, qos) }
  }

  func succeed() {
    guard let batch = progress.withLock({ $0.batch }) else {
      preconditionFailure("a change succeeds after it was published")
    }
    ticket?.applied([batch])
    pending.resolve(.success(batch))
  }

  func fail(_ error: DataSourceError) {
    generation?.discard()
    ticket?.failed(error)
    pending.resolve(.failure(error))
  }
}
