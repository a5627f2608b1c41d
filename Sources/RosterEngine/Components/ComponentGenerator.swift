internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// Builds the trees of items out of the components that a closure makes of their models.
final class ComponentGenerator<Model: Sendable, SectionModel: Sendable, Message: Sendable>:
  OutputGenerator
{
  typealias Output = ComponentTree<Message>
  typealias Provider = @Sendable (Model, GenerationContext) -> Node<Message>
  typealias SupplementProvider = @Sendable (SectionModel, SectionContext) -> Node<Message>?

  let trees: ItemTrees
  let messages = MessageHub<Message>()
  private let models: ModelReader<Model, SectionModel>
  private let currentProvider: Guarded<CurrentProvider>

  /// A structure, since a closure must not be the value of a lock; see ``Guarded``.
  private struct CurrentProvider {
    var make: Provider
  }

  init(
    models: ModelReader<Model, SectionModel>, owner: GenerationOwner,
    _ configuration: ComponentConfiguration, provider: @escaping Provider
  ) {
    self.models = models
    let currentProvider = Guarded(CurrentProvider(make: provider))
    self.currentProvider = currentProvider
    trees = ItemTrees(configuration, owner: owner) { (items, revision) throws(StorageError) in
      let provider = currentProvider.withLock { $0.make }
      return zip(items, try models.models(of: items, at: revision)).map { item, model in
        Self.root(of: item, model, provider)
      }
    } readStates: { (trees, revision) throws(StorageError) in
      try models.states(of: trees, at: revision)
    }
  }

  /// What builds headers and footers under the same conditions.
  ///
  /// - Parameters:
  ///   - header: Makes the components of headers; `nil` if no section has one.
  ///   - footer: Makes those of footers.
  func supplements(
    header: SupplementProvider?, footer: SupplementProvider?,
    _ models: ModelReader<Model, SectionModel>, countMax: Int
  ) -> SupplementGenerator<SectionModel, Output> {
    SupplementGenerator(
      SupplementTrees(trees, countMax: countMax),
      .init(header: header.map(Self.erased), footer: footer.map(Self.erased)),
      readModels: { (sections, revision) throws(StorageError) in
        try models.sectionModels(of: sections, at: revision)
      },
      output: { ComponentTree($0) })
  }

  /// What makes headers and footers after a change of the configuration.
  func providers(
    _ changes: Reconfiguration<Model, SectionModel, Message>
  ) -> SupplementGenerator<SectionModel, Output>.ProvidersChange {
    .init(
      replaced: (changes.parts.contains(.header) ? [SupplementKind.header] : [])
        + (changes.parts.contains(.footer) ? [.footer] : []),
      header: changes.header.map(Self.erased), footer: changes.footer.map(Self.erased))
  }

  private static func erased(
    _ provider: @escaping SupplementProvider
  ) -> SupplementGenerator<SectionModel, Output>.Provider {
    { model, context in provider(model, context).map { ErasedNode(erasing: $0) } }
  }

  private var provider: Provider { currentProvider.withLock { $0.make } }

  func replaceProvider(_ provider: @escaping Provider) {
    currentProvider.withLock { $0.make = provider }
  }

  /// What the components of items are made of by a provider.
  func roots(
    of items: [ItemID], at revision: Revision, _ provider: @escaping Provider
  ) throws(StorageError) -> [ItemRoot] {
    zip(items, try models.models(of: items, at: revision)).map { item, model in
      Self.root(of: item, model, provider)
    }
  }

  private static func root(
    of item: ItemID, _ model: Model, _ provider: @escaping Provider
  ) -> ItemRoot {
    { path in
      ErasedNode(erasing: provider(model, GenerationContext(id: item, targetPath: path)))
    }
  }

  private func treeRequests(for requests: [GenerationRequest<Model>]) -> [TreeRequest] {
    let provider = provider
    return requests.map { request in
      TreeRequest(
        id: request.id, path: request.targetPath, isNew: request.isNew,
        root: Self.root(of: request.id, request.model, provider))
    }
  }

  func generation(
    for requests: [GenerationRequest<Model>], assigning states: [ChangedState],
    in change: ListChange, committed revision: Revision, mayBeSplit: Bool
  ) throws(StorageError) -> any OutputGeneration<Output> {
    let target = mayBeSplit || trees.range != nil ? trees.extents.prepare(change) : nil
    var (requests, states) = (treeRequests(for: requests), states)
    var omission = RangeOmission()
    if let selection = trees.selection(in: target) {
      omission = selection.omit(from: &requests, &states)
    }
    let builds = try trees.builds(for: requests, assigning: states, committed: revision)
    trees.add(&omission)
    if mayBeSplit, let target, let viewport = trees.resolvedViewport(in: target) {
      return SplitGeneration<Message>(builds, trees, viewport, in: target, without: omission)
    }
    return ComponentGeneration<Message>(builds, trees, without: omission)
  }

  /// Nothing: a tree depends on the environment, which may be replaced without a revision, and goes
  /// on from the tree in memory, whose first states may be unwritten.
  func generationAhead(
    for requests: [GenerationRequest<Model>], assigning states: [ChangedState]
  ) -> (any OutputGeneration<Output>)? { nil }

  func outputs(
    for requests: [GenerationRequest<Model>], writing states: [ChangedState],
    since base: Revision, at revision: Revision
  ) throws(StorageError) -> JournalOutputs<Output> {
    let provider = provider
    var (all, states) = (treeRequests(for: requests), states)
    var omission = RangeOmission()
    if trees.range != nil {
      // Of what has a tree now; a subscriber that lags is told that the range has moved.
      omission = RangeSelection(nil, trees.cache).omit(from: &all, &states)
    }
    let others = states.untouchedItems(besides: Set(all.lazy.map { $0.id }))
    for (item, model) in zip(others, try models.models(of: others.map { $0.id }, at: revision)) {
      let root = Self.root(of: item.id, model, provider)
      all.append(TreeRequest(id: item.id, path: item.path, root: root))
    }
    if !others.isEmpty { all.sort { $0.path < $1.path } }
    var items = PlacedItems(revision: revision)
    for request in all { items.append(request.id, at: request.path) }
    // With a working range, what everybody was told is known.
    let isMeasured = trees.currentConditions.constraints != nil && trees.range == nil
    let former = isMeasured ? try formerSizes(of: all, at: base) : nil
    let builders = try trees.builders(of: items, all.map { $0.root })
    let built = trees.owner.generateConcurrently(count: builders.count) { builders[$0]() }
    let sizes = former.map { former in
      built.indices.compactMap { index in
        ChangedSize(
          items.ids[index], at: items.paths[index], from: former[items.ids[index]],
          to: built[index].size)
      }
    }
    return JournalOutputs(
      outputs: items.generated(built.map { $0.tree }), sizes: sizes ?? [],
      omittedCount: omission.count)
  }

  /// How large items were that were there at a revision.
  private func formerSizes(
    of requests: [TreeRequest], at revision: Revision
  ) throws(StorageError) -> [ItemID: Size] {
    var items = PlacedItems(revision: revision)
    for request in requests where !request.isNew { items.append(request.id, at: request.path) }
    let builders = try trees.builders(of: items)
    let built = trees.owner.generateConcurrently(count: builders.count) { builders[$0]() }
    var sizes: [ItemID: Size] = [:]
    for (id, item) in zip(items.ids, built) { sizes[id] = item.size }
    return sizes
  }

  func currentOutputs(
    of items: () throws(StorageError) -> PlacedItems
  ) throws(StorageError) -> [GeneratedItem<Output>] {
    let (items, trees) = try trees.currentTrees(of: items)
    return items.generated(trees)
  }

  func mayBeSplit(outputCount: Int) -> Bool {
    outputCount >= trees.splitting.outputCountMin && trees.viewport.withLock { $0 != nil }
  }

  func publish(_ outputs: [GeneratedItem<Output>], removing removed: [ItemID]) {
    let built = outputs.map { ($0.id, BuiltItem(tree: $0.output.erased)) }
    trees.cache.withLock { $0.publish(built, removing: removed) }
  }

  func sizes(of outputs: [GeneratedItem<Output>]) -> [(path: ItemPath, size: Size?)] {
    outputs.map { ($0.targetPath, $0.output.layout?.size) }
  }

  var extents: ExtentTracker? { trees.extents }

  var range: RangeKeeper? { trees.range }

  func finish() { messages.finish() }
}

extension PlacedItems {
  /// The items with their trees.
  fileprivate func generated<Message>(
    _ trees: [ErasedTree]
  ) -> [GeneratedItem<ComponentTree<Message>>] {
    ids.indices.map { index in
      GeneratedItem(
        id: ids[index], targetPath: paths[index], output: ComponentTree(trees[index]))
    }
  }
}
