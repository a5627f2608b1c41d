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
    var refresh: (any OutputRefresh<Output>)?
    var batch: DataSource.Batch?
  }

  let pending = PendingChange<ModificationOutcome<DataSource.Batch>>()
  let isSynchronous: Bool
  private let annotation: ChangeAnnotation
  private let causes: BatchCauses
  /// Kept for as long as the modification is pending, as for changesets.
  private let dataSource: DataSource
  private let plan: Plan
  private let progress: Guarded<Progress>

  /// - Parameter plan: Finds out what is to be generated, `nil` if nothing is to be done.
  init(
    _ work: RefreshWork, _ annotation: ChangeAnnotation, isSynchronous: Bool,
    dataSource: DataSource, plan: @escaping Plan
  ) {
    self.annotation = annotation
    self.isSynchronous = isSynchronous
    causes = if case .reload = work { .reload } else { .configuration }
    self.dataSource = dataSource
    self.plan = plan
    progress = Guarded(Progress(work: work))
  }

  var work: RefreshWork { progress.withLock { $0.work } }

  func takeOver(_ earlier: RefreshWork, meansTheSamePaths: Bool) -> Bool {
    progress.withLock { $0.work.takeOver(earlier, meansTheSamePaths: meansTheSamePaths) }
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
    return StoredChange(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record,
        states: states.map(\.address), annotation: annotation, step: .update),
      nextIdentifiers: applied.target.nextIdentifiers, updatedItems: [], insertedItems: [],
      updatedSections: [], insertedSections: [], states: states.map(\.state))
  }

  func publish(_ applied: ListChange?, on source: ListState) {
    guard let refresh else { return }
    let remainder = refresh.remainder
    let batch = batch(of: refresh, applied, on: source, awaitedCount: remainder?.count ?? 0)
    guard let batch else { return refresh.publish() }
    let published = dataSource.publish(batch, nil) { refresh.publish() }
    progress.withLock { $0.batch = published }
    if let remainder { dataSource.add(remainder, annotation) }
  }

  private func batch(
    of refresh: any OutputRefresh<Output>, _ applied: ListChange?, on source: ListState,
    awaitedCount: Int
  ) -> DataSource.Batch? {
    var notes = BatchNotes(
      causes: causes, namesAllOutputs: refresh.namesAllOutputs, awaitedOutputCount: awaitedCount)
    notes.forgetsSizes = refresh.forgetsSizes
    guard let applied else {
      if refresh.outputs.isEmpty, notes.namesAllOutputs, awaitedCount == 0 { return nil }
      return dataSource.reader.unchanged(
        source, outputs: refresh.outputs, sizes: refresh.sizes, notes: notes,
        annotation: annotation)
    }
    notes.causes.formUnion(.change)
    let changes = ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(
        changeset: Changeset<Model, SectionModel>(), proof: applied.proof),
      annotation: annotation)
    return dataSource.reader.publishable(
      changes, states: refresh.states, outputs: refresh.outputs, sizes: refresh.sizes,
      notes: notes)
  }

  // MARK: Outcomes

  func succeed() { pending.resolve(.success(.applied(progress.withLock { $0.batch }))) }

  func supersede(by later: any QueuedRefresh) {
    guard let later = later as? Self else {
      preconditionFailure("the modifications in a pipeline are all of one list")
    }
    pending.resolve(.success(.superseded(by: later.pending)))
  }

  func fail(_ error: DataSourceError) { pending.resolve(.failure(error)) }
}
