internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The trees of the items of a list, without the types of models and messages.
///
/// What is published lives in the cache. The trees of a commit that goes on live in `uncommitted`,
/// which the work queue alone uses, until the commit is done or has failed.
final class ItemTrees: Sendable {
  /// What the last change of the commit that goes on has made of an item.
  private enum Uncommitted {
    case built(ItemBuild)
    case omitted(OmittedItem)

    /// Makes the components of the item, `nil` if only storage knows them.
    var root: ItemRoot? {
      switch self {
      case .built(let build): build.root
      case .omitted(let item): item.root
      }
    }

    func isOf(_ change: AnyObject) -> Bool {
      switch self {
      case .built(let build): build === change
      case .omitted(let item): item === change
      }
    }
  }

  /// Reads what the components of items are made of, from their models at a revision.
  typealias RootReader = @Sendable ([ItemID], Revision) throws(StorageError) -> [ItemRoot]
  /// Reads the states of trees at a revision.
  typealias StateReader =
    @Sendable ([TreeID], Revision) throws(StorageError) -> [[ScopePath: StoredState]]

  let owner: GenerationOwner
  let builder: TreeBuilder
  let faults: StateFaultLog
  let cache: Guarded<TreeCache<ItemID, BuiltItem>>
  let readRoots: RootReader
  let readStates: StateReader
  let conditions: Guarded<TreeConditions>
  /// What is visible, `nil` if nobody has said it.
  let viewport = Guarded<Viewport?>(nil)
  /// Where it began when its item was last in the list.
  let viewportStart = Guarded(0.0)
  let splitting: ViewportSplitting
  /// How long the items are.
  let extents: ExtentTracker
  /// Which items have trees, `nil` if all may have.
  let range: RangeKeeper?
  private let layoutFaultReporter: (@Sendable (LayoutFault) -> Void)?
  private let uncommitted = Guarded<[ItemID: Uncommitted]>([:])

  init(
    _ configuration: ComponentConfiguration, owner: GenerationOwner,
    readRoots: @escaping RootReader, readStates: @escaping StateReader
  ) {
    self.owner = owner
    self.readRoots = readRoots
    self.readStates = readStates
    builder = TreeBuilder(listener: configuration.buildListener)
    faults = StateFaultLog(configuration.stateFaultReporter)
    range = RangeKeeper(configuration)
    cache = Guarded(
      range == nil ? TreeCache(countMax: configuration.cachedOutputCountMax) : .ofMembers())
    extents = ExtentTracker(
      ExtentEstimates(item: configuration.splitting.estimatedExtent))
    conditions = Guarded(
      TreeConditions(environment: configuration.environment, constraints: configuration.layout))
    splitting = configuration.splitting
    layoutFaultReporter = configuration.layoutFaultReporter
  }

  var currentConditions: TreeConditions { conditions.withLock { $0 } }

  /// A tree with the layout that it is to have, if any.
  ///
  /// - Parameters:
  ///   - id: Whose tree it is.
  ///   - previous: A tree of the same to go on from.
  func laidOut(
    _ tree: ErasedTree, of id: TreeID, after previous: ErasedTree?, _ conditions: TreeConditions
  ) -> ErasedTree {
    guard let constraints = conditions.constraints else { return tree.withoutLayout }
    if tree.layout?.constraints == constraints { return tree }
    do throws(LayoutError) {
      return try tree.laidOut(in: constraints, after: previous)
    } catch {
      layoutFaultReporter?(LayoutFault(tree: id, reason: error))
      return tree.withoutLayout
    }
  }

  // MARK: For a change

  /// The builds for a change; on the work queue.
  ///
  /// - Parameters:
  ///   - requests: For the inserted and updated items, ascending by path.
  ///   - states: The states that are assigned with the change.
  ///   - revision: The last one that was committed.
  func builds(
    for requests: [TreeRequest], assigning states: [ChangedState], committed revision: Revision
  ) throws(StorageError) -> [ItemBuild] {
    let assigned = Dictionary(grouping: states.map(\.change), by: \.address.tree)
    var requests = requests
    if !assigned.isEmpty {
      requests += try requestsForUntouched(states, besides: requests, committed: revision)
      requests.sort { $0.path < $1.path }
    }
    let bases = try bases(for: requests, committed: revision)
    let builds = zip(requests, bases).map { request, base in
      ItemBuild(request, base: base, assigning: assigned[.item(request.id)] ?? [])
    }
    uncommitted.withLock { uncommitted in
      for build in builds { uncommitted[build.id] = .built(build) }
    }
    return builds
  }

