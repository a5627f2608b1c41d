internal import Dispatch
public import RosterCore

/// A list that is changed by changesets and tells what changed in ordered batches.
///
/// Changesets come in from any thread and are verified at once, against the list as it will be after
/// everything pending. A serial queue in the background applies them, generates an output for each
/// inserted and updated item, commits to storage what waits together, and only then publishes: each
/// change gets a revision and a batch of its own. If anything fails, the list stays as it was, in
/// memory and in storage.
///
///     let messages = try ListDataSource(storage: list, codec: TextCodec(), …)
///     let batch = try await messages.apply(changeset)
///     for try await batch in messages.batches() { render(batch.changes.operations) }
public final class ListDataSource<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Sendable
{
  public typealias Batch = ListBatch<Model, SectionModel, Output>
  public typealias Snapshot = ListSnapshot<Model, SectionModel>
  typealias BatchSubscription = Subscription<Model, SectionModel, Output>

  /// A change on its way through the pipeline.
  private final class QueuedChange: Sendable {
    let changeset: Changeset<Model, SectionModel>
    let annotation: ChangeAnnotation
    let pending = PendingChange<Batch>()

    init(_ changeset: Changeset<Model, SectionModel>, _ annotation: ChangeAnnotation) {
      self.changeset = changeset
      self.annotation = annotation
    }
  }

  /// What subscribers and readers see.
  private struct Published {
    var snapshot: Snapshot
    var subscriptions: [ObjectIdentifier: WeakSubscription] = [:]
    var isFinished = false
  }

  private struct WeakSubscription {
    weak var subscription: BatchSubscription?
  }

  private typealias Entry = Pipeline<QueuedChange>.Entry

  private let configuration: DataSourceConfiguration
  private let reader: BatchReader<Model, SectionModel, Output>
  private let queue: DispatchQueue
  private let queueKey = DispatchSpecificKey<Bool>()
  private let pipeline: Guarded<Pipeline<QueuedChange>>
  private let published: Guarded<Published>
  private let committer: Guarded<Committer>

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - storage: Where the list is kept.
  ///   - codec: How item models are kept.
  ///   - sectionCodec: How section models are kept.
  ///   - generate: Makes the output for an item; called on several threads at once, for inserted
  ///     and updated items only.
  /// - Throws: `StorageError` if the directory of the list cannot be read.
  /// - Complexity: O(sections + leaf pages); no items are read.
  public convenience init(
    storage: any ListStorage, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    configuration: DataSourceConfiguration = DataSourceConfiguration(),
    generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) throws(StorageError) {
    try self.init(storage, codec, sectionCodec, configuration, generate)
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
    try self.init(storage, codec, sectionCodec, configuration, nil)
  }

  private init(
    _ storage: any ListStorage, _ codec: any ModelCodec<Model>,
    _ sectionCodec: any ModelCodec<SectionModel>, _ configuration: DataSourceConfiguration,
    _ generate: (@Sendable (Model, GenerationContext) -> Output)?
  ) throws(StorageError) {
    let state = try storage.load()
    let models = ModelReader<Model, SectionModel>(
      storage: storage, codec: codec, sectionCodec: sectionCodec,
      cacheCountMax: configuration.cachedModelCountMax, revision: state.revision)
    self.configuration = configuration
    reader = BatchReader(
      storage: storage, models: models,
      generator: OutputGenerator(
        generate: generate, partCountMax: configuration.generationPartCountMax))
    queue = DispatchQueue(label: "roster.pipeline", qos: .userInitiated)
    queue.setSpecific(key: queueKey, value: true)
    pipeline = Guarded(
      Pipeline(
        state, waitingCountMax: configuration.pendingCountMax,
        groupCountMax: configuration.groupCountMax))
    published = Guarded(Published(snapshot: ListSnapshot(state: state, models: models)))
    committer = Guarded(Committer(state: state, storage: storage))
  }

  deinit { finishSubscriptions() }

  // MARK: Changing

