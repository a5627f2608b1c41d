internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine

/// Builds trees from the components that closures make of the models of items and sections.
final class ComponentGenerator<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  OutputGenerator
{
  typealias Output = ComponentTree<Message>
  typealias Providers = ComponentProviders<Model, SectionModel, Message>

  let trees: ListTrees
  let messages = MessageHub<Message>()
  private let models: ModelReader<Model, SectionModel>
  private let currentProviders: Guarded<Providers>

  init(
    models: ModelReader<Model, SectionModel>, owner: GenerationOwner,
    _ configuration: ComponentConfiguration, _ providers: Providers
  ) {
    self.models = models
    let currentProviders = Guarded(providers)
    self.currentProviders = currentProviders
    trees = ListTrees(
      configuration, providers.estimates(configuration.splitting), owner: owner
    ) { (trees, revision) throws(StorageError) in
      try currentProviders.withLock { $0 }.roots(of: trees, at: revision, models)
    } readStates: { (trees, revision) throws(StorageError) in
      try models.states(of: trees, at: revision)
    }
  }

  private var providers: Providers { currentProviders.withLock { $0 } }

  var supplementKinds: [SupplementKind] { providers.kinds }

  // MARK: Changes

  func generation(
    for models: ChangedModels<Model, SectionModel>, assigning states: [ChangedState],
    in change: ListChange, committed revision: Revision, mayBeSplit: Bool
  ) throws(StorageError) -> any OutputGeneration<Output> {
    let providers = providers
    let (itemRequests, supplementRequests) = providers.requests(for: models)
    // Assigned states of headers are stored even if no section has a header.
    var omission = RangeOmission()
    omission.states = states.filter { !providers.makes($0.tree) }
    let states = states.filter { providers.makes($0.tree) }
    // Headers and footers are built first: they are few, and the places of the items behind them
    // depend on their sizes.
    let supplements = try trees.works(
      for: supplementRequests, assigning: states.filter { $0.tree.item == nil },
      committed: revision)
    let conditions = trees.currentConditions
    trees.run(supplements, conditions)
    let target =
      mayBeSplit || trees.range != nil
      ? trees.extents.prepare(change, measuring: supplements.map(\.updated.measured)) : nil
    var requests = itemRequests
    var itemStates = states.filter { $0.tree.item != nil }
    if let selection = trees.selection(in: target) {
      let omitted = selection.omit(from: &requests, &itemStates)
      omission.requests = omitted.requests
      omission.states += omitted.states
    }
    let items = try trees.works(for: requests, assigning: itemStates, committed: revision)
    trees.add(&omission)
    guard mayBeSplit, let target, let viewport = trees.resolvedViewport(in: target) else {
      return ComponentGeneration<Message>(items, supplements, trees, without: omission)
    }
    return ComponentGeneration<Message>(
      items, supplements, trees, splitBy: viewport, in: target, without: omission)
  }

  /// Returns `nil`. A tree depends on the environment, which may be replaced without a revision,
  /// and continues from the tree in memory, whose first states may not be stored yet.
  func generationAhead(
    for models: ChangedModels<Model, SectionModel>, assigning states: [ChangedState]
  ) -> (any OutputGeneration<Output>)? { nil }

  func publish(_ outputs: [GeneratedOutput<Output>], removing removed: [TreeID]) {
    let built = outputs.map { ($0.tree, BuiltTree(tree: $0.output?.erased)) }
    trees.cache.withLock { $0.publish(built, removing: removed) }
  }

  func mayBeSplit(outputCount: Int) -> Bool {
    outputCount >= trees.splitting.outputCountMin && trees.viewport.withLock { $0 != nil }
  }

  var extents: ExtentTracker? { trees.extents }

  var range: (any OutputRange)? { trees.range }

  func finish() { messages.finish() }

  // MARK: Reading

  func currentOutputs(
    of find: () throws(StorageError) -> PlacedTrees
  ) throws(StorageError) -> [GeneratedOutput<Output>] {
    try trees.currentTrees(of: find).generated()
  }

  func outputs(
    for models: ChangedModels<Model, SectionModel>, writing states: [ChangedState],
    since base: Revision, at revision: Revision
  ) throws(StorageError) -> JournalOutputs<Output> {
    let providers = providers
    let (items, supplements) = providers.requests(for: models)
    var requests = items
    var states = states.filter { providers.makes($0.tree) }
    var omission = RangeOmission()
    if trees.range != nil {
      // Only what has a tree now. A subscriber that lags is told that the range has moved.
      omission = RangeSelection(nil, trees.cache).omit(from: &requests, &states)
    }
    requests += supplements
    let others = states.trees(besides: Set(requests.lazy.map(\.id)))
    for (tree, root) in zip(others, try trees.readRoots(others.map(\.id), revision)) {
      requests.append(TreeRequest(id: tree.id, place: tree.place, root: root))
    }
    requests.sort { $0.place < $1.place }
    let works = try works(for: requests, since: base, at: revision)
    trees.run(works, trees.currentConditions)
    let built = works.map(\.updated)
    return JournalOutputs(
      outputs: built.generated(), sizes: trees.measuresFormerTrees ? built.sizes : [],
      omittedCount: omission.count)
  }

