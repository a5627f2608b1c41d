internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The trees of the headers and footers of a list, without the types of models and messages.
///
/// A tree that is not in memory is built again when it is asked for, from the model of the section and
/// the states in storage.
final class SupplementTrees: Sendable {
  /// One tree to build.
  struct Request: Sendable {
    var id: SupplementID
    /// Where the section stands.
    var section: Int
    /// Whether the section is new, so that nobody needs to be told that it has none.
    var isNew = false
    var root: SupplementRoot
    /// The states that are written with the change, whatever the components say.
    var assigned: [StateChange] = []
    var former: Former
  }

  /// What was there before.
  enum Former: Sendable {
    case built(BuiltSupplement)
    /// The tree is not in memory: what is stored, and what it was before, if its size must be known.
    case stored([ScopePath: StoredState], before: StoredSupplement?)
  }

  /// What a tree may be built from.
  struct StoredSupplement: Sendable {
    var root: SupplementRoot
    var states: [ScopePath: StoredState]
  }

  /// What they are built with and laid out for is that of items.
  let items: ItemTrees
  private let cache: Guarded<TreeCache<SupplementID, BuiltSupplement>>
  /// The builds of the commit that goes on; the last one of each.
  private let uncommitted = Guarded<[SupplementID: Uncommitted]>([:])

  init(_ items: ItemTrees, countMax: Int) {
    self.items = items
    cache = Guarded(TreeCache(countMax: countMax))
  }

  /// All that are in memory.
  var kept: [(id: SupplementID, built: BuiltSupplement)] {
    cache.withLock { $0.all.map { ($0.key, $0.value) } }
  }

  /// What a change goes on from, `nil` if it is not in memory; on the work queue.
  func base(of id: SupplementID) -> BuiltSupplement? {
    if let built = uncommitted.withLock({ $0[id]?.built }) { return built }
    return cache.withLock { $0.item(id) }
  }

  /// What a change of the commit that goes on has made a header or footer of, `nil` if none has; on
  /// the work queue.
  func uncommittedRoot(of id: SupplementID) -> SupplementRoot? {
    uncommitted.withLock { $0[id]?.root }
  }

  // MARK: Building

  /// Builds some, on all cores.
  func build(_ requests: [Request], _ conditions: TreeConditions) -> [UpdatedSupplement] {
    if requests.isEmpty { return [] }
    return items.owner.generateConcurrently(count: requests.count) { index in
      self.build(requests[index], conditions)
    }
  }

  private func build(_ request: Request, _ conditions: TreeConditions) -> UpdatedSupplement {
    let id = request.id
    var former: BuiltSupplement
    var previous: ErasedTree?
    var states: [ScopePath: StoredState] = [:]
    switch request.former {
    case .built(let built):
      former = built
      // Assigned states are restored as if they had been stored, so that the tree is built anew.
      if request.assigned.isEmpty { previous = built.tree } else { states = built.states }
    case .stored(let stored, let before):
      states = stored
      former = BuiltSupplement()
      if let before, conditions.constraints != nil {
        former = make(id, before.root(), after: nil, before.states, conditions).built
      }
    }
    for change in request.assigned { states[change.address.scope] = change.state }
    let (built, begun) = make(id, request.root(), after: previous, states, conditions)
    var changes = request.assigned.followed(by: begun)
    if case .built(let former) = request.former {
      changes =
        built.tree == nil
        ? former.forgettingStates(of: id).followed(by: changes)
        : former.unwritten.followed(by: changes)
    }
    return UpdatedSupplement(
      id: id, section: request.section, built: built, changes: changes,
      formerSize: former.size, isAnother: built.tree != nil || !request.isNew)
  }

  /// Builds and lays out one, and tells which states begin and end with it.
  private func make(
    _ id: SupplementID, _ node: ErasedNode?, after previous: ErasedTree?,
    _ states: [ScopePath: StoredState], _ conditions: TreeConditions
  ) -> (built: BuiltSupplement, changes: [StateChange]) {
    guard let node else { return (BuiltSupplement(), states.forgetting(of: id)) }
    let build = items.builder.build(
      node, after: previous, stored: states, environment: conditions.environment)
    items.faults.report(build, of: id.treeID)
    let tree = items.laidOut(build.tree, of: id.treeID, after: previous, conditions)
    return (BuiltSupplement(tree: tree), build.stateChanges(of: id))
  }

  // MARK: Publishing

  /// Notes what a change builds, so that others of the same commit go on from it.
  func add(_ builds: SupplementBuilds) {
    uncommitted.withLock { uncommitted in
      for (supplement, root) in zip(builds.supplements, builds.roots) {
        uncommitted[supplement.id] = Uncommitted(
          builds: builds, built: supplement.built, root: root)
      }
    }
  }

  /// Forgets the builds of a change, unless a later change of the same commit has gone on from them.
  func endCommit(of builds: SupplementBuilds) {
    uncommitted.withLock { uncommitted in
      for supplement in builds.supplements where uncommitted[supplement.id]?.builds === builds {
        uncommitted[supplement.id] = nil
      }
    }
  }

