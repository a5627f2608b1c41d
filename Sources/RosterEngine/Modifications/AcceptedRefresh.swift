internal import RosterCore

/// A reload or a new configuration in the pipeline, with its types.
final class AcceptedRefresh<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  QueuedRefresh
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>
  typealias Plan =
    @Sendable (RefreshWork, ListState) throws(DataSourceError) -> (any OutputRefresh<Output>)?

  private struct Progress {
    var work: RefreshWork
    /// The level of the most urgent modification that this one took over.
    var inheritedQoS = DataSourceQoS.default
    var refresh: (any OutputRefresh<Output>)?
    var batch: DataSource.Batch?
  }

  let pending = Pending<ModificationOutcome<DataSource.Batch>>()
  let ticket: ModificationTicket?
  let isSynchronous: Bool
  let annotation: ChangeAnnotation
  private let causes: BatchCauses
  /// Retained while the modification is pending, as for changesets.
  private let dataSource: DataSource
  private let plan: Plan
  private let progress: Guarded<Progress>

  /// - Parameter plan: Plans the outputs; `nil` if nothing is to be done.
  init(
    _ work: RefreshWork, _ annotation: ChangeAnnotation, _ mode: ModificationMode,
    dataSource: DataSource, plan: @escaping Plan
  ) {
    self.annotation = annotation
    isSynchronous = mode == .synchronous
    let isReload = if case .reload = work { true } else { false }
    causes = isReload ? .reload : .configuration
    ticket = dataSource.runner.ticket(
      isReload ? .reload : .configuration, annotation, mode)
    self.dataSource = dataSource
    self.plan = plan
    progress = Guarded(Progress(work: work))
  }

  var work: RefreshWork { progress.withLock { $0.work } }

  var qos: DataSourceQoS { max(ticket?.qos ?? .default, progress.withLock { $0.inheritedQoS }) }

  func takeOver(_ earlier: any QueuedRefresh, meansTheSamePaths: Bool) -> Bool {
    progress.withLock { progress in
      guard progress.work.takeOver(earlier.work, meansTheSamePaths: meansTheSamePaths) else {
        return false
      }
      // The callers of the earlier one now wait for this one.
      let (former, qos) = (progress.inheritedQoS, max(progress.inheritedQoS, earlier.qos))
      progress.inheritedQoS = qos
      dataSource.runner.levels.withLock { levels in
        _ = levels.add(qos)
        levels.remove(former)
      }
      return true
    }
  }

  private var refresh: (any OutputRefresh<Output>)? { progress.withLock { $0.refresh } }

  // MARK: Working

  func prepare(_ source: ListState) throws(DataSourceError) -> Int {
    let refresh = try plan(work, source)
    progress.withLock { $0.refresh = refresh }
    return refresh?.count ?? 0
  }

  func makeOutputs(_ range: Range<Int>) { refresh?.make(range) }

  func stored(_ applied: ListChange) -> StoredChange? {
    guard let states = refresh?.states, !states.isEmpty else { return nil }
    return StoredChange(updating: states, applied, annotation)
  }

  func publish(_ applied: ListChange?, on source: ListState) {
    guard let refresh else { return }
    let remainder = refresh.remainder
    let batch = batch(of: refresh, applied, on: source, awaitedCount: remainder?.count ?? 0)
    guard let batch else { return refresh.publish() }
    let published = dataSource.publish(batch, nil) { refresh.publish() }
    progress.withLock { $0.batch = published }
    if let remainder { dataSource.add(remainder, annotation, qos) }
  }

  private func batch(
    of refresh: any OutputRefresh<Output>, _ applied: ListChange?, on source: ListState,
    awaitedCount: Int
  ) -> DataSource.Batch? {
    var notes = BatchNotes(
      causes: causes, namesAllOutputs: refresh.namesAllOutputs, awaitedOutputCount: awaitedCount)
    notes.forgetsSizes = refresh.forgetsSizes
    notes.estimates = refresh.estimates
    let outputs = refresh.outputs
    guard let applied else {
      if outputs.isEmpty, notes.namesAllOutputs, awaitedCount == 0 { return nil }
      return dataSource.reader.unchanged(
        source, outputs: outputs, sizes: refresh.sizes, notes: notes, annotation: annotation)
    }
    notes.causes.formUnion(.change)
    return dataSource.reader.publishable(
      dataSource.reader.changingNothing(applied, annotation), states: refresh.states,
      outputs: outputs, sizes: refresh.sizes, notes: notes)
  }

  // MARK: Outcomes

  /// Ends the wait of this modification, and of those that it took over.
  private func end() {
    let inheritedQoS = progress.withLock { $0.inheritedQoS }
    dataSource.runner.levels.withLock { $0.remove(inheritedQoS) }
  }

  func succeed() {
    end()
    let batch = progress.withLock { $0.batch }
    ticket?.applied(batch.map { [$0] } ?? [])
    pending.resolve(.success(.applied(batch)))
  }

  func supersede(by later: any QueuedRefresh) {
    guard let later = later as? Self else {
      preconditionFailure("the modifications in a pipeline are all of one list")
    }
    end()
    ticket?.superseded(by: later.ticket)
    pending.resolve(.success(.superseded(by: later.pending)))
  }

  func fail(_ error: DataSourceError) {
    end()
    ticket?.failed(error)
    pending.resolve(.failure(error))
  }
}

extension StoredChange {
  /// Makes the stored form of a revision that changes only states.
  init(updating states: [ChangedState], _ applied: ListChange, _ annotation: ChangeAnnotation) {
    self.init(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record, states: states.addresses,
        annotation: annotation, step: .update),
      nextIdentifiers: applied.target.nextIdentifiers, updatedItems: [], insertedItems: [],
      updatedSections: [], insertedSections: [], states: states.states)
  }
}
