internal import RosterComponents
internal import RosterCore

/// Updates of states that are worked on together, with their types.
final class StateModification<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  QueuedModification
{
  typealias Update = AcceptedUpdate<Model, SectionModel, Message>
  typealias DataSource = ListDataSource<Model, SectionModel, ComponentTree<Message>>

  /// Where an update has its part in the update of an item.
  struct Share {
    var item: Int
    var edits: Range<Int>
  }

  /// What has been found, done, and published.
  struct Progress {
    /// For each update, or why it cannot be done.
    var shares: [Result<Share, DataSourceError>] = []
    var items: [ItemUpdate<Message>] = []
    var batch: DataSource.Batch?
  }

  let dataSource: DataSource
  let generator: ComponentGenerator<Model, SectionModel, Message>
  private let updates: [Update]
  private let progress = Guarded(Progress())

  init(_ updates: [Update], dataSource: DataSource) {
    self.updates = updates
    self.dataSource = dataSource
    generator = dataSource.components()
  }

  // MARK: Working

  func prepare(_ source: ListState) -> Int {
    var plan = UpdatePlan(generator, source)
    for update in updates { plan.add(update.edits, of: update.item) }
    let prepared = plan.finished()
    progress.withLock { $0 = Progress(shares: prepared.shares, items: prepared.items) }
    return prepared.items.count
  }

  private var items: [ItemUpdate<Message>] { progress.withLock { $0.items } }

  func makeOutputs(_ range: Range<Int>) {
    for item in items[range] { item.run(generator.builder, generator.faults) }
  }

  var changesStates: Bool { items.contains { !$0.changes.isEmpty } }

  func stored(_ applied: ListChange) -> StoredChange {
    let changes = changedItems.flatMap(\.changes)
    return StoredChange(
      entry: JournalEntry(
        revision: applied.target.revision, record: applied.record,
        states: changes.map(\.address), annotation: ChangeAnnotation()),
      nextIdentifiers: applied.target.nextIdentifiers, updatedItems: [], insertedItems: [],
      updatedSections: [], insertedSections: [], states: changes.map(\.state))
  }

  /// The items with another state, ascending by path.
  private var changedItems: [ItemUpdate<Message>] {
    items.filter { !$0.changes.isEmpty }.sorted { $0.path < $1.path }
  }

  // MARK: Publishing

  func publish(_ applied: ListChange?) {
    if let applied { publishBatch(applied) }
    let unchanged = items.filter { $0.changes.isEmpty }
    generator.trees.withLock { trees in
      for item in unchanged { trees.fill(item.item, of: item.id) }
    }
    generator.messages.send(messages)
  }

  private func publishBatch(_ applied: ListChange) {
    let items = changedItems
    let changes = ChangeBatch(
      source: applied.source, target: applied.target,
      verified: VerifiedChangeset(
        changeset: Changeset<Model, SectionModel>(), proof: applied.proof))
    let states = items.flatMap { item in
      item.changes.map { change in
        ChangedState(
          id: item.id, targetPath: item.path, scope: change.address.scope, state: change.state)
      }
    }
    let outputs = items.map {
      GeneratedItem(id: $0.id, targetPath: $0.path, output: $0.item.tree)
    }
    let batch = dataSource.reader.publishable(changes, states: states, outputs: outputs)
    dataSource.publish(batch, applied.identities) {
      generator.trees.withLock { $0.publish(items.map { ($0.id, $0.item) }, removing: []) }
    }
    progress.withLock { $0.batch = batch }
  }

  /// The messages of all updates, in their order.
  private var messages: [ItemMessage<Message>] {
    let progress = progress.withLock { $0 }
    return progress.shares.flatMap { share -> [ItemMessage<Message>] in
      guard case .success(let share) = share else { return [] }
      let item = progress.items[share.item]
      return item.outcomes[share.edits].compactMap { outcome in
        guard case .success(let message?) = outcome else { return nil }
        return ItemMessage(id: item.id, message: message)
      }
    }
  }

  // MARK: Outcomes

  func succeed() {
    let progress = progress.withLock { $0 }
    for (update, share) in zip(updates, progress.shares) {
      update.pending.resolve(share.flatMap { outcome(of: $0, progress) })
    }
  }

  private func outcome(
    of share: Share, _ progress: Progress
  ) -> Result<UpdateOutcome<DataSource.Batch>, DataSourceError> {
    let item = progress.items[share.item]
    for outcome in item.outcomes[share.edits] {
      if case .failure(let error) = outcome { return .failure(.edit(error)) }
    }
    guard let batch = progress.batch, !item.changes.isEmpty else { return .success(.unchanged) }
    return .success(.applied(batch))
  }

  func fail(_ error: DataSourceError) {
    let progress = progress.withLock { $0 }
    for (update, share) in zip(updates, progress.shares) {
      update.pending.resolve(
        share.flatMap { share in
          if case .failure(let own) = outcome(of: share, progress) { return .failure(own) }
          return .failure(error)
        })
    }
  }
}