  /// Keeps what a change has built, which is durable; on the work queue.
  func publish(_ builds: SupplementBuilds) {
    publish(builds.supplements, removing: builds.removedSections)
    endCommit(of: builds)
  }

  /// Keeps trees that are published, and forgets those of sections that are gone; on the work queue.
  func publish(_ supplements: [UpdatedSupplement], removing sections: [SectionID]) {
    if supplements.isEmpty, sections.isEmpty { return }
    cache.withLock {
      $0.publish(
        supplements.map { ($0.id, $0.built) }, removing: sections.flatMap(\.supplements))
    }
  }

  /// Forgets trees that others have made outdated.
  func forget(_ supplements: [SupplementID], removing sections: [SectionID]) {
    publish([], removing: sections)
    if supplements.isEmpty { return }
    cache.withLock { $0.publish([], removing: supplements) }
  }

  /// Keeps what a reload has built in place of what was there.
  func replace(_ supplements: [UpdatedSupplement]) {
    cache.withLock { $0.replace(supplements.map { ($0.id, $0.built) }) }
  }

  /// Keeps what another configuration has built, and nothing else.
  func replaceAll(with supplements: [UpdatedSupplement]) {
    let built = Dictionary(uniqueKeysWithValues: supplements.map { ($0.id, $0.built) })
    cache.withLock { $0.replaceAll(with: built) }
  }

  // MARK: On demand

  /// Trees that are asked for.
  struct Wanted {
    var places: [(id: SupplementID, section: Int)]
    /// The one that is published.
    var revision: Revision
    /// Reads what those are made of that are not in memory, by their index.
    var readRoots: ([Int]) throws(StorageError) -> [SupplementRoot]
  }

  /// The trees as they were last published, in order; on any thread.
  ///
  /// - Parameter find: Looks in the published list which are asked for.
  func currentTrees(
    of find: () throws(StorageError) -> Wanted
  ) throws(StorageError) -> [UpdatedSupplement] {
    let epoch = items.extents.epoch
    let visit = cache.withLock { $0.beginVisit() }
    defer { cache.withLock { $0.endVisit() } }
    let wanted = try find()
    let places = wanted.places
    var found: [BuiltSupplement?] = cache.withLock { cache in
      places.map { cache.item($0.id) }
    }
    let missing = places.indices.filter { found[$0] == nil }
    if !missing.isEmpty {
      let built = try build(missing, of: wanted)
      let measured = cache.withLock { cache in
        zip(missing, built).map { index, built in
          let kept = cache.add(built, of: places[index].id, visit)
          found[index] = kept
          return UpdatedSupplement(
            id: places[index].id, section: places[index].section, built: kept
          ).measured
        }
      }
      // With a working range a batch says it.
      if items.range == nil {
        items.extents.note([], measured, at: wanted.revision, epoch: epoch)
      }
    }
    return zip(places, found).compactMap { place, built in
      built.map {
        UpdatedSupplement(
          id: place.id, section: place.section, built: $0, formerSize: $0.size)
      }
    }
  }

  /// Builds what is not in memory from models and stored states, on all cores.
  private func build(
    _ missing: [Int], of wanted: Wanted
  ) throws(StorageError) -> [BuiltSupplement] {
    let roots = try wanted.readRoots(missing)
    let ids = missing.map { wanted.places[$0].id }
    let states = try items.readStates(ids.map(TreeID.supplement), wanted.revision)
    let conditions = items.currentConditions
    return items.owner.generateConcurrently(count: missing.count) { index in
      let (built, changes) = self.make(
        ids[index], roots[index](), after: nil, states[index], conditions)
      return BuiltSupplement(tree: built.tree, unwritten: changes)
    }
  }
}

/// The last build of a commit that goes on.
private struct Uncommitted {
  var builds: SupplementBuilds
  var built: BuiltSupplement
  var root: SupplementRoot
}

/// The headers and footers that are built for one change, until it is published or has failed.
final class SupplementBuilds: Sendable {
  /// Ascending by section.
  let supplements: [UpdatedSupplement]
  /// What they were made of.
  let roots: [SupplementRoot]
  let removedSections: [SectionID]

  init(
    _ supplements: [UpdatedSupplement], of roots: [SupplementRoot],
    removing removedSections: [SectionID]
  ) {
    self.supplements = supplements
    self.roots = roots
    self.removedSections = removedSections
  }

  /// The states that are written with them, ascending by section.
  ///
  /// - Parameter assigned: Those that are assigned, of which some may be of what was not built.
  func states(besides assigned: [ChangedState]) -> [ChangedState] {
    if assigned.isEmpty { return supplements.states }
    let built = Set(supplements.lazy.map(\.id.treeID))
    return supplements.states.merged(with: assigned.filter { !built.contains($0.tree) })
  }
}