  /// Queues a changeset. Never blocks on storage.
  ///
  /// - Returns: The change, which will have an outcome exactly once.
  /// - Throws: `invalid` if the changeset does not fit the list as it will be after everything
  ///   pending; `queueFull`; `closed`. Nothing is queued then.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  @discardableResult
  public func enqueue(
    _ changeset: Changeset<Model, SectionModel>, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> PendingChange<Batch> {
    let change = QueuedChange(changeset, annotation)
    if try accept(change) == .schedule { queue.async { self.drain() } }
    return change.pending
  }

  /// Applies a changeset, and returns once it is durable and published.
  ///
  /// - Throws: `DataSourceError`; the list is then as it was.
  public func apply(
    _ changeset: Changeset<Model, SectionModel>, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) async throws -> Batch {
    try await enqueue(changeset, annotation).value
  }

  /// Applies a changeset on the calling thread, after everything that is pending.
  ///
  /// - Throws: `DataSourceError`; `reentrant` if called by the generator.
  public func applySynchronously(
    _ changeset: Changeset<Model, SectionModel>, _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Batch {
    guard DispatchQueue.getSpecific(key: queueKey) == nil else { throw .reentrant }
    let change = QueuedChange(changeset, annotation)
    // Whether or not somebody else has been scheduled, the queue is drained here.
    _ = try accept(change)
    while true {
      queue.sync { drain() }
      if let outcome = change.pending.outcome { return try outcome.get() }
    }
  }

  private func accept(
    _ change: QueuedChange
  ) throws(DataSourceError) -> Pipeline<QueuedChange>.Action {
    // Typed throws do not pass through the lock's `rethrows`.
    try pipeline.withLock { pipeline in
      Result { () throws(DataSourceError) in
        try pipeline.enqueue(change, change.changeset.outline)
      }
    }.get()
  }

  // MARK: Reading

  /// The list as it was last published.
  public var snapshot: Snapshot { published.withLock { $0.snapshot } }

  /// The list as it was at an earlier revision.
  ///
  /// - Throws: `stale` if the journal does not reach back that far.
  /// - Complexity: O(*k* log *n*) for *k* changes since then.
  public func snapshot(at revision: Revision) throws(StorageError) -> Snapshot {
    let current = snapshot
    let state = try reader.state(current.state, at: revision)
    return ListSnapshot(state: state, models: reader.models)
  }

  /// The number of changes that are neither applied nor failed.
  public var pendingCount: Int { pipeline.withLock { $0.pendingCount } }

  /// Subscribes to the batches of the list.
  ///
  /// - Parameters:
  ///   - revision: The revision from which to start, for a subscriber that was there before; the
  ///     current one if `nil`. What has happened since comes from the journal.
  ///   - delivery: Whether a slow subscriber gets every batch, or one for all it has missed.
  /// - Throws: `stale` if the journal does not reach back to the revision.
  public func batches(
    after revision: Revision? = nil, delivery: BatchDelivery = .every
  ) throws(StorageError) -> BatchSequence<Model, SectionModel, Output> {
    let start = try revision.map { (revision) throws(StorageError) in
      try snapshot(at: revision).state
    }
    let subscription = published.withLock { published in
      let subscription = BatchSubscription(
        position: start ?? published.snapshot.state,
        publishedRevision: published.snapshot.revision, delivery: delivery,
        bufferCountMax: configuration.subscriberBufferCountMax, reader: reader)
      published.subscriptions = published.subscriptions.filter { $0.value.subscription != nil }
      published.subscriptions[ObjectIdentifier(subscription)] =
        WeakSubscription(subscription: subscription)
      if published.isFinished { subscription.finish() }
      return subscription
    }
    return BatchSequence(subscription: subscription)
  }

  // MARK: Closing

  /// Takes no more changesets, and returns when everything pending has its outcome and every
  /// subscriber's sequence has an end.
  public func close() async {
    pipeline.withLock { $0.close() }
    await withCheckedContinuation { continuation in
      queue.async {
        self.drain()
        self.finishSubscriptions()
        continuation.resume()
      }
    }
  }

  private func finishSubscriptions() {
    let subscriptions = published.withLock { published in
      published.isFinished = true
      return published.subscriptions.values.compactMap { $0.subscription }
    }
    for subscription in subscriptions { subscription.finish() }
  }

  // MARK: Working

  /// Works on groups of what waits until nothing waits; on the work queue.
  private func drain() {
    while true {
      let group = pipeline.withLock { $0.takeGroup() }
      if group.isEmpty { return }
      process(group)
    }
  }

  private func process(_ group: [Entry]) {
    var work = prepare(group)
    if let last = work.prepared.last {
      let commitGroup = CommitGroup(
        source: work.source, target: last.change.target, changes: work.prepared.map { $0.stored },
        pages: work.pages)
      let failure = committer.withLock { $0.commit(commitGroup) }
      if let failure {
        work.prepared = []
        work.failure = failure
      }
    }
    for (entry, prepared) in zip(group, work.prepared) { publish(prepared, entry) }
    if let failure = work.failure {
      fail(group.dropFirst(work.prepared.count), failure)
    } else {
      pipeline.withLock { $0.groupSucceeded() }
    }
  }

  /// A change that is ready to be committed.
  private final class Prepared {
    let change: ListChange
    let stored: StoredChange
    let batch: ChangeBatch<Model, SectionModel>
    var outputs: [GeneratedItem<Output>] = []

    init(
      _ change: ListChange, _ stored: StoredChange, _ batch: ChangeBatch<Model, SectionModel>
    ) {
      self.change = change
      self.stored = stored
      self.batch = batch
    }
  }

  /// The changes of a group, up to the first that failed.
  private struct Work {
    var source: ListState
    var prepared: [Prepared] = []
    var pages = PageChanges()
    var failure: StorageError?
  }

  /// Applies and encodes a group, and generates its outputs.
  private func prepare(_ group: [Entry]) -> Work {
    var work = Work(source: committer.withLock { $0.state })
    do throws(StorageError) {
      for entry in group {
        let state = work.prepared.last?.change.target ?? work.source
        let prepared = try prepare(entry, on: state)
        work.prepared.append(prepared)
        work.pages.formUnion(prepared.change.pages)
      }
    } catch {
      work.failure = error
    }
    generateOutputs(&work)
    return work
  }

  private func prepare(_ entry: Entry, on state: ListState) throws(StorageError) -> Prepared {
    let changeset = entry.change.changeset
    let annotation = entry.change.annotation
    let change = try state.applying(entry.proof)
    let stored = StoredChange(
      entry: JournalEntry(
        revision: entry.revision, record: change.record, annotation: annotation),
      nextIdentifiers: change.target.nextIdentifiers,
      updatedItems: try reader.models.encode(changeset.updatedModels),
      insertedItems: try reader.models.encode(changeset.insertedModels),
      updatedSections: try reader.models.encode(changeset.updatedSectionModels),
      insertedSections: try reader.models.encode(changeset.insertedSectionModels))
    let batch = ChangeBatch(
      source: state, target: change.target,
      verified: VerifiedChangeset(changeset: changeset, proof: entry.proof),
      annotation: annotation)
    return Prepared(change, stored, batch)
  }

  /// Makes the outputs of all changes of a group in one go, so that all cores have work.
  private func generateOutputs(_ work: inout Work) {
    guard reader.generator.generate != nil else { return }
    let requests = work.prepared.map {
      reader.generator.requests(for: $0.batch, $0.change.identities)
    }
    var outputs = reader.generator.outputs(for: requests.flatMap { $0 })[...]
    for (index, requests) in requests.enumerated() {
      work.prepared[index].outputs = Array(outputs.prefix(requests.count))
      outputs = outputs.dropFirst(requests.count)
    }
  }

  /// Shows a durable change to everybody, and gives its caller the outcome.
  private func publish(_ prepared: Prepared, _ entry: Entry) {
    let batch = reader.publishable(prepared.batch, outputs: prepared.outputs)
    reader.models.publish(
      prepared.change.record.identities, entry.change.changeset, at: entry.revision)
    let subscriptions = published.withLock { published in
      published.snapshot = batch.target
      return published.subscriptions.values.compactMap { $0.subscription }
    }
    for subscription in subscriptions { subscription.publish(batch) }
    entry.change.pending.resolve(.success(batch))
  }

  /// Gives a failed change, and all that was verified on top of it, their outcome.
  private func fail(_ failed: ArraySlice<Entry>, _ cause: StorageError) {
    let state = committer.withLock { $0.state }
    let dependents = pipeline.withLock { $0.groupFailed(leaving: state) }
    guard let first = failed.first else { return }
    first.change.pending.resolve(.failure(.storage(cause)))
    let failure = DataSourceError.PrecedingFailure(
      revision: first.revision, origin: first.change.annotation.origin, cause: cause)
    for entry in failed.dropFirst() + dependents {
      entry.change.pending.resolve(.failure(.precedingFailed(failure)))
    }
  }
}
