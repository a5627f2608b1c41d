internal import RosterComponents
internal import RosterConcurrency
internal import RosterCore
internal import RosterEngine
internal import RosterLayout

/// The trees of a list's items, headers and footers, without the types of models and messages.
///
/// Published trees are in the cache. The trees of the current commit are in `uncommitted`, which
/// only the work queue uses, until the commit is done or has failed.
final class ListTrees: Sendable {
  /// What the last change of the current commit made of a tree.
  private enum Uncommitted {
    case built(TreeWork)
    case omitted(OmittedItem)

    /// Makes the components; `nil` if only storage has their model.
    var root: TreeRoot? {
      switch self {
      case .built(let work): work.root
      case .omitted(let item): item.root
      }
    }

    func isOf(_ change: AnyObject) -> Bool {
      switch self {
      case .built(let work): work === change
      case .omitted(let item): item === change
      }
    }
  }

  /// Reads the models of items and sections at a revision, and returns closures that make their
  /// components.
  typealias RootReader = @Sendable ([TreeID], Revision) throws(StorageError) -> [TreeRoot]
  /// Reads the states of trees at a revision.
  typealias StateReader =
    @Sendable ([TreeID], Revision) throws(StorageError) -> [[ScopePath: StoredState]]

  let owner: GenerationOwner
  let builder: TreeBuilder
  let faults: StateFaultLog
  let cache: Guarded<TreeCache<TreeID, BuiltTree>>
  let readRoots: RootReader
  let readStates: StateReader
  let conditions: Guarded<TreeConditions>
  /// The visible part, `nil` if none was set.
  let viewport = Guarded<Viewport?>(nil)
  /// Where the viewport began when its anchor was last in the list.
  let viewportStart = Guarded(0.0)
  let splitting: Viewport.Splitting
  /// The lengths of everything in the list.
  let extents: ExtentTracker
  /// Determines which items have trees; `nil` without a working range.
  let range: RangeKeeper?
  private let layoutFaultReporter: (@Sendable (LayoutFault) -> Void)?
  private let uncommitted = Guarded<[TreeID: Uncommitted]>([:])

  init(
    _ configuration: ComponentConfiguration, _ estimates: ExtentEstimates,
    owner: GenerationOwner, readRoots: @escaping RootReader, readStates: @escaping StateReader
  ) {
    self.owner = owner
    self.readRoots = readRoots
    self.readStates = readStates
    builder = TreeBuilder(listener: configuration.buildListener)
    faults = StateFaultLog(configuration.stateFaultReporter)
    range = RangeKeeper(configuration)
    cache = Guarded(
      TreeCache(
        countMaxByKind: [
          configuration.cachedOutputCountMax, configuration.cachedSupplementCountMax,
        ], ofMembers: range != nil
      ) { $0.item == nil ? 1 : 0 })
    extents = ExtentTracker(estimates)
    conditions = Guarded(
      TreeConditions(environment: configuration.environment, constraints: configuration.layout))
    splitting = configuration.splitting
    layoutFaultReporter = configuration.layoutFaultReporter
  }

  var currentConditions: TreeConditions { conditions.withLock { $0 } }

  /// Whether a change must measure former trees that are not in memory. With a working range it
  /// need not, because the sizes that subscribers were told are known.
  var measuresFormerTrees: Bool { currentConditions.constraints != nil && range == nil }

  /// Returns a tree with its layout, if the conditions ask for one.
  ///
  /// - Parameters:
  ///   - id: The item, header or footer of the tree.
  ///   - previous: An earlier tree of the same, whose layout may be reused.
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

  /// Runs work on all cores.
  func run(_ works: [TreeWork], _ conditions: TreeConditions) {
    if works.isEmpty { return }
    _ = owner.generateConcurrently(count: works.count) { works[$0].run(self, conditions) }
  }

  // MARK: For a change

  /// Returns the builds of a change; on the work queue.
  ///
  /// - Parameters:
  ///   - requests: What the change inserts and updates, ascending by place.
  ///   - states: The states that the change assigns.
  ///   - revision: The last committed revision.
  func works(
    for requests: [TreeRequest], assigning states: [ChangedState], committed revision: Revision
  ) throws(StorageError) -> [TreeWork] {
    if requests.isEmpty, states.isEmpty { return [] }
    let assigned = Dictionary(grouping: states.lazy.map(\.change), by: \.address.tree)
    var requests = requests
    if !assigned.isEmpty {
      requests += try requestsForUntouched(states, besides: requests, committed: revision)
      requests.sort { $0.place < $1.place }
    }
    let starts = try starts(for: requests, committed: revision)
    let works = zip(requests, starts).map { request, start in
      TreeWork(
        PlacedTree(id: request.id, place: request.place), from: start,
        .components(request.root), assigning: assigned[request.id] ?? [], writing: .withChange,
        isNew: request.isNew)
    }
    uncommitted.withLock { uncommitted in
      for work in works { uncommitted[work.id] = .built(work) }
    }
    return works
  }

