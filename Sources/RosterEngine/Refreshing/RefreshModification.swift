internal import RosterConcurrency
package import RosterCore

/// A reload or a new configuration.
final class RefreshModification<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Modification
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>
  /// Plans the outputs; `nil` if there are none to make.
  typealias Planning =
    @Sendable (RefreshWork, ListState) throws(DataSourceError) -> (any OutputRefresh<Output>)?

  private struct Inheritance {
    var work: RefreshWork
    /// The level of the most urgent modification that this one took over.
    var qos = DataSourceQoS.default
  }

  let pending = Pending<RefreshOutcome<DataSource.Batch>>()
  let ticket: ModificationTicket?
  let annotation: ChangeAnnotation
  /// Whether a caller waits for it on its own thread, so that no later one may replace it.
  private let isSynchronous: Bool
  /// Retained while the modification is pending, as for changesets.
  private let dataSource: DataSource
  private let planning: Planning
  /// What it does by itself, and for those that it took over.
  private let inheritance: Guarded<Inheritance>

  init(
    _ work: RefreshWork, _ annotation: ChangeAnnotation, _ mode: ModificationMode,
    _ dataSource: DataSource, planning: @escaping Planning
  ) {
    self.annotation = annotation
    isSynchronous = mode == .synchronous
    ticket = dataSource.runner.ticket(
      work.isReload ? .reload : .configuration, annotation, mode)
    self.dataSource = dataSource
    self.planning = planning
    inheritance = Guarded(Inheritance(work: work))
  }

  var work: RefreshWork { inheritance.withLock { $0.work } }

  var qos: DataSourceQoS { max(ticket?.qos ?? .default, inheritance.withLock { $0.qos }) }

  var admission: Admission {
    let work = work
    return work.goesByPath ? .places { work.missing(in: $0) } : .identities
  }

  var standsAlone: Bool { true }

  var joint: (any JointWork)? { nil }

  // MARK: Taking over

  var takeOver: ((any Modification, _ meansTheSamePaths: Bool) -> Bool)? {
    { earlier, meansTheSamePaths in
      guard let earlier = earlier as? Self, !earlier.isSynchronous else { return false }
      return self.takeOver(earlier, meansTheSamePaths: meansTheSamePaths)
    }
  }

  /// Adds the work of an earlier one if possible, and takes over its urgency.
  private func takeOver(_ earlier: RefreshModification, meansTheSamePaths: Bool) -> Bool {
    inheritance.withLock { own in
      guard own.work.takeOver(earlier.work, meansTheSamePaths: meansTheSamePaths) else {
        return false
      }
      // The callers of the earlier one now wait for this one.
      let (former, qos) = (own.qos, max(own.qos, earlier.qos))
      own.qos = qos
      dataSource.runner.levels.withLock { levels in
        _ = levels.add(qos)
        levels.remove(former)
      }
      return true
    }
  }

  func supersede(_ earlier: [any Modification]) {
    for case let earlier as RefreshModification in earlier {
      earlier.endInheritance()
      earlier.ticket?.superseded(by: ticket)
      earlier.pending.resolve(.success(.superseded(by: pending)))
    }
  }

  /// Ends the wait of those that it took over.
  private func endInheritance() {
    let qos = inheritance.withLock { $0.qos }
    dataSource.runner.levels.withLock { $0.remove(qos) }
  }

  // MARK: Working

  func plan(
    on source: ListState, _ proof: VerifiedOutline?, with joined: ArraySlice<any Modification>
  ) throws(DataSourceError) -> any ModificationPlan {
    RefreshPlan(try planning(work, source), on: source, dataSource, of: self)
  }

  func succeed(_ batch: DataSource.Batch?) {
    endInheritance()
    ticket?.applied(batch.map { [$0] } ?? [])
    pending.resolve(.success(.applied(batch)))
  }

  func fail(_ error: DataSourceError) {
    endInheritance()
    ticket?.failed(error)
    pending.resolve(.failure(error))
  }
}

/// The outputs that a reload or a new configuration makes. It makes a revision only if states
/// change.
final class RefreshPlan<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  ModificationPlan
{
  typealias DataSource = ListDataSource<Model, SectionModel, Output>

  private struct Progress {
    /// The revision of the changed states; `nil` if there are none.
    var applied: ListChange?
    /// The batch, once it is published; `nil` if nothing changed.
    var batch: DataSource.Batch?
  }

  private let refresh: (any OutputRefresh<Output>)?
  private let source: ListState
  private let dataSource: DataSource
  private let modification: RefreshModification<Model, SectionModel, Output>
  private let progress = Guarded(Progress())

  /// - Parameter refresh: The outputs; `nil` if there are none to make.
  init(
    _ refresh: (any OutputRefresh<Output>)?, on source: ListState, _ dataSource: DataSource,
    of modification: RefreshModification<Model, SectionModel, Output>
  ) {
    self.refresh = refresh
    self.source = source
    self.dataSource = dataSource
    self.modification = modification
  }

  var target: ListState { source }

  var waveCounts: [Int] { [refresh?.count ?? 0] }

  func make(_ range: Range<Int>, ofWave wave: Int) { refresh?.make(range) }

  func addRevisions(to group: inout CommitGroup) {
    guard let states = refresh?.states, !states.isEmpty else { return }
    let applied = group.target.changingNothing
    progress.withLock { $0.applied = applied }
    group.append(StoredChange(updating: states, applied, modification.annotation), of: applied)
  }

  func rebase(onto followed: Followed, _ state: ListState) -> RebaseResult {
    modification.work.goesByPath ? .conflict : .outdated
  }

  func publish() {
    guard let refresh else { return }
    let remainder = refresh.remainder
    guard let batch = batch(of: refresh, awaitedCount: remainder?.count ?? 0) else {
      return refresh.publish()
    }
    let published = dataSource.publish(batch, nil) { refresh.publish() }
    progress.withLock { $0.batch = published }
    if let remainder { dataSource.add(remainder, modification.annotation, modification.qos) }
  }

  private func batch(
    of refresh: any OutputRefresh<Output>, awaitedCount: Int
  ) -> DataSource.Batch? {
    let annotation = modification.annotation
    var notes = BatchNotes(
      causes: modification.work.isReload ? .reload : .configuration,
      namesAllOutputs: refresh.namesAllOutputs, awaitedOutputCount: awaitedCount)
    notes.forgetsSizes = refresh.forgetsSizes
    notes.estimates = refresh.estimates
    let outputs = refresh.outputs
    guard let applied = progress.withLock({ $0.applied }) else {
      if outputs.isEmpty, notes.namesAllOutputs, awaitedCount == 0 { return nil }
      return dataSource.reader.unchanged(
        source, outputs: outputs, sizes: refresh.sizes, notes: notes, annotation: annotation)
    }
    notes.causes.formUnion(.change)
    return dataSource.reader.publishable(
      dataSource.reader.changingNothing(applied, annotation), states: refresh.states,
      outputs: outputs, sizes: refresh.sizes, notes: notes)
  }

  func succeed() { modification.succeed(progress.withLock { $0.batch }) }

  func fail(_ error: DataSourceError) { modification.fail(error) }
}

extension StoredChange {
  /// Makes the stored form of a revision that changes only states.
  package convenience init(
    updating states: [ChangedState], _ applied: ListChange, _ annotation: ChangeAnnotation
  ) {
    self.init(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record, states: states.addresses,
        annotation: annotation, step: .update),
      nextIdentifiers: applied.target.nextIdentifiers, updatedItems: [], insertedItems: [],
      updatedSections: [], insertedSections: [], states: states.states)
  }
}