  private func works(
    for requests: [TreeRequest], since base: Revision, at revision: Revision
  ) throws(StorageError) -> [TreeWork] {
    let old = try trees.storedStarts(
      of: requests.filter { !$0.isNew }.map(\.id), at: revision, after: base)
    let new = requests.filter(\.isNew).map(\.id)
    let newStates = new.isEmpty ? [] : try trees.readStates(new, revision)
    var (oldStarts, newStarts) = (old.makeIterator(), newStates.makeIterator())
    return requests.compactMap { request in
      let start =
        request.isNew ? newStarts.next().map { .stored($0, former: nil) } : oldStarts.next()
      return start.map { start in
        TreeWork(
          PlacedTree(id: request.id, place: request.place), from: start,
          .components(request.root), writing: .later, isNew: request.isNew)
      }
    }
  }

  // MARK: Refreshing

  func reload(
    _ places: ReloadedPlaces, on source: ListState
  ) throws(DataSourceError) -> any OutputRefresh<Output> {
    if let missing = places.missing(in: source.shape) { throw missing }
    let named = try places.namedTrees(in: source, with: supplementKinds)
    do throws(StorageError) {
      let (works, areAll) = try reloads(of: places, named, on: source)
      return ComponentRefresh<Message>(
        works, trees, trees.currentConditions, namesAllOutputs: areAll
      ) { [trees] updated, deferred in
        trees.publishReloaded(updated, deferred)
      }
    } catch {
      throw .storage(error)
    }
  }

  /// Returns the work of a reload, ascending by place, and whether it covers everything in the
  /// reloaded places.
  ///
  /// Trees that the reload names individually are built if necessary, unless there is a working
  /// range. Of sections and of the whole list, only trees in memory are rebuilt.
  private func reloads(
    of places: ReloadedPlaces, _ named: [PlacedTree], on source: ListState
  ) throws(StorageError) -> (works: [TreeWork], areAll: Bool) {
    let names = Set(named.lazy.map(\.id))
    let kept = try trees.placedTrees(in: source).filter {
      places.containsWhole(section: $0.tree.place.section) || names.contains($0.tree.id)
    }
    let roots = try trees.readRoots(kept.map(\.tree.id), source.revision)
    var works = zip(kept, roots).map { kept, root in
      TreeWork(kept.tree, from: .built(kept.built), .reload(root), writing: .ifAny)
    }
    let known = Set(works.lazy.map(\.id))
    let others = named.filter { !known.contains($0.id) }
    if !others.isEmpty, trees.range == nil {
      works += try trees.worksOnDemand(
        for: PlacedTrees(revision: source.revision, trees: others)
      ) { .reload($0) }
      works.sort { $0.place < $1.place }
    }
    let sections = places.isAll ? Set(0..<source.sectionCount) : places.sections
    let kindCount = supplementKinds.count
    let count = sections.reduce(0) { $0 + source.itemCount(inSection: $1) + kindCount }
    let countInSections = works.count { sections.contains($0.place.section) }
    let leavesNone = trees.range == nil || others.isEmpty
    return (works, leavesNone && countInSections >= count)
  }

  /// Determines what a new configuration generates; on the work queue.
  ///
  /// - Parameter source: The last published list.
  /// - Returns: `nil` if the configuration is equal.
  func reconfigure(
    _ changes: Reconfiguration<Model, SectionModel, Message>, on source: ListState
  ) throws(DataSourceError) -> (any OutputRefresh<Output>)? {
    let (former, old) = (trees.currentConditions, providers)
    let (conditions, new) = (changes.conditions(after: former), changes.providers(after: old))
    guard conditions != former || changes.replacesComponents else { return nil }
    do throws(StorageError) {
      let placed = try trees.placedTrees(in: source)
      let rebuilt = placed.filter { changes.replacesComponents(of: $0.tree.id) }.map(\.tree.id)
      var roots = try new.roots(of: rebuilt, at: source.revision, models).makeIterator()
      var works: [TreeWork] = []
      var untouched: [(TreeID, BuiltTree)] = []
      for (tree, built) in placed {
        let kind: TreeWork.Kind
        if changes.replacesComponents(of: tree.id), let root = roots.next() {
          kind = new.makes(tree.id) ? .components(root) : .release
        } else if conditions == former {
          untouched.append((tree.id, built))
          continue
        } else {
          kind = conditions.environment == former.environment ? .layout : .environment
        }
        works.append(TreeWork(tree, from: .built(built), kind, writing: .ifAny))
      }
      let kinds = Set(old.kinds + new.kinds)
      let hasAllItems = placed.count { $0.tree.id.item != nil } == source.itemCount
      let supplementCount = placed.count { tree, _ in
        tree.id.supplement.map { kinds.contains($0.kind) } ?? false
      }
      let hasAllSupplements = supplementCount == source.sectionCount * kinds.count
      let isSame = conditions == former
      return ComponentRefresh<Message>(
        works, trees, conditions,
        namesAllOutputs: (hasAllItems || isSame && !changes.replaces(.components))
          && (hasAllSupplements || isSame && !changes.replacesSupplements),
        estimates: changes.replacesSupplements ? new.estimates(trees.splitting) : nil
      ) { [self, untouched] updated, _ in
        // Before the conditions, because replacing these outdates builds on demand that began in
        // between.
        currentProviders.withLock { $0 = new }
        let kept = updated.filter { new.makes($0.id) }.map { ($0.id, $0.built) }
        trees.replaceConditions(conditions, untouched + kept)
      }
    } catch {
      throw .storage(error)
    }
  }
}
