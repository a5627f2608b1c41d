internal import RosterComponents
internal import RosterCore

/// Edits of a header or footer in the pipeline, with their types.
///
/// They wait among reloads and configurations, and become a revision of their own if a state is
/// another.
final class AcceptedSupplementEdit<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  QueuedRefresh
{
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  private struct Progress {
    var supplement: UpdatedSupplement?
    var outcomes: [EditPasses.Outcome] = []
    var batch: DataSource.Batch?
  }

  let pending = PendingChange<DataSource.Outcome>()
  let ticket: ModificationTicket?
  let isSynchronous: Bool
  let annotation: ChangeAnnotation
  private let supplement: SupplementReference
  private let edits: [TreeEdit]
  private let dataSource: DataSource
  private let progress = Guarded(Progress())

  /// - Parameter dataSource: Kept for as long as the edits are pending, as for changesets.
  init(
    _ edits: [TreeEdit], of supplement: SupplementReference, _ annotation: ChangeAnnotation,
    _ mode: ModificationMode, dataSource: DataSource
  ) {
    self.edits = edits
    self.annotation = annotation
    self.supplement = supplement
    isSynchronous = mode == .synchronous
    ticket = dataSource.runner.ticket(
      edits.allSatisfy { $0.isAction } ? .action : .update, annotation, mode,
      supplement: supplement, scopes: edits.map { $0.scope })
    self.dataSource = dataSource
  }

  var work: RefreshWork { .supplement(supplement) }

  var qos: DataSourceQoS { ticket?.qos ?? .default }

  func takeOver(_ earlier: any QueuedRefresh, meansTheSamePaths: Bool) -> Bool { false }

  // MARK: Working

  func prepare(_ source: ListState) throws(DataSourceError) -> Int {
    if let made = progress.withLock({ $0.supplement }) {
      // Made for an older list, and nobody has touched it since: it is run once and no more.
      guard let section = source.index(of: made.id.section) else {
        throw .noSuchSupplement(supplement)
      }
      progress.withLock { $0.supplement?.section = section }
      return 0
    }
    guard let generator = dataSource.reader.supplements,
      let section = supplement.section.resolved(in: source)
    else { throw .noSuchSupplement(supplement) }
    let found: UpdatedSupplement?
    do throws(StorageError) {
      found = try generator.current([supplement.kind]) { (source, [section]) }.first
    } catch {
      throw .storage(error)
    }
    guard var supplement = found, let tree = supplement.built.tree else {
      throw .noSuchSupplement(supplement)
    }
    let items = generator.trees.items
    var passes = EditPasses(edits, to: tree, of: supplement.id.treeID)
    items.owner.generate { passes.run(items.builder, items.faults) }
    supplement.isAnother = !passes.changes.isEmpty
    let unwritten = supplement.built.unwritten
    supplement.built = BuiltSupplement(
      tree: items.laidOut(
        passes.tree, of: supplement.id.treeID, after: tree, items.currentConditions),
      unwritten: supplement.isAnother ? [] : unwritten)
    if supplement.isAnother {
      supplement.changes = unwritten.followed(
        by: passes.changes.stateChanges(of: supplement.id.treeID))
    }
    progress.withLock { [supplement, outcomes = passes.outcomes] progress in
      progress.supplement = supplement
      progress.outcomes = outcomes
    }
    return 0
  }

  func makeOutputs(_ range: Range<Int>) {}

  func rebase(onto followed: Followed) throws(DataSourceError) {
    guard let supplement = progress.withLock({ $0.supplement }),
      followed.touched.contains(supplement.id.treeID)
    else { return }
    throw .conflict(followed.conflict)
  }

  func stored(_ applied: ListChange) -> StoredChange? {
    guard let supplement = progress.withLock({ $0.supplement }), supplement.isAnother else {
      return nil
    }
    return StoredChange(
      updating: [supplement].states, applied, annotation)
  }

  func publish(_ applied: ListChange?, on source: ListState) {
    guard let generator = dataSource.reader.supplements,
      let supplement = progress.withLock({ $0.supplement })
    else { return }
    if let applied {
      let changes = ChangeBatch(
        source: applied.source, target: applied.target,
        verified: VerifiedChangeset(
          changeset: Changeset<Model, SectionModel>(), proof: applied.proof),
        annotation: annotation)
      let batch = dataSource.reader.publishable(
        changes, states: [supplement].states, outputs: [], sizes: [],
        supplements: generator.generated([supplement]))
      let published = dataSource.publish(batch, nil) {
        generator.trees.publish([supplement], removing: [])
      }
      progress.withLock { $0.batch = published }
    }
    let messages = progress.withLock { $0.outcomes }.compactMap { outcome in
      (try? outcome.get()).flatMap { $0 }.map {
        SentMessage(tree: supplement.id.treeID, message: $0)
      }
    }
    if !messages.isEmpty { ComponentPublisher(dataSource).send(messages) }
  }

  // MARK: Outcomes

  func succeed() {
    let (outcomes, batch) = progress.withLock { ($0.outcomes, $0.batch) }
    for case .failure(let error) in outcomes {
      ticket?.failed(.edit(error))
      return pending.resolve(.failure(.edit(error)))
    }
    let messageCount = outcomes.count { ((try? $0.get()) ?? nil) != nil }
    ticket?.applied(batch.map { [$0] } ?? [])
    pending.resolve(.success(UpdateOutcome(batch: batch, messageCount: messageCount)))
  }

  func supersede(by later: any QueuedRefresh) {
    preconditionFailure("edits are done each once, and never by others")
  }

  func fail(_ error: DataSourceError) {
    ticket?.failed(error)
    pending.resolve(.failure(error))
  }
}