  /// Returns whether the current commit has built a tree.
  func hasUncommittedBuild(of tree: TreeID) -> Bool {
    uncommitted.withLock { if case .built = $0[tree] { true } else { false } }
  }

  /// Notes what a change does not build, so that later changes of the same commit can continue from
  /// it.
  func add(_ omission: inout RangeOmission) {
    if omission.requests.isEmpty, omission.states.isEmpty { return }
    let states = Dictionary(grouping: omission.states, by: \.tree)
    let touched = Set(omission.requests.lazy.map(\.id))
    let others = states.keys.filter { !touched.contains($0) }
    omission.items = uncommitted.withLock { uncommitted in
      func note(_ id: TreeID, _ request: TreeRequest?) -> OmittedItem {
        var earlier: OmittedItem?
        if case .omitted(let item) = uncommitted[id] { earlier = item }
        let item = OmittedItem(id, request, states[id] ?? [], after: earlier)
        uncommitted[id] = .omitted(item)
        return item
      }
      return omission.requests.map { note($0.id, $0) } + others.map { note($0, nil) }
    }
  }

  /// Returns requests for trees of which only the states change.
  private func requestsForUntouched(
    _ states: [ChangedState], besides requests: [TreeRequest], committed revision: Revision
  ) throws(StorageError) -> [TreeRequest] {
    let trees = states.trees(besides: Set(requests.lazy.map(\.id)))
    var roots = uncommitted.withLock { uncommitted in trees.map { uncommitted[$0.id]?.root } }
    let unread = trees.indices.filter { roots[$0] == nil }
    let read = try readRoots(unread.map { trees[$0].id }, revision)
    for (index, root) in zip(unread, read) { roots[index] = root }
    return zip(trees, roots).compactMap { tree, root in
      root.map { TreeRequest(id: tree.id, place: tree.place, root: $0) }
    }
  }

  /// Returns what the builds of trees continue from: the last build of the same commit, the
  /// published tree, or the stored states.
  private func starts(
    for requests: [TreeRequest], committed revision: Revision
  ) throws(StorageError) -> [TreeWork.Start] {
    var omitted: [Int: OmittedItem] = [:]
    var starts: [TreeWork.Start?] = uncommitted.withLock { uncommitted in
      requests.indices.map { index in
        if requests[index].isNew { return .nothing }
        switch uncommitted[requests[index].id] {
        case .built(let work): return .work(work)
        case .omitted(let item) where item.isNew:
          return .stored(item.states(on: [:]), former: nil)
        case .omitted(let item): omitted[index] = item
        case nil: break
        }
        return nil
      }
    }
    cache.withLock { cache in
      for index in starts.indices where starts[index] == nil && omitted[index] == nil {
        starts[index] = cache.item(requests[index].id).map { .built($0) }
      }
    }
    let unread = starts.indices.filter { starts[$0] == nil }
    let stored = try storedStarts(
      of: unread.map { requests[$0].id }, at: revision, after: revision)
    for (index, start) in zip(unread, stored) {
      starts[index] = start
      if let item = omitted[index], case .stored(let states, let former) = start {
        starts[index] = .stored(item.states(on: states), former: former)
      }
    }
    return starts.map { $0 ?? .nothing }
  }

  /// Returns the stored states of trees that are not in memory. Adds the former trees if their
  /// sizes must be known.
  ///
  /// - Parameters:
  ///   - revision: The revision of the states.
  ///   - base: The revision of the former trees.
  func storedStarts(
    of ids: [TreeID], at revision: Revision, after base: Revision
  ) throws(StorageError) -> [TreeWork.Start] {
    if ids.isEmpty { return [] }
    let states = try readStates(ids, revision)
    guard measuresFormerTrees else { return states.map { .stored($0, former: nil) } }
    let former = try formerTrees(ids, at: base, base == revision ? states : nil)
    return zip(states, former).map { .stored($0, former: $1) }
  }

  private func formerTrees(
    _ ids: [TreeID], at base: Revision, _ states: [[ScopePath: StoredState]]?
  ) throws(StorageError) -> [TreeWork.FormerTree] {
    let roots = try readRoots(ids, base)
    let states = if let states { states } else { try readStates(ids, base) }
    return zip(roots, states).map { TreeWork.FormerTree(root: $0, states: $1) }
  }

  /// Keeps the trees of a durable change; on the work queue.
  func publish(_ works: [TreeWork], removing removed: [TreeID]) {
    let built = works.map { ($0.id, $0.updated.built) }
    cache.withLock { $0.publish(built, removing: removed) }
  }

  /// Keeps trees with new, durable states; on the work queue.
  func publish(_ trees: [UpdatedTree]) {
    let built = trees.map { ($0.id, $0.built) }
    cache.withLock { range == nil ? $0.publish(built, removing: []) : $0.replace(built) }
  }

