internal import RosterConcurrency
internal import RosterCore

// Beside the plan that it makes: so a walk enters the file of the modification once.
extension ChangeModification {
  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    switch work {
    case .changeset(let changeset, _):
      guard let proof else { preconditionFailure("a changeset is accepted with a proof") }
      return try plan(changeset, source.change(by: proof))
    case .snapshot(let target):
      let changeset: Changeset<Model, SectionModel>
      do throws(StorageError) {
        changeset = try target.changeset(
          from: ListSnapshot(state: source, models: dataSource.reader.models))
      } catch {
        throw .storage(error)
      }
      return try plan(changeset, source.change(byDifference: changeset.outline))
    case .precomputed(let change):
      return try change.plan(
        on: source, annotation, dataSource, qos: ticket?.qos, maySplit: standsAlone, of: self)
    }
  }

  private func plan(
    _ changeset: Changeset<Model, SectionModel>, _ applied: ListChange
  ) throws(DataSourceError) -> any ModificationPlan {
    try ChangePlan(
      changeset, applied, states, annotation, dataSource, qos: ticket?.qos ?? .default,
      maySplit: standsAlone, of: self)
  }
}

/// What a change does to a list: what storage keeps of it, and what is generated for it.
final class ChangePlan<Model: Sendable, SectionModel: Sendable, Output: Sendable>: ModificationPlan
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  private struct Progress {
    /// The assigned states; after generation, also those that began or ended with it.
    var states: [ChangedState]
    /// The batch, once it is published.
    var batch: DataSource.Batch?
  }

  private let changeset: Changeset<Model, SectionModel>
  private let applied: ListChange
  private let annotation: ChangeAnnotation
  private let step: JournalStep
  private let otherParts: [JournalPart]
  private let device: DeviceWrite?
  private let hub: HubWrite?
  private let models: EncodedModels
  private let keys: ItemKeys?
  private let generation: (any OutputGeneration<Output>)?
  /// Whether the outputs were made before the turn of the change.
  private let isMadeAhead: Bool
  private let qos: DataSourceQoS
  private let dataSource: DataSource
  private let modification: (any Modification<DataSource.Batch>)?
  private let progress: Guarded<Progress>

  /// - Parameters:
  ///   - step: What undo and redo make of it. `nil` means what the annotation says: a change, or an
  ///     update if it cannot be undone or changes nothing.
  ///   - otherParts: Its parts in other lists.
  ///   - device: What it writes to the tables of the device.
  ///   - hub: What it writes to the tables of the hub.
  ///   - restored: The stored models to restore; `nil` for new models, which are encoded.
  ///   - generation: The outputs, all made already; `nil` if they are made now.
  ///   - maySplit: Whether the outputs may be made in parts. They may not if other changes are
  ///     committed together with this one.
  ///   - modification: What gets the outcome; `nil` if the change is part of something else.
  /// - Throws: If a model cannot be encoded, or something cannot be read or does not exist.
  init(
    _ changeset: Changeset<Model, SectionModel>, _ applied: ListChange,
    _ states: [StateAssignment], _ annotation: ChangeAnnotation, _ dataSource: DataSource,
    step: JournalStep? = nil, otherParts: [JournalPart] = [], device: DeviceWrite? = nil,
    hub: HubWrite? = nil, restored: EncodedModels? = nil,
    generation: (any OutputGeneration<Output>)? = nil, qos: DataSourceQoS, maySplit: Bool,
    of modification: (any Modification<DataSource.Batch>)? = nil
  ) throws(DataSourceError) {
    self.changeset = changeset
    self.applied = applied
    self.annotation = annotation
    self.otherParts = otherParts
    self.device = device
    self.hub = hub
    self.dataSource = dataSource
    self.qos = qos
    self.modification = modification
    let changesNothing = states.isEmpty && changeset.outline == ChangesetOutline()
    self.step = step ?? (changesNothing || annotation.undo == .none ? .update : .change)
    isMadeAhead = generation != nil
    let reader = dataSource.reader
    let assigned = states.isEmpty ? [] : try states.resolved(in: applied.target)
    progress = Guarded(Progress(states: assigned))
    keys = try reader.models.keys.keys(
      of: changeset, applied, restored: restored?.itemKeys)
    do throws(StorageError) {
      models = if let restored { restored } else { try reader.models.encode(changeset) }
      self.generation =
        if let generation {
          generation
        } else {
          try reader.generator?.generation(
            for: changeset.changedModels(applied.proof, applied.identities), assigning: assigned,
            in: applied, committed: dataSource.snapshot.revision, mayBeSplit: maySplit)
        }
    } catch {
      throw .storage(error)
    }
    reader.models.keys.plan(applied, keys)
  }

  /// The batch, once it is published.
  var batch: DataSource.Batch? { progress.withLock { $0.batch } }

  var target: ListState { applied.target }

  var waveCounts: [Int] { isMadeAhead ? [] : generation?.waveCounts ?? [] }

  var isCommittedWithOutputs: Bool { generation?.writesStates ?? false }

  var madeOutputCount: Int { isMadeAhead ? 0 : generation?.madeCount ?? 0 }

  var changes: [UncommittedChange] {
    [UncommittedChange(identities: applied.identities, changeset: changeset)]
  }

  func make(_ range: Range<Int>, ofWave wave: Int) { generation?.make(range, ofWave: wave) }

  func addRevisions(to group: inout CommitGroup) {
    let states = progress.withLock { progress in
      if let generation { progress.states = generation.states }
      return progress.states
    }
    let stored = StoredChange(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record,
        states: states.addresses, annotation: annotation, step: step, otherParts: otherParts),
      nextIdentifiers: applied.target.nextIdentifiers,
      updatedItems: models.updatedItems, insertedItems: models.insertedItems, keys: keys,
      updatedSections: models.updatedSections, insertedSections: models.insertedSections,
      states: states.states, device: device, hub: hub)
    group.append(stored, of: applied)
  }

  func rebase(onto followed: Followed, _ state: ListState) -> RebaseResult {
    guard let modification, modification.isPlannedAgain else { return .conflict }
    discardOutputs()
    return .outdated
  }

  /// Gives up the outputs, because the change is planned again or fails.
  func discardOutputs() { generation?.discard() }

  func publish() {
    let states = progress.withLock { $0.states }
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
    guard let modification, let batch else { return }
    modification.ticket?.applied([batch])
    modification.pending.resolve(.success(batch))
  }

  func fail(_ error: DataSourceError) {
    discardOutputs()
    dataSource.reader.models.keys.discard(from: applied.target.revision)
    modification?.fail(error)
  }
}
