public import RosterCore

/// A list that is changed by changesets and tells what changed in ordered batches.
///
/// Changesets come in from any thread and are verified at once, against the list as it will be after
/// everything pending. A serial queue in the background applies them, generates an output for each
/// inserted and updated item, commits to storage what waits together, and only then publishes: each
/// change gets a revision and a batch of its own. If anything fails, the list stays as it was, in
/// memory and in storage. If storage is to blame, the list takes no more changes until a caller says that
/// it knows (``resume(after:)``), so that it never holds what came after a change that is lost.
///
///     let messages = try ListDataSource(storage: list, codec: TextCodec(), …)
///     let batch = try await messages.apply(changeset)
///     for try await batch in messages.batches() { render(batch.changes.operations) }
public final class ListDataSource<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Sendable
{
  /// What it publishes.
  public typealias Batch = ListBatch<Model, SectionModel, Output>
  /// The list at one revision.
  public typealias Snapshot = ListSnapshot<Model, SectionModel>
  private typealias BatchSubscription = Subscription<Model, SectionModel, Output>

  /// What subscribers and readers see.
  private struct Published {
    var snapshot: Snapshot
    var subscriptions: [ObjectIdentifier: WeakSubscription] = [:]
    var isFinished = false
    /// Why nothing more can be published.
    var failure: StorageError?
  }

  private struct WeakSubscription {
    weak var subscription: BatchSubscription?
  }

  let reader: BatchReader<Model, SectionModel, Output>
  let runner: ChangeRunner
  private let published: Guarded<Published>
  let configuration: DataSourceConfiguration
  /// Tells when others have written, if the list is shared.
  let watch = Guarded<(any StorageWatch)?>(nil)

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - storage: Where the list is kept.
  ///   - codec: How item models are kept.
  ///   - sectionCodec: How section models are kept.
  ///   - configuration: Limits, and what components are built with.
  ///   - generate: Makes the output for an item; called on several threads at once, for inserted
  ///     and updated items only.
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  /// - Complexity: O(sections + leaf pages); no items are read.
  @_disfavoredOverload  // What makes trees is meant for the initializer that takes components.
  public convenience init(
    storage: any ListStorage, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    configuration: DataSourceConfiguration = DataSourceConfiguration(),
    generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) throws(StorageError) {
    try self.init(storage, codec, sectionCodec, configuration) { models, owner in
      ClosureGenerator(models: models, owner: owner, generate: generate)
    }
  }

  /// Opens a list that generates nothing.
  ///
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init(
    storage: any ListStorage, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    configuration: DataSourceConfiguration = DataSourceConfiguration()
  ) throws(StorageError) where Output == Never {
    try self.init(storage, codec, sectionCodec, configuration) { _, _ in nil }
  }

  /// - Parameter makeGenerator: Makes the generator, `nil` if nothing is to be generated.
  init(
    _ storage: any ListStorage, _ codec: any ModelCodec<Model>,
    _ sectionCodec: any ModelCodec<SectionModel>, _ configuration: DataSourceConfiguration,
    _ makeGenerator: (ModelReader<Model, SectionModel>, GenerationOwner)
      -> (any OutputGenerator<Model, SectionModel, Output>)?
  ) throws(StorageError) {
    configuration.requireSound()
    let state = try Self.load(storage, isShared: configuration.isShared)
    let models = ModelReader<Model, SectionModel>(
      storage: storage, codec: codec, sectionCodec: sectionCodec,
      cacheCountMax: configuration.cachedModelCountMax, revision: state.revision)
    let owner = GenerationOwner()
    reader = BatchReader(
      storage: storage, models: models, generator: makeGenerator(models, owner))
    runner = ChangeRunner(state, storage: storage, owner: owner, configuration)
    published = Guarded(Published(snapshot: ListSnapshot(state: state, models: models)))
    self.configuration = configuration
    followOthers()
  }

  deinit {
    stopFollowing()
    finishSubscriptions()
  }

  // MARK: Changing