  /// Whether the commit that goes on has built the tree of an item.
  func hasUncommittedBuild(of item: ItemID) -> Bool {
    uncommitted.withLock { if case .built = $0[item] { true } else { false } }
  }

  /// Notes what a change does not build, so that others of the same commit go on from it.
  func add(_ omission: inout RangeOmission) {
    if omission.requests.isEmpty, omission.states.isEmpty { return }
    let states = Dictionary(grouping: omission.states, by: \.tree)
    let touched = Set(omission.requests.lazy.map(\.id))
    let others = states.keys.compactMap(\.item).filter { !touched.contains($0) }
    omission.items = uncommitted.withLock { uncommitted in
      func note(_ id: ItemID, _ request: TreeRequest?) -> OmittedItem {
        var earlier: OmittedItem?
        if case .omitted(let item) = uncommitted[id] { earlier = item }
        let item = OmittedItem(id, request, states[.item(id)] ?? [], after: earlier)
        uncommitted[id] = .omitted(item)
        return item
      }
      return omission.requests.map { note($0.id, $0) } + others.map { note($0, nil) }
    }
  }

  /// Requests for items of which only the states change.
  private func requestsForUntouched(
    _ states: [ChangedState], besides requests: [TreeRequest], committed revision: Revision
  ) throws(StorageError) -> [TreeRequest] {
    let touched = Set(requests.lazy.map { $0.id })
    let items = states.untouchedItems(besides: touched)
    var roots = uncommitted.withLock { uncommitted in
      items.map { uncommitted[$0.id]?.root }
    }
    let unread = items.indices.filter { roots[$0] == nil }
    let read = try readRoots(unread.map { items[$0].id }, revision)
    for (index, root) in zip(unread, read) { roots[index] = root }
    return zip(items, roots).compactMap { item, root in
      root.map { TreeRequest(id: item.id, path: item.path, root: $0) }
    }
  }

  /// What the builds of items go on from: the last build of the same commit, the published tree, or
  /// the stored states.
  private func bases(
    for requests: [TreeRequest], committed revision: Revision
  ) throws(StorageError) -> [ItemBuild.Base] {
    var omitted: [Int: OmittedItem] = [:]
    var bases: [ItemBuild.Base?] = uncommitted.withLock { uncommitted in
      requests.indices.map { index in
        if requests[index].isNew { return .nothing }
        switch uncommitted[requests[index].id] {
        case .built(let build): return .build(build)
        case .omitted(let item) where item.isNew: return .states(item.states(on: [:]), former: nil)
        case .omitted(let item): omitted[index] = item
        case nil: break
        }
        return nil
      }
    }
    cache.withLock { cache in
      for index in bases.indices where bases[index] == nil && omitted[index] == nil {
        bases[index] = cache.item(requests[index].id).map { .built($0) }
      }
    }
    let unread = bases.indices.filter { bases[$0] == nil }
    for (index, base) in zip(unread, try storedBases(of: unread.map { requests[$0] }, revision)) {
      bases[index] = base
      if let item = omitted[index], case .states(let stored, let former) = base {
        bases[index] = .states(item.states(on: stored), former: former)
      }
    }
    return bases.map { $0 ?? .nothing }
  }

  /// The stored states of items whose trees are not in memory; with what their trees were made of, if
  /// it must be known how large they were.
  private func storedBases(
    of requests: [TreeRequest], _ revision: Revision
  ) throws(StorageError) -> [ItemBuild.Base] {
    if requests.isEmpty { return [] }
    let ids = requests.map { $0.id }
    let states = try readStates(ids.map(TreeID.item), revision)
    // With a working range, what everybody was told is known.
    guard currentConditions.constraints != nil, range == nil else {
      return states.map { .states($0, former: nil) }
    }
    let roots = try readRoots(ids, revision)
    return zip(states, roots).map { .states($0, former: $1) }
  }

