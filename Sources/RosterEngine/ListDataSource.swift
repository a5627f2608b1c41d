internal import RosterConcurrency
public import RosterCore

/// A list that is changed by changesets and publishes its changes in ordered batches.
///
/// Changesets may come from any thread. The data source verifies a changeset at once, against the
/// list as it will be after all pending changes. A serial work queue applies changesets, generates
/// an output for each inserted and updated item, commits those that wait in one transaction, and
/// then publishes them: each change gets its own revision and batch. If a change fails, the list
/// stays as it was, in memory and in storage. If storage failed, the list takes no more changes
/// until a caller acknowledges the failure (``resume(after:)``). So it never holds a change that
/// was queued after a lost one.
///
/// A list has one data source in a process at a time, unless all are shared
/// (``DataSourceConfiguration/isShared``). A data source that is released without ``close()`` still
/// carries out what it accepted, and an opening of the same list waits for that.
///
///     let messages = try ListDataSource<Message, Day, Never>(.file(path, list: "inbox"))
///     let batches = try messages.batches()
///     try await messages.apply(changeset)
///     for try await batch in batches { render(batch.changes.operations) }
public final class ListDataSource<Model: Sendable, SectionModel: Sendable, Output: Sendable>:
  Sendable
{
  /// A published batch of this list.
  public typealias Batch = ListBatch<Model, SectionModel, Output>
  /// The list at one revision.
  public typealias Snapshot = ListSnapshot<Model, SectionModel>
  typealias BatchSubscription = Subscription<Model, SectionModel, Output>

  /// The state that subscribers and readers see.
  struct Published {
    var snapshot: Snapshot
    /// In the order in which they began, which is the order in which they get a batch.
    var subscriptions: [WeakSubscription] = []
    var dependents: [WeakDependent] = []
    var isFinished = false
    /// Why the data source can publish nothing more.
    var failure: StorageError?
  }

  struct WeakSubscription {
    weak var subscription: BatchSubscription?
  }

  struct WeakDependent {
    weak var dependent: (any ListDependent)?
  }

  package let reader: BatchReader<Model, SectionModel, Output>
  package let runner: ModificationRunner
  /// Where the list is kept; `nil` if it cannot be changed together with others.
  package var address: ListAddress? { reader.storage.address }
  let published: Guarded<Published>
  /// What keeps the list up with something else.
  private let follower = Guarded<(any AnyObject & Sendable)?>(nil)
  let configuration: DataSourceConfiguration
  /// Whether other processes write the list as well.
  package var isShared: Bool { configuration.isShared }
  /// Keeps other data sources of the process from opening the list; `nil` if the storage does not tell
  /// which list it is.
  let claim: ListClaim?
  /// Wakes the data source after commits of other writers, if the list is shared.
  let watch = Guarded<(any StorageWatch)?>(nil)

  /// Opens a stored list, with codecs for its models.
  ///
  ///     let store = try SQLiteStore(path: path)
  ///     if let inbox = try store.list(named: "inbox") {
  ///       let messages = try ListDataSource<String, String, Never>(
  ///         storage: inbox, codec: TextCodec(), sectionCodec: TextCodec())
  ///       print(messages.snapshot.itemCount)
  ///     }
  ///
  /// - Parameters:
  ///   - list: The list in its file or on its server.
  ///   - codec: Encodes and decodes item models.
  ///   - sectionCodec: Encodes and decodes section models.
  ///   - key: What no two items of the list have in common, such as `\.id`: the key by which an item is
  ///     found. ``ListSnapshot/item(key:)`` says more.
  ///   - configuration: The limits of the data source; by default, a list on a server is one that
  ///     other processes write as well (``DataSourceConfiguration/isShared``).
  /// - Throws: `StorageError` if the directory of the list cannot be read; `inUse` if a data source
  ///   of this process has the list open, and not both are shared. One that was released or is being
  ///   closed is waited for. `duplicateKey` if two items of a list without keys have one key.
  /// - Complexity: O(sections + leaf pages); no items are read, unless a list without keys gets them.
  public convenience init(
    storage list: any StoredList, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    key: (@Sendable (Model) -> any ModelKeyConvertible)? = nil,
    configuration: DataSourceConfiguration? = nil
  ) throws(StorageError) where Output == Never {
    try self.init(list.access, codec, sectionCodec, key, configuration) { _, _, _ in nil }
  }

  /// Opens a stored list, with codecs for its models and a generator.
  ///
  /// - Parameters:
  ///   - list: The list in its file or on its server.
  ///   - codec: Encodes and decodes item models.
  ///   - sectionCodec: Encodes and decodes section models.
  ///   - key: What no two items of the list have in common, such as `\.id`: the key by which an item is
  ///     found. ``ListSnapshot/item(key:)`` says more.
  ///   - configuration: The limits of the data source; by default, a list on a server is one that
  ///     other processes write as well (``DataSourceConfiguration/isShared``).
  ///   - generate: Makes the output for an item. It is called on several threads at once, for each
  ///     inserted or updated item and for each output that is read or reloaded.
  /// - Throws: `StorageError` if the directory of the list cannot be read; `inUse` if a data source
  ///   of this process has the list open, and not both are shared. One that was released or is being
  ///   closed is waited for. `duplicateKey` if two items of a list without keys have one key.
  /// - Complexity: O(sections + leaf pages); no items are read, unless a list without keys gets them.
  @_disfavoredOverload  // What makes trees is meant for the initializer that takes components.
  public convenience init(
    storage list: any StoredList, codec: any ModelCodec<Model>,
    sectionCodec: any ModelCodec<SectionModel>,
    key: (@Sendable (Model) -> any ModelKeyConvertible)? = nil,
    configuration: DataSourceConfiguration? = nil,
    generate: @escaping @Sendable (Model, GenerationContext) -> Output
  ) throws(StorageError) {
    try self.init(list.access, codec, sectionCodec, key, configuration) { models, owner, _ in
      ClosureGenerator(models: models, owner: owner, generate: generate)
    }
  }

  /// - Parameter makeGenerator: Makes the generator; `nil` if the list generates nothing.
  package init(
    _ list: StoredListAccess, _ codec: any ModelCodec<Model>,
    _ sectionCodec: any ModelCodec<SectionModel>,
    _ key: (@Sendable (Model) throws(StorageError) -> any ModelKeyConvertible)?,
    _ given: DataSourceConfiguration?,
    _ makeGenerator: (
      ModelReader<Model, SectionModel>, GenerationOwner, DataSourceConfiguration
    ) -> (any OutputGenerator<Model, SectionModel, Output>)?
  ) throws(StorageError) {
    let storage = list.storage
    let configuration = given ?? DataSourceConfiguration(isShared: list.isShared)
    configuration.requireSound()
    claim = try ListClaim.claim(list, isShared: configuration.isShared)
    let keys: KeyReader<Model>
    let state: ListState
    do throws(StorageError) {
      // The list is not older than its keys.
      keys = try KeyReader(storage, codec, key)
      state = try Self.load(storage, isShared: configuration.isShared)
    } catch {
      claim?.end()
      throw error
    }
    let models = ModelReader<Model, SectionModel>(
      storage: storage, codec: codec, sectionCodec: sectionCodec, keys: keys,
      cacheCountMax: configuration.cachedModelCountMax, revision: state.revision)
    let owner = GenerationOwner(configuration.makeExecutor())
    reader = BatchReader(
      storage: storage, models: models, generator: makeGenerator(models, owner, configuration),
      executor: owner.executor)
    runner = ModificationRunner(state, storage: storage, owner: owner, configuration)
    claim?.begin(runner)
    published = Guarded(Published(snapshot: ListSnapshot(state: state, models: models)))
    self.configuration = configuration
    followOthers()
  }

  deinit {
    stopFollowing()
    finishSubscriptions()
    claim?.end()
  }

  // MARK: Changing

  /// Queues a modification. Never blocks on storage.
  ///
  ///     let undo = try list.enqueue(.undo(in: .drawing))
  ///
  /// - Parameters:
  ///   - modification: The modification to carry out. Its type says what the outcome is.
  ///   - annotation: What the batch says about it.
  ///   - qos: How urgent it is.
  /// - Returns: The modification, which gets its outcome exactly once.
  /// - Throws: What the modification is refused with; `queueFull`; `suspended`; `closed`. Nothing is
  ///   queued then.
  @discardableResult
  public func enqueue<Outcome>(
    _ modification: ListModification<Model, SectionModel, Output, Outcome>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Outcome> {
    try submit(modification.make(self, annotation, .queued(qos)))
  }

  /// Carries out a modification, and returns when it is durable and published.
  ///
  ///     try await list.apply(.update(.root, of: Row.self, in: .path(path)) { $0.isOpen = true })
  ///
  /// - Parameters:
  ///   - modification: The modification to carry out. Its type says what the outcome is.
  ///   - annotation: What the batch says about it.
  ///   - qos: How urgent it is.
  /// - Throws: `DataSourceError`: what the modification is refused or fails with; `queueFull`;
  ///   `suspended`; `closed`; `storage`. The list is then as it was.
  @discardableResult
  public func apply<Outcome>(
    _ modification: ListModification<Model, SectionModel, Output, Outcome>,
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> Outcome {
    try await enqueue(modification, annotation, qos: qos).value
  }

  /// Carries out a modification on the calling thread, after all pending ones.
  ///
  /// - Parameters:
  ///   - modification: The modification to carry out. Its type says what the outcome is.
  ///   - annotation: What the batch says about it.
  /// - Throws: As ``apply(_:_:qos:)``; `reentrant` if called from within the pipeline.
  @discardableResult
  public func applySynchronously<Outcome>(
    _ modification: ListModification<Model, SectionModel, Output, Outcome>,
    _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Outcome {
    try runner.submitAndWait(modification.make(self, annotation, .synchronous))
  }

  /// Queues a changeset. Never blocks on storage.
  ///
  /// See ``ListModification/changeset(_:basedOn:states:)`` and ``enqueue(_:_:qos:)``.
  @discardableResult
  public func enqueue(
    _ changeset: Changeset<Model, SectionModel>, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) throws(DataSourceError) -> Pending<Batch> {
    try enqueue(.changeset(changeset, states: states), annotation, qos: qos)
  }

  /// Applies a changeset and writes states with it, and returns when both are durable and
  /// published.
  ///
  /// See ``ListModification/changeset(_:basedOn:states:)`` and ``apply(_:_:qos:)``.
  @discardableResult
  public func apply(
    _ changeset: Changeset<Model, SectionModel>, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation(), qos: DataSourceQoS = .default
  ) async throws -> Batch {
    try await apply(.changeset(changeset, states: states), annotation, qos: qos)
  }

  /// Applies a changeset and writes states with it, on the calling thread, after all pending
  /// changes.
  ///
  /// See ``ListModification/changeset(_:basedOn:states:)`` and ``applySynchronously(_:_:)``.
  @discardableResult
  public func applySynchronously(
    _ changeset: Changeset<Model, SectionModel>, states: [StateAssignment] = [],
    _ annotation: ChangeAnnotation = ChangeAnnotation()
  ) throws(DataSourceError) -> Batch {
    try applySynchronously(.changeset(changeset, states: states), annotation)
  }

  /// Queues a modification, and returns what its caller waits for.
  func submit<Outcome>(
    _ modification: some Modification<Outcome>
  ) throws(DataSourceError) -> Pending<Outcome> {
    try runner.submit(modification)
    return modification.pending
  }

  // MARK: Reading

  /// The list as it was last published.
  public var snapshot: Snapshot { published.withLock { $0.snapshot } }

  /// Returns the list as it was at an earlier revision, with its models, states and paths.
  ///
  /// - Throws: `compacted` with the oldest readable revision if the journal does not reach back
  ///   that far; `stale` for a revision that the list has not reached.
  /// - Complexity: O(*k* log *n*) for *k* changes since then, or up to then if the journal is whole
  ///   and the revision is nearer to 0.
  public func snapshot(at revision: Revision) throws(StorageError) -> Snapshot {
    let current = snapshot
    let state = try reader.state(current.state, at: revision)
    return ListSnapshot(state: state, models: reader.models)
  }

  /// Returns the list as it was at an earlier revision, as ``snapshot(at:)`` does, from a snapshot that may be nearer to it
  /// than the present is.
  ///
  /// - Parameter known: A snapshot of this list.
  /// - Throws: As ``snapshot(at:)``.
  /// - Complexity: O(*k* log *n*) for *k* changes between the revision and the nearer one of both.
  package func snapshot(
    at revision: Revision, near known: Snapshot
  ) throws(StorageError) -> Snapshot {
    var walk = try walk(to: revision, near: known)
    while try walk.goOn() {}
    return snapshot(of: walk)
  }

  /// Returns the stored states of the scopes of an item, header or footer at the last published
  /// revision; empty if it does not exist.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: One row per state.
  public func states(
    of tree: TreeID
  ) throws(StorageError) -> [ScopePath: StoredState] {
    try reader.models.states(of: [tree], at: snapshot.revision).first ?? [:]
  }

  /// Returns the output of an item, header or footer as it was last published; `nil` if it does not
  /// exist.
  ///
  /// A component tree that is not in memory is built from its model and stored states, and then
  /// kept in memory. Storage keeps the states that begin in such a build with the next change of
  /// the tree. If the tree leaves memory before that, those states begin anew.
  ///
  /// - Throws: `StorageError` if a model or state cannot be read.
  /// - Complexity: O(log *n*) for a tree in memory. Otherwise also the generator's own, and one row
  ///   for the model and for each state.
  public func output(
    of tree: TreeReference
  ) throws(StorageError) -> GeneratedOutput<Output>? {
    let kinds = reader.generator?.supplementKinds ?? []
    return try outputs { (state, trees) throws(StorageError) in
      do throws(DataSourceError) {
        trees.trees.append(try tree.resolved(in: state, with: kinds))
      } catch .storage(let error) {
        throw error
      } catch {
        // It does not exist.
      }
    }.first { $0.output != nil }
  }

  /// Returns the outputs of some trees as they were last published, in any order. Trees that do not
  /// exist are left out, and a header or footer that its section does not have has no output.
  ///
  /// See ``output(of:)-(TreeReference)`` for trees that are not in memory; they are built on all
  /// cores.
  ///
  /// - Throws: `StorageError` if a model or state cannot be read.
  /// - Complexity: As for ``output(of:)-(TreeReference)``, for each tree.
  package func outputs(of ids: [TreeID]) throws(StorageError) -> [GeneratedOutput<Output>] {
    let kinds = reader.generator?.supplementKinds ?? []
    return try outputs { (state, trees) throws(StorageError) in
      for id in ids where id.supplement.map({ kinds.contains($0.kind) }) ?? true {
        if let place = try state.place(of: id) { trees.append(id, at: place) }
      }
      trees.trees.sort { $0.place < $1.place }
    }
  }

  /// Returns the output of an item as it was last published; `nil` if the item does not exist.
  ///
  /// See ``output(of:)-(TreeReference)`` for trees that are not in memory.
  ///
  /// - Throws: `StorageError` if a model or state cannot be read.
  /// - Complexity: As for ``output(of:)-(TreeReference)``.
  public func output(of item: ItemID) throws(StorageError) -> Output? {
    try output(of: .id(item))?.output
  }

  /// Returns the outputs of a range of a section as they were last published, in order. Items that
  /// do not exist are left out.
  ///
  /// See ``output(of:)-(TreeReference)`` for trees that are not in memory; they are built on all
  /// cores.
  ///
  /// - Parameters:
  ///   - section: The section; the first one if it is left out, which in a flat list is all.
  ///   - range: The indices of the items in the section; all if it is left out.
  /// - Throws: `StorageError` if a model or state cannot be read.
  /// - Complexity: As for ``output(of:)-(TreeReference)``, for each item.
  public func outputs(
    inSection section: Int = 0, _ range: Range<Int> = 0..<Int.max
  ) throws(StorageError) -> [GeneratedOutput<Output>.Item] {
    try outputs { (state, trees) throws(StorageError) in
      try state.forEachItem(inSection: section, range) { path, id in
        trees.append(id, at: path)
        return true
      }
    }.compactMap { $0.item }
  }

  /// Returns a header or footer as it was last published; `nil` if the section has none.
  ///
  /// - Throws: `StorageError` if the model of the section or a state cannot be read.
  /// - Complexity: As for ``output(of:)-(TreeReference)``.
  public func supplement(
    _ supplement: SupplementReference
  ) throws(StorageError) -> GeneratedOutput<Output>.Supplement? {
    try output(of: .supplement(supplement)).flatMap { GeneratedOutput<Output>.Supplement($0, nil) }
  }

  /// Returns the headers and footers of a range of sections as they were last published, in order.
  /// Sections without any are left out. A renderer begins with those of the sections that it shows.
  ///
  /// - Throws: `StorageError` if the model of a section or a state cannot be read.
  /// - Complexity: As for ``output(of:)-(TreeReference)``, for each of them.
  public func supplements(
    inSections range: Range<Int> = 0..<Int.max
  ) throws(StorageError) -> [GeneratedOutput<Output>.Supplement] {
    let kinds = reader.generator?.supplementKinds ?? []
    return try outputs { (state, trees) throws(StorageError) in
      for section in range.clamped(to: 0..<state.sectionCount) {
        guard let id = state.sectionID(at: section) else { continue }
        for kind in kinds {
          trees.append(
            .supplement(SupplementID(kind, of: id)), at: .supplement(kind, ofSection: section))
        }
      }
    }.filter { $0.output != nil }.compactMap { GeneratedOutput<Output>.Supplement($0, nil) }
  }

  /// Returns outputs of the published list, in order.
  ///
  /// - Parameter find: Adds the wanted trees of the published list.
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
  ///   - revision: The revision that a returning subscriber already has; the current one if `nil`.
  ///     The batches since then come from the journal.
  ///   - delivery: Whether a slow subscriber gets every batch, or one for all that it missed.
  /// - Throws: `compacted` if the journal does not reach back to the revision; `stale` if the list
  ///   has not reached it.
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
      published.subscriptions.removeAll { $0.subscription == nil }
      published.subscriptions.append(WeakSubscription(subscription: subscription))
      if published.isFinished { subscription.finish() }
      if let failure = published.failure { subscription.fail(failure) }
      return subscription
    }
    return BatchSequence(subscription: subscription)
  }

  /// Tells a dependent of each revision that is published from now on. The list does not keep it.
  package func add(_ dependent: any ListDependent) {
    published.withLock { published in
      published.dependents.removeAll { $0.dependent == nil }
      published.dependents.append(WeakDependent(dependent: dependent))
    }
  }

  /// Keeps what keeps the list up with something else for as long as there is the list. It must not keep the list.
  package func keep(_ follower: any AnyObject & Sendable) {
    self.follower.withLock { $0 = follower }
  }

  /// The revision that the slowest subscriber or dependent has reached, at most the published one. The journal
  /// must keep everything after it.
  package var slowestRevision: Revision {
    published.withLock { published in
      let dependents = published.dependents.compactMap { $0.dependent?.basis }
      return published.subscriptions.compactMap { $0.subscription?.revision }
        .reduce(dependents.reduce(published.snapshot.revision, min), min)
    }
  }

  // MARK: Waiting and closing

  /// Waits until everything that was queued before has its outcome. What has succeeded is durable and
  /// published then, and what has failed has told its caller, if one waits for it.
  ///
  ///     for message in arrived { try inbox.enqueueChange { _, change in try change.append(message) } }
  ///     await inbox.idle()
  ///
  /// What is queued meanwhile is not waited for.
  public func idle() async {
    await withCheckedContinuation { continuation in
      runner.whenSettled { continuation.resume() }
    }
  }

  /// Delivers a batch without changes to a subscriber as soon as everything that was queued before has its
  /// outcome. So a subscriber that waits for what is pending goes on, also if nothing of it gives a batch.
  package func promptWhenSettled(_ batches: BatchSequence<Model, SectionModel, Output>) {
    runner.whenSettled { [subscription = batches.subscription] in subscription.prompt() }
  }

  /// Takes no more modifications, and lets the list go. Returns when all pending ones have their outcome, all sequences
  /// of batches have an end, and all listeners have been called.
  public func close() async {
    await withCheckedContinuation { continuation in
      runner.close {
        self.stopFollowing()
        self.finishSubscriptions()
        self.claim?.end()
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
      return published.subscriptions.compactMap { $0.subscription }
    }
    for subscription in subscriptions { subscription.finish() }
  }

  /// Ends all present and future subscriptions with the reason why nothing more can be published;
  /// on the work queue.
  func failSubscriptions(_ error: StorageError) {
    let subscriptions = published.withLock { published in
      published.failure = error
      return published.subscriptions.compactMap { $0.subscription }
    }
    for subscription in subscriptions { subscription.fail(error) }
  }

  /// Calls `body` with the published snapshot. Nothing is published until it returns.
  package func withPublished<Result>(_ body: (Snapshot) -> Result) -> Result {
    published.withLock { body($0.snapshot) }
  }
}