  /// Queues a changeset. Never blocks on storage.
  ///
  /// - Parameters:
  ///   - changeset: What changes; nothing, if only states are to be written.
  ///   - states: States that are written with it, of items, headers and footers of its target. If a
  ///     scope is named twice, the last one counts.
  ///   - annotation: What the batch is to say about the change.
  ///   - qos: How urgent it is.
  /// - Returns: The change, which will have an outcome exactly once. It fails with `noSuchItem` if
  ///   an item that a state names by id is not there, and with `noSuchSupplement` if a section
  ///   is not.
  /// - Throws: `invalid` if the changeset does not fit the list as it will be after everything
  ///   pending; `noSuchItem` if a state names a path that is not there after it; `queueFull`;
  ///   `suspended`; `closed`. Nothing is queued then.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  @discardableResult
  public func enqueue(
    _ changeset: Changeset<Model, SectionModel>, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> PendingChange<Batch> {
    let change = accepted(changeset, states, annotation, .queued(qos))
    try runner.enqueue(change, targetTrees: states.places)
    return change.pending
  }

  /// Applies a changeset and writes states with it, and returns once both are durable and
  /// published.
  ///
  /// - Throws: `DataSourceError`; the list is then as it was.
  @discardableResult
  public func apply(
    _ changeset: Changeset<Model, SectionModel>, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> Batch {
    try await enqueue(changeset, states: states, annotation, qos: qos).value
  }

  /// Applies a changeset on the calling thread, and writes states with it, after everything that is
  /// pending.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called by the generator.
  @discardableResult
  public func applySynchronously(
    _ changeset: Changeset<Model, SectionModel>, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Batch {
    let change = accepted(changeset, states, annotation, .synchronous)
    try runner.run(change, targetTrees: states.places) { change.pending.isResolved }
    guard let outcome = change.pending.outcome else { throw .closed }
    return try outcome.get()
  }

  func accepted(
    _ changeset: Changeset<Model, SectionModel>, _ states: [StateAssignment],
    _ annotation: ChangeAnnotation, _ mode: ModificationMode
  ) -> AcceptedChange<Model, SectionModel, Output> {
    let isStates = !states.isEmpty && changeset.isEmpty
    return AcceptedChange(
      changeset, states, annotation, dataSource: self,
      ticket: runner.ticket(isStates ? .states : .changeset, annotation, mode))
  }

  // MARK: Reading

  /// The list as it was last published.
  public var snapshot: Snapshot { published.withLock { $0.snapshot } }

  /// The list as it was at an earlier revision, with its models, states and paths.
  ///
  /// - Throws: `compacted` with the oldest revision that is left if the journal does not reach back
  ///   that far; `stale` for a revision that is not there yet.
  /// - Complexity: O(*k* log *n*) for *k* changes since then.
  public func snapshot(at revision: Revision) throws(StorageError) -> Snapshot {
    let current = snapshot
    let state = try reader.state(current.state, at: revision)
    return ListSnapshot(state: state, models: reader.models)
  }

  /// The states of the scopes of an item, as storage has them at the revision that was last
  /// published; none if the item is not there.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: A row for each state.
  public func states(of item: ItemID) throws(StorageError) -> [ScopePath: StoredState] {
    try states(of: .item(item))
  }

  /// The states of the scopes of a header or footer, as storage has them at the revision that was
  /// last published; none if its section is not there.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: A row for each state.
  public func states(
    of supplement: SupplementID
  ) throws(StorageError) -> [ScopePath: StoredState] {
    try states(of: .supplement(supplement))
  }

  private func states(of tree: TreeID) throws(StorageError) -> [ScopePath: StoredState] {
    try reader.models.states(of: [tree], at: snapshot.revision).first ?? [:]
  }

  /// The output of an item, header or footer as it was last published; `nil` if it is not there.
  ///
  /// A tree of components that is not in memory is built from the model and the stored states, and
  /// then kept in memory. States that begin in such a build are stored with the next change of the
  /// tree; if the tree has to leave memory before, they begin anew.
  ///
  /// - Throws: `StorageError` if a model or state cannot be read.
  /// - Complexity: That of the generator, O(log *n*), and a row for the model and for each state; for
  ///   a tree that is in memory O(log *n*).
  public func output(
    of tree: TreeReference
  ) throws(StorageError) -> GeneratedOutput<Output>? {
    let kinds = reader.generator?.supplementKinds ?? []
    return try outputs { (state, trees) throws(StorageError) in
      do throws(DataSourceError) {
        let (id, place) = try tree.resolved(in: state)
        if let kind = id.supplement?.kind, !kinds.contains(kind) { return }
        trees.append(id, at: place)
      } catch .storage(let error) {
        throw error
      } catch {
        // It is not there.
      }
    }.first { $0.output != nil }
  }

  /// The output of an item as it was last published, `nil` if the item is not there.
  ///
  /// See ``output(of:)-(TreeReference)`` for trees that are not in memory.
  ///
  /// - Throws: `StorageError` if a model or state cannot be read.
  /// - Complexity: As for ``output(of:)-(TreeReference)``.
  public func output(of item: ItemID) throws(StorageError) -> Output? {
    try output(of: .id(item))?.output
  }

  /// The outputs of a range of a section as they were last published, in order; what does not exist
  /// is left out.
  ///
  /// See ``output(of:)-(TreeReference)`` for trees that are not in memory; they are built on all cores.
  ///
  /// - Throws: `StorageError` if a model or state cannot be read.
  /// - Complexity: As ``output(of:)-(TreeReference)`` for each item.
  public func outputs(
    inSection section: Int, _ range: Range<Int> = 0..<Int.max
  ) throws(StorageError) -> [GeneratedItem<Output>] {
    try outputs { (state, trees) throws(StorageError) in
      try state.forEachItem(inSection: section, range) { path, id in
        trees.append(id, at: path)
        return true
      }
    }.compactMap(\.item)
  }

  /// A header or footer as it was last published; `nil` if there is none.
  ///
  /// - Throws: `StorageError` if the model of the section cannot be read.
  /// - Complexity: As ``output(of:)-(TreeReference)``.
  public func supplement(
    _ supplement: SupplementReference
  ) throws(StorageError) -> GeneratedSupplement<Output>? {
    try output(of: .supplement(supplement)).flatMap { GeneratedSupplement($0, nil) }
  }

  /// The headers and footers of some sections as they were last published, in order, each section
  /// that has them; what does not exist is left out. A renderer begins with those of the sections
  /// that it shows.
  ///
  /// - Throws: `StorageError` if the model of a section cannot be read.
  /// - Complexity: As ``output(of:)-(TreeReference)`` for each of them.
  public func supplements(
    inSections range: Range<Int> = 0..<Int.max
  ) throws(StorageError) -> [GeneratedSupplement<Output>] {
    let kinds = reader.generator?.supplementKinds ?? []
    return try outputs { (state, trees) throws(StorageError) in
      for section in range.clamped(to: 0..<state.sectionCount) {
        guard let id = state.sectionID(at: section) else { continue }
        for kind in kinds {
          trees.append(
            .supplement(SupplementID(kind, of: id)), at: .supplement(kind, ofSection: section))
        }
      }
    }.filter { $0.output != nil }.compactMap { GeneratedSupplement($0, nil) }
  }

  /// Outputs of the published list, in order.
  ///
  /// - Parameter find: Finds those that are asked for.
  private func outputs(
    _ find: (ListState, inout PlacedTrees) throws(StorageError) -> Void
  ) throws(StorageError) -> [GeneratedOutput<Output>] {
    try reader.generator?.currentOutputs { () throws(StorageError) in
      let state = snapshot.state
      var trees = PlacedTrees(revision: state.revision)
      try find(state, &trees)
      return trees
    } ?? []
  }

  /// The number of changes and updates that are neither applied nor failed.
  public var pendingCount: Int { runner.pendingCount }

  /// Subscribes to the batches of the list.
  ///
  /// - Parameters:
  ///   - revision: The revision from which to start, for a subscriber that was there before; the
  ///     current one if `nil`. What has happened since comes from the journal.
  ///   - delivery: Whether a slow subscriber gets every batch, or one for all it has missed.
  /// - Throws: `compacted` if the journal does not reach back to the revision; `stale` if the revision
  ///   is not there yet.
  public func batches(
    after revision: Revision? = nil, delivery: BatchDelivery = .every
  ) throws(StorageError) -> BatchSequence<Model, SectionModel, Output> {
    let start = try revision.map { (revision) throws(StorageError) in
      try snapshot(at: revision).state
    }
    let subscription = published.withLock { published in
      let subscription = BatchSubscription(
        position: start ?? published.snapshot.state,
        published: published.snapshot.state, delivery: delivery,
        bufferCountMax: configuration.subscriberBufferCountMax, reader: reader,
        observer: runner.observation.map(SubscriberObserver.init))
      published.subscriptions = published.subscriptions.filter { $0.value.subscription != nil }
      published.subscriptions[ObjectIdentifier(subscription)] =
        WeakSubscription(subscription: subscription)
      if published.isFinished { subscription.finish() }
      if let failure = published.failure { subscription.fail(failure) }
      return subscription
    }
    return BatchSequence(subscription: subscription)
  }

  /// The revision that the slowest subscriber has got to, at most the published one: what comes after
  /// it must stay in the journal.
  var slowestRevision: Revision {
    published.withLock { published in
      published.subscriptions.values.compactMap { $0.subscription?.revision }
        .reduce(published.snapshot.revision, min)
    }
  }

  // MARK: Closing

  /// Takes no more changesets, and returns when everything pending has its outcome and every
  /// subscriber's sequence has an end, and when listeners have been told.
  public func close() async {
    await withCheckedContinuation { continuation in
      runner.close {
        self.stopFollowing()
        self.finishSubscriptions()
        guard let observation = self.runner.observation else { return continuation.resume() }
        observation.whenTold { continuation.resume() }
      }
    }
  }

  private func finishSubscriptions() {
    reader.generator?.range?.finish()
    reader.generator?.finish()
    let subscriptions = published.withLock { published in
      published.isFinished = true
      return published.subscriptions.values.compactMap { $0.subscription }
    }
    for subscription in subscriptions { subscription.finish() }
  }

  /// Tells all subscribers, also those to come, that nothing more can be published, and why; on the
  /// work queue.
  func failSubscriptions(_ error: StorageError) {
    let subscriptions = published.withLock { published in
      published.failure = error
      return published.subscriptions.values.compactMap { $0.subscription }
    }
    for subscription in subscriptions { subscription.fail(error) }
  }

  // MARK: Publishing

  /// Shows a durable change to everybody; on the work queue.
  ///
  /// - Parameters:
  ///   - identities: Whom it touched, `nil` if only states are others.
  ///   - publishOutputs: Shows the outputs. Whoever sees the new list sees them as well.
  /// - Returns: The batch as everybody sees it, with the extents of its target.
  @discardableResult
  func publish(
    _ batch: Batch, _ identities: ChangeIdentities?, _ publishOutputs: () -> Void
  ) -> Batch {
    if let identities {
      reader.models.publish(identities, batch.changes.changeset, at: batch.targetRevision)
    } else {
      reader.models.publish(at: batch.targetRevision)
    }
    var batch = batch
    let subscriptions: [ObjectIdentifier: WeakSubscription] = published.withLock { published in
      batch = measured(batch)
      published.snapshot = batch.target
      publishOutputs()
      return published.subscriptions
    }
    runner.observation?.note(.published(PublishedBatch(batch)))
    if let range = reader.generator?.range {
      range.published(batch, without: identities?.removedItems.map(\.id) ?? [])
      runner.rangeMayHaveChanged()
    }
    if !subscriptions.isEmpty { deliver(batch, to: subscriptions) }
    if batch.causes.contains(.change) { compactIfDue(after: batch.targetRevision) }
    return batch
  }

  private func deliver(_ batch: Batch, to subscriptions: [ObjectIdentifier: WeakSubscription]) {
    for subscription in subscriptions.values { subscription.subscription?.publish(batch) }
  }

  /// Looks at what is published; nothing is published meanwhile.
  func withPublished<Result>(_ body: (Snapshot) -> Result) -> Result {
    published.withLock { body($0.snapshot) }
  }
}

extension [StateAssignment] {
  /// Whose states are meant by where that stands, which must be there.
  var places: [TreeReference] { map(\.tree).filter(\.goesByPlace) }
}