  /// Keeps trees whose states did not change.
  func keep(_ trees: [UpdatedTree]) {
    if trees.isEmpty { return }
    cache.withLock { cache in
      for tree in trees { cache.fill(tree.built, of: tree.id) }
    }
  }

  /// Forgets the builds and omissions of a change, unless a later change of the same commit has
  /// replaced them.
  func endCommit(of works: [TreeWork], without omission: RangeOmission) {
    uncommitted.withLock { uncommitted in
      func end(_ id: TreeID, _ change: AnyObject) {
        if uncommitted[id]?.isOf(change) ?? false { uncommitted[id] = nil }
      }
      for work in works { end(work.id, work) }
      for item in omission.items { end(item.id, item) }
    }
  }

  // MARK: From storage

  /// Returns work on trees from storage, for no commit.
  ///
  /// - Parameter kind: Returns the work for components; a build if left out.
  func worksOnDemand(
    for trees: PlacedTrees, _ kind: (@escaping TreeRoot) -> TreeWork.Kind = { .components($0) }
  ) throws(StorageError) -> [TreeWork] {
    if trees.trees.isEmpty { return [] }
    let roots = try readRoots(trees.ids, trees.revision)
    let states = try readStates(trees.ids, trees.revision)
    return trees.trees.indices.map { index in
      TreeWork(
        trees.trees[index], from: .stored(states[index], former: nil), kind(roots[index]),
        writing: .later)
    }
  }

  /// Returns a build of a tree from storage, for no commit.
  func workOnDemand(
    for tree: PlacedTree, at revision: Revision
  ) throws(StorageError) -> TreeWork {
    guard let work = try worksOnDemand(for: PlacedTrees(revision: revision, trees: [tree])).first
    else { preconditionFailure("there is a build for each tree") }
    return work
  }

  /// Returns builds of trees from storage, for no commit. A tree that cannot be read gets its error
  /// and does not affect the others.
  func worksOnDemandOneByOne(
    for trees: PlacedTrees
  ) -> [Result<TreeWork, StorageError>] {
    do throws(StorageError) {
      return try worksOnDemand(for: trees).map { .success($0) }
    } catch {
      return trees.trees.map { tree in
        Result { () throws(StorageError) in
          try workOnDemand(for: tree, at: trees.revision)
        }
      }
    }
  }

  /// Returns trees as last published, in order; on any thread.
  ///
  /// - Parameter find: Finds the trees in the published list. Called once the cache notes what is
  ///   published meanwhile.
  func currentTrees(
    of find: () throws(StorageError) -> PlacedTrees
  ) throws(StorageError) -> [UpdatedTree] {
    let epoch = extents.epoch
    let visit = cache.withLock { $0.beginVisit() }
    defer { cache.withLock { $0.endVisit() } }
    let wanted = try find()
    var found: [BuiltTree?] = cache.withLock { cache in wanted.ids.map { cache.item($0) } }
    let missing = found.indices.filter { found[$0] == nil }
    if !missing.isEmpty {
      let works = try worksOnDemand(for: wanted.only(missing))
      run(works, currentConditions)
      let measured = cache.withLock { cache in
        zip(missing, works).map { index, work in
          var tree = work.updated
          tree.built = cache.add(tree.built, of: tree.id, visit)
          found[index] = tree.built
          return tree.measured
        }
      }
      // With a working range, a batch reports the sizes.
      if range == nil { extents.note(measured, at: wanted.revision, epoch: epoch) }
    }
    return zip(wanted.trees, found).compactMap { tree, built in
      built.map {
        UpdatedTree(id: tree.id, place: tree.place, built: $0, formerSize: $0.size)
      }
    }
  }

  // MARK: Refreshing

  /// Returns the trees in memory, ascending by place; on the work queue.
  func placedTrees(
    in source: ListState
  ) throws(StorageError) -> [(tree: PlacedTree, built: BuiltTree)] {
    var placed: [(tree: PlacedTree, built: BuiltTree)] = []
    for (id, built) in cache.withLock({ $0.all }) {
      if let place = try source.place(of: id) {
        placed.append((PlacedTree(id: id, place: place), built))
      }
    }
    return placed.sorted { $0.tree.place < $1.tree.place }
  }

  /// Keeps rebuilt trees; on the work queue.
  ///
  /// - Parameter deferred: The trees that are rebuilt later. Their old versions are outdated.
  func publishReloaded(_ trees: [UpdatedTree], _ deferred: [TreeID]) {
    cache.withLock { cache in
      cache.publish([], removing: deferred)
      cache.replace(trees.map { ($0.id, $0.built) })
    }
  }

  /// Replaces the conditions of all further builds and layouts; on the work queue.
  ///
  /// - Parameter trees: All trees that stay in memory.
  func replaceConditions(_ conditions: TreeConditions, _ trees: [(TreeID, BuiltTree)]) {
    self.conditions.withLock { $0 = conditions }
    let built = Dictionary(uniqueKeysWithValues: trees)
    cache.withLock { $0.replaceAll(with: built) }
  }
}