  /// Keeps the trees of a change that is durable; on the work queue.
  func publish(_ builds: [ItemBuild], removing removed: [ItemID]) {
    let built = builds.map { ($0.id, $0.item) }
    cache.withLock { $0.publish(built, removing: removed) }
  }

  /// Keeps the trees of items with new states, which are durable; on the work queue.
  func publish(_ items: [UpdatedItem]) {
    let built = items.map { ($0.id, $0.built) }
    cache.withLock { range == nil ? $0.publish(built, removing: []) : $0.replace(built) }
  }

  /// Keeps the trees of items whose states are the same as before.
  func keep(_ items: [UpdatedItem]) {
    if items.isEmpty { return }
    cache.withLock { cache in
      for item in items { cache.fill(item.built, of: item.id) }
    }
  }

  /// Forgets the builds of a change and what it has omitted, unless a later change of the same commit
  /// has gone on from them.
  func endCommit(of builds: [ItemBuild], without omission: RangeOmission) {
    uncommitted.withLock { uncommitted in
      func end(_ id: ItemID, _ change: AnyObject) {
        if uncommitted[id]?.isOf(change) ?? false { uncommitted[id] = nil }
      }
      for build in builds { end(build.id, build) }
      for item in omission.items { end(item.id, item) }
    }
  }

  // MARK: From storage

  /// Reads what trees are built from; each closure then builds a tree.
  func builders(
    of items: PlacedItems
  ) throws(StorageError) -> [@Sendable () -> BuiltItem] {
    let roots = try readRoots(items.ids, items.revision)
    return try builders(of: items, roots)
  }

  /// Reads what the tree of one item is built from; the closure then builds the tree.
  func builder(of item: PlacedItems) throws(StorageError) -> @Sendable () -> BuiltItem {
    guard let builder = try builders(of: item).first else {
      preconditionFailure("there is a builder for each item")
    }
    return builder
  }

  /// Reads the states that trees are built from; each closure then builds a tree.
  func builders(
    of items: PlacedItems, _ roots: [ItemRoot]
  ) throws(StorageError) -> [@Sendable () -> BuiltItem] {
    let states = try readStates(items.ids.map(TreeID.item), items.revision)
    let conditions = currentConditions
    return items.ids.indices.map { index in
      let (id, path) = (items.ids[index], items.paths[index])
      let (root, states) = (roots[index], states[index])
      return { [self] in
        let build = builder.build(
          root(path), stored: states, environment: conditions.environment)
        faults.report(build, of: .item(id))
        return BuiltItem(
          tree: laidOut(build.tree, of: .item(id), after: nil, conditions),
          unwritten: build.stateChanges(of: id))
      }
    }
  }

  /// The trees of items as they were last published, in order; on any thread.
  ///
  /// - Parameter items: Looks in the published list, when what is published meanwhile is being
  ///   noted.
  func currentTrees(
    of items: () throws(StorageError) -> PlacedItems
  ) throws(StorageError) -> (items: PlacedItems, trees: [ErasedTree]) {
    let epoch = extents.epoch
    let visit = cache.withLock { $0.beginVisit() }
    defer { cache.withLock { $0.endVisit() } }
    let items = try items()
    var trees: [ErasedTree?] = cache.withLock { cache in
      items.ids.map { cache.item($0)?.tree }
    }
    let missing = trees.indices.filter { trees[$0] == nil }
    if !missing.isEmpty {
      let builders = try builders(of: items.only(missing))
      let built = owner.generateConcurrently(count: builders.count) { builders[$0]() }
      let sizes = cache.withLock { cache in
        zip(missing, built).map { index, item in
          let kept = cache.add(item, of: items.ids[index], visit)
          trees[index] = kept.tree
          return (path: items.paths[index], size: kept.size)
        }
      }
      // With a working range a batch says it.
      if range == nil { extents.note(sizes, at: items.revision, epoch: epoch) }
    }
    return (items, trees.compactMap { $0 })
  }
}
